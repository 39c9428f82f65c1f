package explore

import (
	"math"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/sim/testutil"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/state"
)

// TestChartsAreThoseOfTheAnalysis compares what the charts draw with an analysis by another
// engine: LOTO errors and the band, the true errors and a pinned curve where these meet the
// LOTO error at λ̂, and values at the cursor.
func TestChartsAreThoseOfTheAnalysis(t *testing.T) {
	for _, domain := range []string{"random-walk", "2048"} {
		var pinned *analysis.Result
		a, _ := start(t, 120, 36, func(c *apptest.Config) {
			apptest.Domain(t, domain)(c)
			other := c.Settings
			other.Gamma = .5
			c.Pins = c.Pins.With(other)
			pinned = testutil.Get(analysis.NewEngine(0).Analyze(t.Context(), other))(t)
		})
		r := testutil.Get(analysis.NewEngine(0).Analyze(t.Context(), a.Settings))(t)
		sel, line, own := r.Selection, r.Selection.Best().LOTO, pinned.Selection
		drawn := map[chart.Ink]chart.Series{}
		picture := a.Spec("errors")
		for _, s := range picture.Series {
			drawn[s.Ink] = s
		}
		near := func(what string, k int, got, want float64) {
			t.Helper()
			if math.Abs(got-want) > 1e-12*line {
				t.Errorf("%s, %s at λ %d: %v, want %v", domain, what, k, got, want)
			}
		}
		for k, c := range sel.Candidates {
			near("the LOTO error", k, drawn[chart.InkEstimate].Y[k], c.LOTO-line)
			near("the true error", k, drawn[chart.InkTruth].Y[k], r.MSVE[k]-r.MSVE[sel.Selected])
			near("the pinned curve", k, drawn[chart.InkPinned].Y[k], own.Candidates[k].LOTO-own.Best().LOTO)
			near("the foot of the bar", k, picture.Errors[0].Lo[k], c.LOTO-line-sel.Quantile*c.RefitSE)
			near("the top of the bar", k, picture.Errors[0].Hi[k], c.LOTO-line+sel.Quantile*c.RefitSE)
			if picture.Errors[0].Out[k] == c.NotRuledOut {
				t.Errorf("%s: the bar at λ %d is out, %v", domain, k, picture.Errors[0].Out[k])
			}
		}
		if mark := drawn[chart.InkSelected]; mark.X[0] != sel.Best().Lambda || mark.Y[0] != 0 {
			t.Errorf("%s: λ̂ is marked at %v, %v", domain, mark.X, mark.Y)
		}
		if a.Press("<"); domain != "random-walk" {
			continue
		}
		values := map[string][]float64{}
		for _, s := range a.Spec("values").Series {
			values[s.Name] = s.Y
		}
		if !slices.Equal(values["true value"], r.Truth.Nu) || !slices.Equal(values["estimated value"], r.Values(0)) {
			t.Errorf("values are drawn as %v", values)
		}
	}
}

// TestAskingHidesTheTruthAlone: z takes away what is drawn of the true errors and
// values, and nothing else; axes stay where they are.
func TestAskingHidesTheTruthAlone(t *testing.T) {
	for _, domain := range []string{"random-walk", "2048", "mountain-car"} {
		a, _ := start(t, 120, 36, apptest.Domain(t, domain))
		a.Press(">")
		specs := func() []*chart.Spec { return []*chart.Spec{a.Spec("errors"), a.Spec("values")} }
		open := specs()
		a.Press("z")
		a.Wants("Which λ has the lowest true error?", "LOTO error", "★")
		a.Lacks("root MSVE")
		for i, hidden := range specs() {
			x, y := open[i].Scales()
			hx, hy := hidden.Scales()
			if x != hx || y != hy {
				t.Errorf("%s, chart %d: the axes move from %v, %v to %v, %v", domain, i, x, y, hx, hy)
			}
			for _, s := range hidden.Series {
				if s.Ink == chart.InkTruth && s.Len() > 0 && (s.Line != chart.LineNone || s.Marker != chart.MarkNone) {
					t.Errorf("%s, chart %d: %q is on show", domain, i, s.Name)
				}
			}
			if len(hidden.Bands) != len(open[i].Bands) || len(hidden.Errors) != len(open[i].Errors) || len(hidden.Strips) != len(open[i].Strips) || len(hidden.Notes) != len(open[i].Notes) {
				t.Errorf("%s, chart %d: more than the truth is hidden", domain, i)
			}
		}
		a.Press("z")
		a.Wants("Your λ = 1", "root MSVE")
	}
}

// TestEveryStateShowsBothValues counts, on the screen, the true and the estimated
// values: those of all states are there, however well they fit.
func TestEveryStateShowsBothValues(t *testing.T) {
	for glyphs, marks := range []struct{ truth, estimate, both, axis, corner string }{
		chart.Braille: {"●", "○", "◉", "│┤", "└"}, chart.Plain: {"*", "o", "@", "|+", "+"},
	} {
		for _, of := range []struct{ states, n int }{{5, 5}, {19, 100}} {
			a, _ := start(t, 60, 20, func(c *apptest.Config) {
				c.Settings.Problem.States, c.Settings.Trajectories = of.states, of.n
				c.Charts[state.PageExplore], c.Glyphs = state.ExploreValues, chart.Glyphs(glyphs)
			})
			for _, size := range [][2]int{{60, 20}, {120, 36}} {
				a.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				for _, key := range []string{"esc", "<", ">"} {
					a.Press(key)
					plot := valuePlot(a, marks.axis, marks.corner)
					both := strings.Count(plot, marks.both)
					truths, estimates := both+strings.Count(plot, marks.truth), both+strings.Count(plot, marks.estimate)
					if truths != of.states || estimates != of.states {
						t.Errorf("%d×%d, %q: %d true and %d estimated values\n%s", size[0], size[1], key, truths, estimates, a.Check())
					}
				}
			}
		}
	}
}

// valuePlot returns what is drawn in the chart of the values by state, right of its
// axis and above its foot.
func valuePlot(a *apptest.App, axis, corner string) string {
	x, y := a.Find("value by state")
	var rows []string
	for _, line := range strings.Split(a.Check(), "\n")[y+1:] {
		cells := []rune(line)[max(0, x-1):]
		at := strings.IndexAny(string(cells), axis)
		if strings.Contains(string(cells), corner+"1") {
			return strings.Join(rows, "\n")
		}
		if at >= 0 && !strings.Contains(line, "true") { // the legend has the marks too
			rows = append(rows, string(cells)[at+1:])
		}
	}
	a.Fatalf("no chart of values:\n%s", a.Check())
	return ""
}
