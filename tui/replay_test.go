package tui

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"lambdascope/sim"
	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// startReplay opens the replay of a trajectory.
func startReplay(t *testing.T, width, height, trajectory, step int, change func(*Config)) (*app, *replay) {
	t.Helper()
	a, p := startFolds(t, width, height, func(c *Config) {
		c.Trajectory, c.Step = state.Some(trajectory), state.Some(step)
		if change != nil {
			change(c)
		}
	})
	return a, &p.replay
}

func TestReplaySteps(t *testing.T) {
	a, p := startFolds(t, 120, 36, nil)
	r := &p.replay
	a.press("enter")
	last := p.found.Steps[p.selected()]
	a.wants("step 0 of "+strconv.Itoa(last), "reward 0", "esc map")
	a.press("right", "right", "right", "left")
	a.wants("step 2 of "+strconv.Itoa(last), "‹ 2 ›")
	a.press("left", "left", "left")
	a.wants("step 0 of")
	a.press("end", "right")
	a.wants(fmt.Sprintf("step %d of %d", last, last), "terminated: the value here is 0")
	a.press("home")
	a.wants("step 0 of")

	a.press("enter", "9", "9", "enter")
	a.wants(fmt.Sprintf("step 99: want 0 to %d", last))
	a.press("esc")
	if !r.open() {
		t.Fatal("esc while typing closes the replay")
	}
	a.press("enter", "1", "enter")
	a.wants("step 1 of")

	a.press("up", "right") // another trajectory, from its start
	if p.selected() != p.found.Order[1] || r.shown.trajectory != p.selected() {
		t.Errorf("trajectory %d is replayed, %d selected", r.shown.trajectory, p.selected())
	}
	a.wants("step 0 of " + strconv.Itoa(p.found.Steps[p.selected()]))
	a.press("esc")
	a.wants("by influence")
	if a.focus != trajectoryControl {
		t.Errorf("the focus is on %s", a.focus)
	}
}

// TestReplayNumbers holds the numbers on the screen against those of the
// trajectory, at every step.
func TestReplayNumbers(t *testing.T) {
	a, r := startReplay(t, 200, 60, 2, 0, nil)
	a.press(">", ",", ",") // λ = 0.8
	s := r.shown
	all := s.analysis.Selection.Candidates
	if s.lambda != len(all)-3 {
		t.Fatalf("at λ %d of %d", s.lambda, len(all))
	}
	trace := make([]float64, 5)
	at := s.Replay.(*sim.WalkReplay).At
	for step := range r.last() {
		for j := range trace {
			trace[j] *= .95 * all[s.lambda].Lambda
		}
		trace[at[step]]++
		a.wants(
			fmt.Sprintf("step %d of %d", step, r.last()),
			"reward "+screen.Plain(s.Trajectory.Rewards()[step], 3),
			"return from here "+screen.Plain(s.Returns[step], 3),
			"predicted without it "+screen.Plain(s.Without[step], 3),
			"with it "+screen.Plain(all[s.lambda].Theta[at[step]], 3), // features are 1-hot
			"state "+strconv.Itoa(at[step]+1),
		)
		for _, v := range trace {
			if v != 0 {
				a.wants(screen.Plain(v, 2))
			}
		}
		a.press("right")
	}
	a.wants(screen.Plain(all[s.lambda].Folds[2], 3) + ", which is its ℓ_i")
}

