package estimator

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// divided returns the data in parts of random lengths, in order.
func divided(data []*Trajectory, random *rand.Rand) [][]*Trajectory {
	var parts [][]*Trajectory
	for len(data) > 0 {
		n := 1 + random.IntN(len(data))
		parts = append(parts, data[:n])
		data = data[n:]
	}
	return parts
}

// passed has the results of passes.
type passed struct {
	*Selection
	leverage    []float64
	fit         Fit
	calibration *Calibration
	overflow    error // of the covariance
}

// inPasses selects in passes, each over random blocks of the data.
func inPasses(data []*Trajectory, opt Options, random *rand.Rand) (out passed, err error) {
	ctx := context.Background()
	sums, err := NewSums(data[0].Dim(), opt)
	if err != nil {
		return out, err
	}
	for _, block := range divided(data, random) {
		if err := sums.Add(ctx, block); err != nil {
			return out, err
		}
	}
	p, err := sums.Open(ctx)
	if err != nil {
		return out, err
	}
	for _, pass := range []func(context.Context, []*Trajectory) error{p.LeaveOut, p.Spread, p.Refit} {
		for _, block := range divided(data, random) {
			if err := pass(ctx, block); err != nil {
				return out, err
			}
		}
	}
	out.leverage = p.Leverage()
	if out.Selection, err = p.Selection(ctx); err != nil {
		return out, err
	}
	if out.fit, out.overflow = p.Fit(ctx); out.overflow == nil {
		out.calibration, out.overflow = p.Calibration(ctx)
	}
	return out, err
}

// summed returns sums of data.
func summed(t *testing.T, data []*Trajectory, opt Options) *Sums {
	t.Helper()
	sums := must(NewSums(data[0].Dim(), opt))(t)
	saying(t, sums.Add(t.Context(), data), "")
	return sums
}

// TestPassesOutweighed leaves out trajectories that outweigh all other trajectories, in all
// features or in some: the rest must keep all digits.
func TestPassesOutweighed(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, c := range []float64{0x1p10, 0x1p30, 0x1p60, 0x1p120, 0x1p300} {
		for _, features := range []int{1, 3} {
			data := synthetic(t, 12, 3, 20, 1)
			data[4] = mapped(t, data[4:5], func(x []float64) []float64 {
				x = slices.Clone(x)
				for j := range features {
					x[j] *= c
				}
				return x
			}, same)[0]
			opt := Options{Gamma: 0.9, Lambdas: grid(4)}
			got := must(inPasses(data, opt, random))(t)
			want := mustSelect(t, data, opt)
			if got.Rank != want.Rank {
				t.Errorf("× %g: rank %d, want %d", c, got.Rank, want.Rank)
			}
			for k, w := range want.Candidates {
				g := got.Candidates[k]
				if !slices.Equal(g.Status, w.Status) {
					t.Errorf("× %g in %d features, λ = %v: folds %v, want %v", c, features, w.Lambda, g.Status, w.Status)
				}
				for i, l := range w.Folds {
					if e := math.Abs(g.Folds[i]-l) / max(l, 1e-6*want.MeanSquaredReturn); e > 1e-9 {
						t.Errorf("× %g in %d features, λ = %v: ℓ_%d = %v, want %v: off by %.2g", c, features, w.Lambda, i+1, g.Folds[i], l, e)
					}
				}
			}
		}
	}
}

// TestPassesAnyBlocks: results are those in memory to 1e−12, however the data are divided.
func TestPassesAnyBlocks(t *testing.T) {
	data := append(truncatedSynthetic(t, 10, 5, 40, 4), synthetic(t, 20, 5, 40, 5)...)
	data = append(data, data[:3]...)
	for seed := range uint64(8) {
		opt := Options{Gamma: 0.95, Lambdas: grid(5), Weighting: Weighting(seed / 4), Ridge: float64(seed % 2), Tail: Tail(seed / 2 % 2)}
		if seed%3 == 1 {
			opt.Do = sequential
		}
		want := mustSelect(t, data, opt)
		s := must(inPasses(data, opt, rand.New(rand.NewPCG(seed, 9))))(t)
		if s.Selected != want.Selected || s.Rank != want.Rank || relative([]float64{s.Effective, s.MeanSquaredReturn, s.CutWeight, s.Shrinkage}, []float64{want.Effective, want.MeanSquaredReturn, want.CutWeight, want.Shrinkage}, 0) > 1e-12 {
			t.Errorf("selection %+v, want %+v", s.Selection, want)
		}
		for k, want := range want.Candidates {
			got := s.Candidates[k]
			a, b := []float64{got.LOTO, got.SE, got.Diff, got.PairedSE, got.RefitSE}, []float64{want.LOTO, want.SE, want.Diff, want.PairedSE, want.RefitSE}
			if !(relative(got.Theta, want.Theta, 0) <= 1e-12) || !(relative(a, b, 0) <= 1e-10) || got.NotRuledOut != want.NotRuledOut {
				t.Errorf("λ = %v: %v, θ %v; want %v, %v", want.Lambda, a, got.Theta, b, want.Theta)
			}
			if !(relative(got.Folds, want.Folds, 0) <= 1e-12) {
				t.Errorf("λ = %v: folds %v, want %v", want.Lambda, got.Folds, want.Folds)
			}
			if i := int(seed); !(math.Abs(s.LOTOWithout(i, k)-want.LOTO+want.influence[i]/33) <= 1e-12*want.LOTO) {
				t.Errorf("λ = %v: LOTO error %v without trajectory %d", want.Lambda, s.LOTOWithout(i, k), i)
			}
		}
		if want := leverageAt(t, data, opt, s.Best().Lambda); !(relative(s.leverage, want, 0) <= 1e-12) {
			t.Errorf("λ = %v: leverages %v, want %v", s.Best().Lambda, s.leverage, want)
		}
		fit := must(want.Fit().WithCovariance(t.Context(), data, opt))(t)
		if !(relative(s.fit.Covariance, fit.Covariance, 0) <= 1e-10) || !(math.Abs(s.fit.Effective-fit.Effective) <= 1e-10*fit.Effective) {
			t.Errorf("covariance %v of %v trajectories, want %v of %v", s.fit.Covariance, s.fit.Effective, fit.Covariance, fit.Effective)
		}
		calibration := must(Calibrate(t.Context(), data, &fit, opt))(t)
		if len(s.calibration.Parts) != len(calibration.Parts) {
			t.Fatalf("%d parts, want %d", len(s.calibration.Parts), len(calibration.Parts))
		}
		for k, part := range append(calibration.Parts, calibration.Start) {
			checkCalibrated(t, "passes", append(s.calibration.Parts, s.calibration.Start)[k], part)
		}
	}
}
