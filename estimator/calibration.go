package estimator

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"lambdascope/estimator/internal/kernels"
)

// Calibration compares predictions for trajectories that the fit has not seen with the observed
// returns, so that a user can judge whether to trust a fit.
type Calibration struct {
	// Parts divide the steps into up to ten, by increasing value of the fit to all data. Equal
	// values are in the same part.
	Parts []Calibrated
	// Start covers the first states of trajectories.
	Start Calibrated
}

// Calibrated is a part of a Calibration.
type Calibrated struct {
	// Low and High are the least and the largest value of the part's steps, by the fit to all
	// data.
	Low, High float64
	// Predicted is the mean prediction. PredictedSE is the standard error as in Fit, which
	// measures chance alone; NaN if only predictions are known.
	Predicted, PredictedSE float64
	// Returned is the mean return. ReturnedSE is the standard error, clustered by trajectory, or
	// by group; NaN if all steps are of a single trajectory or group.
	Returned, ReturnedSE float64
	// Effective is the effective number of trajectories in the part.
	Effective float64
	Steps     int
	Folds     int // number of trajectories, or groups, with steps in the part
}

// Half returns the half-width of the interval of Returned at Level, by Student's t with max(1,
// Effective−1) degrees of freedom.
func (c *Calibrated) Half() float64 { return twoSided(c.Effective) * c.ReturnedSE }

// Off reports whether Predicted and Returned differ by more than chance can explain, at Level, if
// the errors of both were independent. False alarms are rarer than Level allows, because both
// depend on the same returns and usually err together.
func (c *Calibrated) Off() bool {
	const rounding = 1e-12 // of the larger; needed if the returns of all episodes are equal
	apart := math.Abs(c.Predicted-c.Returned) - float64(rounding*max(math.Abs(c.Predicted), math.Abs(c.Returned)))
	return apart > twoSided(c.Effective)*math.Hypot(c.ReturnedSE, c.PredictedSE)
}

// calibrationParts is the largest number of parts of a Calibration.
const calibrationParts = 10

// Calibrate compares the predictions of a fit to data, at the γ and the ridge of opt, with
// returns. The prediction for each trajectory, or group, is by a fit at the same λ to the rest.
// With TailBootstrap the same fit also completes the returns of truncated trajectories. The
// Method and the λ's of opt play no part.
//
// The parts are by the value of the fit to all data, not by the predictions, because a fit
// without a trajectory leans away from the trajectory's returns. Parts by prediction would sort
// steps by outcome.
//
// The cost is two passes over the data, a solution for each fold, and memory for a few numbers a
// step. Errors are as in Select.
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
			same := p.together(shifts.same[fold])[k]
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

// observe returns the returns and the predictions by theta of trajectory j, and the values by
// other.
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

// Observed is a trajectory with predictions, all by step.
type Observed struct {
	Fold      int       // trajectories of the same fold are not independent
	Values    []float64 // define the parts
	Predicted []float64
	Returns   []float64

	parts []uint8
}

// NewCalibration returns the calibration of trajectories, divided into parts by Values. Values
// may equal Predicted if the predictions have seen none of the returns.
func NewCalibration(all []Observed) *Calibration {
	assign(all)
	labels := make([]int, len(all))
	for i := range all {
		labels[i] = all[i].Fold
	}
	of, folds := foldsOf(len(all), labels)
	tallies := make([]tally, calibrationParts+1) // the last of the starts
	for k := range tallies {
		tallies[k] = tally{Calibrated{Low: math.Inf(1), High: math.Inf(-1)}, make([]float64, folds), make([]float64, folds)}
	}
	for i := range all {
		for step, part := range all[i].parts {
			tallies[part].take(&all[i], step, of[i])
			if step == 0 {
				tallies[calibrationParts].take(&all[i], step, of[i])
			}
		}
	}
	out := &Calibration{Start: tallies[calibrationParts].finish()}
	for _, t := range tallies[:calibrationParts] {
		if t.Steps > 0 {
			out.Parts = append(out.Parts, t.finish())
		}
	}
	return out
}

// tally is a part in the course of summation: Predicted and Returned are sums.
type tally struct {
	Calibrated
	sums, weights []float64 // by fold: of returns, and of steps
}

// take adds a step.
func (t *tally) take(o *Observed, step, fold int) {
	t.Steps++
	t.Low, t.High = min(t.Low, o.Values[step]), max(t.High, o.Values[step])
	t.Predicted += o.Predicted[step]
	t.Returned += o.Returns[step]
	t.sums[fold] += o.Returns[step]
	t.weights[fold]++
}

// finish returns the part.
func (t *tally) finish() Calibrated {
	out := t.Calibrated
	out.PredictedSE, out.ReturnedSE = math.NaN(), math.NaN()
	out.Predicted /= float64(out.Steps)
	out.Returned /= float64(out.Steps)
	var spread scaledNorm
	var weights []float64
	for fold, weight := range t.weights {
		if weight > 0 {
			spread.add(t.sums[fold] - float64(weight*out.Returned))
			weights = append(weights, weight)
		}
	}
	out.Folds = len(weights)
	out.Effective = spreadOf(out.Folds, func(fold int) float64 { return weights[fold] }).effective
	if k := float64(out.Folds); k > 1 {
		out.ReturnedSE = math.Sqrt(k/(k-1)) * spread.root() / float64(out.Steps)
	}
	return out
}

// assign divides the steps into parts of equal size, as far as equal values allow.
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
	// A run of equal values belongs to the part of the middle of the run. last has the largest
	// value of each part.
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
			part, _ := slices.BinarySearch(last, v) // the first part with a largest value of at least v
			all[i].parts[step] = uint8(min(part, calibrationParts-1))
		}
	}
}

// vary sets the standard errors of the predictions, by the covariance of a fit.
func (c *Calibration) vary(fit *Fit, data []*Trajectory, all []Observed) {
	d := len(fit.Theta)
	parts, start, buffer := newRows(calibrationParts, d), make([]float64, d), make([]float64, d)
	counts := make([]float64, calibrationParts)
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
