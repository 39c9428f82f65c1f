package estimator_test

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"lambdascope/estimator"
	"lambdascope/estimator/rivals"
	"lambdascope/sim/testutil"
)

// TestSelectIsNaive compares the selection with refits from raw transitions and with the paper's
// updates, in 500 random settings: to 1e−11 where the condition of every fold is below 1e6, and
// otherwise to 1e−9 and the rounding that the condition allows. The selection has the same bits
// on 1, 2 and 7 processors.
func TestSelectIsNaive(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	pick := func(random *rand.Rand, of ...float64) float64 { return of[random.IntN(len(of))] }
	exact := 0
	for seed := range uint64(500) {
		random := rand.New(rand.NewPCG(seed, 49))
		kind := estimator.Kinds[random.IntN(len(estimator.Kinds))]
		d, n := 1+random.IntN(8), 2+random.IntN(8)
		if kind == "tiles" {
			d = 16 + 2*d
		}
		data := estimator.Draw(t, kind, random, d, n, int(pick(random, 1, 3, 12, 40)), []string{"terminated", "truncated", "both"}[random.IntN(3)])
		if random.IntN(4) == 0 {
			data = estimator.WithRatios(t, data, random, 0.4)
		}
		opt := estimator.Options{
			Gamma:     pick(random, 0, 0.5, 0.95, 1),
			Lambdas:   []float64{0, 0.2, pick(random, 0.4, 0.9), 0.95, 1}, // enough for sums by lags
			Ridge:     pick(random, 0, 0, math.Pow(10, 7*random.Float64()-6)),
			Weighting: estimator.Weighting(random.IntN(2)),
			Tail:      estimator.Tail(random.IntN(2)),
		}
		if random.IntN(3) == 0 {
			for i := range data {
				opt.Groups = append(opt.Groups, i%max(2, n*2/3))
			}
		}
		var got *estimator.Selection
		for _, processors := range []int{1, 2, 7} {
			runtime.GOMAXPROCS(processors)
			s := testutil.Get(estimator.Select(t.Context(), data, opt))(t)
			if got != nil && estimator.Bits(s) != estimator.Bits(got) {
				t.Errorf("seed %d: other bits on %d processors", seed, processors)
			}
			got = s
		}
		for _, method := range []estimator.Method{rivals.Naive{}, rivals.RSM{}} {
			opt.Method = method
			want := testutil.Get(estimator.Select(t.Context(), data, opt))(t)
			for k, lambda := range opt.Lambdas {
				condition, borderline := estimator.ConditionOf(data, opt, lambda)
				if borderline {
					continue
				}
				tolerance := 1e-9 + 20*0x1p-52*condition
				if condition < 1e6 {
					tolerance = 1e-11
					exact++
				}
				if e := apart(&got.Candidates[k], &want.Candidates[k], got.MeanSquaredReturn); !(e <= tolerance) {
					t.Errorf("seed %d, %s, λ = %v, condition %.2g, %v: off by %.2g, allowed %.2g", seed, kind, lambda, condition, method, e, tolerance)
				}
			}
		}
	}
	if exact < 1700 {
		t.Errorf("%d selections at one λ of a condition below 1e6: want most of 5000", exact)
	}
}

// apart returns the largest relative difference of θ and of fold errors; errors below 1e−6 of the
// mean squared return count as that size.
func apart(got, want *estimator.Candidate, meanG2 float64) float64 {
	var difference, size, most float64
	for j, v := range want.Theta {
		difference = math.Hypot(difference, got.Theta[j]-v)
		size = math.Hypot(size, v)
	}
	if difference > 0 {
		most = difference / size
	}
	for i, v := range want.Folds {
		most = max(most, math.Abs(got.Folds[i]-v)/max(v, 1e-6*meanG2))
		if (got.Status[i] == estimator.FoldDeficient) != (want.Status[i] == estimator.FoldDeficient) {
			return math.Inf(1)
		}
	}
	return most
}
