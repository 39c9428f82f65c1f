package folds

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/sim/problem"
	"lambdascope/sim/words"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// startReplay opens the replay of a trajectory.
func startReplay(t *testing.T, width, height, trajectory, step int, change func(*apptest.Config)) (*apptest.App, *Page) {
	t.Helper()
	a, p := startFolds(t, width, height, func(c *apptest.Config) {
		c.Trajectory, c.Step = state.Some(trajectory), state.Some(step)
		if change != nil {
			change(c)
		}
	})
	return a, p
}

// TestTraceIsHidden, with what a reward reaches, until z shows it.
func TestTraceIsHidden(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		a, _ := startReplay(t, size[0], size[1], 0, 1, func(c *apptest.Config) { c.Hidden = true })
		a.Wants("hidden: z shows it")
		a.Lacks("reward 0 reaches")
		a.Lacks("███")
		a.Press("z")
		a.Wants("trace z")
		a.Wants("███")
		a.Check()
	}
}

func TestReplaySteps(t *testing.T) {
	a, p := startFolds(t, 120, 36, nil)
	a.Press("enter")
	last := p.found.Value.Steps[p.view(a.Snapshot()).selected()]
	a.Wants("step 0 of "+strconv.Itoa(last), "reward 0", "esc map")
	a.Press("right", "right", "right", "left")
	a.Wants("step 2 of "+strconv.Itoa(last), "‹ 2 ›")
	a.Press("left", "left", "left")
	a.Wants("step 0 of")
	a.Press("end", "right")
	a.Wants(fmt.Sprintf("step %d of %d", last, last), "terminated: the value here is 0")
	a.Press("home")
	a.Wants("step 0 of")

	a.Press("enter", "9", "9", "enter")
	a.Wants(fmt.Sprintf("step 99: want 0 to %d", last))
	a.Press("esc")
	if !a.Step.Set {
		t.Fatal("esc while typing closes the replay")
	}
	a.Press("enter", "1", "enter")
	a.Wants("step 1 of")

	a.Press("up", "right") // another trajectory, from its start
	if p.view(a.Snapshot()).selected() != p.found.Value.Order[1] || p.replay.Value.trajectory != p.view(a.Snapshot()).selected() {
		t.Errorf("trajectory %d is replayed, %d selected", p.replay.Value.trajectory, p.view(a.Snapshot()).selected())
	}
	a.Wants("step 0 of " + strconv.Itoa(p.found.Value.Steps[p.view(a.Snapshot()).selected()]))
	a.Press("esc")
	a.Wants("by influence")
	if a.Snapshot().Focus != trajectoryControl {
		t.Errorf("the focus is on %s", a.Snapshot().Focus)
	}
	for i, end := range []string{"right end", "left end"} {
		a, _ = startReplay(t, 120, 36, i, 1000, nil) // the last step at most
		a.Wants(end, "terminated: the value here is 0")
	}
}

// TestReplayNumbers compares the numbers on the screen with those of the
// trajectory, at every step.
func TestReplayNumbers(t *testing.T) {
	a, p := startReplay(t, 200, 60, 2, 0, nil)
	a.Press(">", ",", ",") // λ = 0.8
	s := p.replay.Value
	all := s.analysis.Selection.Candidates
	if s.lambda != len(all)-3 {
		t.Fatalf("at λ %d of %d", s.lambda, len(all))
	}
	trace := make([]float64, 5)
	at := s.Replay.(*sim.WalkReplay).At
	for step := range p.replay.Value.last() {
		for j := range trace {
			trace[j] *= .95 * all[s.lambda].Lambda
		}
		trace[at[step]]++
		a.Wants(
			fmt.Sprintf("step %d of %d", step, p.replay.Value.last()),
			"reward "+screen.Plain(s.Trajectory.Rewards()[step], 3),
			"return from here "+screen.Plain(s.Returns[step], 3),
			"predicted without it "+screen.Plain(s.Without[step], 3),
			"with it "+screen.Plain(all[s.lambda].Theta[at[step]], 3), // features are 1-hot
			"state "+strconv.Itoa(at[step]+1),
		)
		for _, v := range trace {
			if v != 0 {
				a.Wants(screen.Plain(v, 2))
			}
		}
		a.Press("right")
	}
	a.Wants(screen.Plain(all[s.lambda].Folds[2], 3) + ": its error when left out")
}

