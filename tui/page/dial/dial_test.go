package dial

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"lambdascope/sim/testutil"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/state"
)

// with returns a func that opens the app on the dial, as --page dial does.
func with(change func(*apptest.Config)) func(t *testing.T, width, height int) *apptest.App {
	return func(t *testing.T, width, height int) *apptest.App {
		t.Helper()
		a, _ := apptest.Start(t, width, height, state.PageDial, New, func(c *apptest.Config) {
			c.State = testutil.Get(state.Parse([]string{"--page", "dial"}))(t)
			if change != nil {
				change(c)
			}
		})
		return a
	}
}

// TestFirstMinute takes the steps of the first minute and reads the sentence of each.
func TestFirstMinute(t *testing.T) {
	a := with(nil)(t, 120, 36)
	columns := func(bias2, variance int) {
		t.Helper()
		for i, want := range []int{bias2, variance} {
			got := 0
			for _, y := range a.Spec("error").Stack.Parts[i].Y {
				if y > 0 {
					got++
				}
			}
			if got != want {
				t.Errorf("part %d has %d columns, want %d", i, got, want)
			}
		}
	}
	columns(0, 1) // before λ is turned
	if most := fmt.Sprintf("%.4f", a.Spec("error").Y.Over.Hi); most != "0.0191" {
		t.Errorf("the axis ends at %s", most)
	}
	for _, c := range [][2]string{
		{"", "At λ = 0 the data sets agree best. Are they right?"},
		{"right*3", "So far they agree about as well: variance .0075 to .0077."},
		{"right*7 | █ variance | z shows the truth | !truth   █", "The larger λ, the more they disagree: variance .0075 to .0191."},
		{"z | █ bias²   █ variance", "Bias falls, variance rises; the error is lowest at λ = 0.6."},
		{",*4 | bias² .0079 + variance .0089 = error .0168", "Bias falls, variance rises; the error is lowest at λ = 0.6."},
	} {
		if drive.Tell(a, c[0]); strings.HasPrefix(c[0], "right*7") {
			columns(0, 11)
		}
		drive.Wants(t, a.Screen(), c[1])
	}
	columns(11, 11)
}

func TestStories(t *testing.T) {
	told := func(name, sizes string, change func(*apptest.Config), story string) {
		t.Helper()
		drive.Story(t, name, sizes, with(change), story)
	}
	told("arrows choose a control and turn it, and s takes other data sets", "80x24 60x20", nil, `
		                     | λ ‹0›
		right .              | λ ‹0.2› | $ … --cursor 0.2
		shift+right ,        | λ ‹0.5› | $ … --cursor 0.5
		down right           | n ‹10› | $ … --trajectories 10 | λ 0.5
		tab                  | seed ‹1260›
		s                    | seed ‹1290› | $ … --seed 1290
		z                    | $ … --hide=false | error
		esc                  | λ 0`)
	told("space sweeps λ from 0 to 1 and leaves ghosts", "120x36", nil, `
		right*9 space        | λ 1 | variance .0191`)
	told("a value is typed, and a wrong one explained", "120x36 80x24", nil, `
		enter "0.34" enter   | λ 0.3
		enter "2" enter      | want a number, 0 ≤ λ ≤ 1`)
	told("o leads to the T-maze and back", "80x24 120x36", nil, `
		z                    | o T-maze
		o                    | T-maze: three cells look alike in both arms. | o goes back | t-maze | ▼down | ○3 ─ | look alike | sign down─── | !bias²
		z                    | the error is lowest at λ = 1. | both arms
		o                    | The walk again | z reveal | random-walk · | $ --states 5 --features dependent --trajectories 8 --seed 1260 --page dial
		u                    | t-maze`)
	told("a grid has a picture", "80x24 120x36", func(c *apptest.Config) {
		c.State = testutil.Get(state.Parse(strings.Fields("--page dial --problem grid -n 20 --seed 1260")))(t)
	}, `| ■ the goal, +1 | ◎a1 | ■ -1`)
	told("a wide screen has the walks of one person, and more data", "200x60", nil, `
		                     | The walks of one person | +1 ■ | n 100
		z                    | n 8   lowest at 0.6 | n 100   lowest at 0.9`)
	told("without short walks the first steps show", "80x24", func(c *apptest.Config) {
		c.State = testutil.Get(state.Parse(strings.Fields("--page dial --domain mountain-car -n 3")))(t)
	}, `| ◎0 | ○8 | …`)
	told("recorded data", "80x24", func(c *apptest.Config) {
		apptest.Recorded(t)(c)
		c.Hidden = false
	}, `| Recorded data have no dial`)
}

// TestMouse: a click on a column, or on the knob's track, sets λ.
func TestMouse(t *testing.T) {
	a := with(nil)(t, 120, 36)
	drive.Tell(a, "> z")
	x, y := a.Find(".3─")
	a.ClickAt(x, y-2)
	drive.Tell(a, "| $ … --cursor 0.3")
	x, y = a.Find("├")
	a.ClickAt(x+1, y)
	drive.Tell(a, "| $ … --cursor 0 |")
}

// TestWeights: the weights sum to 1 and are the weights of the λ-return.
func TestWeights(t *testing.T) {
	if got := fmt.Sprintf("%.3f", weights(.7, 7)); got != "[0.300 0.210 0.147 0.103 0.072 0.050 0.118]" {
		t.Error(got)
	}
}

func TestScreens(t *testing.T) {
	for glyphs, sizes := range drive.PageSizes() {
		open := with(func(c *apptest.Config) { c.Glyphs = glyphs })
		drive.Screens(t, "%s/"+drive.GlyphName(glyphs), sizes, open, "> z ,*3", func(t testing.TB, screen string) { golden.RequireEqual(t, screen+"\n") })
	}
}
