package tui

import (
	"bytes"
	"encoding/json"
	"image"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"go.uber.org/goleak"

	"lambdascope/estimator"
	"lambdascope/sim/study"
	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// startFolds starts the app on the Folds page.
func startFolds(t *testing.T, width, height int, change func(*Config)) (*app, *folds) {
	t.Helper()
	return startOn[*folds](t, state.PageFolds, width, height, change)
}

// domainOf makes a config of a domain's defaults.
func domainOf(t testing.TB, domain string) func(*Config) {
	return func(c *Config) {
		t.Helper()
		var err error
		if c.Settings, err = study.Defaults(domain); err != nil {
			t.Fatal(err)
		}
	}
}

// recordedOf makes a config of a file of walks.
func recordedOf(t testing.TB) func(*Config) {
	return func(c *Config) {
		t.Helper()
		name := filepath.Join("cli", "testdata", "walk.jsonl")
		var err error
		if c.Data, err = c.Engine.Watch(t.Context(), study.Source{
			Name: "walk.jsonl",
			Open: func() (io.ReadCloser, error) { return os.Open(name) },
			Stat: func() (fs.FileInfo, error) { return os.Stat(name) },
		}); err != nil {
			t.Fatal(err)
		}
		c.Settings = study.FileDefaults(c.Data.File())
	}
}

// row returns the line of the map that a trajectory stands in, and its number on
// the screen; −1 where it is not in sight.
func (a *app) row(i int) (string, int) {
	a.Helper()
	for y, l := range strings.Split(a.check(), "\n") {
		_, l, ok := strings.Cut(l, "│")
		if fields := strings.Fields(strings.TrimPrefix(strings.TrimSpace(l), "▸")); ok && len(fields) > 3 && strings.TrimSuffix(fields[0], "!") == strconv.Itoa(i) && y > 2 {
			return l, y
		}
	}
	return "", -1
}

func TestFoldsPage(t *testing.T) {
	a, p := startFolds(t, 120, 36, nil)
	f := p.found
	first := f.Order[0]
	a.wants("‹ "+strconv.Itoa(first)+" ›", "20 trajectories, by influence", "λ̂ without", "leverage", "have half of all influence")
	line, _ := a.row(first)
	for _, want := range []string{"▸", strconv.Itoa(f.Steps[first]), screen.Approx(f.leverage[first], 2)} {
		if !strings.Contains(line, want) {
			t.Errorf("no %q in %q", want, line)
		}
	}
	a.press("right", "right", "left")
	if p.selected() != f.Order[1] {
		t.Errorf("selected %d, want %d", p.selected(), f.Order[1])
	}
	a.press("end")
	if last := f.Order[len(f.Order)-1]; p.selected() != last {
		t.Errorf("end leads to %d, want %d", p.selected(), last)
	} else if _, y := a.row(last); y < 0 {
		t.Error("the last row is not in sight")
	}
	a.press("home", "left")
	if p.selected() != first {
		t.Errorf("home leads to %d, want %d", p.selected(), first)
	}

	a.press(">") // the numbers at λ = 1
	k := len(f.Analysis.Selection.Candidates) - 1
	a.wants("contributes "+screen.Signed(f.Contribution(first, k), 2), "ℓ_i "+screen.Approx(f.Analysis.Selection.Candidates[k].Folds[first], 3))

	a.press("1") // the focus goes back to a setting, and returns
	a.wants("‹ 20 ›")
	a.press("pgdown")
	a.wants("‹ " + strconv.Itoa(first) + " ›")
	a.focus = "gamma"
	a.press("pgdown", "1")
	if a.focus != "gamma" {
		t.Errorf("the focus is on %s, want gamma", a.focus)
	}
}

// TestFoldsFollowTheSettings turns a setting while the page is on show, and while
// another is.
func TestFoldsFollowTheSettings(t *testing.T) {
	a, p := startFolds(t, 120, 36, nil)
	a.press("s")
	if p.found.Analysis != a.analysis || a.analysis.Settings.Seed != 2 {
		t.Error("the map is of the old data")
	}
	a.press("1", "s")
	a.press("2")
	if p.found.Analysis != a.analysis || a.analysis.Settings.Seed != 3 {
		t.Error("the map is of the data before")
	}
	a.press("z")
	a.press("u")
	if p.found.Analysis != a.analysis || p.job.Running() {
		t.Error("work goes on, or the map is old")
	}
}

func TestFoldsMouse(t *testing.T) {
	a, p := startFolds(t, 120, 36, nil)
	a.check()
	click := func(x, y int) {
		a.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
		a.send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
	}
	third := p.found.Order[2]
	_, y := a.row(third)
	click(100, y)
	if p.selected() != third || !a.Cursor.Set {
		t.Errorf("a click on row %d selects %d, cursor %v", third, p.selected(), a.Cursor)
	}
	at := a.Cursor.Value
	click(60, y)
	if p.replay.open() || a.Cursor.Value == at {
		t.Error("a click on another λ of the row does not move the cursor there")
	}
	a.check()
	click(60, y)
	if !p.replay.open() {
		t.Error("a click on the selected row does not open its replay")
	}
	a.press("esc")
	a.check()
	click(35, y) // on the numbers
	if !p.replay.open() {
		t.Error("a click on the numbers of the selected row does not open its replay")
	}
	a.press("esc")
	a.check()
	a.send(tea.MouseWheelMsg{X: 60, Y: y, Button: tea.MouseWheelDown})
	if p.selected() != p.found.Order[3] {
		t.Error("the wheel does not go on to the next row")
	}
}

// TestFoldsScroll has more rows than any screen.
func TestFoldsScroll(t *testing.T) {
	a, p := startFolds(t, 80, 24, func(c *Config) { c.Settings.Trajectories = 1000 })
	order := p.found.Order
	a.wants("1–11 of 1000 trajectories")
	for range 10 {
		a.press("right")
	}
	a.wants("1–11 of 1000 trajectories")
	a.press("right")
	a.wants("2–12 of 1000 trajectories")
	a.press("left")
	a.wants("2–12 of 1000 trajectories")
	a.press("end")
	a.wants("990–1000 of 1000 trajectories")
	if p.selected() != order[999] {
		t.Errorf("selected %d, want %d", p.selected(), order[999])
	}
	a.focus = trajectoryControl
	a.press("enter", "esc", "home")
	a.wants("1–11 of 1000 trajectories")
}

// TestFoldsDeficient has so little data that folds lose features.
func TestFoldsDeficient(t *testing.T) {
	found := false
	for seed := range uint64(8) {
		a, p := startFolds(t, 120, 36, func(c *Config) { c.Settings.Trajectories, c.Settings.Seed = 3, seed })
		status := p.found.Analysis.Selection.Candidates[p.cursor()].Status
		for i, s := range status {
			line, y := a.row(i)
			if deficient := s == estimator.FoldDeficient; y < 0 || strings.Contains(line, strconv.Itoa(i)+"!") != deficient {
				t.Errorf("seed %d: fold %d is %v, its row %q", seed, i, s, line)
			}
		}
		if slices.Contains(status, estimator.FoldDeficient) {
			found = true
			a.wants("some feature has no data and counts as 0")
		} else {
			a.lacks("no data")
		}
	}
	if !found {
		t.Error("no rank-deficient fold in any data set")
	}
}

// TestFoldsDeciders holds the sentence on single trajectories against what is
// known of them.
func TestFoldsDeciders(t *testing.T) {
	seen := map[int]bool{}
	for seed := range uint64(12) {
		a, p := startFolds(t, 200, 60, func(c *Config) { c.Settings.Trajectories, c.Settings.Seed = 5, seed })
		sel := p.found.Analysis.Selection
		var alone []int
		for i, k := range p.found.Without {
			line, _ := a.row(i)
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
			a.wants("No trajectory decides alone")
		case 1:
			a.wants("Trajectory " + strconv.Itoa(alone[0]) + " decides alone")
		default:
			a.wants(strconv.Itoa(len(alone)) + " of 5 trajectories could each change the choice")
		}
	}
	if len(seen) != 3 {
		t.Errorf("seen 0, 1, more: %v", seen)
	}
}

func TestFoldsHidden(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {120, 36}} {
		a, p := startFolds(t, size[0], size[1], func(c *Config) { c.Hidden = true })
		a.wants("What each trajectory says")
		for _, secret := range []string{"▲", "λ̂ without", "influence.", "decides", "LOTO error", "contributes"} {
			a.lacks(secret)
		}
		a.focus = trajectoryControl
		a.press("enter")
		if !p.replay.open() {
			t.Error("no replay while the answer is hidden")
		}
		a.lacks("λ̂")
		a.press("esc", "z")
		a.wants("by influence")
	}
}

