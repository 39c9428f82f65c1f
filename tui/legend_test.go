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
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// legendSizes are the sizes at which every mark has a legend and every line ends with a
// whole word.
func legendSizes() [][2]int {
	return [][2]int{{44, 15}, {60, 20}, {80, 24}, {120, 36}, {200, 60}}
}

// legendViews are views of the pages, by the flags that open them. Leave-one-out is as it
// ends: its page has the other pictures. Training times, which take long, are left out.
func legendViews(t *testing.T) map[string]func(*Config) {
	engine := analysis.NewEngine(256 << 20)
	out := map[string]func(*Config){}
	add := func(name, flags string, change func(*Config)) {
		out[name] = func(c *Config) {
			c.Engine = engine
			ofFlags(t, "-n 10 --trials 10 "+flags)(c)
			if change != nil {
				change(c)
			}
		}
	}
	const walk = "--states 19 --features dependent "
	for domain, flags := range map[string]string{"": walk, "2048": "--domain 2048 ", "mountain-car": "--domain mountain-car "} {
		add("explore "+domain, flags, nil)
		add("panels "+domain, flags+"--view panels", nil)
		add("folds "+domain, flags+"--page folds", nil)
		add("replay "+domain, flags+"--step 3", nil)
		add("leave-one-out "+domain, flags+"--page folds", func(c *Config) { c.LeaveOut = state.Some(10) })
	}
	add("replay 1-hot", "--states 5 --step 3", nil)
	for name, flags := range map[string]string{
		"many states": "--states 51 --features 1-hot+bias --max-steps 20 ", "cut off": walk + "--max-steps 6 ",
		"many features": "--domain mountain-car --features rbf --max-steps 100 -n 4 ", "hidden": walk + "--hide ",
	} {
		add(name, flags, nil)
		add(name+" at the last step", flags+"--step 1000", nil)
	}
	out["recorded"] = recordedOf(t)
	out["recorded, replayed"] = func(c *Config) {
		recordedOf(t)(c)
		c.Page, c.Step = state.PageFolds, state.Some(1)
	}
	add("held", walk+"--hold", nil)
	add("trials", walk+"--page trials", nil)
	for figure, name := range state.FigureNames() {
		if state.Figure(figure) != state.FigureTimes {
			add("figure "+name, "--states 5 --features dependent --lambdas 0:1:0.25 --page figures --trials 2 --figure "+name, nil)
		}
	}
	return out
}

// TestEveryMarkHasALegend: of each mark that a screen shows in its charts there is a
// sample with a name behind it, on each chart that can be swapped to; and an ellipsis
// stands for whole words. In windows of odd sizes the screen is whole and in ASCII, hidden
// and as text, too.
func TestEveryMarkHasALegend(t *testing.T) {
	for name, change := range legendViews(t) {
		for _, glyphs := range []chart.Glyphs{chart.Braille, chart.Plain} {
			t.Run(name+"/"+screen.GlyphNames()[glyphs], func(t *testing.T) {
				t.Parallel()
				a := startApp(t, 120, 36, func(c *Config) {
					change(c)
					c.Glyphs = glyphs
				})
				if glyphs == chart.Plain {
					wholeInOddWindows(t, a)
				}
				for _, size := range legendSizes() {
					if glyphs == chart.Plain && size[0] == 200 {
						continue
					}
					a.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
					for chart := range 5 {
						shown := hasLegends(t, fmt.Sprintf("%v, chart %d", size, chart), a, glyphs)
						if a.LeaveOut.Set || a.Page == state.PageFigures { // a key ends it; other figures are their own views
							break
						}
						if a.press("o"); a.check() == shown {
							break
						}
					}
				}
			})
		}
	}
}

// wholeInOddWindows has the screen whole in windows of odd sizes, hidden and as text, too.
func wholeInOddWindows(t *testing.T, a *app) {
	t.Helper()
	for _, size := range [][2]int{{50, 16}, {99, 40}, {300, 20}} {
		a.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		isWhole(t, fmt.Sprint(size), a)
		if a.LeaveOut.Set { // which a key ends
			continue
		}
		for _, key := range []string{"z", "t", "esc", "z"} {
			a.press(key)
			isWhole(t, fmt.Sprintf("%v after %s", size, key), a)
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
