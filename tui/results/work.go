package results

import (
	"lambdascope/sim"
	"lambdascope/sim/settings"
)

// The limits of the work of a study, in multiplications. Work is counted, not measured, so that a
// study is the same on any machine.
const (
	// mostNaive is for NaiveCV+LSTD on one data set. Figure b repeats the method on every data
	// set: more would take hours and add only the check that ALLSTD finds the same λ̂.
	mostNaive = 2e8
	// mostConsistency is for the sums over one data set of figure d.
	mostConsistency = 3e10
)

// work returns the approximate multiplications for the sums over n trajectories at all λ's;
// 0 for settings that are out of range.
func work(s settings.Settings, n int) float64 {
	const transition = 100 // at each λ, besides the products of features
	domain, err := sim.New(s.Problem)
	if err != nil {
		return 0
	}
	grid, err := settings.ParseLambdas(s.Lambdas)
	if err != nil {
		return 0
	}
	d := float64(domain.Dim())
	return float64(n) * sim.MeanSteps(s.Problem) * float64(len(grid)) * (transition + d*d)
}

// naiveTo returns the largest number of trajectories at which NaiveCV+LSTD stays within
// mostNaive, or 0.
func naiveTo(s settings.Settings, sizes []int) int {
	largest := 0
	for _, n := range sizes {
		if float64(n)*work(s, n) <= mostNaive {
			largest = max(largest, n)
		}
	}
	return largest
}

// usualConsistencySizes returns the numbers of trajectories of figure d by default.
func usualConsistencySizes(s settings.Settings) []int {
	out := []int{10}
	for _, n := range []int{30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000} {
		if work(s, n) <= mostConsistency {
			out = append(out, n)
		}
	}
	return out
}
