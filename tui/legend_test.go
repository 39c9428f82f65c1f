package tui

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/state"
)

// legendSizes are the sizes at which every mark has a legend and every line ends with a
// whole word.
func legendSizes() [][2]int {
	return [][2]int{{44, 15}, {60, 20}, {80, 24}, {120, 36}, {200, 60}}
}

// legendViews are views of the pages. Leave-one-out is as it ends: its page has the other
// pictures. Training times, which take long, are left out.
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
		out["replay "+domain] = of(domain, func(s *state.State) { s.Page, s.Step = state.PageFolds, state.Some(3) })
		out["leave-one-out "+domain] = of(domain, func(s *state.State) {
			s.Page, s.LeaveOut = state.PageFolds, state.Some(s.Settings.Trajectories)
		})
	}
	out["replay 1-hot"] = of("", func(s *state.State) {
		s.Settings.Problem.Features, s.Settings.Problem.States = "1-hot", 5
		s.Page, s.Step = state.PageFolds, state.Some(3)
	})
	for name, change := range map[string]func(*state.State){
		"many states": func(s *state.State) {
			s.Settings.Problem.Features, s.Settings.Problem.States, s.Settings.Problem.MaxSteps = "1-hot+bias", 51, 20
		},
		"cut off":       func(s *state.State) { s.Settings.Problem.MaxSteps = 6 },
		"many features": func(s *state.State) { s.Settings = carOf(t) },
		"hidden":        func(s *state.State) { s.Hidden = true },
	} {
		out[name] = of("", change)
		out[name+" at the last step"] = of("", func(s *state.State) {
			change(s)
			s.Page, s.Step = state.PageFolds, state.Some(1000)
		})
	}
	out["recorded"] = recordedOf(t)
	out["recorded, replayed"] = func(c *Config) {
		recordedOf(t)(c)
		c.Page, c.Step = state.PageFolds, state.Some(1)
	}
	out["held"] = of("", func(s *state.State) { s.Hold = true })
	out["trials"] = of("", func(s *state.State) { s.Page = state.PageTrials })
	for figure, name := range state.FigureNames() {
		if state.Figure(figure) != state.FigureTimes {
			out["figure "+name] = of("", func(s *state.State) {
				s.Page, s.Figure, s.Trials = state.PageFigures, state.Figure(figure), 2
				s.Settings.Problem.States, s.Settings.Lambdas = 5, "0:1:0.25"
			})
		}
	}
	return out
}

// carOf returns settings with many features, of which few are seen.
func carOf(t *testing.T) analysis.Settings {
	s := drive.Defaults(t, "mountain-car")
	s.Problem.Features, s.Problem.MaxSteps, s.Trajectories = "rbf", 100, 4
	return s
}

// TestEveryMarkHasALegend: of each mark that a screen shows in its charts there is a
// sample with a name behind it, on each chart that can be swapped to; and an ellipsis
// stands for whole words. In windows of odd sizes the screen is whole and in ASCII, hidden
// and as text, too.
func TestEveryMarkHasALegend(t *testing.T) {
	for name, change := range legendViews(t) {
		for _, glyphs := range []chart.Glyphs{chart.Braille, chart.Plain} {
			a := startApp(t, 120, 36, func(c *Config) {
				change(c)
				c.Glyphs = glyphs
			})
			odd := [][2]int{{50, 16}, {99, 40}, {300, 20}}
			if glyphs != chart.Plain {
				odd = nil
			}
			for _, size := range odd {
				a.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				isWhole(t, fmt.Sprintf("%s at %v", name, size), a)
				if a.LeaveOut.Set { // which a key ends
					continue
				}
				for _, key := range []string{"z", "t", "esc", "z"} {
					a.press(key)
					isWhole(t, fmt.Sprintf("%s at %v after %s", name, size, key), a)
				}
			}
			for _, size := range legendSizes() {
				if glyphs == chart.Plain && size[0] == 200 {
					continue
				}
				a.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				for chart := range 5 {
					screen := hasLegends(t, fmt.Sprintf("%s at %v, chart %d", name, size, chart), a, glyphs)
					if a.LeaveOut.Set || a.Page == state.PageFigures { // a key ends it; other figures are their own views
						break
					}
					if a.press("o"); a.check() == screen {
						break
					}
				}
			}
		}
	}
}

// isWhole fails unless the screen has all of its cells, and in ASCII nothing else. It returns
// the screen.
func isWhole(t *testing.T, name string, a *app) string {
	t.Helper()
	screen := a.check()
	for _, r := range screen {
		if a.styles.Glyphs() == chart.Plain && r > 126 {
			t.Fatalf("%s: %q is not ASCII", name, r)
		}
	}
	return screen
}

// hasLegends holds what an app shows to TestEveryMarkHasALegend, and returns its screen.
func hasLegends(t *testing.T, name string, a *app, glyphs chart.Glyphs) string {
	t.Helper()
	cut := regexp.MustCompile(`[\pL\d]…`)
	body := a.body()
	screen := isWhole(t, name, a)
	if cut.MatchString(screen) {
		t.Errorf("%s: %q\n%s", name, cut.FindString(screen), screen)
	}
	lines := strings.Split(screen, "\n")[body.Min.Y:body.Max.Y]
	for i, l := range lines {
		lines[i] = string([]rune(l)[min(len([]rune(l)), body.Min.X):])
	}
	shown := strings.Join(lines, "\n")
	if unnamed := drive.Unnamed(shown, glyphs); unnamed != "" {
		t.Errorf("%s: no legend of %s\n%s", name, unnamed, shown)
	}
	return screen
}