// TestReplayPlays delivers the ticks by hand, as the clock would.
func TestReplayPlays(t *testing.T) {
	a, p := startFolds(t, 120, 36, nil)
	a.Press("enter")
	deliver := func(msg tea.Msg) tea.Cmd {
		_, next := a.Update(msg)
		return next
	}
	tick := func() tea.Cmd { return deliver(tickMsg{p.replay.ticks}) }
	if next := tick(); next != nil || a.Step.Value != 0 {
		t.Error("a tick moves a replay that does not play")
	}

	if _, next := a.Update(drive.KeyPress("space")); next == nil || !p.replay.playing {
		t.Fatal("space does not play")
	}
	a.Wants("space pause")
	old := tickMsg{p.replay.ticks}
	if next := tick(); next == nil || a.Step.Value != 1 {
		t.Errorf("after a tick at step %d", a.Step.Value)
	}
	if next := deliver(old); next != nil || a.Step.Value != 1 {
		t.Error("an old tick moves the replay")
	}
	a.Update(drive.KeyPress("space"))
	if next := tick(); next != nil || p.replay.playing || a.Step.Value != 1 {
		t.Error("space does not pause")
	}
	a.Update(drive.KeyPress("space"))
	for range p.replay.Value.last() - 2 {
		if tick() == nil {
			t.Fatalf("playing ends at step %d of %d", a.Step.Value, p.replay.Value.last())
		}
	}
	if next := tick(); next != nil || p.replay.playing || a.Step.Value != p.replay.Value.last() {
		t.Errorf("at step %d of %d it still plays", a.Step.Value, p.replay.Value.last())
	}
	a.Update(drive.KeyPress("space")) // from the start again
	if a.Step.Value != 0 || !p.replay.playing {
		t.Errorf("at step %d, playing %v", a.Step.Value, p.replay.playing)
	}
	a.Press("1")
	if next := tick(); next != nil || p.replay.playing {
		t.Error("it plays on while another page is on show")
	}
	a.Press("2")
	if !a.Step.Set || p.replay.playing {
		t.Error("the replay is not as it was left")
	}
	a.Press("esc")
	if _, next := a.Update(drive.KeyPress("space")); next == nil || !a.Step.Set || !p.replay.playing {
		t.Error("space does not play from the map")
	}
}

func TestReplaySpeed(t *testing.T) {
	a, _ := startReplay(t, 120, 36, 2, 0, nil)
	for _, want := range []int{5, 10, 30, 30} {
		a.Press("+")
		if a.Speed != want {
			t.Errorf("%d steps a second, want %d", a.Speed, want)
		}
	}
	a.Press("-")
	a.Focus("pace")
	a.Press("left")
	a.Wants("‹ 5 ›")
	a.Press("enter", "3", "enter")
	a.Wants("steps/s 3: want 1, 2, 5,")
	a.Press("esc", "enter", "1", "enter")
	a.Wants("‹ 1 ›")
	a.Press("-", "left")
	if a.Speed != 1 {
		t.Errorf("%d steps a second, want the slowest", a.Speed)
	}
}

// TestReplayFollowsTheCursor moves λ and γ while the replay is open.
func TestReplayFollowsTheCursor(t *testing.T) {
	a, p := startReplay(t, 120, 36, 2, 4, nil)
	a.Press("<")
	a.Wants("λγ = 0 at each step")
	a.Press(">")
	a.Wants("λγ = .95 at each step", "step 4 of")
	a.Focus("gamma")
	a.Press("right")
	a.Wants("λγ = .98 at each step", "step 4 of")
	if p.replay.Value.analysis != a.Snapshot().Result {
		t.Error("the replay is of the settings before")
	}
	a.Press("s")
	if p.replay.Value.analysis != a.Snapshot().Result || a.Step.Value > p.replay.Value.last() {
		t.Errorf("of other data, step %d of %d", a.Step.Value, p.replay.Value.last())
	}
}

