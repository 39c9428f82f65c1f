package estimator

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"lambdascope/estimator/internal/kernels"
)

// Calibration compares what fits predict of trajectories that they have not seen with the
// returns observed from there: whether a fit can be trusted.
type Calibration struct {
	// Parts are up to ten of all steps, by increasing value of the fit to all data. Equal
	// values are in one part.
	Parts []Calibrated
	// Start is of the states that trajectories start in.
	Start Calibrated
}

// Calibrated is a part of a Calibration.
type Calibrated struct {
	// Low and High are the least and the largest value, of the fit to all data, of the
	// steps of a part.
	Low, High float64
	// Predicted is the mean prediction, and PredictedSE its standard error as in Fit,
	// which measures chance alone; NaN where only predictions are known.
	Predicted, PredictedSE float64
	// Returned is the mean return, and ReturnedSE its standard error, clustered by
	// trajectory, or by group; NaN where all steps are of one.
	Returned, ReturnedSE float64
	// Effective is as how many trajectories of equal weight those of the part count.
	Effective float64
	Steps     int
	Folds     int // trajectories, or groups, that the steps are of
}

// Half returns how far the interval of Returned at Level goes to either side, by Student's
// t with max(1, Effective−1) degrees of freedom.
func (c *Calibrated) Half() float64 { return twoSided(c.Effective) * c.ReturnedSE }

// Off tells whether Predicted and Returned differ by more than chance can explain, at
// Level, if both erred on their own. As both go with the same returns they mostly err
// together, and differences by chance are told rarer than that.
func (c *Calibrated) Off() bool {
	const rounding = 1e-12 // of the larger, where the returns of all episodes are the same
	apart := math.Abs(c.Predicted-c.Returned) - float64(rounding*max(math.Abs(c.Predicted), math.Abs(c.Returned)))
	return apart > twoSided(c.Effective)*math.Hypot(c.ReturnedSE, c.PredictedSE)
}

// calibrationParts is how many parts a Calibration has at most.
const calibrationParts = 10

// Calibrate compares a fit to data, which had the γ and the ridge of opt, with returns. Each
// trajectory, or group, is predicted by a fit at the same λ to all others. With
// TailBootstrap that fit also completes the returns of truncated ones. The Method of opt
// and its λ's play no part.
//
// The parts go by the value of the fit to all data, and not by the predictions: a fit
// without a trajectory leans away from its returns, and parts by what it predicts would sort
// steps by their outcome.
//
// It takes two passes over the data and a solution for each fold, and a few numbers for each
// step. Errors are those of Select.
func Calibrate(ctx context.Context, data []*Trajectory, fit *Fit, opt Options) (*Calibration, error) {
	all := make([]Observed, len(data))
	values := make([][]float64, len(data))
	var mu sync.Mutex
	var overflow error
	shifts, err := fit.leaveOut(ctx, data, opt, func(p *problem, fold int, scaled []float64) {
		theta, err := p.weights(scaled)
		if err != nil {
			mu.Lock()
			overflow = err
			mu.Unlock()
			return
		}
		for _, j := range p.together(fold) {
			if p.stop() {
				return
			}
			all[j], values[j] = p.observe(j, theta, fit.Theta)
		}
	})
	if err := cmp.Or(err, overflow); err != nil {
		return nil, err
	}
	p := shifts.problem
	for fold := range p.folds() {
		for k, j := range p.together(fold) {
			same := p.together(shifts.first[fold])[k]
			all[j], values[j] = all[same], values[same]
			all[j].Fold, all[j].Values = fold, values[j]
		}
	}
	with, err := shifts.covary(ctx, *fit)
	if err != nil {
		return nil, err
	}
	var out *Calibration
	p.opt.Do(ctx, 1, func(int) {
		out = NewCalibration(all)
		out.vary(&with, data, all)
	})
	return out, ctx.Err()
}

// observe returns the predictions of the steps of trajectory j by θ, its returns, and the
// values by another θ.
func (p *problem) observe(j int, theta, other []float64) (out Observed, values []float64) {
	t := p.data[j]
	h := t.Len()
	out.Predicted, values = make([]float64, h), make([]float64, h)
	buffer, after := make([]float64, t.Dim()), 0.0
	if p.opt.Tail == TailBootstrap && !t.Terminated() {
		after = kernels.Dot(theta, t.FeaturesInto(buffer, h))
	}
	out.Returns = t.Returns(p.opt.Gamma, after)
	for step := range h {
		x := t.FeaturesInto(buffer, step)
		out.Predicted[step], values[step] = kernels.Dot(theta, x), kernels.Dot(other, x)
	}
	return out, values
}

// Observed is a trajectory beside its predictions, all by step.
type Observed struct {
	Fold      int       // those of one fold are not independent
	Values    []float64 // that the parts go by
	Predicted []float64
	Returns   []float64

	parts []uint8
}