func TestFoldsOfAFile(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		a, p := startFolds(t, size[0], size[1], recordedOf(t))
		a.wants("trajectories, by influence")
		a.press("enter")
		a.wants("features", "obs_0")
		for range p.replay.last() + 1 {
			a.press("right")
			a.check()
		}
		if size[1] >= 36 {
			a.wants("no picture", "terminated")
		}
	}
}

// TestFoldsAtEverySize draws map and replay of all domains at many sizes, in ASCII
// too, at the first, a middle and the last step.
func TestFoldsAtEverySize(t *testing.T) {
	engine := study.NewEngine(64 << 20) // shared, as only the screens differ
	for _, size := range [][2]int{{44, 15}, {60, 20}, {75, 18}, {76, 19}, {80, 24}, {100, 24}, {120, 36}, {200, 60}} {
		for _, glyphs := range []chart.Glyphs{chart.Braille, chart.Block, chart.Plain} {
			for _, change := range []func(c *Config){
				func(c *Config) {},
				func(c *Config) { c.Settings.Problem.States, c.Settings.Problem.Features = 51, "1-hot+bias" },
				func(c *Config) { c.Settings.Problem.Features, c.Settings.Problem.MaxSteps = "dependent", 6 },
				domainOf(t, "2048"),
				domainOf(t, "mountain-car"),
				func(c *Config) {
					domainOf(t, "mountain-car")(c)
					c.Settings.Problem.Features, c.Settings.Problem.MaxSteps = "rbf", 100
				},
				recordedOf(t),
			} {
				a, p := startFolds(t, size[0], size[1], func(c *Config) {
					c.Engine = engine
					change(c)
					c.Glyphs = glyphs
					c.Settings.Trajectories = min(4, max(c.Settings.Trajectories, 4))
				})
				p.replay.goTo(0)
				for _, key := range []string{">", "o", "enter", "right", "o", "end", ","} {
					a.press(key)
					for _, r := range a.check() {
						if glyphs == chart.Plain && r > 126 {
							t.Fatalf("%v after %s: %q is not ASCII", size, key, r)
						}
					}
				}
				if !p.replay.open() || p.replay.step() != p.replay.last() || p.replay.last() == 0 {
					t.Fatalf("%v: at step %d of %d, open %v", size, p.replay.step(), p.replay.last(), p.replay.open())
				}
			}
		}
	}
}

