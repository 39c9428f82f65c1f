package analysis

import (
	"math"
	"math/rand/v2"
	"testing"

	"lambdascope/estimator"
	"lambdascope/estimator/rivals"
	"lambdascope/sim/testutil"
)

// TestConstantErrorIsTheNaiveOne compares the error of a constant with naive LOTO of LSTD(1) on a
// single feature, 1 everywhere. Without TailBootstrap the trajectories terminate, because LSTD
// completes the returns of truncated ones.
func TestConstantErrorIsTheNaiveOne(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 40 {
		n := 2 + i%7
		opt := estimator.Options{
			Gamma: []float64{0, .5, .9, 1}[i%4], Lambdas: []float64{1}, Method: rivals.Naive{},
			Weighting: estimator.Weighting(i / 2 % 2), Tail: estimator.Tail(i % 2),
		}
		if i%3 == 0 {
			opt.Groups = make([]int, n)
			for j := 1; j < n; j++ {
				opt.Groups[j] = min(j, r.IntN(j+1)+1)
			}
		}
		var data []*estimator.Trajectory
		for j := range n {
			rewards := make([]float64, 1+r.IntN(5))
			ones := []float64{1}
			for step := range rewards {
				rewards[step] = 3 + r.NormFloat64()
				ones = append(ones, 1)
			}
			terminated := opt.Tail == estimator.TailNone || j < 2
			data = append(data, testutil.Get(estimator.NewTrajectory(1, ones, rewards, terminated))(t))
		}
		want := testutil.Get(estimator.Select(t.Context(), data, opt))(t).Candidates[0].LOTO
		if got := constantError(data, opt); !(math.Abs(got-want) <= 1e-12*want) {
			t.Errorf("%d: the error of a constant is %v, want %v", i, got, want)
		}
	}
}
