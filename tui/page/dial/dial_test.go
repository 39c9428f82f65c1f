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

// TestFirstMinute takes the steps of the first minute, and reads their sentences.
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
	columns(0, 0) // before λ is turned
	if most := fmt.Sprintf("%.4f", a.Spec("error").Y.Over.Hi); most != "0.0401" {
		t.Errorf("the axis ends at %s", most)
	}
	for _, c := range [][2]string{
		{"", "30 people watched 8 walks each, and guessed what every place is worth. Turn λ: where do they agree best?"},
		{"right*10 | !truth   █", "They agree best at λ = 0. But are they right? z shows the truth."},
		{"z | █ bias²   █ variance   ▼ lowest   sum .0307", "They agree, and are wrong together: at λ = 0, 68 % of the error is bias. At 1, 77 % is variance. Best: 0.7."},
		{",*3", "λ = 0.7 is the best here. As λ grows, bias falls and variance rises."},
		{"<", "λ = 0 errs 55 % more than the best, 0.7. As λ grows, bias falls and variance rises."},
	} {
		if drive.Tell(a, c[0]); strings.HasPrefix(c[0], "right") {
			columns(0, 11)
		}
		if got := a.Foot(3); got != c[1] {
			t.Errorf("after %s: %q, want %q", c[0], got, c[1])
		}
	}
	columns(11, 11)
	drive.Tell(a, `
		up    | More data shrinks variance, not bias. The best λ moves from 0.7 to 0.8.
		enter | 1·Explore | $ … --hide`)
}

func TestStories(t *testing.T) {
	told := func(name, sizes string, change func(*apptest.Config), story string) {
		t.Helper()
		drive.Story(t, name, sizes, with(change), story)
	}
	told("keys turn λ, the number of trajectories and the block of seeds", "80x24", nil, `
		.*2 h                | $ … --cursor 0.1
		s                    | $ … --seed 1171
		up                   | !$ --trajectories
		down                 | $ … --trajectories 8
		up*3                 | 100 is as far as these keys go
		z                    | $ --states 5 --features dependent --trajectories 100 --seed 1171 --page dial --cursor 0.1`)
	told("o leads to the T-maze and back", "80x24", nil, `
		> z                  | o T-maze
		o                    | The T-maze: a sign, then three cells that look alike | o goes back | t-maze · 30 data sets | sign down──1───────2───────3────sign up | !bias²
		>                    | They agree best from λ = 0 to 0.6. But are they right? z shows the truth.
		z                    | at λ = 0, 61 % of the error is bias | stays at every λ: these features allow no less. Best: 0.9.
		,                    | λ = 0.9 is the best here. | $ --problem t-maze --trajectories 8 --seed 31 --page dial --cursor 0.9
		o                    | The walk again | z truth | random-walk · 30 data sets | $ --states 5 --features dependent --trajectories 8 --seed 1141 --page dial --hide
		u                    | t-maze`)
	told("the walk is drawn where there is room", "120x36", nil, `
		                     | the walk     ■─────○─────○─────●─────○─────○─────■   ● the start; then left or right | 0     1     2     3     4     5    +1
		o                    | !the walk `)
	told("there is no room", "80x24", nil, `| !the walk`)
	told("there are too many states", "120x36", func(c *apptest.Config) { c.Settings.Problem.States = 51 }, `| !the walk `)
	told("recorded data", "80x24", func(c *apptest.Config) {
		apptest.Recorded(t)(c)
		c.Hidden = false
	}, `| Recorded data have no dial`)
}

// TestMouse: a click on a column, or on the knob's track, sets λ.
func TestMouse(t *testing.T) {
	a := with(nil)(t, 120, 36)
	drive.Tell(a, "end > z")
	x, y := a.Find(".3─.4")
	a.ClickAt(x, y-2)
	drive.Tell(a, "| $ … --cursor 0.3")
	x, y = a.Find("├")
	a.ClickAt(x+1, y)
	drive.Tell(a, "| $ … --cursor 0 |")
}

// TestWeights sum to 1, and are those of λ's returns.
func TestWeights(t *testing.T) {
	if got := fmt.Sprintf("%.3f", weights(.7)); got != "[0.300 0.210 0.147 0.103 0.072 0.050 0.118]" {
		t.Error(got)
	}
}

func TestScreens(t *testing.T) {
	for glyphs, sizes := range drive.PageSizes() {
		open := with(func(c *apptest.Config) { c.Glyphs = glyphs })
		drive.Screens(t, "%s/"+drive.GlyphName(glyphs), sizes, open, "> z ,*3", func(t testing.TB, screen string) { golden.RequireEqual(t, screen+"\n") })
	}
}
