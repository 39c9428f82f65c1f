package tui

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"lambdascope/sim/analysis"
)

// TestTargetControl turns the target policy by keys, types it, and clicks on it. The
// behaviour is the default, and says nothing of itself.
func TestTargetControl(t *testing.T) {
	a := startApp(t, 120, 36, nil)
	a.lacks("off-policy")
	a.press("/", "t", "enter")
	if a.focus != "target" {
		t.Fatalf("/t goes to %s", a.focus)
	}
	a.wants("‹ 0.5 ›", "the policy whose", "goes right this often;")
	on := a.analysis
	a.press("right")
	a.wants("‹ 0.55 ›", "random-walk, target 0.55", "that of the data 0.5",
		"The values are those of a policy that goes right with probability 0.55, the data are of one with 0.5 (off-policy).",
		"value of the target policy by state")
	if a.analysis.Selection.Steps != on.Selection.Steps || a.analysis.Truth.Nu[2] <= on.Truth.Nu[2] {
		t.Errorf("%d steps and the middle worth %v, with the behaviour %d and %v", a.analysis.Selection.Steps, a.analysis.Truth.Nu[2], on.Selection.Steps, on.Truth.Nu[2])
	}
	a.press("shift+right")
	a.wants("‹ 0.9 ›")
	if got := strings.Join(a.args(), " "); !strings.Contains(got, "--target 0.9") {
		t.Errorf("%q", got)
	}
	a.press("enter", "2", "enter")
	a.wants("target 2: want 0.05 to")
	a.press("esc", "enter", ".", "6", "5", "enter")
	a.wants("‹ 0.65 ›")
	a.clickOn("‹")
	a.wants("‹ 0.6 ›")
	a.press("enter", ".", "5", "enter")
	a.lacks("off-policy")
	if a.State != a.initial {
		t.Errorf("%q is another state than that with the behaviour", a.args())
	}
	a.press(":")
	a.typed("domain 2048")
	a.press("enter")
	a.lacks("target")
}

// TestTargetOfTheCar is one of few, and of the default start alone.
func TestTargetOfTheCar(t *testing.T) {
	a := startApp(t, 120, 36, func(c *Config) {
		var err error
		if c.Settings, err = analysis.Defaults("mountain-car"); err != nil {
			t.Fatal(err)
		}
	})
	a.press("/", "t", "enter")
	a.wants("‹ 0.25 ›")
	a.press("right")
	a.wants("‹ 0.25 ›") // the last
	a.press("left")
	a.wants("‹ 0.2 ›", "The values are those of a policy that acts at random with probability 0.2, the data are of one with 0.25 (off-policy).")
	if a.analysis.Truth == nil {
		t.Error("no truth")
	}
	a.press(":")
	a.typed("start uniform")
	a.press("enter")
	a.wants("target 0.2: want 0.25")
}

// TestGoldenTarget has data of one policy and values of another.
func TestGoldenTarget(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			a := startApp(t, size[0], size[1], func(c *Config) {
				c.Settings.Problem.Target, c.Settings.Trajectories = 0.7, 100
			})
			golden.RequireEqual(t, a.check())
		})
	}
}
