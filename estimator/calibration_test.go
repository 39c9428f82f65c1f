package estimator

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCalibrate compares a calibration with the definition: fits without each fold in turn, steps
// sorted by the fit to all, and sums.
func TestCalibrate(t *testing.T) {
	for name, data := range map[string][]*Trajectory{
		"terminated": synthetic(t, 17, 3, 9, 1),
		"truncated":  append(synthetic(t, 8, 4, 7, 2), truncatedSynthetic(t, 7, 4, 12, 3)...),
		"off-policy": offPolicy(t, synthetic(t, 13, 3, 8, 4), 5),
		"long":       synthetic(t, 6, 2, 120, 6),
		"wide":       synthetic(t, 30, 40, 4, 7),
	} {
		for _, opt := range []Options{
			{Gamma: .9, Lambdas: []float64{.6}},
			{Gamma: .95, Lambdas: []float64{1}, Ridge: .5, Tail: TailBootstrap},
			{Gamma: .8, Lambdas: []float64{.3}, Ridge: 1e-3, Groups: groupLabels(len(data)), Weighting: ByTrajectory},
		} {
			if name == "wide" && opt.Ridge == 0 { // folds are nearly singular
				continue
			}
			fit := fitted(t, data, opt)
			got := must(Calibrate(t.Context(), data, &fit, opt))(t)
			want := calibrationOf(data, &fit, opt)
			if len(got.Parts) != len(want.Parts) {
				t.Fatalf("%s: %d parts, want %d", name, len(got.Parts), len(want.Parts))
			}
			for k := range want.Parts {
				checkCalibrated(t, name, got.Parts[k], want.Parts[k])
			}
			checkCalibrated(t, name+", start", got.Start, want.Start)
		}
	}
}

func checkCalibrated(t *testing.T, name string, got, want Calibrated) {
	t.Helper()
	close := func(a, b float64) bool {
		return math.Abs(a-b) <= 1e-8*math.Max(1, math.Abs(b)) || math.IsNaN(a) && math.IsNaN(b)
	}
	if got.Steps != want.Steps || got.Folds != want.Folds || !close(got.Predicted, want.Predicted) || !close(got.PredictedSE, want.PredictedSE) ||
		!close(got.Returned, want.Returned) || !close(got.ReturnedSE, want.ReturnedSE) || !close(got.Effective, want.Effective) ||
		!close(got.Low, want.Low) || !close(got.High, want.High) {
		t.Errorf("%s: %+v, want %+v", name, got, want)
	}
}

// calibrationOf is a Calibration by definition, for values that are all different.
func calibrationOf(data []*Trajectory, fit *Fit, opt Options) *Calibration {
	type step struct {
		fold                       int
		first                      bool
		value, predicted, returned float64
		x                          []float64
	}
	ref := newReference(data, opt, fit.Lambda)
	var steps []step
	dot := func(x, theta []float64) (sum float64) {
		for j, v := range x {
			sum += v * theta[j]
		}
		return sum
	}
	for fold, members := range ref.groups {
		for _, j := range members {
			for s := range data[j].Len() {
				g, last := returnOf(data[j], s, opt.Gamma)
				if opt.Tail == TailBootstrap && !data[j].Terminated() {
					g += last * dot(data[j].Features(data[j].Len()), ref.folds[fold].theta)
				}
				x := append([]float64(nil), data[j].Features(s)...)
				steps = append(steps, step{fold, s == 0, dot(x, fit.Theta), dot(x, ref.folds[fold].theta), g, x})
			}
		}
	}
	slices.SortStableFunc(steps, func(a, b step) int {
		if a.value < b.value {
			return -1
		}
		return 1
	})
	of := func(some []step) (out Calibrated) {
		out.Steps, out.Low, out.High = len(some), math.Inf(1), math.Inf(-1)
		n := float64(len(some))
		mean := make([]float64, len(fit.Theta))
		for _, s := range some {
			out.Predicted += s.predicted / n
			out.Returned += s.returned / n
			out.Low, out.High = math.Min(out.Low, s.value), math.Max(out.High, s.value)
			for j, v := range s.x {
				mean[j] += v / n
			}
		}
		out.PredictedSE = fit.StandardError(mean)
		sums, counts := map[int]float64{}, map[int]float64{}
		for _, s := range some {
			sums[s.fold] += s.returned - out.Returned
			counts[s.fold]++
		}
		var squares, all, countSquares float64
		for fold, count := range counts {
			squares += sums[fold] * sums[fold]
			all += count
			countSquares += count * count
		}
		k := float64(len(counts))
		out.Folds, out.Effective = len(counts), all*all/countSquares
		if out.ReturnedSE = math.Sqrt(squares*k/(k-1)) / n; k == 1 {
			out.ReturnedSE = math.NaN()
		}
		return out
	}
	out := &Calibration{}
	parts := make([][]step, 10)
	var starts []step
	for i, s := range steps {
		at := min(9, (2*i+1)*10/(2*len(steps)))
		parts[at] = append(parts[at], s)
		if s.first {
			starts = append(starts, s)
		}
	}
	for _, some := range parts {
		if len(some) > 0 {
			out.Parts = append(out.Parts, of(some))
		}
	}
	out.Start = of(starts)
	return out
}

// TestCalibrationOfEqualValues: steps of equal value are in the same part for any order of the
// trajectories, and each repeated trajectory counts.
func TestCalibrationOfEqualValues(t *testing.T) {
	data := oneHot(t, 60, 5, 1)
	opt := Options{Gamma: .95, Lambdas: []float64{.5}}
	fits := must(LSTD(t.Context(), data, opt))(t)
	one := must(Calibrate(t.Context(), data, &fits[0], opt))(t)
	steps := 0
	for k, part := range one.Parts {
		steps += part.Steps
		if k > 0 && part.Low <= one.Parts[k-1].High {
			t.Errorf("part %d from %v, that before to %v", k, part.Low, one.Parts[k-1].High)
		}
		if !(part.PredictedSE > 0) {
			t.Errorf("part %d: predictions have the error %v", k, part.PredictedSE)
		}
	}
	if want := len(fits[0].Theta); len(one.Parts) > want {
		t.Errorf("%d parts of %d states", len(one.Parts), want)
	}
	all := 0
	for _, trajectory := range data {
		all += trajectory.Len()
	}
	if steps != all || one.Start.Steps != len(data) || one.Start.Folds != len(data) {
		t.Errorf("%d steps of %d, %d starts", steps, all, one.Start.Steps)
	}
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(data), func(i, j int) { data[i], data[j] = data[j], data[i] })
	other := must(Calibrate(t.Context(), data, &fits[0], opt))(t)
	for k := range one.Parts {
		checkCalibrated(t, "another order", other.Parts[k], one.Parts[k])
	}
}