// NewCalibration returns that of trajectories. They are cut into parts by their values,
// which may be the predictions where these have seen none of the returns.
func NewCalibration(all []Observed) *Calibration {
	assign(all)
	const starts = calibrationParts
	tallies := make([]tally, starts+1)
	eachStep := func(o *Observed, do func(t *tally, step int)) {
		for step, part := range o.parts {
			do(&tallies[part], step)
			if step == 0 {
				do(&tallies[starts], step)
			}
		}
	}
	order := make([]int, len(all)) // by fold
	for i := range order {
		order[i] = i
		eachStep(&all[i], func(t *tally, step int) { t.take(&all[i], step) })
	}
	for k := range tallies {
		tallies[k].average()
	}
	slices.SortStableFunc(order, func(i, j int) int { return all[i].Fold - all[j].Fold })
	for at, i := range order {
		eachStep(&all[i], func(t *tally, step int) {
			t.sum += all[i].Returns[step] - t.Returned
			t.weight++
		})
		if at == len(order)-1 || all[order[at+1]].Fold != all[i].Fold {
			for k := range tallies {
				tallies[k].endFold()
			}
		}
	}
	out := &Calibration{Start: tallies[starts].finish()}
	for k := range starts {
		if tallies[k].Steps > 0 {
			out.Parts = append(out.Parts, tallies[k].finish())
		}
	}
	return out
}

// tally is a part as it is summed.
type tally struct {
	Calibrated
	sum, weight float64    // of the fold at hand: of returns less their mean, and of steps
	weights     []float64  // by fold
	spread      scaledNorm // of the sums
}

// take adds a step to the means.
func (t *tally) take(o *Observed, step int) {
	if t.Steps == 0 {
		t.Low, t.High = math.Inf(1), math.Inf(-1)
	}
	t.Steps++
	t.Low, t.High = min(t.Low, o.Values[step]), max(t.High, o.Values[step])
	t.Predicted += o.Predicted[step]
	t.Returned += o.Returns[step]
}

// average makes means of the sums.
func (t *tally) average() {
	if t.Steps > 0 {
		t.Predicted /= float64(t.Steps)
		t.Returned /= float64(t.Steps)
	}
}

// endFold adds the fold at hand.
func (t *tally) endFold() {
	if t.weight > 0 {
		t.spread.add(t.sum)
		t.weights = append(t.weights, t.weight)
		t.sum, t.weight = 0, 0
	}
}

// finish returns the part.
func (t *tally) finish() Calibrated {
	out := t.Calibrated
	out.Folds = len(t.weights)
	out.Effective = spreadOf(out.Folds, func(fold int) float64 { return t.weights[fold] }).effective
	out.PredictedSE, out.ReturnedSE = math.NaN(), math.NaN()
	if k := float64(out.Folds); k > 1 {
		out.ReturnedSE = math.Sqrt(k/(k-1)) * t.spread.root() / float64(out.Steps)
	}
	return out
}

// assign cuts the steps into parts of as many, as far as equal values let it.
func assign(all []Observed) {
	const rounding = 1e-10 // of the largest: closer values are equal
	n, largest := 0, 0.0
	for i := range all {
		n += len(all[i].Values)
	}
	sorted := make([]float64, 0, n)
	for i := range all {
		all[i].parts = make([]uint8, len(all[i].Values))
		sorted = append(sorted, all[i].Values...)
		for _, v := range all[i].Values {
			largest = max(largest, math.Abs(v))
		}
	}
	slices.Sort(sorted)
	// A run of equal values belongs to the part that its middle falls into. last has the
	// largest value of each part.
	last := make([]float64, calibrationParts)
	for k := range last {
		last[k] = math.Inf(-1)
	}
	for from := 0; from < n; {
		to := from + 1
		for to < n && sorted[to]-sorted[to-1] <= rounding*largest {
			to++
		}
		part := min(calibrationParts*(from+to)/(2*n), calibrationParts-1)
		last[part] = sorted[to-1]
		from = to
	}
	for k := 1; k < calibrationParts; k++ {
		last[k] = max(last[k], last[k-1])
	}
	for i := range all {
		for step, v := range all[i].Values {
			part, _ := slices.BinarySearch(last, v) // the first part whose largest is not below v
			all[i].parts[step] = uint8(min(part, calibrationParts-1))
		}
	}
}

// vary adds the standard errors of the predictions, as those of a fit.
func (c *Calibration) vary(fit *Fit, data []*Trajectory, all []Observed) {
	d := len(fit.Theta)
	parts, start, buffer := make([][]float64, calibrationParts), make([]float64, d), make([]float64, d)
	counts := make([]float64, calibrationParts)
	for k := range parts {
		parts[k] = make([]float64, d)
	}
	for i, t := range data {
		for step, part := range all[i].parts {
			x := t.FeaturesInto(buffer, step)
			counts[part]++
			for j, v := range x {
				parts[part][j] += v
			}
			if step == 0 {
				for j, v := range x {
					start[j] += v / float64(len(data))
				}
			}
		}
	}
	at := 0
	for k, sum := range parts {
		if counts[k] == 0 {
			continue
		}
		for j := range sum {
			sum[j] /= counts[k]
		}
		c.Parts[at].PredictedSE = fit.StandardError(sum)
		at++
	}
	c.Start.PredictedSE = fit.StandardError(start)
}
