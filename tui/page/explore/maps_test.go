package explore

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"lambdascope/sim/analysis"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// start opens the page.
func start(t *testing.T, width, height int, change func(*apptest.Config)) (*apptest.App, *Page) {
	t.Helper()
	return apptest.Start(t, width, height, state.PageExplore, func(page.Env) *Page { return New() }, change)
}

// startCar starts the app on Mountain Car with features that can follow its values.
func startCar(t *testing.T, width, height int, change func(*apptest.Config)) (*apptest.App, *Page) {
	t.Helper()
	return start(t, width, height, func(c *apptest.Config) {
		var err error
		if c.Settings, err = analysis.Defaults("mountain-car"); err != nil {
			t.Fatal(err)
		}
		c.Settings.Problem.Features = "rbf+bias"
		c.Settings.Trajectories = 5
		if change != nil {
			change(c)
		}
	})
}

func TestGoldenCarMaps(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		for _, glyphs := range []chart.Glyphs{chart.Braille, chart.Plain} {
			t.Run(fmt.Sprintf("%dx%d/%s", size[0], size[1], screen.GlyphNames()[glyphs]), func(t *testing.T) {
				a, _ := startCar(t, size[0], size[1], func(c *apptest.Config) { c.Glyphs, c.Theme = glyphs, screen.ThemeMono })
				for range 2 {
					if !strings.Contains(a.Check(), "estimated") || !strings.Contains(a.Check(), "x ") {
						a.Press("o") // where the maps are not on show at first
					}
				}
				a.Press(",")
				golden.RequireEqual(t, a.Check())
			})
		}
	}
	t.Run("colours", func(t *testing.T) {
		a, _ := startCar(t, 120, 36, nil)
		a.Check()
		golden.RequireEqual(t, a.Screen())
	})
}

// TestSwappingGoesRound: o leads through all charts and back, and the footer says
// so where there is anything to swap.
func TestSwappingGoesRound(t *testing.T) {
	for _, c := range []struct {
		w, h  int
		shown []string // on each view
	}{
		{60, 20, []string{"○ not ruled out", "⠐⠿ states", "estimated"}},
		{80, 24, []string{"⠐⠿ states", "estimated"}},
		{120, 36, []string{"estimated", "⠐⠿ states"}},
		{200, 60, []string{"estimated − true"}},
	} {
		a, _ := startCar(t, c.w, c.h, func(c *apptest.Config) { c.Settings.Trajectories = 20 })
		first := a.Check()
		for i, text := range c.shown {
			a.Wants(text)
			for j, other := range c.shown {
				if j != i && strings.Contains(a.Check(), other) && other != "estimated" {
					t.Errorf("%d×%d: %q on view %d", c.w, c.h, other, i)
				}
			}
			if hint := strings.Contains(first, " o other chart ") || strings.Contains(first, " o swap "); hint != (len(c.shown) > 1) {
				t.Errorf("%d×%d: the footer has o: %v", c.w, c.h, hint)
			}
			a.Press("o")
		}
		if a.Check() != first {
			t.Errorf("%d×%d: o does not lead back", c.w, c.h)
		}
	}
}

// TestTheMapsOfALambda: the difference is of the two others, gaps are shared, and
// the root of the weighted mean square of the difference is near the root MSVE.
func TestTheMapsOfALambda(t *testing.T) {
	a, _ := startCar(t, 120, 36, nil)
	a.Press("<")
	for k := range a.Snapshot().Result.Selection.Candidates {
		maps := make(map[string]*chart.Heat)
		for _, c := range a.Data().Charts {
			maps[c.Name] = c.Spec.Heat
		}
		a.Press(".")
		real, estimated, difference := maps["map-true"], maps["map-estimated"], maps["map-difference"]
		if real.Min != estimated.Min || real.Max != estimated.Max || real.Diverging || estimated.Diverging || !difference.Diverging {
			t.Fatalf("scales %v to %v, %v to %v", real.Min, real.Max, estimated.Min, estimated.Max)
		}
		known, largest := 0, 0.
		for i := range real.Z {
			d := estimated.Z[i] - real.Z[i]
			if math.IsNaN(real.Z[i]) != math.IsNaN(estimated.Z[i]) || math.IsNaN(d) != math.IsNaN(difference.Z[i]) {
				t.Fatalf("cell %d is a gap in one of the maps", i)
			}
			if math.IsNaN(d) {
				continue
			}
			known++
			largest = max(largest, math.Abs(d))
			if math.Abs(d-difference.Z[i]) > 1e-9 {
				t.Fatalf("cell %d: the difference is %v, want %v", i, difference.Z[i], d)
			}
		}
		// The mean of a cell is nearer than its states: the largest of means is
		// still no less than the mean over states of what all cells are off by.
		if known < 300 || largest < .5*a.Snapshot().Result.RootMSVE(k) {
			t.Errorf("λ %d: %d cells, at most %v off, root MSVE %v", k, known, largest, a.Snapshot().Result.RootMSVE(k))
		}
	}
}

