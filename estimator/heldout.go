package estimator

import (
	"fmt"
	"slices"
)

// SquaredError returns the mean squared difference between the returns of a trajectory and the
// prediction by θ, importance-weighted if the trajectory has ratios: ℓ_i if θ is a fit to all
// other trajectories. SquaredError returns an error for a nil or empty trajectory, a wrong number
// of weights, and a gamma or tail out of range.
func SquaredError(t *Trajectory, theta []float64, gamma float64, tail Tail) (float64, error) {
	if err := checkData([]*Trajectory{t}, 0); err != nil {
		return 0, err
	}
	if _, err := (Options{Gamma: gamma, Tail: tail}).completed(); err != nil {
		return 0, err
	}
	if len(theta) != t.Dim() {
		return 0, fmt.Errorf("%d weights of a trajectory of %d features: want as many", len(theta), t.Dim())
	}
	buffer := make([]float64, t.Dim())
	value := func(step int) float64 {
		sum := 0.0
		for j, x := range t.FeaturesInto(buffer, step) {
			sum += float64(x * theta[j])
		}
		return sum
	}
	after := 0.0 // the estimated value after a cut
	if tail == TailBootstrap && !t.Terminated() {
		after = value(t.Len())
	}
	sum := 0.0
	for step, g := range slices.Backward(t.Returns(gamma, after)) {
		e := value(step) - g
		sum += float64(e * e)
	}
	return sum / float64(t.Len()), nil
}

// Combine returns the mean of errors, a number per trajectory, weighted as the LOTO error is. se
// is the standard error of the mean over trajectories, or over groups as in Options.Groups.
// Combine returns an error for slices of different lengths, for fewer than two trajectories or
// groups, and for a weighting out of range.
func Combine(data []*Trajectory, errors []float64, weighting Weighting, groups []int) (loto, se float64, err error) {
	if err := checkData(data, 0); err != nil {
		return 0, 0, err
	}
	if _, err := (Options{Weighting: weighting}).completed(); err != nil {
		return 0, 0, err
	}
	if len(errors) != len(data) {
		return 0, 0, fmt.Errorf("%d errors of %d trajectories: want one for each", len(errors), len(data))
	}
	if groups != nil && len(groups) != len(data) {
		return 0, 0, fmt.Errorf("groups of %d trajectories: want %d numbers, one for each", len(groups), len(data))
	}
	of, count := foldsOf(len(data), groups)
	if count < 2 {
		return 0, 0, fmt.Errorf("%d folds: want at least 2", count)
	}
	means, sums := make([]float64, count), make([]float64, count)
	for i, t := range data {
		weight, g := 1.0, of[i]
		if weighting == ByStep {
			weight = float64(t.Len())
		}
		sums[g] += weight
		means[g] += float64(weight / sums[g] * (errors[i] - means[g]))
	}
	loto, se = meanAndError(means, nil, sums)
	return loto, se, nil
}
