package estimator

import (
	"fmt"
	"math"
	"slices"
)

// HeldOut scores fits on trajectories that the fits have not seen: theta has a fit for each
// trajectory. errors are the mean squared differences between returns and predictions, the ℓ_i if
// theta[i] is a fit to all other trajectories, and loto is their mean, weighted as the LOTO error
// is. se is the standard error of loto over trajectories, or over groups with Options.Groups. The
// trajectories may have different features.
//
// HeldOut returns an error for an option out of range, a wrong number of fits or weights, fewer
// than two trajectories or groups, and an overflow.
func HeldOut(data []*Trajectory, theta [][]float64, opt Options) (errors []float64, loto, se float64, err error) {
	opt, err = opt.completed()
	if err == nil {
		err = checkData(data, 0)
	}
	if err != nil {
		return nil, 0, 0, err
	}
	if n := len(data); len(theta) != n || opt.Groups != nil && len(opt.Groups) != n {
		return nil, 0, 0, fmt.Errorf("%d fits and %d groups of %d trajectories: want one for each", len(theta), len(opt.Groups), n)
	}
	of, count := foldsOf(len(data), opt.Groups)
	if count < 2 {
		return nil, 0, 0, fmt.Errorf("%d folds: want at least 2", count)
	}
	means := make([]float64, count)
	weights := make([]float64, count)
	for i, t := range data {
		if len(theta[i]) != t.Dim() {
			return nil, 0, 0, fmt.Errorf("%d weights of a trajectory of %d features: want as many", len(theta[i]), t.Dim())
		}
		errors = append(errors, t.squaredError(theta[i], opt))
		weight := opt.Weighting.Weight(t.Len())
		fold := of[i]
		weights[fold] += weight
		means[fold] += float64(weight / weights[fold] * (errors[i] - means[fold]))
	}
	if loto, se = meanAndError(means, nil, weights); math.IsInf(loto, 0) || math.IsNaN(loto) {
		return nil, 0, 0, fmt.Errorf("the squared error overflows; scale the rewards down")
	}
	return errors, loto, se, nil
}

// squaredError returns the mean squared error of the predictions by theta.
func (t *Trajectory) squaredError(theta []float64, opt Options) float64 {
	buffer := make([]float64, t.Dim())
	value := func(step int) (sum float64) {
		for j, x := range t.FeaturesInto(buffer, step) {
			sum += float64(x * theta[j])
		}
		return sum
	}
	after := 0.0 // the estimated value after a cut
	if opt.Tail == TailBootstrap && !t.Terminated() {
		after = value(t.Len())
	}
	sum := 0.0
	for step, g := range slices.Backward(t.Returns(opt.Gamma, after)) {
		e := value(step) - g
		sum += float64(e * e)
	}
	return sum / float64(t.Len())
}
