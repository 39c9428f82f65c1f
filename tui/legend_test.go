package tui

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/state"
)

// legendSizes are the sizes at which every mark has a legend and every line ends with a
// whole word.
func legendSizes() [][2]int {
	return [][2]int{{44, 15}, {60, 20}, {80, 24}, {120, 36}, {200, 60}}
}

// legendViews are views of the pages but Figures, whose study takes long.
func legendViews(t *testing.T) map[string]func(*Config) {
	engine := analysis.NewEngine(256 << 20)
	of := func(domain string, change func(*state.State)) func(*Config) {
		return func(c *Config) {
			c.Engine, c.Settings = engine, drive.Defaults(t, domain)
			if domain == "" {
				c.Settings.Problem.States, c.Settings.Problem.Features = 19, "dependent"
			}
			c.Settings.Trajectories, c.Trials = 10, 10
			change(&c.State)
		}
	}
	out := map[string]func(*Config){}
	for _, domain := range []string{"", "2048", "mountain-car"} {
		out["explore "+domain] = of(domain, func(*state.State) {})
		out["panels "+domain] = of(domain, func(s *state.State) { s.Panels = true })
		out["folds "+domain] = of(domain, func(s *state.State) { s.Page = state.PageFolds })
	}
	out["held"] = of("", func(s *state.State) { s.Hold = true })
	out["trials"] = of("", func(s *state.State) { s.Page = state.PageTrials })
	return out
}

// TestEveryMarkHasALegend: of each mark that a screen shows in its charts there is a
// sample with a name behind it, on each chart that can be swapped to; and an ellipsis
// stands for whole words.
func TestEveryMarkHasALegend(t *testing.T) {
	for name, change := range legendViews(t) {
		a := startApp(t, 120, 36, change)
		for _, size := range legendSizes() {
			a.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			for chart := range 4 {
				hasLegends(t, fmt.Sprintf("%s at %v, chart %d", name, size, chart), a)
				a.press("o")
			}
		}
	}
}

// hasLegends holds a screen to TestEveryMarkHasALegend.
func hasLegends(t *testing.T, name string, a *app) {
	t.Helper()
	const marks = "●○▼■◆◇×▲◉░▒┊∙"
	cut := regexp.MustCompile(`[\pL\d]…`)
	body := a.body()
	screen := a.check()
	if cut.MatchString(screen) {
		t.Errorf("%s: %q\n%s", name, cut.FindString(screen), screen)
	}
	lines := strings.Split(screen, "\n")[body.Min.Y:body.Max.Y]
	for i, l := range lines {
		lines[i] = string([]rune(l)[min(len([]rune(l)), body.Min.X):])
	}
	shown := strings.Join(lines, "\n")
	for _, m := range marks {
		if !strings.ContainsRune(shown, m) {
			continue
		}
		if named := regexp.MustCompile(fmt.Sprintf(`%c[⠒⠂]? [\pL\d±]|(λ̂|presenter) %c`, m, m)); !named.MatchString(shown) && !rowsOfMethods(shown, m) {
			t.Errorf("%s: no legend of %c\n%s", name, m, shown)
		}
	}
}

// rowsOfMethods tells whether a mark is of the chart whose rows are named at its axis.
func rowsOfMethods(shown string, mark rune) bool {
	return regexp.MustCompile(fmt.Sprintf(`(ALLSTD|best|worst|random).*┤.*%c`, mark)).MatchString(shown)
}
