package estimator

import (
	"context"
	"math"
	"slices"

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
// steps by outcome. Where the values are more than 32,768 different numbers, the sizes of parts are
// exact to some 0.04 % of the steps, so that data of any size need no more memory.
//
// The cost is three passes over the data and a solution for each fold. Errors are as in Select.
func Calibrate(ctx context.Context, data []*Trajectory, fit *Fit, opt Options) (*Calibration, error) {
	r, err := fit.leaveOut(ctx, data, opt, true)
	if err != nil {
		return nil, err
	}
	return r.calibration(ctx)
}

// addValues adds the values of the steps of some data by a fit.
func (q *quantiles) addValues(ctx context.Context, data []*Trajectory, fit *Fit) {
	buffer := make([]float64, len(fit.Theta))
	for _, t := range data {
		for step := range t.Len() {
			if step%chunkSteps == 0 && ctx.Err() != nil {
				return
			}
			q.add(kernels.Dot(fit.Theta, t.FeaturesInto(buffer, step)))
		}
	}
}

// Observed is a trajectory with predictions, all by step.
type Observed struct {
	Fold      int       // trajectories of the same fold are not independent
	Values    []float64 // define the parts
	Predicted []float64
	Returns   []float64
}

// NewCalibration returns the calibration of trajectories, divided into parts by Values. Values
// may equal Predicted if the predictions have seen none of the returns.
func NewCalibration(all []Observed) *Calibration {
	var q quantiles
	labels := make([]int, len(all))
	for i, o := range all {
		labels[i] = o.Fold
		for _, v := range o.Values {
			q.add(v)
		}
	}
	of, folds := foldsOf(len(all), labels)
	members := make([][]int, folds)
	for i, fold := range of {
		members[fold] = append(members[fold], i)
	}
	t := newTallies(q.limits())
	for _, fold := range members {
		for _, i := range fold {
			o := &all[i]
			for step, v := range o.Values {
				t.add(observation{v, o.Predicted[step], o.Returns[step], nil, step == 0}, 1)
			}
		}
		t.endFold(1)
	}
	return t.calibration(nil)
}

// tallies are the parts of a Calibration in the course of summation, fold by fold. Memory is a few
// numbers for each part and feature.
type tallies struct {
	limits []float64                   // the largest value of each part
	parts  [calibrationParts + 1]tally // the last of the starts
}

// tally is a part: Predicted and Returned are sums.
type tally struct {
	Calibrated
	features       []float64 // Σx; nil if unknown
	sum, weight    float64   // sums over the current fold: returns, and numbers of steps
	least, largest float64   // weight of a fold
	means          spread    // of the mean returns of folds, weighted by squares of steps
}

// observation is a step: the value, the prediction and the return. x may be nil.
type observation struct {
	value, predicted, returned float64
	x                          []float64
	first                      bool // of the trajectory
}

func newTallies(limits []float64) *tallies {
	t := &tallies{limits: limits}
	for k := range t.parts {
		t.parts[k].Low, t.parts[k].High = math.Inf(1), math.Inf(-1)
		t.parts[k].least = math.Inf(1)
	}
	return t
}

// add adds a step of the current fold that stands for count equal steps.
func (t *tallies) add(o observation, count int) {
	part, _ := slices.BinarySearch(t.limits, o.value) // the first part with a largest value of at least o.value
	t.parts[min(part, calibrationParts-1)].add(o, count)
	if o.first {
		t.parts[calibrationParts].add(o, count)
	}
}

func (t *tally) add(o observation, count int) {
	times := float64(count)
	t.Steps += count
	t.Low, t.High = min(t.Low, o.value), max(t.High, o.value)
	t.Predicted += float64(times * o.predicted)
	t.Returned += float64(times * o.returned)
	t.sum += o.returned
	t.weight++
	if o.x != nil {
		if t.features == nil {
			t.features = make([]float64, len(o.x))
		}
		kernels.Axpy(times, o.x, t.features)
	}
}

// endFold ends the present fold.
func (t *tallies) endFold(count int) {
	for k := range t.parts {
		part := &t.parts[k]
		if part.weight == 0 {
			continue
		}
		part.Folds += count
		part.least, part.largest = min(part.least, part.weight), max(part.largest, part.weight)
		part.means.add(float64(count)*part.weight*part.weight, part.sum/part.weight)
		part.sum = 0
		part.weight = 0
	}
}

// merge adds the folds of other tallies.
func (t *tallies) merge(o *tallies) {
	for k := range t.parts {
		a, b := &t.parts[k], &o.parts[k]
		a.Steps += b.Steps
		a.Folds += b.Folds
		a.Low, a.High = min(a.Low, b.Low), max(a.High, b.High)
		a.least, a.largest = min(a.least, b.least), max(a.largest, b.largest)
		a.Predicted += b.Predicted
		a.Returned += b.Returned
		a.means.merge(b.means)
		if a.features == nil {
			a.features = b.features
		} else if b.features != nil {
			kernels.Add(a.features, b.features)
		}
	}
}

// calibration returns the calibration, with the standard errors of predictions by the covariance of
// a fit, which may be nil.
func (t *tallies) calibration(fit *Fit) *Calibration {
	out := &Calibration{Start: t.finish(calibrationParts, fit)}
	for k := range calibrationParts {
		if t.parts[k].Steps > 0 {
			out.Parts = append(out.Parts, t.finish(k, fit))
		}
	}
	return out
}

// finish returns a part.
func (t *tallies) finish(k int, fit *Fit) Calibrated {
	part := &t.parts[k]
	out := part.Calibrated
	steps := float64(part.Steps)
	out.PredictedSE = math.NaN()
	out.ReturnedSE = math.NaN()
	out.Predicted /= steps
	out.Returned /= steps
	if out.Effective = float64(out.Folds); part.least < part.largest { // the formula rounds
		out.Effective = min(out.Effective, steps*steps/part.means.weight)
	}
	if k := float64(out.Folds); k > 1 {
		out.ReturnedSE = math.Sqrt(k/(k-1)) * part.means.about(out.Returned) / steps
	}
	if fit != nil {
		mean := make([]float64, len(part.features))
		kernels.Axpy(1/steps, part.features, mean)
		out.PredictedSE = fit.StandardError(mean)
	}
	return out
}
