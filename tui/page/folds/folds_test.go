package folds

import (
	"bytes"
	"encoding/json"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"go.uber.org/goleak"

	"lambdascope/estimator"
	"lambdascope/sim/must"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// startFolds starts the app on the Folds page.
func startFolds(t *testing.T, width, height int, change func(*apptest.Config)) (*apptest.App, *Page) {
	t.Helper()
	return apptest.Start(t, width, height, state.PageFolds, New, change)
}

// row returns the line of the map that a trajectory stands in, and its number on
// the screen; −1 where it is not in sight.
func row(a *apptest.App, i int) (string, int) {
	a.Helper()
	for y, l := range strings.Split(a.Check(), "\n") {
		_, l, ok := strings.Cut(l, "│")
		if fields := strings.Fields(strings.TrimPrefix(strings.TrimSpace(l), "▸")); ok && len(fields) > 3 && strings.TrimSuffix(fields[0], "!") == strconv.Itoa(i) && y > 2 {
			return l, y
		}
	}
	return "", -1
}

func TestFoldsPage(t *testing.T) {
	a, p := startFolds(t, 120, 36, nil)
	f := p.found.Value
	first := f.Order[0]
	a.Wants("‹ "+strconv.Itoa(first)+" ›", "20 trajectories, by influence", "λ̂ without", "leverage", "have half of all influence")
	line, _ := row(a, first)
	for _, want := range []string{"▸", strconv.Itoa(f.Steps[first]), screen.Approx(f.leverage[first], 2)} {
		if !strings.Contains(line, want) {
			t.Errorf("no %q in %q", want, line)
		}
	}
	a.Press("right", "right", "left")
	if p.view(a.Snapshot()).selected() != f.Order[1] {
		t.Errorf("selected %d, want %d", p.view(a.Snapshot()).selected(), f.Order[1])
	}
	a.Press("end")
	if last := f.Order[len(f.Order)-1]; p.view(a.Snapshot()).selected() != last {
		t.Errorf("end leads to %d, want %d", p.view(a.Snapshot()).selected(), last)
	} else if _, y := row(a, last); y < 0 {
		t.Error("the last row is not in sight")
	}
	a.Press("home", "left")
	if p.view(a.Snapshot()).selected() != first {
		t.Errorf("home leads to %d, want %d", p.view(a.Snapshot()).selected(), first)
	}

	a.Press(">") // the numbers at λ = 1
	k := len(f.Analysis.Selection.Candidates) - 1
	a.Wants("weighted "+screen.Signed(f.Contribution(first, k), 2), "error when left out "+screen.Approx(f.Analysis.Selection.Candidates[k].Folds[first], 3))

	a.Press("1") // the focus goes back to a setting, and returns
	a.Wants("‹ 20 ›")
	a.Press("pgdown")
	a.Wants("‹ " + strconv.Itoa(first) + " ›")
	a.Focus("gamma")
	a.Press("pgdown", "1")
	if a.Snapshot().Focus != "gamma" {
		t.Errorf("the focus is on %s, want gamma", a.Snapshot().Focus)
	}
}

// TestFoldsFollowTheSettings turns a setting while the page is on show, and while
// another is.
func TestFoldsFollowTheSettings(t *testing.T) {
	a, p := startFolds(t, 120, 36, nil)
	a.Press("s")
	if p.found.Value.Analysis != a.Snapshot().Result || a.Snapshot().Result.Settings.Seed != 2 {
		t.Error("the map is of the old data")
	}
	a.Press("1", "s")
	a.Press("2")
	if p.found.Value.Analysis != a.Snapshot().Result || a.Snapshot().Result.Settings.Seed != 3 {
		t.Error("the map is of the data before")
	}
	a.Press("z")
	a.Press("u")
	if p.found.Value.Analysis != a.Snapshot().Result || p.found.Running() {
		t.Error("work goes on, or the map is old")
	}
}

func TestFoldsMouse(t *testing.T) {
	a, p := startFolds(t, 120, 36, nil)
	a.Check()
	click := func(x, y int) {
		a.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
		a.Send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
	}
	third := p.found.Value.Order[2]
	_, y := row(a, third)
	click(100, y)
	if p.view(a.Snapshot()).selected() != third || !a.Cursor.Set {
		t.Errorf("a click on row %d selects %d, cursor %v", third, p.view(a.Snapshot()).selected(), a.Cursor)
	}
	at := a.Cursor.Value
	click(75, y)
	if a.Step.Set || a.Cursor.Value == at {
		t.Error("a click on another λ of the row does not move the cursor there")
	}
	a.Check()
	click(75, y)
	if !a.Step.Set {
		t.Error("a click on the selected row does not open its replay")
	}
	a.Press("esc")
	a.Check()
	click(35, y) // on the numbers
	if !a.Step.Set {
		t.Error("a click on the numbers of the selected row does not open its replay")
	}
	a.Press("esc")
	a.Check()
	a.Send(tea.MouseWheelMsg{X: 60, Y: y, Button: tea.MouseWheelDown})
	if p.view(a.Snapshot()).selected() != p.found.Value.Order[3] {
		t.Error("the wheel does not go on to the next row")
	}
}

// TestFoldsScroll has more rows than any screen.
func TestFoldsScroll(t *testing.T) {
	a, p := startFolds(t, 80, 24, func(c *apptest.Config) { c.Settings.Trajectories = 1000 })
	order := p.found.Value.Order
	a.Wants("1–11 of 1000 trajectories")
	for range 10 {
		a.Press("right")
	}
	a.Wants("1–11 of 1000 trajectories")
	a.Press("right")
	a.Wants("2–12 of 1000 trajectories")
	a.Press("left")
	a.Wants("2–12 of 1000 trajectories")
	a.Press("end")
	a.Wants("990–1000 of 1000 trajectories")
	if p.view(a.Snapshot()).selected() != order[999] {
		t.Errorf("selected %d, want %d", p.view(a.Snapshot()).selected(), order[999])
	}
	a.Focus(trajectoryControl)
	a.Press("enter", "esc", "home")
	a.Wants("1–11 of 1000 trajectories")
}

// TestFoldsDeficient has so little data that folds lose features.
func TestFoldsDeficient(t *testing.T) {
	found := false
	for seed := range uint64(8) {
		a, p := startFolds(t, 120, 36, func(c *apptest.Config) { c.Settings.Trajectories, c.Settings.Seed = 3, seed })
		status := p.found.Value.Analysis.Selection.Candidates[p.view(a.Snapshot()).cursor()].Status
		for i, s := range status {
			line, y := row(a, i)
			if deficient := s == estimator.FoldDeficient; y < 0 || strings.Contains(line, strconv.Itoa(i)+"!") != deficient {
				t.Errorf("seed %d: fold %d is %v, its row %q", seed, i, s, line)
			}
		}
		if slices.Contains(status, estimator.FoldDeficient) {
			found = true
			a.Wants("some feature has no data and counts as 0")
		} else {
			a.Lacks("no data")
		}
	}
	if !found {
		t.Error("no rank-deficient fold in any data set")
	}
}

// TestFoldsDeciders compares the sentence on single trajectories with what is
// known of them.
func TestFoldsDeciders(t *testing.T) {
	seen := map[int]bool{}
	for seed := range uint64(12) {
		a, p := startFolds(t, 200, 60, func(c *apptest.Config) { c.Settings.Trajectories, c.Settings.Seed = 5, seed })
		sel := p.found.Value.Analysis.Selection
		var alone []int
		for i, k := range p.found.Value.Without {
			line, _ := row(a, i)
			line, _, _ = strings.Cut(line, "│") // what stands beside the map
			other := screen.Exact(sel.Candidates[k].Lambda)
			if k != sel.Selected {
				alone = append(alone, i)
				if !strings.HasSuffix(strings.TrimSpace(line), " "+other) {
					t.Errorf("seed %d: without %d λ̂ = %s, its row %q", seed, i, other, line)
				}
			}
		}
		seen[min(2, len(alone))] = true
		switch len(alone) {
		case 0:
			a.Wants("No single trajectory turns the choice")
		case 1:
			a.Wants("Trajectory " + strconv.Itoa(alone[0]) + " turns the choice alone")
		default:
			a.Wants(strconv.Itoa(len(alone)) + " of the 5 trajectories turn the choice, each alone")
		}
	}
	if len(seen) != 3 {
		t.Errorf("seen 0, 1, more: %v", seen)
	}
}

// TestFoldsHidden: the page has no true errors to hide.
func TestFoldsHidden(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {120, 36}} {
		a, _ := startFolds(t, size[0], size[1], func(c *apptest.Config) { c.Hidden = true })
		a.Wants("by influence", "λ̂ without")
	}
}

