package tui

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"lambdascope/sim/analysis"
	"lambdascope/sim/engine"
	"lambdascope/sim/testutil"
	"lambdascope/tui/chart"
	"lambdascope/tui/chart/file"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/internal/pages"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// goldenScreens compares whole screens, without colour, with the golden files. Write them with go
// test ./tui -update, and look at each changed one.
func goldenScreens(t *testing.T, name, sizes string, open func(t *testing.T, width, height int) *app, keys string) {
	t.Helper()
	drive.Screens(t, name, sizes, open, keys, golden.RequireEqual[string])
}

// with returns a func that opens the app with a config.
func with(change func(*Config)) func(t *testing.T, width, height int) *app {
	return func(t *testing.T, width, height int) *app {
		t.Helper()
		return startApp(t, width, height, change)
	}
}

func TestGolden(t *testing.T) {
	for glyphs, sizes := range drive.PageSizes() {
		goldenScreens(t, "%s/"+drive.GlyphName(glyphs), sizes, with(func(c *Config) { c.Glyphs = glyphs }), ".*3")
	}
}

// TestGoldenRollouts draws a domain with values from rollouts.
func TestGoldenRollouts(t *testing.T) {
	goldenScreens(t, "%s", "60x20 120x36", with(ofFlags(t, "--domain 2048")), "")
}

// TestGoldenTruncated draws truncated episodes, which need one more control.
func TestGoldenTruncated(t *testing.T) {
	goldenScreens(t, "%s", "60x20 120x36", with(func(c *Config) { c.Settings.Problem.MaxSteps = 10 }), `/ "tai" enter right`)
}

// TestGoldenTarget has data of one policy and values of another.
func TestGoldenTarget(t *testing.T) {
	goldenScreens(t, "%s", "60x20 120x36", with(func(c *Config) { c.Settings.Problem.Target, c.Settings.Trajectories = 0.7, 100 }), "")
}

// TestGoldenColours keeps the escape sequences, in each theme.
func TestGoldenColours(t *testing.T) {
	for i, theme := range screen.ThemeNames()[1:] {
		t.Run(theme, func(t *testing.T) {
			a := startApp(t, 80, 24, func(c *Config) { c.Theme = screen.Theme(i + 1) })
			a.check()
			golden.RequireEqual(t, a.draw().text)
		})
	}
}

// views returns views of all pages by name. Training times are left out, because they take long.
func views(t *testing.T) map[string]func(*Config) {
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
		add("folds "+domain, flags+"--page folds", nil)
		add("replay "+domain, flags+"--step 3", nil)
	}
	add("replay 1-hot", "--states 5 --step 3", nil)
	for name, flags := range map[string]string{
		"many states": "--states 51 --features 1-hot+bias --max-steps 20 ", "cut off": walk + "--max-steps 6 ",
		"many features": "--domain mountain-car --features rbf --max-steps 100 -n 4 ", "hidden": walk + "--hide ",
	} {
		add(name, flags, nil)
		add(name+" at the last step", flags+"--step 1000", nil)
	}
	out["recorded"] = loadWalk(t, "walk.jsonl")
	out["recorded, replayed"] = func(c *Config) {
		loadWalk(t, "walk.jsonl")(c)
		c.Page, c.Step = state.PageFolds, state.Some(1)
	}
	add("held", walk, func(c *Config) { c.Hold = true })
	add("trials", walk+"--page trials", nil)
	for figure, name := range state.PageFigures.Charts()[:state.FigureTrajectories+1] {
		if state.Chart(figure) != state.FigureTimes {
			add("figure "+name, "--states 5 --features dependent --lambdas 0:1:0.25 --trials 2 --page figures:"+name, nil)
		}
	}
	return out
}

// TestEveryView draws each view in windows of odd sizes, also hidden and as text, and exports it.
func TestEveryView(t *testing.T) {
	t.Parallel()
	for name, change := range views(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := startApp(t, 120, 36, func(c *Config) {
				change(c)
				c.Glyphs = chart.Plain
			})
			for _, size := range [][2]int{{60, 20}, {99, 40}, {300, 20}} {
				a.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				isWhole(t, fmt.Sprint(size), a)
				for _, key := range []string{"z", "t", "esc", "z"} {
					a.press(key)
					isWhole(t, fmt.Sprintf("%v after %s", size, key), a)
				}
			}
			canBeExported(t, a)
		})
	}
}

// canBeExported fails unless the page can be written: rows of tables are as long as their headers,
// charts have a plot in cells and a picture in a file, and the text tells nothing hidden.
func canBeExported(t *testing.T, a *app) {
	t.Helper()
	summary := a.summary()
	text, _, _ := strings.Cut(summary.Plain(), summary.Heading())
	if summary.Export.Name == "" || text == "" || a.Hidden && strings.Contains(text, "root MSVE") {
		t.Errorf("%q says %q", summary.Export.Name, text)
	}
	for _, v := range summary.Export.Views {
		for _, table := range v.Tables {
			for _, row := range table.Rows() {
				if len(row) != len(table.Header) {
					t.Fatalf("%s: %q under %q", table.Name, row, table.Header)
				}
			}
		}
		if v.Chart == nil {
			continue
		}
		var svg bytes.Buffer
		testutil.Check(t, file.Write(&svg, v.Chart, file.SVG, file.Options{}))
		if d := v.Chart.Draw(80, 20, chart.Options{}); d.Plot.Empty() || !strings.HasSuffix(svg.String(), "</svg>\n") {
			t.Errorf("the chart %q is empty", v.Name)
		}
	}
}

// isWhole fails unless the screen has all cells and its whole headline, and no other characters in ASCII.
func isWhole(t *testing.T, name string, a *app) {
	t.Helper()
	if headline := strings.TrimSpace(strings.Split(a.check(), "\n")[headerRows]); strings.HasSuffix(headline, "...") {
		t.Errorf("%s: the headline %q is cut", name, headline)
	}
	for _, r := range a.check() {
		if a.styles.Glyphs() == chart.Plain && r > 126 {
			t.Fatalf("%s: %q is not ASCII", name, r)
		}
	}
}

// TestNoResultYet draws every page before the first result.
func TestNoResultYet(t *testing.T) {
	for i := range startApp(t, 120, 36, nil).pages {
		m := newModel(t.Context(), Config{Engine: analysis.NewEngine(0), State: state.New(drive.Defaults(t, "")), Pages: pages.New, CommandLine: drive.CommandLine})
		m.Page = state.Page(i)
		m.Update(tea.WindowSizeMsg{Width: 120, Height: 36})
		if screen := m.View().Content; !strings.Contains(screen, "computing") {
			t.Errorf("%s does not say that it computes:\n%s", m.Page.Title(), screen)
		}
	}
}

// TestHold: a held scale stays as n grows; a free one follows the data.
func TestHold(t *testing.T) {
	a := startApp(t, 120, 36, nil)
	free := axesOf(a.check())
	a.press("=", "right", "right", "right", "right") // 100 trajectories
	a.wants("scale held")
	if held := axesOf(a.check()); held != free {
		t.Errorf("the scale was %s, and held %s", free, held)
	}
	a.press("=")
	a.lacks("scale held")
	if axesOf(a.check()) == free {
		t.Error("axes do not follow the data again")
	}
}

func testLimits() engine.Limits {
	return engine.Limits{Trajectories: 100, Lambdas: 21, MaxSteps: 100_000, Trials: 200, Processor: 2 * time.Second}
}
