package tui

import (
	"strings"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/sim/problem"
	"lambdascope/tui/state"
)

// TestProblemOffered turns the control of domains to a problem that the app is offered,
// which follows those that ship, and past it.
func TestProblemOffered(t *testing.T) {
	p := must.Have(problem.Parse("offered", []byte(`{"name":"offered","states":[{"name":"here","start":1,"next":[{"p":1,"reward":1,"sd":1}]}]}`)))(t)
	a := startApp(t, 120, 36, func(c *Config) { c.Problems = []*problem.Problem{p} })
	a.press("/", "d", "enter", "left")
	a.wants("‹ offered ›", "offered · 20 trajectories")
	if a.Settings.Problem.Problem != p {
		t.Errorf("another problem: %+v", a.Settings.Problem)
	}
	a.press("left")
	a.wants("‹ garnet ›")
	a.press("right", "right")
	a.wants("‹random-walk›")
}

// TestProblemOfAFile stays where the app has it: its command opens it again, and turning
// goes past it.
func TestProblemOfAFile(t *testing.T) {
	p := must.Have(problem.Parse("my own.json", []byte(`{"name":"my own","states":[{"name":"here","start":1,"next":[{"to":"there","p":0.5},{"p":0.5}]},{"name":"there","next":[{"p":1,"reward":1,"sd":1}]}]}`)))(t)
	a := startApp(t, 120, 36, func(c *Config) { c.State = state.New(analysis.ProblemDefaults(p)) })
	a.wants("domain   my own.json", "my own · 20 trajectories", "here", "there")
	a.press("p")
	if got := strings.Join(a.args(), " "); !strings.Contains(got, "--problem my own.json") {
		t.Fatalf("%q", got)
	}
	again, err := a.State.Command("lambdascope --problem 'my own.json' -n 30 --pin \"--problem 'my own.json'\"", analysis.File{})
	if err != nil || again.Settings.Problem.Problem != p || again.Settings.Trajectories != 30 || len(again.Pins.List()) != 1 || again.Pins.List()[0].Problem.Problem != p {
		t.Errorf("%v, %+v", err, again)
	}
	if _, err := a.State.Command("lambdascope --problem other.json", analysis.File{}); err == nil || !strings.Contains(err.Error(), `problem "other.json": want t-maze`) {
		t.Error(err)
	}
	if _, err := a.State.Command("lambdascope --problem grid --domain 2048", analysis.File{}); err == nil || err.Error() != "--domain does not apply to a problem" {
		t.Error(err)
	}
	a.press("/", "d", "enter", "right")
	a.wants("‹random-walk›")
	a.press("u")
	a.wants("‹my own.json›")
}
