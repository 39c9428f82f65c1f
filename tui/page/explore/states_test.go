package explore

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// TestEveryStateShowsBothValues counts, on the screen, the true and the estimated
// values: those of all states are there, however well they fit.
func TestEveryStateShowsBothValues(t *testing.T) {
	for glyphs, marks := range []struct{ truth, estimate, both, axis, corner string }{
		chart.Braille: {"●", "○", "◉", "│┤", "└"},
		chart.Block:   {"●", "○", "◉", "│┤", "└"},
		chart.Plain:   {"*", "o", "@", "|+", "+"},
	} {
		for _, of := range []struct{ states, n int }{{5, 5}, {5, 20}, {5, 100}, {5, 1000}, {19, 5}, {19, 20}, {19, 100}} {
			t.Run(fmt.Sprintf("%s/%d states/n=%d", screen.GlyphNames()[glyphs], of.states, of.n), func(t *testing.T) {
				a, _ := apptest.Start(t, 60, 20, state.PageExplore, func(page.Env) *Page { return New() }, func(c *apptest.Config) {
					c.Settings.Problem.States, c.Settings.Trajectories = of.states, of.n
					c.Chart, c.Glyphs = 2, chart.Glyphs(glyphs)
				})
				for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
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
			})
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