// TestReplayPlays delivers the ticks by hand, as the clock would.
func TestReplayPlays(t *testing.T) {
	a, p := startFolds(t, 120, 36, nil)
	a.press("enter")
	r := &p.replay
	tick := func() tea.Cmd { return p.receive(replayTickMsg{r.ticks}) }
	if next := tick(); next != nil || r.step() != 0 {
		t.Error("a tick moves a replay that does not play")
	}

	if _, next := a.Update(keyPress("space")); next == nil || !r.playing {
		t.Fatal("space does not play")
	}
	a.wants("space pause")
	old := replayTickMsg{r.ticks}
	if next := tick(); next == nil || r.step() != 1 {
		t.Errorf("after a tick at step %d", r.step())
	}
	if next := p.receive(old); next != nil || r.step() != 1 {
		t.Error("an old tick moves the replay")
	}
	a.Update(keyPress("space"))
	if next := tick(); next != nil || r.playing || r.step() != 1 {
		t.Error("space does not pause")
	}
	a.Update(keyPress("space"))
	for range r.last() - 2 {
		if tick() == nil {
			t.Fatalf("playing ends at step %d of %d", r.step(), r.last())
		}
	}
	if next := tick(); next != nil || r.playing || r.step() != r.last() {
		t.Errorf("at step %d of %d it still plays", r.step(), r.last())
	}
	a.Update(keyPress("space")) // from the start again
	if r.step() != 0 || !r.playing {
		t.Errorf("at step %d, playing %v", r.step(), r.playing)
	}
	a.press("1")
	if next := tick(); next != nil || r.playing {
		t.Error("it plays on while another page is on show")
	}
	a.press("2")
	if !r.open() || r.playing {
		t.Error("the replay is not as it was left")
	}
	a.press("esc")
	if _, next := a.Update(keyPress("space")); next == nil || !r.open() || !r.playing {
		t.Error("space does not play from the map")
	}
}

func TestReplaySpeed(t *testing.T) {
	a, _ := startReplay(t, 120, 36, 2, 0, nil)
	for _, want := range []int{5, 10, 30, 30} {
		a.press("+")
		if a.Speed != want {
			t.Errorf("%d steps a second, want %d", a.Speed, want)
		}
	}
	a.press("-")
	a.focus = "pace"
	a.press("left")
	a.wants("‹ 5 ›")
	a.press("enter", "3", "enter")
	a.wants("steps/s 3: want 1, 2, 5,")
	a.press("esc", "enter", "1", "enter")
	a.wants("‹ 1 ›")
	a.press("-", "left")
	if a.Speed != 1 {
		t.Errorf("%d steps a second, want the slowest", a.Speed)
	}
}

// TestReplayFollowsTheCursor moves λ and γ while the replay is open.
func TestReplayFollowsTheCursor(t *testing.T) {
	a, r := startReplay(t, 120, 36, 2, 4, nil)
	a.press("<")
	a.wants("λ γ = 0 a step")
	a.press(">")
	a.wants("λ γ = .95 a step", "step 4 of")
	a.focus = "gamma"
	a.press("right")
	a.wants("λ γ = .98 a step", "step 4 of")
	if r.shown.analysis != a.analysis {
		t.Error("the replay is of the settings before")
	}
	a.press("s")
	if r.shown.analysis != a.analysis || r.step() > r.last() {
		t.Errorf("of other data, step %d of %d", r.step(), r.last())
	}
}

func TestReplayMouse(t *testing.T) {
	a, r := startReplay(t, 120, 36, 2, 0, nil)
	a.check()
	a.send(tea.MouseClickMsg{X: 118, Y: 25, Button: tea.MouseLeft})
	if r.step() != r.last() {
		t.Errorf("a click at the right end of the chart goes to step %d of %d", r.step(), r.last())
	}
	a.send(tea.MouseMotionMsg{X: 20, Y: 25, Button: tea.MouseLeft})
	if r.step() != 0 {
		t.Errorf("dragging to the left end goes to step %d", r.step())
	}
	a.send(tea.MouseReleaseMsg{X: 20, Y: 25})
	a.check()
	a.send(tea.MouseWheelMsg{X: 80, Y: 25, Button: tea.MouseWheelDown})
	a.wants("step 1 of")
}