func TestFoldsOfAFile(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		a, p := startFolds(t, size[0], size[1], apptest.Recorded(t))
		a.Wants("trajectories, by influence")
		a.Press("enter")
		a.Wants("features", "obs_0")
		for range p.replay.Value.last() + 1 {
			a.Press("right")
			a.Check()
		}
		if size[1] >= 36 {
			a.Wants("no picture", "terminated")
		}
	}
}

// TestFoldsExport reads the tables back.
func TestFoldsExport(t *testing.T) {
	a, p := startFolds(t, 120, 36, func(c *apptest.Config) { c.Settings.Trajectories = 7 })
	e := a.Data()
	sel := a.Snapshot().Result.Selection
	rows := e.Tables[0].Made()
	if len(rows) != 7 || len(rows[0]) != len(e.Tables[0].Header) || rows[0][0] != strconv.Itoa(p.found.Value.Order[0]) {
		t.Errorf("%q: %q", e.Tables[0].Header, rows)
	}
	sum := make(map[string]float64)
	for _, row := range e.Tables[1].Made() {
		i := must.Have(strconv.Atoi(row[0]))(t)
		v := must.Have(strconv.ParseFloat(row[4], 64))(t)
		sum[row[1]] += v
		k := slices.IndexFunc(sel.Candidates, func(c estimator.Candidate) bool { return screen.Exact(c.Lambda) == row[1] })
		if l, _ := strconv.ParseFloat(row[2], 64); l != sel.Candidates[k].Folds[i] || row[5] != sel.Candidates[k].Status[i].String() {
			t.Errorf("row %q", row)
		}
	}
	for k := range sel.Candidates {
		c := &sel.Candidates[k]
		if got := sum[screen.Exact(c.Lambda)] / 7; math.Abs(got-c.Diff) > 1e-13*sel.MeanSquaredReturn {
			t.Errorf("λ = %v: the contributions have the mean %v, want %v", c.Lambda, got, c.Diff)
		}
	}
	checkExport(t, e)
	a.Press(">", "t")
	a.Wants("contribution", "at λ = 1")
	a.Press("esc", "enter")
	replay := a.Data()
	if got := len(replay.Tables[0].Made()); got != p.replay.Value.last() {
		t.Errorf("%d rows for %d steps", got, p.replay.Value.last())
	}
	checkExport(t, replay)
	a.Press("t")
	a.Wants("Trajectory "+strconv.Itoa(p.view(a.Snapshot()).selected())+" has", "from there")
}

