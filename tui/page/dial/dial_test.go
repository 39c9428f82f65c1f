package dial

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/state"
)

// onDial opens the app on the dial, as --page dial does.
func onDial(t *testing.T, width, height int, change func(*apptest.Config)) (*apptest.App, *Page) {
	t.Helper()
	return apptest.Start(t, width, height, state.PageDial, New, func(c *apptest.Config) {
		s, err := state.Parse([]string{"--page", "dial"})
		if err != nil {
			t.Fatal(err)
		}
		c.State = s
		if change != nil {
			change(c)
		}
	})
}

// TestFirstMinute takes the steps of the first minute, and reads their sentences.
func TestFirstMinute(t *testing.T) {
	a, _ := onDial(t, 120, 36, nil)
	says := func(want string) {
		t.Helper()
		if got := a.Foot(3); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	columns := func() (bias2, variance int) {
		for i, of := range []*int{&bias2, &variance} {
			for _, y := range a.Spec("error").Stack.Parts[i].Y {
				if y > 0 {
					*of++
				}
			}
		}
		return bias2, variance
	}
	says("30 people watched 8 walks each, and guessed what every place is worth. Turn λ: where do they agree best?")
	bias2, variance := columns()
	if most := a.Spec("error").Y.Max; bias2 != 0 || variance != 0 || fmt.Sprintf("%.4f", most) != "0.0401" {
		t.Errorf("%d and %d columns, axis to %v, before λ is turned", bias2, variance, most)
	}
	for range 10 {
		a.Press("right")
	}
	says("They agree best at λ = 0. But are they right? z shows the truth.")
	if bias2, variance := columns(); bias2 != 0 || variance != 11 {
		t.Error("the variance is not there alone")
	}
	a.Lacks("truth   █")
	a.Press("z")
	says("They agree, and are wrong together: at λ = 0, 68 % of the error is bias. At 1, 77 % is variance. Best: 0.7.")
	a.Wants("█ bias²   █ variance   sum .0307")
	a.Press(",", ",", ",")
	says("λ = 0.7 is the best here. As λ grows, bias falls and variance rises.")
	a.Press("<")
	says("λ = 0 errs 55 % more than the best, 0.7. As λ grows, bias falls and variance rises.")
	a.Press("up")
	if got := a.Foot(3); !strings.HasPrefix(got, "More data shrinks variance, not bias. The best λ moves from 0.7 to 0.8.") {
		t.Errorf("%q", got)
	}
	a.Press("enter")
	if a.Page != state.PageExplore || !a.Hidden {
		t.Error("⏎ does not lead to Explore with the truth hidden")
	}
}

// TestKeys of the dial turn λ, the number of trajectories and the block of seeds.
func TestKeys(t *testing.T) {
	a, p := onDial(t, 80, 24, nil)
	a.Press(".", ".", "h")
	if !a.Cursor.Set || a.Cursor.Value != .1 {
		t.Errorf("λ = %v", a.Cursor)
	}
	a.Press("s")
	if a.Settings.Seed != 1171 || p.found.Value.settings.Seed != 1171 {
		t.Errorf("seed %d", a.Settings.Seed)
	}
	for _, want := range []int{20, 100, 100} {
		if a.Press("up"); a.Settings.Trajectories != want {
			t.Errorf("n = %d, want %d", a.Settings.Trajectories, want)
		}
	}
	a.Wants("100 is as far as these keys go")
	a.Press("z")
	if got := a.Args(); got != "--states 5 --features dependent --trajectories 100 --seed 1171 --page dial --cursor 0.1" {
		t.Errorf("%q", got)
	}
}

// TestMaze: o leads to the T-maze, of which one estimate stands for the cells that look
// alike, and the sentence names the bias that no λ takes away; o again leads back.
func TestMaze(t *testing.T) {
	a, _ := onDial(t, 80, 24, nil)
	a.Press(">", "z")
	a.Wants("o T-maze")
	a.Press("o")
	a.Wants("The T-maze: a sign, then three cells that look alike", "o goes back", "t-maze · 30 data sets", "sign down──1───────2───────3────sign up")
	a.Lacks("bias²")
	says := func(want string) {
		t.Helper()
		if got := a.Foot(3); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	a.Press(">")
	says("They agree best from λ = 0 to 0.6. But are they right? z shows the truth.")
	a.Press("z")
	says("They agree, and are wrong together: at λ = 0, 61 % of the error is bias. About .7 of bias² stays at every λ: these features allow no less. Best: 0.9.")
	a.Press(",")
	says("λ = 0.9 is the best here. About .7 of bias² stays at every λ: these features allow no less.")
	if got := a.Args(); got != "--problem t-maze --trajectories 8 --seed 31 --page dial --cursor 0.9" {
		t.Errorf("%q", got)
	}
	a.Press("o")
	a.Wants("The walk again", "z truth", "random-walk · 30 data sets")
	if got := a.Args(); got != "--states 5 --features dependent --trajectories 8 --seed 1141 --page dial --hide" {
		t.Errorf("%q", got)
	}
	a.Press("u")
	a.Wants("t-maze")
}

// TestWalk is drawn where there is room: its states, the ends and what they pay.
func TestWalk(t *testing.T) {
	small, _ := onDial(t, 80, 24, nil)
	small.Lacks("the walk")
	a, _ := onDial(t, 120, 36, nil)
	a.Wants("the walk     ■─────○─────○─────●─────○─────○─────■   ● the start; then left or right", "0     1     2     3     4     5    +1")
	a.Press("o")
	a.Lacks("the walk ")
	many, _ := onDial(t, 120, 36, func(c *apptest.Config) { c.Settings.Problem.States = 51 })
	many.Lacks("the walk ")
}

// TestMouse: a click on a column, or on the knob's track, sets λ.
func TestMouse(t *testing.T) {
	a, _ := onDial(t, 120, 36, nil)
	a.Press("end", ">", "z")
	x, y := a.Find(".3─.4")
	a.ClickAt(x, y-2)
	if !a.Cursor.Set || a.Cursor.Value != .3 {
		t.Errorf("a click on a column: λ = %v", a.Cursor)
	}
	x, y = a.Find("├")
	a.ClickAt(x+1, y)
	if a.Cursor.Value != 0 {
		t.Errorf("a click on the track: λ = %v", a.Cursor)
	}
}

// TestRecorded says why there is no dial.
func TestRecorded(t *testing.T) {
	a, _ := onDial(t, 80, 24, func(c *apptest.Config) { apptest.Recorded(t)(c); c.Hidden = false })
	a.Wants("Recorded data have no dial")
}

// TestWeights sum to 1, and are those of λ's returns.
func TestWeights(t *testing.T) {
	if got := fmt.Sprintf("%.3f", weights(.7)); got != "[0.300 0.210 0.147 0.103 0.072 0.050 0.118]" {
		t.Error(got)
	}
}

func TestScreens(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			a, _ := onDial(t, size[0], size[1], nil)
			a.Press(">", "z", ",", ",", ",")
			golden.RequireEqual(t, a.Check()+"\n")
		})
	}
}