// TestTheKeyStays while the cursor moves, and the map changes.
func TestTheKeyStays(t *testing.T) {
	a, _ := startCar(t, 120, 36, func(c *apptest.Config) { c.Theme = screen.ThemeMono })
	rows := func() (key, maps []string) {
		lines := strings.Split(a.Check(), "\n")
		at := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, " value by position") })
		return lines[at+2 : at+3], lines[at+3 : at+12]
	}
	a.Press("<")
	key, maps := rows()
	a.Press(">")
	key2, maps2 := rows()
	if !slices.Equal(key, key2) || slices.Equal(maps, maps2) {
		t.Errorf("at λ = 0\n%s\nat λ = 1\n%s", strings.Join(append(key, maps...), "\n"), strings.Join(append(key2, maps2...), "\n"))
	}
}

// TestHiddenMapsHaveNoTruth: where it would show there are blank maps, which keep their
// places and their keys.
func TestHiddenMapsHaveNoTruth(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		a, _ := startCar(t, size[0], size[1], func(c *apptest.Config) { c.Hidden = true })
		for range 3 {
			a.Lacks("estimated − true")
			a.Press("o")
		}
	}
}

// TestRevealLeavesMaps: to reveal the answer fills maps, and changes no axis and no key.
func TestRevealLeavesMaps(t *testing.T) {
	for _, size := range [][2]int{{44, 15}, {60, 20}, {80, 24}, {120, 36}} {
		a, _ := startCar(t, size[0], size[1], func(c *apptest.Config) { c.Theme = screen.ThemeMono })
		for range map[int]int{44: 2, 60: 2, 80: 1, 120: 1}[size[0]] {
			a.Press("o")
		}
		frames := func() []string {
			var out []string
			for _, l := range strings.Split(a.Check(), "\n") {
				for _, frame := range []string{"└", "┤"} {
					if at := strings.Index(l, frame); at >= 0 {
						out = append(out, l[:at])
						if frame == "└" {
							out = append(out, l)
						}
					}
				}
			}
			return out
		}
		want := frames()
		a.Press("z")
		if got := frames(); !slices.Equal(got, want) || len(want) == 0 {
			t.Errorf("%v: axes\n%q\nwhile the truth is hidden, want\n%q", size, got, want)
		}
	}
}

func TestTheWheelOnMapsMovesTheCursor(t *testing.T) {
	a, _ := startCar(t, 120, 36, nil)
	a.Press("<")
	a.Check()
	at := tea.Mouse{X: 70, Y: 28, Button: tea.MouseWheelUp}
	a.Send(tea.MouseWheelMsg(at))
	a.Send(tea.MouseWheelMsg(at))
	if k := a.Snapshot().CursorIndex(); k != 2 {
		t.Errorf("the cursor is at %d, want 2", k)
	}
}

func TestNoMapsElsewhere(t *testing.T) {
	a, p := start(t, 120, 36, nil)
	a.Lacks("o other chart")
	explains := func(a *apptest.App, p *Page) bool {
		return strings.Contains(strings.Join(p.Reading(a.Snapshot()), "\n"), "The maps show")
	}
	if explains(a, p) {
		t.Error("the help is about maps that are not there")
	}
	a, _ = start(t, 60, 20, nil)
	first := a.Check()
	a.Press("o")
	a.Wants("●⠂ true")
	a.Press("o")
	if a.Check() != first {
		t.Error("o does not lead back")
	}
	// A cap that cuts episodes leaves no truth.
	a, p = startCar(t, 120, 36, func(c *apptest.Config) { c.Settings.Problem.MaxSteps = 100 })
	a.Wants("left out at λ̂")
	a.Press("o")
	a.Wants("observed return")
	a.Press("o")
	a.Lacks("estimated − true")
	if explains(a, p) || !explains(startCar(t, 80, 24, nil)) {
		t.Error("the help is about maps where there are none, or not where there are")
	}
}

// TestNewSettingsHaveTheirOwnMaps goes from the car to the walk and back.
func TestNewSettingsHaveTheirOwnMaps(t *testing.T) {
	a, _ := startCar(t, 120, 36, nil)
	a.Wants("estimated")
	before := a.Check()
	a.Focus("domain")
	a.Press("right")
	a.Lacks("position x")
	a.Press("u")
	a.Focus("trajectories")
	again := a.Check()
	cut := func(s string) string { return strings.Join(strings.Split(s, "\n")[20:], "\n") }
	if cut(before) != cut(again) {
		t.Errorf("after undo\n%s\nwant\n%s", cut(again), cut(before))
	}
}

// TestATerminalWithoutColoursHasMapsInGlyphs, which it would show blank.
func TestATerminalWithoutColoursHasMapsInGlyphs(t *testing.T) {
	a, _ := startCar(t, 120, 36, nil)
	a.Lacks("▓▓")
	a.Send(tea.ColorProfileMsg{}) // no profile has no colours
	a.Wants("▓▓")
}

// TestMapsAreExported with what is on show, and no more while the truth is hidden.
func TestMapsAreExported(t *testing.T) {
	a, _ := startCar(t, 120, 36, nil)
	names := func() (out []string) {
		for _, c := range a.Data().Charts {
			if c.Spec.Heat != nil {
				out = append(out, c.Name+": "+c.Spec.Heat.Name)
			}
		}
		return out
	}
	a.Press("<")
	want := []string{"map-true: true", "map-estimated: estimated at λ = 0", "map-difference: estimated − true at λ = 0"}
	if got := names(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	a.Press("z")
	if got := names(); !slices.Equal(got, want[1:2]) {
		t.Errorf("hidden: %q, want %q", got, want[1:2])
	}
}
