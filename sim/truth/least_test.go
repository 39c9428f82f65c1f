package truth

import (
	"math"
	"testing"

	"lambdascope/sim"
	"lambdascope/sim/testutil"
)

// TestLeastIsExact: with an exact truth no θ has a lower MSVE, and Above is the difference.
func TestLeastIsExact(t *testing.T) {
	for _, o := range []sim.Options{
		{States: 5, Features: "1-hot"}, {States: 5, Features: "1-hot+bias"}, {States: 19, Features: "dependent"}, {States: 9, Features: "identity"}, {States: 19, Features: "poly:3+bias"},
	} {
		d := testutil.Get(sim.New(o))(t)
		v := testutil.Get(At(d, 0.95))(t)
		l := v.Least()
		if l.AboveErrors(l.theta) != nil || math.Abs(l.MSVE()-v.MSVE(l.theta)) > 1e-15 {
			t.Errorf("%s: an exact truth that errs", o.Features)
		}
		theta := make([]float64, d.Dim())
		for j := range theta {
			for _, step := range []float64{-0.3, 1e-3, 0.2} {
				copy(theta, l.theta)
				theta[j] += step
				above := l.Above(theta)
				if want := v.MSVE(theta) - l.MSVE(); above < 0 || math.Abs(above-want) > 1e-12 {
					t.Errorf("%s: %v above the least, want %v", o.Features, above, want)
				}
			}
		}
		if !math.IsNaN(l.Above(theta[1:])) {
			t.Error("a θ of another dimension has an MSVE")
		}
	}
}

// TestLeastIsUnbiased draws moments of a walk many times, as if its values were unknown. The best
// θ of each sample differs from the true one, but Above is unbiased.
func TestLeastIsUnbiased(t *testing.T) {
	plan := Plan{Episodes: 320, Every: 2, Rollouts: 2, States: 2, Pool: 2, StateRollouts: 1}
	var off, naive, told, missed tally
	for seed := range uint64(60) {
		plan.Seed = 1000 + seed
		w := newRolledWalk(t, sim.Options{States: 7, Features: "dependent"})
		m := testutil.Get(Draw([]sim.Roller{w}, plan))(t)
		v := testutil.Get(m.At(w, 0.9))(t)
		exact := testutil.Get(At(w.exact, 0.9))(t)
		l, best := v.Least(), exact.Least().theta
		off.add(l.Above(best)) // 0 in truth
		naive.add(l.Above(best) + l.chance)
		missed.add(l.Above(best) * l.Above(best))
		sum := 0.0
		for _, e := range l.AboveErrors(best) {
			sum += e * e
		}
		told.add(sum)
	}
	off.wantZero(t, "MSVE above the least of the best θ")
	if mean := naive.sum / naive.n; mean < 4*math.Sqrt(naive.squares/naive.n-mean*mean)/math.Sqrt(naive.n) {
		t.Errorf("%v on average without what chance adds: too little to test", mean)
	}
	if a, b := missed.sum/missed.n, told.sum/told.n; b < a/2 || b > 6*a {
		t.Errorf("the mean squared error is %v, said to be %v", a, b)
	}
}