// TestReplayPictures holds the drawings against the states.
func TestReplayPictures(t *testing.T) {
	a, r := startReplay(t, 120, 36, 4, 30, domainOf(t, "2048"))
	for range 20 {
		s := r.shown.Replay.(*sim.BoardReplay)
		screen := a.check()
		for row := range 4 {
			var cells []string
			for _, v := range s.Boards[r.step()][4*row : 4*row+4] {
				text := "·"
				if v > 0 {
					text = strconv.Itoa(v)
				}
				cells = append(cells, fmt.Sprintf("%5s ", text))
			}
			if want := "│" + strings.Join(cells, "│") + "│"; !strings.Contains(screen, want) {
				t.Fatalf("step %d: no %q on\n%s", r.step(), want, screen)
			}
		}
		a.wants("next move", s.Moves[r.step()].String())
		a.press("right")
	}

	a, r = startReplay(t, 120, 36, 4, 0, domainOf(t, "mountain-car"))
	arrows := map[string]bool{}
	last := -1
	for r.step() < r.last() {
		s := r.shown.Replay.(*sim.CarReplay)
		a.wants(actionName(s.Actions[r.step()]))
		column := -1
		for _, l := range strings.Split(a.check(), "\n")[2:16] {
			if _, l, ok := strings.Cut(l, "│ "); ok {
				before, after, found := strings.Cut(l, "●")
				if found {
					column = len([]rune(before))
					arrows["right"] = arrows["right"] || strings.HasPrefix(after, "─▸")
					arrows["left"] = arrows["left"] || strings.HasSuffix(before, "◂─")
					if right := strings.HasPrefix(after, "─▸"); right != (s.Actions[r.step()] == 1) {
						t.Fatalf("step %d: action %d, drawn %q", r.step(), s.Actions[r.step()], l)
					}
				}
			}
		}
		if column < 0 || last >= 0 && (column-last)*sign(s.Velocities[r.step()]) < 0 {
			t.Fatalf("step %d: the car moves from column %d to %d at velocity %v", r.step(), last, column, s.Velocities[r.step()])
		}
		last = column
		a.press("right")
	}
	if !arrows["left"] || !arrows["right"] {
		t.Errorf("arrows %v", arrows)
	}
	a.wants("terminated")
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
				a, _ := startFolds(t, size[0], size[1], func(c *Config) {
					c.Glyphs, c.Theme = glyphs, screen.ThemeMono
					c.Settings.Trajectories = 10
				})
				a.press(".", ".", "right")
				golden.RequireEqual(t, a.tookNothing())
			})
		}
	}
}

func TestGoldenReplay(t *testing.T) {
	for _, domain := range []string{"random-walk", "2048", "mountain-car", "file"} {
		change := func(c *Config) { recordedOf(t)(c) }
		if domain != "file" {
			change = domainOf(t, domain)
		}
		for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
			for _, glyphs := range []chart.Glyphs{chart.Braille, chart.Plain} {
				if glyphs == chart.Plain && size[0] != 80 {
					continue
				}
				t.Run(fmt.Sprintf("%s/%dx%d/%s", domain, size[0], size[1], screen.GlyphNames()[glyphs]), func(t *testing.T) {
					a, _ := startReplay(t, size[0], size[1], 2, 3, func(c *Config) {
						change(c)
						c.Glyphs, c.Cursor = glyphs, state.Some(.5)
					})
					golden.RequireEqual(t, a.tookNothing())
				})
			}
		}
	}
}

// TestTraceBars draws bars of which part is older.
func TestTraceBars(t *testing.T) {
	a := startApp(t, 80, 24, nil)
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
		l := a.styles.Line(16)
		traceBar(l, c.length, c.older, c.Signed)
		want := strings.NewReplacer("o", "█", "n", "█").Replace(c.want)
		if n := strings.Count(c.want, "n"); n > 0 {
			if part := a.styles.Style(chart.InkCursor).Render(strings.Repeat("█", n)); !strings.Contains(l.String(), part) {
				t.Errorf("length %v, older %v: no %q in %q", c.length, c.older, part, l.String())
			}
		}
		if got := ansi.Strip(l.String()); got != want {
			t.Errorf("length %v, older %v, signed %v: %q, want %q", c.length, c.older, c.Signed, got, want)
		}
	}
	k := a.styles.Canvas(3, 4)
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
		a, r := startReplay(t, 200, 60, i, 0, func(c *Config) {
			domainOf(t, "mountain-car")(c)
			c.Settings.Problem.Features, c.Settings.Trajectories, c.Settings.Lambdas = "tile-coding", 3, "0.5"
		})
		sum := 0.0
		for step, g := range r.shown.Returns {
			sum += (r.shown.Without[step] - g) * (r.shown.Without[step] - g)
		}
		a.wants("mean squared error of " + screen.Plain(sum/float64(r.last()), 3))
		if strings.Contains(a.check(), "another of the many fits") {
			others++
		}
	}
	if others == 0 {
		t.Error("no fold has other weights")
	}
}
