package trials

import (
	"fmt"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"lambdascope/sim/analysis"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// onSelectors opens the comparison of selectors on a problem where bellman misleads.
func onSelectors(t *testing.T, engine *analysis.Engine, width, height int, change func(*apptest.Config)) (*apptest.App, *Page) {
	t.Helper()
	return onTrials(t, width, height, func(c *apptest.Config) {
		c.Engine = engine
		c.Settings.Problem.States, c.Settings.Problem.Features = 19, "dependent"
		c.TrialsChart = state.TrialsSelectors
		if change != nil {
			change(c)
		}
	})
}

func TestGoldenSelectors(t *testing.T) {
	engine := analysis.NewEngine(64 << 20) // runs the trials once for all
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		for _, glyphs := range []chart.Glyphs{chart.Braille, chart.Plain} {
			t.Run(fmt.Sprintf("%dx%d/%s", size[0], size[1], screen.GlyphNames()[glyphs]), func(t *testing.T) {
				a, _ := onSelectors(t, engine, size[0], size[1], func(c *apptest.Config) { c.Glyphs = glyphs })
				golden.RequireEqual(t, a.Check())
			})
		}
	}
}
