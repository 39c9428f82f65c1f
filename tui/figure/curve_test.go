package figure

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

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
				a := testutil.Get(e.Run(t.Context(), analysis.Request{Settings: s}))(t)
				sel := a.Selection
				g := NewCurve(a)
				rounding := 1e-9 * max(sel.Best().LOTO, sel.MeanSquaredReturn)
				for k := range g.Lambda {
					reaches := g.Low[k] <= rounding
					if not := sel.Candidates[k].NotRuledOut; reaches != not {
						t.Errorf("%s, seed %d, n = %d, λ = %v: a band from %v, not ruled out: %v", name, s.Seed, n, g.Lambda[k], g.Low[k], not)
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
				if g.Low[sel.Selected] != 0 || g.High[sel.Selected] != 0 {
					t.Errorf("%s, seed %d, n = %d: a band at λ̂", name, s.Seed, n)
				}
			}
		}
	}
	if out := all - reached; out < 100 {
		t.Errorf("%d of %d λ's are ruled out: the cases are too alike", out, all)
	}
}

// TestPictureAgreesWithTheSet checks, for random data at every size, that strip and bars agree
// with the λ's not ruled out: a bar that is in touches the line of λ̂, a bar that is out ends
// apart from it.
func TestPictureAgreesWithTheSet(t *testing.T) {
	e := analysis.NewEngine(1 << 24)
	rapid.Check(t, func(t *rapid.T) {
		s, err := settings.Defaults("random-walk")
		if err != nil {
			t.Fatal(err)
		}
		s.Problem.States = rapid.SampledFrom([]int{5, 19}).Draw(t, "states")
		s.Problem.Features = rapid.SampledFrom([]string{"1-hot", "dependent"}).Draw(t, "features")
		s.Lambdas = rapid.SampledFrom([]string{"0:1:0.1", "0:1:0.25", "0,0.5,0.9,1", "0:1:0.02"}).Draw(t, "lambdas")
		s.Seed = rapid.Uint64Range(1, 1000).Draw(t, "seed")
		s.Trajectories = rapid.IntRange(2, 60).Draw(t, "n")
		a, err := e.Run(t.Context(), analysis.Request{Settings: s})
		if err != nil {
			t.Fatal(err)
		}
		c := NewCurve(a)
		out := c.Spec()
		out.Y.Zero = "zero" // of one rune a cell
		w, h := rapid.IntRange(40, 220).Draw(t, "w"), rapid.IntRange(8, 70).Draw(t, "h")
		d := out.Draw(w, h, chart.Options{})
		at := func(x, y int) rune { return []rune(d.Lines[y])[x] }
		line := d.Plot.Min.Y
		for ; line < d.Plot.Max.Y-1; line++ { // to the row of 0, which may have no label
			here, _ := d.Y(line)
			if below, _ := d.Y(line + 1); here+below < 0 {
				break
			}
		}
		cells := map[int][]int{} // the λ's of each column of cells
		for x := d.Plot.Min.X; x < d.Plot.Max.X; x++ {
			for k, lambda := range c.Lambda {
				lo, _ := d.X(max(x-1, d.Plot.Min.X))
				here, _ := d.X(x)
				hi, _ := d.X(min(x+1, d.Plot.Max.X-1))
				if lambda > here-(here-lo)/2-1e-9 && lambda < here+(hi-here)/2+1e-9 || lambda == here {
					cells[x] = append(cells[x], k)
				}
			}
		}
		for x, ks := range cells {
			if len(ks) != 1 || len(cells[x-1])+len(cells[x+1]) > 0 {
				continue // several λ's may share the cell
			}
			k := ks[0]
			in := a.Selection.Candidates[k].NotRuledOut
			if crossed := at(x, d.Plot.Max.Y+1) == '×'; crossed == in {
				t.Fatalf("λ = %v is in: %v\n%s", c.Lambda[k], in, strings.Join(d.Lines, "\n"))
			}
			touches := strings.ContainsRune("│╵╷▴▾", at(x, line))
			if len(c.Lambda) <= BarLimit && k != c.Selected && touches != in {
				t.Fatalf("the bar of λ = %v touches the line: %v, in: %v\n%s", c.Lambda[k], touches, in, strings.Join(d.Lines, "\n"))
			}
		}
	})
}
