package figure

import (
	"math"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
	"lambdascope/tui/chart"
)

// TestBandIsTheSet checks that the band reaches the line of λ̂ exactly at the λ's not ruled out,
// so that the picture agrees with the numbers.
func TestBandIsTheSet(t *testing.T) {
	e := analysis.NewEngine(1 << 24)
	reached, all := 0, 0
	for name, c := range map[string]struct {
		domain string
		change func(*settings.Settings)
		seeds  uint64
		sizes  []int
	}{
		"walk":       {"random-walk", func(*settings.Settings) {}, 12, []int{2, 3, 5, 10, 40}},
		"dependent":  {"random-walk", func(s *settings.Settings) { s.Problem.States, s.Problem.Features = 19, "dependent" }, 12, []int{2, 3, 5, 10, 40}},
		"ridge":      {"random-walk", func(s *settings.Settings) { s.Ridge = 2 }, 6, []int{3, 10, 40}},
		"weighting":  {"random-walk", func(s *settings.Settings) { s.Weighting = estimator.ByTrajectory }, 6, []int{3, 10, 40}},
		"tail":       {"random-walk", func(s *settings.Settings) { s.Problem.MaxSteps, s.Tail = 8, estimator.TailBootstrap }, 6, []int{3, 10, 40}},
		"fine grid":  {"random-walk", func(s *settings.Settings) { s.Lambdas = "0:1:0.01" }, 2, []int{3, 20}},
		"no γ":       {"random-walk", func(s *settings.Settings) { s.Gamma = 0 }, 1, []int{5}},
		"2048":       {"2048", func(*settings.Settings) {}, 2, []int{3, 20}},
		"car":        {"mountain-car", func(*settings.Settings) {}, 2, []int{3, 20}},
		"car, basis": {"mountain-car", func(s *settings.Settings) { s.Problem.Features = "rbf" }, 1, []int{10}},
	} {
		for seed := range c.seeds {
			for _, n := range c.sizes {
				s := testutil.Get(settings.Defaults(c.domain))(t)
				c.change(&s)
				s.Seed, s.Trajectories = 1+seed, n
				a := testutil.Get(e.Analyze(t.Context(), s))(t)
				sel := a.Selection
				g := NewCurve(a)
				line := g.Score[sel.Selected]
				rounding := 1e-9 * max(line, sel.MeanSquaredReturn)
				for k := range g.Lambda {
					reaches := g.Low[k] <= line+rounding
					if not := sel.Candidates[k].NotRuledOut; reaches != not {
						t.Errorf("%s, seed %d, n = %d, λ = %v: a band from %v and a line at %v, not ruled out: %v", name, s.Seed, n, g.Lambda[k], g.Low[k], line, not)
					}
					if cross := g.Verdicts("").Marks[k] == chart.MarkCross; cross == reaches || g.Out[k] == reaches {
						t.Errorf("%s, seed %d, n = %d, λ = %v: the verdict says otherwise", name, s.Seed, n, g.Lambda[k])
					}
					if mid := (g.Low[k] + g.High[k]) / 2; math.Abs(mid-g.Score[k]) > rounding+1e-9*(g.High[k]-g.Low[k]) {
						t.Errorf("%s, seed %d, n = %d, λ = %v: a band about %v, score %v", name, s.Seed, n, g.Lambda[k], mid, g.Score[k])
					}
					if all++; reaches {
						reached++
					}
				}
				if g.Low[sel.Selected] != line || g.High[sel.Selected] != line {
					t.Errorf("%s, seed %d, n = %d: a band at λ̂", name, s.Seed, n)
				}
			}
		}
	}
	if out := all - reached; out < 100 {
		t.Errorf("%d of %d λ's are ruled out: the cases are too alike", out, all)
	}
}
