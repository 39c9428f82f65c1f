package study

import (
	"flag"
	"fmt"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/analysis"
)

var long = flag.Bool("long", false, "also run what takes minutes")

// TestCoverageElsewhere measures problems, sizes and seeds that the table of the guide
// has not: where the best λ on average is in the set in fewer than 93 % of data sets,
// by more than chance makes of it once in 40 times, these have a warning.
func TestCoverageElsewhere(t *testing.T) {
	if !*long {
		t.Skip("takes minutes: run with -long")
	}
	walk := func(states int, features string) sim.Options {
		return sim.Options{Domain: "random-walk", States: states, Features: features}
	}
	capped := func(o sim.Options, steps int) sim.Options {
		o.MaxSteps = steps
		return o
	}
	logTiles := sim.Options{Domain: "2048", Features: "log-tiles"}
	uniform := sim.Options{Domain: "mountain-car", Start: "uniform", Features: "raw+bias"}
	type settings = func(s *analysis.Settings)
	plain := func(*analysis.Settings) {}
	trajectory := func(s *analysis.Settings) { s.Weighting = estimator.ByTrajectory }
	bootstrap := func(s *analysis.Settings) { s.Tail = estimator.TailBootstrap }
	ridge := func(ridge float64) settings { return func(s *analysis.Settings) { s.Ridge = ridge } }
	gamma := func(gamma float64) settings { return func(s *analysis.Settings) { s.Gamma = gamma } }
	engine := analysis.NewEngine(64 << 20)
	for _, c := range []struct {
		name   string
		of     sim.Options
		change settings
	}{
		{"walk 7", walk(7, "1-hot"), plain},
		{"walk 9 dependent", walk(9, "dependent"), plain},
		{"walk 9 dependent, γ = 0.8", walk(9, "dependent"), gamma(0.8)},
		{"walk 31 dependent", walk(31, "dependent"), plain},
		{"2048 log-tiles", logTiles, plain},
		{"2048 log-tiles, γ = 0.5", logTiles, gamma(0.5)},
		{"car uniform", uniform, plain},
		{"car uniform, γ = 0.9", uniform, gamma(0.9)},
		{"walk 9 dependent, by trajectory", walk(9, "dependent"), trajectory},
		{"2048 log-tiles, by trajectory", logTiles, trajectory},
		{"walk 9 dependent, cap 15", capped(walk(9, "dependent"), 15), plain},
		{"walk 9 dependent, cap 15, bootstrap", capped(walk(9, "dependent"), 15), bootstrap},
		{"2048 log-tiles, cap 90", capped(logTiles, 90), plain},
		{"2048 log-tiles, cap 90, bootstrap", capped(logTiles, 90), bootstrap},
		{"car uniform, cap 50", capped(uniform, 50), plain},
		{"car uniform, cap 50, bootstrap", capped(uniform, 50), bootstrap},
		{"walk 7, ρ = 0.3", walk(7, "1-hot"), ridge(0.3)},
		{"walk 7, ρ = 4", walk(7, "1-hot"), ridge(4)},
		{"walk 9 dependent, ρ = 2", walk(9, "dependent"), ridge(2)},
		{"2048 log-tiles, ρ = 30", logTiles, ridge(30)},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := domainDefaults(t, c.of.Domain)
			s.Problem, s.Seed = c.of, 5_000_001
			if c.of.MaxSteps == 0 {
				s.Problem.MaxSteps = domainDefaults(t, c.of.Domain).Problem.MaxSteps
			}
			c.change(&s)
			const trials = 300
			for _, r := range coverageOf(t, engine, coveragePlan(s, trials, 4, 8, 40)) {
				text := fmt.Sprintf("n = %d: by LOTO error %.1f ± %.1f %%, by MSVE %.1f ± %.1f %%; warned of in %.0f %%; %.1f of %d in the set; SE ÷ spread %.2f",
					r.Trajectories, 100*r.Covered.Mean, 100*r.Covered.SE, 100*r.CoveredMSVE.Mean, 100*r.CoveredMSVE.SE, 100*r.Warned, r.MeanSize, r.Lambdas, r.DiffSE/r.DiffSD)
				t.Log(text)
				low := false
				for _, share := range []Mean{r.Covered, r.CoveredMSVE} {
					low = low || share.Mean+1.96*share.SE < 0.93
				}
				if low && r.Warned < 0.95 {
					t.Error(text)
				}
			}
		})
	}
}