func TestReplayMouse(t *testing.T) {
	a, p := startReplay(t, 120, 36, 2, 0, nil)
	a.Check()
	a.Send(tea.MouseClickMsg{X: 118, Y: 21, Button: tea.MouseLeft})
	if a.Step.Value != p.replay.Value.last() {
		t.Errorf("a click at the right end of the chart goes to step %d of %d", a.Step.Value, p.replay.Value.last())
	}
	a.Send(tea.MouseMotionMsg{X: 20, Y: 21, Button: tea.MouseLeft})
	if a.Step.Value != 0 {
		t.Errorf("dragging to the left end goes to step %d", a.Step.Value)
	}
	a.Send(tea.MouseReleaseMsg{X: 20, Y: 21})
	a.Check()
	a.Send(tea.MouseWheelMsg{X: 80, Y: 21, Button: tea.MouseWheelDown})
	a.Wants("step 1 of")
}

// TestReplayPictures compares the drawings with the states.
func TestReplayPictures(t *testing.T) {
	a, p := startReplay(t, 120, 36, 4, 30, apptest.Domain(t, "2048"))
	for range 20 {
		s := p.replay.Value.Replay.(*sim.BoardReplay)
		screen := a.Check()
		for row := range 4 {
			var cells []string
			for _, v := range s.Boards[a.Step.Value][4*row : 4*row+4] {
				text := "·"
				if v > 0 {
					text = strconv.Itoa(v)
				}
				cells = append(cells, fmt.Sprintf("%5s ", text))
			}
			if want := "│" + strings.Join(cells, "│") + "│"; !strings.Contains(screen, want) {
				t.Fatalf("step %d: no %q on\n%s", a.Step.Value, want, screen)
			}
		}
		a.Wants("next move", s.Moves[a.Step.Value].String())
		a.Press("right")
	}
	a.Press("end")
	a.Wants("no move left", "terminated")

	a, p = startReplay(t, 120, 36, 4, 0, apptest.Domain(t, "mountain-car"))
	arrows := map[string]bool{}
	last := -1
	for a.Step.Value < p.replay.Value.last() {
		s := p.replay.Value.Replay.(*sim.CarReplay)
		a.Wants(actionName(s.Actions[a.Step.Value]))
		column := -1
		for _, l := range strings.Split(a.Check(), "\n")[2:16] {
			if _, l, ok := strings.Cut(l, "│ "); ok {
				before, after, found := strings.Cut(l, "●")
				if found {
					column = len([]rune(before))
					arrows["right"] = arrows["right"] || strings.HasPrefix(after, "─▸")
					arrows["left"] = arrows["left"] || strings.HasSuffix(before, "◂─")
					if right := strings.HasPrefix(after, "─▸"); right != (s.Actions[a.Step.Value] == 1) {
						t.Fatalf("step %d: action %d, drawn %q", a.Step.Value, s.Actions[a.Step.Value], l)
					}
				}
			}
		}
		if column < 0 || last >= 0 && (column-last)*sign(s.Velocities[a.Step.Value]) < 0 {
			t.Fatalf("step %d: the car moves from column %d to %d at velocity %v", a.Step.Value, last, column, s.Velocities[a.Step.Value])
		}
		last = column
		a.Press("right")
	}
	if !arrows["left"] || !arrows["right"] {
		t.Errorf("arrows %v", arrows)
	}
	a.Wants("terminated")
}

func sign(v float64) int {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

// TestGoldenFolds compares map and replay with those on file.
func TestGoldenFolds(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		for _, glyphs := range []chart.Glyphs{chart.Braille, chart.Plain} {
			t.Run(fmt.Sprintf("%dx%d/%s", size[0], size[1], screen.GlyphNames()[glyphs]), func(t *testing.T) {
				a, _ := startFolds(t, size[0], size[1], func(c *apptest.Config) {
					c.Glyphs, c.Theme = glyphs, screen.ThemeMono
					c.Settings.Trajectories = 10
				})
				a.Press(".", ".", "right")
				golden.RequireEqual(t, a.Check())
			})
		}
	}
}

