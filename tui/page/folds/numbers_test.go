package folds

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/state"
)

// row returns the line of a trajectory in the table and its number on the screen, or −1 if the table
// does not show it.
func row(a *apptest.App, i int) (string, int) {
	a.Helper()
	for y, l := range strings.Split(a.Check(), "\n") {
		_, l, ok := strings.Cut(l, "│ │") // right of the controls
		if fields := strings.Fields(strings.TrimLeft(l, " │▸")); ok && len(fields) > 3 && strings.TrimSuffix(fields[0], "!") == strconv.Itoa(i) && y > 2 {
			return l, y
		}
	}
	return "", -1
}

func TestMouse(t *testing.T) {
	a, p := startFolds(t, 120, 36, nil)
	order := p.found.Now.Order
	_, y := row(a, order[2])
	click := func(x, y int) {
		a.ClickAt(x, y)
		a.Send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
	}
	click(101, y)
	drive.Tell(a, fmt.Sprintf("| $ … --trajectory %d | $ … --cursor", order[2]))
	at := a.Cursor.Value
	if click(73, y); a.Step.Set || a.Cursor.Value == at {
		t.Error("a click on another λ of the row does not move the cursor there")
	}
	click(73, y)
	drive.Tell(a, `
		    | step 0 of
		esc | says of each λ`)
	click(35, y) // on the path of the selected row
	drive.Tell(a, `
		    | step 0 of
		esc | says of each λ`)
	a.Send(tea.MouseWheelMsg{X: 60, Y: y, Button: tea.MouseWheelDown})
	drive.Tell(a, fmt.Sprintf("enter | $ … --trajectory %d", order[3]))

	last := p.replay.Now.last()
	for _, c := range []struct {
		msg  tea.Msg
		step int
	}{
		{tea.MouseClickMsg{X: 116, Y: 21, Button: tea.MouseLeft}, last},
		{tea.MouseMotionMsg{X: 20, Y: 21, Button: tea.MouseLeft}, 0},
		{tea.MouseReleaseMsg{X: 20, Y: 21}, 0},
		{tea.MouseWheelMsg{X: 80, Y: 21, Button: tea.MouseWheelDown}, 1},
	} {
		a.Send(c.msg)
		a.Wants(fmt.Sprintf("step %d of %d", c.step, last))
	}
}

// TestReplayEndWhileComputing: the last step, asked for while other data are computed, is
// that of theirs.
func TestReplayEndWhileComputing(t *testing.T) {
	a, p := startFolds(t, 120, 36, func(c *apptest.Config) { c.Trajectory, c.Step = state.Some(3), state.Some(1) })
	before := p.replay.Now.last()
	_, work := a.Update(drive.KeyPress("s"))
	a.Idle(drive.KeyPress("end"))
	a.Run(work)
	last := p.replay.Now.last()
	if last == before {
		t.Fatalf("both data sets have %d steps in trajectory 3", last)
	}
	a.Wants(fmt.Sprintf("step %d of %d", last, last))
}

// TestFoldsOfGroups: a row is a group, a replay shows its first trajectory, and exports
// have the names of groups.
func TestFoldsOfGroups(t *testing.T) {
	a, p := startFolds(t, 160, 40, apptest.Grouped(t))
	name := foldName(p.found.Now.Analysis, p.found.Now.Order[0])
	groups := func() {
		t.Helper()
		if table := a.Data().Views[0].Tables[0]; table.Header[0] != "group" || !strings.HasPrefix(table.Rows()[0][0], "day ") {
			t.Errorf("%q, %q", table.Header, table.Rows()[0])
		}
	}
	drive.Tell(a, "| What each group says of each λ | trajectories 3 | 12 trajectories in 4 groups | !no trajectory")
	groups()
	drive.Tell(a, "enter | the first trajectory of "+name+" | group when left out is")
	groups()
}
