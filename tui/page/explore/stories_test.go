package explore

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"lambdascope/tui/chart"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

const everySize = "60x20 80x24 120x36 200x60"

// start opens the page.
func start(t *testing.T, width, height int, change func(*apptest.Config)) (*apptest.App, *Page) {
	t.Helper()
	return apptest.Start(t, width, height, state.PageExplore, New, change)
}

// with returns a function that opens the page with a config.
func with(change func(*apptest.Config)) func(t *testing.T, width, height int) *apptest.App {
	return apptest.Opens(state.PageExplore, New, change)
}

// car makes a config of Mountain Car with features rich enough for its values.
func car(t *testing.T, n int) func(*apptest.Config) {
	return func(c *apptest.Config) {
		apptest.Domain(t, "mountain-car")(c)
		c.Settings.Problem.Features, c.Settings.Trajectories = "rbf+bias", n
	}
}

func TestStories(t *testing.T) {
	told := func(name, sizes string, change func(*apptest.Config), story string) {
		t.Helper()
		drive.Story(t, name, sizes, with(change), story)
	}
	told("charts of recorded data", "60x20 80x24", apptest.Recorded(t), `
		                  | constant -.22
		o                 | Calibration
		o                 | LOTO | !Calibration`)
	told("recorded data have no true errors", "120x36 160x40 200x60", apptest.Recorded(t), `
		                  | Calibration | a constant -.22 | !In truth
		o                 | no other chart
		z                 | no true errors | !$ --hide`)
	told("the measure of a domain is its true values", "160x40", apptest.Domain(t, "2048"), `| True against estimated | !Calibration`)
	told("one λ has no bars and no verdicts", "120x36 200x60", apptest.Flags(t, "--lambdas 0.5 -n 30"), `
		                  | the only λ | ★   λ̂ | !ruled out | !still in | !moved to meet
		t                 | LOTO error by λ | !selected  selected`)
	told("groups", "160x40", apptest.Grouped(t), `
		                  | 12 trajectories in 4 groups | groups         use
		down right    | ‹ ignore › | 12 trajectories · | !in 4 groups | $ … --groups ignore`)
	told("charts of the car", "60x20 80x24", car(t, 20), `
		                  | LOTO | !⠂ states
		o                 | ⠂ states | !LOTO │
		o                 | estimated | !⠂ states
		o                 | LOTO`)
	told("maps and values of the car", "120x36", car(t, 20), `
		                  | estimated | !⠂ states
		o                 | ⠂ states
		< @"⠂ states" o  | position x`)
	told("all charts of the car", "200x60", car(t, 20), `| estimated − true | !o chart`)
	told("hidden maps have no truth", everySize, func(c *apptest.Config) {
		car(t, 5)(c)
		c.Hidden = true
	}, `| !estimated − true
		o | !estimated − true
		o | !estimated − true`)
	told("a cap that cuts episodes leaves no truth", "120x36", func(c *apptest.Config) {
		car(t, 5)(c)
		c.Settings.Problem.MaxSteps = 100
	}, `| Calibration | !estimated − true`)
	told("other settings have their own maps", "120x36", car(t, 5), `
		                  | estimated | position x
		: "domain random-walk" enter | !position x | !o chart
		u                 | estimated | position x`)
	told("how right the choice is", "80x24 200x60", func(c *apptest.Config) {
		c.Settings.Problem.States, c.Settings.Problem.Features, c.Settings.Trajectories, c.Settings.Seed = 5, "dependent", 8, 22
	}, `                  | In truth | is best for these data, too.
		: "seed 1" enter  | 1 is best for these data; | errs 29 % more.
		z                 | !In truth`)
	told("a warning ends before what explains it where that does not fit", "80x24", apptest.Flags(t, "--problem t-maze -n 5"), `
		                  | 1 of 5 folds is rank-deficient | !its trajectory`)
}

func TestGoldenCarMaps(t *testing.T) {
	look := func(size string, glyphs chart.Glyphs, keys string) {
		drive.Screens(t, "%s/"+drive.GlyphName(glyphs), size, with(func(c *apptest.Config) {
			car(t, 5)(c)
			c.Glyphs, c.Theme = glyphs, screen.ThemeMono
		}), keys, golden.RequireEqual[string])
	}
	look("60x20", chart.Braille, "o*2 ,")
	look("60x20", chart.Plain, "o*2 ,")
	look("120x36", chart.Braille, ",")
	t.Run("colours", func(t *testing.T) {
		a, _ := start(t, 120, 36, car(t, 5))
		a.Check()
		golden.RequireEqual(t, a.Screen())
	})
}

// TestMapsMove checks that the wheel moves the cursor and changes the maps but not their key. A
// terminal without colours must show the maps in glyphs.
func TestMapsMove(t *testing.T) {
	a, _ := start(t, 120, 36, car(t, 5))
	a.Lacks("▓▓")
	a.Send(tea.ColorProfileMsg{}) // a terminal without a profile has no colours
	a.Wants("▓▓")
	rows := func() (key, maps string) {
		lines := strings.Split(a.Check(), "\n")
		at := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, " value by position") })
		return lines[at+2], strings.Join(lines[at+3:at+12], "\n")
	}
	a.Press("<")
	key, maps := rows()
	for range 2 {
		a.Send(tea.MouseWheelMsg(tea.Mouse{X: 70, Y: 28, Button: tea.MouseWheelUp}))
	}
	drive.Tell(a, "| $ … --cursor 0.2")
	a.Press(">")
	if key2, maps2 := rows(); key != key2 || maps == maps2 {
		t.Errorf("at λ = 0\n%s\n%s\nat λ = 1\n%s\n%s", key, maps, key2, maps2)
	}
}

// TestQuestionIsWhole checks that the question about the hidden answer gives its instruction and
// ends with a sentence. The sentences on importance ratios must end with a sentence too, even on a
// screen with one row.
func TestQuestionIsWhole(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		foot := func(rows int, has string, change func(*apptest.Config)) {
			t.Helper()
			a, _ := start(t, size[0], size[1], change)
			if got := a.Foot(rows); len(a.Show().DrawSentence(rows)) > rows || !strings.Contains(got, has) || strings.Contains(got, "…") || strings.HasSuffix(got, " .") {
				t.Errorf("%v, %d rows: %q, want %q", size, rows, got, has)
			}
		}
		target := func(goes float64) func(*apptest.Config) {
			return func(c *apptest.Config) { c.Settings.Problem.Target = goes }
		}
		for _, has := range []string{"Which λ is best in truth? ", " z."} {
			foot(2, has, func(c *apptest.Config) { c.Hidden = true })
		}
		foot(2, "! few trajectories carry the weight", target(.9))
	}
}