func TestGoldenReplay(t *testing.T) {
	for _, domain := range []string{"random-walk", "2048", "mountain-car", "file"} {
		change := func(c *apptest.Config) { apptest.Recorded(t)(c) }
		if domain != "file" {
			change = apptest.Domain(t, domain)
		}
		for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
			for _, glyphs := range []chart.Glyphs{chart.Braille, chart.Plain} {
				if glyphs == chart.Plain && size[0] != 80 {
					continue
				}
				t.Run(fmt.Sprintf("%s/%dx%d/%s", domain, size[0], size[1], screen.GlyphNames()[glyphs]), func(t *testing.T) {
					a, _ := startReplay(t, size[0], size[1], 2, 3, func(c *apptest.Config) {
						change(c)
						c.Glyphs, c.Cursor = glyphs, state.Some(.5)
					})
					golden.RequireEqual(t, a.Check())
				})
			}
		}
	}
}

// TestTraceBars draws bars of which part is older.
func TestTraceBars(t *testing.T) {
	styles := screen.New(screen.ThemeDark, true, chart.Braille)
	for _, c := range []struct {
		length, older float64
		Signed        bool
		want          string // of 16 cells; n is a cell of the new part
	}{
		{0, 0, false, "                "},
		{1, 1, false, "oooooooooooooooo"},
		{.5, .5, false, "oooonnnn        "},
		{.5, 0, false, "nnnnnnnn        "},
		{1. / 16, 1, false, "o               "},
		{1. / 32, 1, false, "▌               "},
		{1, 1, true, "        │ooooooo"},
		{-1, .5, true, " nnnoooo│       "},
		{0, 0, true, "        │       "},
	} {
		l := styles.Line(16)
		traceBar(l, c.length, c.older, c.Signed)
		want := strings.NewReplacer("o", "█", "n", "█").Replace(c.want)
		if n := strings.Count(c.want, "n"); n > 0 {
			if part := styles.Style(chart.InkCursor).Render(strings.Repeat("█", n)); !strings.Contains(l.String(), part) {
				t.Errorf("length %v, older %v: no %q in %q", c.length, c.older, part, l.String())
			}
		}
		if got := ansi.Strip(l.String()); got != want {
			t.Errorf("length %v, older %v, signed %v: %q, want %q", c.length, c.older, c.Signed, got, want)
		}
	}
	k := styles.Canvas(3, 4)
	k.Column(1, 1, 3, 2.5, 2.5, chart.InkText, chart.InkCursor)
	for y, want := range []rune{0, '▄', '█', '█'} {
		if c := k.Cells[3*y+1]; c.R != want || want != 0 && c.Ink != chart.InkText {
			t.Errorf("row %d of a bar without a new part: %q in ink %d, want %q", y, c.R, c.Ink, want)
		}
	}
}

// TestReplayQuality: the error that the sentence gives is that of the line on show,
// also where a rank-deficient fold has other weights than the fit to the others.
func TestReplayQuality(t *testing.T) {
	others := 0
	for i := range 3 {
		a, p := startReplay(t, 200, 60, i, 0, func(c *apptest.Config) {
			apptest.Domain(t, "mountain-car")(c)
			c.Settings.Problem.Features, c.Settings.Trajectories, c.Settings.Lambdas = "tile-coding", 3, "0.5"
		})
		sum := 0.0
		for step, g := range p.replay.Value.Returns {
			sum += (p.replay.Value.Without[step] - g) * (p.replay.Value.Without[step] - g)
		}
		a.Wants("mean squared error of " + screen.Plain(sum/float64(p.replay.Value.last()), 3))
		if strings.Contains(a.Check(), "another of the many fits") {
			others++
		}
	}
	if others == 0 {
		t.Error("no fold has other weights")
	}
}

