package estimator_test

import (
	"context"
	"fmt"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
)

// leastKept is the share of data sets in which a race is to keep λ̂ of all folds.
const leastKept = 1 - estimator.DefaultDelta

// TestRaceKeepsSelected counts in how many data sets a race selects the λ that a full
// selection does. Each is raced to the end with dropped λ's scored, too, which is both: a
// race selects λ̂ of all folds unless it drops it (TestRaceBits). It also has the rounds
// that other races leave out, where they look hopeless or there is little to do.
func TestRaceKeepsSelected(t *testing.T) {
	sets := 10
	if *estimator.Long {
		sets = 1000
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
		for _, data := range []struct {
			n         int
			weighting estimator.Weighting
			long      bool
		}{
			{50, estimator.ByStep, true},
			{100, estimator.ByStep, true},
			{300, estimator.ByStep, false},
			{300, estimator.ByTrajectory, true},
			{1000, estimator.ByStep, true},
		} {
			if data.long && !*estimator.Long {
				continue
			}
			t.Run(fmt.Sprintf("%s n=%d %v", c.name, data.n, data.weighting), func(t *testing.T) {
				t.Parallel()
				checkRaces(t, c.opt, data.n, sets, data.weighting)
			})
		}
	}
}

func checkRaces(t *testing.T, problem sim.Options, n, sets int, weighting estimator.Weighting) {
	domain, err := sim.New(problem)
	if err != nil {
		t.Fatal(err)
	}
	opt := estimator.Options{Gamma: 0.95, Weighting: weighting}
	for k := range 11 {
		opt.Lambdas = append(opt.Lambdas, float64(k)/10)
	}
	kept, dropped := 0, 0
	for seed := range uint64(sets) {
		data := drawSet(t, domain, 1+seed, n)
		s, standing, err := estimator.Race(context.Background(), data, opt, estimator.Racing{Seed: seed, Complete: true})
		if err != nil {
			t.Fatal(err)
		}
		if !standing.Lambdas[s.Selected].Dropped {
			kept++
		}
		dropped += standing.Dropped()
	}
	t.Logf("λ̂ of all folds is kept in %d of %d data sets; %.1f of %d λ's are dropped", kept, sets, float64(dropped)/float64(sets), len(opt.Lambdas))
	if float64(kept) < leastKept*float64(sets) {
		t.Errorf("λ̂ of all folds is kept in %d of %d data sets: want %v of them", kept, sets, leastKept)
	}
}
