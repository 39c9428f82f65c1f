package estimator_test

import (
	"context"
	"fmt"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
)

// TestRaceKeepsSelected counts in how many data sets a race selects the λ that a full
// selection does: in at least 1 − δ of them, and far more, as the bound is of all rounds
// and rivals together. It also tells how many folds are scored.
func TestRaceKeepsSelected(t *testing.T) {
	sets, sizes, weightings := 20, []int{100}, []estimator.Weighting{estimator.ByStep}
	if *estimator.Long {
		sets, sizes, weightings = 1000, []int{50, 100, 300, 1000}, append(weightings, estimator.ByTrajectory)
	}
	for _, c := range []struct {
		name string
		opt  sim.Options
	}{
		{"walk 5", sim.Options{Domain: "random-walk"}},
		{"walk 19 dependent", sim.Options{Domain: "random-walk", States: 19, Features: "dependent"}},
		{"2048", sim.Options{Domain: "2048"}},
		{"car", sim.Options{Domain: "mountain-car"}},
	} {
		for _, n := range sizes {
			for _, weighting := range weightings {
				t.Run(fmt.Sprintf("%s n=%d %v", c.name, n, weighting), func(t *testing.T) {
					checkRaces(t, c.opt, n, sets, weighting)
				})
			}
		}
	}
}

func checkRaces(t *testing.T, problem sim.Options, n, sets int, weighting estimator.Weighting) {
	domain, err := sim.New(problem)
	if err != nil {
		t.Fatal(err)
	}
	opt := estimator.Options{Gamma: 0.95, Weighting: weighting}
	for k := range 21 {
		opt.Lambdas = append(opt.Lambdas, float64(k)/20)
	}
	same, dropped, scored, folds := 0, 0, 0, 0
	for seed := range uint64(sets) {
		data := drawSet(t, domain, 1+seed, n)
		full, err := estimator.Select(context.Background(), data, opt)
		if err != nil {
			t.Fatal(err)
		}
		s, standing, err := estimator.Race(context.Background(), data, opt, estimator.Racing{Seed: seed}.OfAnySize())
		if err != nil {
			t.Fatal(err)
		}
		if s.Best().Lambda == full.Best().Lambda {
			same++
		}
		dropped += standing.Dropped()
		scored += standing.Scored
		folds += standing.Folds
	}
	t.Logf("λ̂ is the same in %d of %d data sets; %.1f of %d λ's are dropped, %.0f %% of the folds scored",
		same, sets, float64(dropped)/float64(sets), len(opt.Lambdas), 100*float64(scored)/float64(folds))
	if float64(same) < (1-estimator.DefaultDelta)*float64(sets) {
		t.Errorf("λ̂ is the same in %d of %d data sets: want %v of them", same, sets, 1-estimator.DefaultDelta)
	}
}