// TestReplayOffPolicy: ratios are on show with rewards, in returns, in how far a reward
// reaches back, and in what is exported.
func TestReplayOffPolicy(t *testing.T) {
	a, p := startReplay(t, 200, 60, 2, 0, func(c *apptest.Config) { c.Settings.Problem.Target = 0.7 })
	a.Press(">", ",", ",") // λ = 0.8
	s := p.replay.Value
	ratios := s.Trajectory.Ratios()
	if len(ratios) < 3 || !slices.Contains(ratios[:2], 1.4) {
		t.Fatalf("ratios %v", ratios)
	}
	number := func(v float64) string { return words.WithoutZero(strconv.FormatFloat(v, 'f', 2, 64)) }
	decay := .95 * s.analysis.Selection.Candidates[s.lambda].Lambda
	for step := range s.last() {
		reward, ratio := screen.Plain(s.Trajectory.Rewards()[step], 3), screen.Plain(ratios[step], 3)
		a.Wants("reward "+reward+" × ratio "+ratio, "the reward "+reward+", times its ratio "+ratio+", changes")
		if step == 2 {
			a.Wants(number(decay*ratios[1]), number(decay*ratios[1]*decay*ratios[0]))
		}
		a.Press("right")
	}
	at, want := s.last()-1, 0.0
	if want = ratios[at] * s.Trajectory.Rewards()[at]; s.Returns[at] != want {
		t.Errorf("return %v, want %v", s.Returns[at], want)
	}
	v := p.view(a.Snapshot())
	e := a.Data()
	if i := slices.Index(e.Tables[0].Header, "ratio"); i < 0 || e.Tables[0].Made()[1][i] != report.Exact(ratios[1]) {
		t.Errorf("%v", e.Tables[0].Header)
	}
	if text := strings.Join(v.replaySummary(80, func(s string) string { return s }), "\n"); !strings.Contains(text, "ratio") {
		t.Error(text)
	}
}

// TestReplayEndWhileComputing: the last step, asked for while other data are computed, is
// that of theirs.
func TestReplayEndWhileComputing(t *testing.T) {
	a, p := startReplay(t, 120, 36, 3, 1, nil)
	before := p.replay.Value.last()
	_, work := a.Update(drive.KeyPress("s"))
	a.Idle(drive.KeyPress("end"))
	if a.Step.Value != 1 {
		t.Errorf("step %d of a trajectory that is not known yet", a.Step.Value)
	}
	a.Run(work)
	last := p.replay.Value.last()
	if last == before {
		t.Fatalf("both data sets have %d steps in trajectory 3", last)
	}
	a.Wants(fmt.Sprintf("step %d of %d", last, last))
}

// TestMapHasItsHeads: the columns are named however few rows there are.
func TestMapHasItsHeads(t *testing.T) {
	for height := 15; height <= 20; height++ {
		a, _ := startFolds(t, 60, height, func(c *apptest.Config) { c.Settings.Trajectories = 2 })
		a.Wants("no.", "λ̂ without")
	}
}

// TestReplayOfAProblem names the states before and after the one on show.
func TestReplayOfAProblem(t *testing.T) {
	maze := must.Have(problem.Shipped("t-maze"))(t)
	for _, size := range []struct{ w, h int }{{120, 36}, {80, 24}, {60, 20}} {
		t.Run(fmt.Sprintf("%dx%d", size.w, size.h), func(t *testing.T) {
			a, _ := startReplay(t, size.w, size.h, 3, 2, func(c *apptest.Config) {
				c.Settings = analysis.ProblemDefaults(maze)
			})
			golden.RequireEqual(t, a.Check())
			a.Wants("step 2 of 4")
			a.Press("end")
			a.Wants("● end", "terminated: the value here is 0")
		})
	}
	a, _ := startReplay(t, 200, 60, 3, 2, func(c *apptest.Config) {
		c.Settings = analysis.ProblemDefaults(maze)
		c.Settings.Problem.Features = "1-hot"
	})
	a.Wants("3 up", "sign down")
}