// checkExport fails where JSON can't say something, a row has a wrong length or a
// chart has nothing to draw.
func checkExport(t *testing.T, e page.Export) {
	t.Helper()
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(e.Object(page.Origin{})); err != nil || b.Len() < 100 {
		t.Errorf("%s: %d bytes of JSON, %v", e.Name, b.Len(), err)
	}
	for _, table := range e.Tables {
		for _, row := range table.Made() {
			if len(row) != len(table.Header) {
				t.Fatalf("%s: %q under %q", e.Name, row, table.Header)
			}
		}
	}
	for _, c := range e.Charts {
		if d := c.Spec.Draw(80, 20, chart.Options{}); d.Plot == (image.Rectangle{}) {
			t.Errorf("%s: an empty chart %q", e.Name, c.Name)
		}
	}
	if e.Name == "" || len(e.Text()) < 3 || len(e.Summary(40, func(s string) string { return s })) < 3 {
		t.Errorf("%q says %q", e.Name, e.Text())
	}
}

// TestFoldsViewsReopen opens the page as args say, which must say the same.
func TestFoldsViewsReopen(t *testing.T) {
	a, p := startFolds(t, 120, 36, func(c *apptest.Config) { c.Trajectory, c.Step = state.Some(5), state.Some(3) })
	if p.view(a.Snapshot()).selected() != 5 || !a.Step.Set || a.Step.Value != 3 {
		t.Errorf("trajectory %d, open %v, step %d", p.view(a.Snapshot()).selected(), a.Step.Set, a.Step.Value)
	}
	a.Wants("‹ 3 ›", "step 3 of")
	if got := a.Args(); got != "--states 5 --page folds --trajectory 5 --step 3" {
		t.Errorf("args %q", got)
	}
	a.Press("esc")
	if got := a.Args(); got != "--states 5 --page folds --trajectory 5" {
		t.Errorf("args %q", got)
	}
	a.Focus("trajectories")
	a.Press("enter", "4", "enter") // there is no trajectory 5 any more
	if got := a.Args(); got != "--states 5 --trajectories 4 --page folds" || p.view(a.Snapshot()).selected() != p.found.Value.Order[0] {
		t.Errorf("args %q, selected %d of 4", got, p.view(a.Snapshot()).selected())
	}

	a, p = startFolds(t, 120, 36, func(c *apptest.Config) { c.Step = state.Some(1000) })
	a.Wants("step 1000: trajectory", "has steps 0 to "+strconv.Itoa(p.replay.Value.last()))
	if a.Step.Value != p.replay.Value.last() {
		t.Errorf("step %d of %d", a.Step.Value, p.replay.Value.last())
	}
}

// TestFoldsEndWithTheApp leaves nothing running behind.
func TestFoldsEndWithTheApp(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	a, p := startFolds(t, 120, 36, nil)
	var work []tea.Cmd
	for _, k := range []string{"s", "enter"} {
		_, cmd := a.Update(drive.KeyPress(k))
		work = append(work, cmd)
		p.found.Stop()
		work = append(work, p.Follow(a.Snapshot())) // stops the one before
	}
	for _, cmd := range work {
		a.Run(cmd)
	}
	if p.found.Running() || p.replay.Running() {
		t.Error("work goes on")
	}
	p.found.Stop()
	p.replay.Stop()
}