// TestFoldsExhibit reads the tables back.
func TestFoldsExhibit(t *testing.T) {
	a, p := startFolds(t, 120, 36, func(c *Config) { c.Settings.Trajectories = 7 })
	e := p.exhibit()
	sel := a.analysis.Selection
	rows := e.tables[0].made()
	if len(rows) != 7 || len(rows[0]) != len(e.tables[0].header) || rows[0][0] != strconv.Itoa(p.found.Order[0]) {
		t.Errorf("%q: %q", e.tables[0].header, rows)
	}
	sum := make(map[string]float64)
	for _, row := range e.tables[1].made() {
		i, err := strconv.Atoi(row[0])
		if err != nil {
			t.Fatal(err)
		}
		v, err := strconv.ParseFloat(row[4], 64)
		if err != nil {
			t.Fatal(err)
		}
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
	checkExhibit(t, e)
	a.press(">", "t")
	a.wants("contribution", "at λ = 1")
	a.press("esc", "enter")
	replay := p.exhibit()
	if got := len(replay.tables[0].made()); got != p.replay.last() {
		t.Errorf("%d rows for %d steps", got, p.replay.last())
	}
	checkExhibit(t, replay)
	a.press("t")
	a.wants("Trajectory "+strconv.Itoa(p.selected())+" has", "from there")
}

// checkExhibit fails where JSON can't say something, a row has a wrong length or a
// chart has nothing to draw.
func checkExhibit(t *testing.T, e exhibit) {
	t.Helper()
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(e.object()); err != nil || b.Len() < 100 {
		t.Errorf("%s: %d bytes of JSON, %v", e.name, b.Len(), err)
	}
	for _, table := range e.tables {
		for _, row := range table.made() {
			if len(row) != len(table.header) {
				t.Fatalf("%s: %q under %q", e.name, row, table.header)
			}
		}
	}
	for _, c := range e.charts {
		if d := c.spec.Draw(80, 20, chart.Options{}); d.Plot == (image.Rectangle{}) {
			t.Errorf("%s: an empty chart %q", e.name, c.name)
		}
	}
	if e.name == "" || len(e.text()) < 3 || len(e.fitted(40)) < 3 {
		t.Errorf("%q says %q", e.name, e.text())
	}
}

// TestFoldsViewsReopen opens the page as args say, which must say the same.
func TestFoldsViewsReopen(t *testing.T) {
	a, p := startFolds(t, 120, 36, func(c *Config) { c.Trajectory, c.Step = state.Some(5), state.Some(3) })
	if p.selected() != 5 || !p.replay.open() || p.replay.step() != 3 {
		t.Errorf("trajectory %d, open %v, step %d", p.selected(), p.replay.open(), p.replay.step())
	}
	a.wants("‹ 3 ›", "step 3 of")
	if got := strings.Join(a.args(), " "); got != "--page folds --trajectory 5 --step 3" {
		t.Errorf("args %q", got)
	}
	a.press("esc")
	if got := strings.Join(a.args(), " "); got != "--page folds --trajectory 5" {
		t.Errorf("args %q", got)
	}
	a.focus = "trajectories"
	a.press("enter", "4", "enter") // there is no trajectory 5 any more
	if got := strings.Join(a.args(), " "); got != "--trajectories 4 --page folds" || p.selected() != p.found.Order[0] {
		t.Errorf("args %q, selected %d of 4", got, p.selected())
	}

	a, p = startFolds(t, 120, 36, func(c *Config) { c.Step = state.Some(1000) })
	a.wants("step 1000: trajectory", "has steps 0 to "+strconv.Itoa(p.replay.last()))
	if p.replay.step() != p.replay.last() {
		t.Errorf("step %d of %d", p.replay.step(), p.replay.last())
	}
}

// TestFoldsEndWithTheApp leaves nothing running behind.
func TestFoldsEndWithTheApp(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	a, p := startFolds(t, 120, 36, nil)
	work := []tea.Cmd{a.newSeed()}
	p.want = nil
	work = append(work, p.show(), p.replay.start())
	p.want = nil
	work = append(work, p.show()) // stops the first
	for _, cmd := range work {
		a.run(cmd)
	}
	if p.job.Running() || p.replay.job.Running() {
		t.Error("work goes on")
	}
	p.job.Stop()
	p.replay.job.Stop()
}

// settle runs commands until there are no more.
func settle(m *model, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			settle(m, c)
		}
	default:
		_, next := m.Update(msg)
		settle(m, next)
	}
}

// tookNothing keeps what a run took out of a golden screen.
func (a *app) tookNothing() string {
	a.took = time.Millisecond
	return a.check()
}
