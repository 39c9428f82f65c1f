package tui

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/internal/drive"
)

// watched runs a key in the fake time of a bubble, and calls see after each message.
func watched(a *app, key string, see func()) {
	cmd := a.take(drive.KeyPress(key))
	see()
	drive.Run(cmd, func(msg tea.Msg) tea.Cmd {
		cmd := a.take(msg)
		see()
		return cmd
	})
}

// TestExplorePlays lets n grow on the screen: through the series to the chosen n, a second each, with
// the λ's struck out one at a time, and one step of undo for all.
func TestExplorePlays(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		synctest.Test(t, func(t *testing.T) {
			a := startApp(t, size[0], size[1], ofFlags(t, "--states 5 --features dependent -n 30 --seed 1615"))
			var ns, crosses []int
			scales := make(map[string]bool)
			start := time.Now()
			watched(a, "space", func() {
				if a.Snapshot().Playing && a.Settings.Trajectories > 2 { // before, the scale is computed
					scales[axesOf(a.check())] = true
				}
				if n := a.Settings.Trajectories; len(ns) == 0 || ns[len(ns)-1] != n {
					ns = append(ns, n)
				}
				for line := range strings.SplitSeq(a.check(), "\n") {
					if strings.Contains(line, "★") && strings.Contains(line, fmt.Sprintf("n %d ", a.Settings.Trajectories)) {
						crosses = append(crosses, strings.Count(line, "×"))
						break
					}
				}
			})
			if want := []int{2, 3, 5, 8, 13, 20, 30}; !slices.Equal(ns, want) {
				t.Errorf("%v: n = %v, want %v", size, ns, want)
			}
			if len(scales) != 1 {
				t.Errorf("%v: the axes move: %v", size, scales)
			}
			if took := time.Since(start); took < 6*time.Second || took > 8*time.Second {
				t.Errorf("%v: %v", size, took)
			}
			for i := 1; size[0] < 200 && i < len(crosses); i++ { // beyond, charts of smaller n have rows, too
				if crosses[i] > crosses[i-1]+1 {
					t.Errorf("%v: several λ's are struck out at once: %v", size, crosses)
					break
				}
			}
			if size[0] < 200 && crosses[len(crosses)-1] != 2 || a.player.Running() {
				t.Errorf("%v: the end has %v", size, crosses)
			}
			a.press("u")
			if _, err := a.history.Undo(a.State); err || a.Settings.Trajectories != 30 {
				t.Errorf("%v: a play is more than one step of undo", size)
			}
		})
	}
}

// axesOf returns the axes of the first chart on a screen: the ticks at their rows, without the error of
// λ̂, and the λ axis.
func axesOf(screen string) (axes string) {
	tick := regexp.MustCompile(`\s[-+][.\d]+ ┤`)
	for y, line := range strings.Split(screen, "\n") {
		line = ansi.Truncate(line, 130, "") // beyond are the charts of smaller n
		if at := tick.FindStringIndex(line); at != nil {
			axes += fmt.Sprint(y, line[at[0]:at[1]])
		}
		if before, _, ok := strings.Cut(line, "λ └"); ok {
			return fmt.Sprint(axes, "λ axis from ", ansi.StringWidth(before))
		}
	}
	return axes
}

// TestPlayStops ends a play with keys, a click and a presenter, and goes on after a pause alone.
func TestPlayStops(t *testing.T) {
	for name, stop := range map[string]func(*app){
		"pause":   func(a *app) { a.take(drive.KeyPress("space")) },
		"another": func(a *app) { a.take(drive.KeyPress("v")) },
		"help":    func(a *app) { a.take(drive.KeyPress("?")) },
		"click":   func(a *app) { a.take(tea.MouseClickMsg{X: 1, Y: a.height - 1, Button: tea.MouseLeft}) },
		"others": func(a *app) {
			next := a.State
			next.Settings.Seed++
			a.Go(next, "")
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := startApp(t, 120, 36, ofFlags(t, "--states 5 -n 30"))
				stopped := false
				watched(a, "space", func() {
					if a.Settings.Trajectories == 8 && !stopped {
						stopped = true
						stop(a)
					}
				})
				want := 30 // a stop restores the chosen n, except after a pause or a change of settings
				if name == "pause" || name == "others" {
					want = 8
				}
				if !stopped || a.Settings.Trajectories != want || a.player.Running() {
					t.Fatalf("n = %d after a stop at 8, want %d", a.Settings.Trajectories, want)
				}
				if name != "pause" {
					return
				}
				first := 0
				watched(a, "space", func() {
					if first == 0 {
						first = a.Settings.Trajectories
					}
				})
				if first != 8 || a.Settings.Trajectories != 30 {
					t.Errorf("goes on from %d to %d, want 8 and 30", first, a.Settings.Trajectories)
				}
			})
		})
	}
}

// TestCursorAfterPlay moves the λ cursor while n grows. It counts from λ̂ of the chosen n, or from the chosen λ.
func TestCursorAfterPlay(t *testing.T) {
	for flags, want := range map[string]float64{"": .9, " --cursor 0.3": .4} {
		synctest.Test(t, func(t *testing.T) {
			a := startApp(t, 80, 24, ofFlags(t, "--states 5 --features dependent -n 30 --seed 1615"+flags))
			stopped := false
			watched(a, "space", func() {
				if now := a.Snapshot().Result; !stopped && now.Settings.Trajectories == 5 && now.Selection.Selected != 8 {
					stopped = true
					a.take(drive.KeyPress("."))
					a.wants("n ‹30›", fmt.Sprintf("λ %v ", want))
				}
			})
			if !stopped || a.Cursor.Value != want {
				t.Errorf("%q: stopped %v, λ = %v, want %v", flags, stopped, a.Cursor.Value, want)
			}
		})
	}
}

// TestFoldsPlay leaves out each trajectory once, and plays all steps of a replay.
func TestFoldsPlay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := startApp(t, 120, 36, ofFlags(t, "--states 5 -n 6 --page folds"))
		seen := make(map[int]bool)
		watched(a, "space", func() { seen[a.Trajectory.Value] = true })
		if len(seen) != 6 || a.player.Running() {
			t.Errorf("left out: %v", seen)
		}
		a.press("enter")
		var steps []int
		watched(a, "space", func() {
			if t := a.Step.Value; len(steps) == 0 || steps[len(steps)-1] != t {
				steps = append(steps, t)
			}
		})
		for i, step := range steps {
			if i != step {
				t.Fatalf("steps %v", steps)
			}
		}
	})
}

// TestDialIntroduces opens the Dial for the first time: λ sweeps to 1 by itself, once, and not with a
// chosen λ nor without motion.
func TestDialIntroduces(t *testing.T) {
	for _, c := range []struct {
		flags string
		moves bool
		want  float64 // the last λ
	}{
		{"--states 5", true, 1},
		{"--states 5 --cursor 0.3", true, .3},
		{"--states 5", false, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			start := ofFlags(t, c.flags)
			a := startApp(t, 120, 36, func(to *Config) {
				start(to)
				to.Moves = c.moves
			})
			a.press("0")
			if a.Cursor.Value != c.want {
				t.Errorf("%s, moves %v: λ = %v, want %v", c.flags, c.moves, a.Cursor.Value, c.want)
			}
			chosen := a.initial.Cursor.Value
			a.press("<", "1", "0")
			if a.Cursor.Value != chosen {
				t.Errorf("%s: the sweep comes again, to %v", c.flags, a.Cursor.Value)
			}
		})
	}
}

// TestDialVisit opens the Dial from Explore and goes back: data, λ cursor and truth are as before,
// unless the Dial's settings have been changed there.
func TestDialVisit(t *testing.T) {
	a := startApp(t, 120, 36, ofFlags(t, "--states 5 --features dependent -n 30 --seed 1615 --cursor 0.3"))
	a.press("0")
	a.wants("8 trajectories", "30 data sets")
	a.press(">", "1")
	a.wants("30 trajectories", "λ 0.3", "root MSVE")
	a.press("0", "s", "1")
	a.wants("8 trajectories", "λ 0.3", "root MSVE")
}

// playedTrials is the number of steps of a play of trials.
const playedTrials = 20

// TestTrialsPlay lets 80 trials come in within 8 s on the axes of the last frame, with the truth hidden or
// not.
func TestTrialsPlay(t *testing.T) {
	ticks := regexp.MustCompile(`[-.\d]+ ┤|─[-.\d]+─`)
	for _, c := range []struct {
		width, height int
		flags         string
	}{{60, 20, ""}, {80, 24, ""}, {80, 24, "--page trials:values"}, {120, 36, "--hide"}} {
		synctest.Test(t, func(t *testing.T) {
			a := startApp(t, c.width, c.height, ofFlags(t, "--page trials --states 5 --features dependent -n 8 "+c.flags))
			want := ticks.FindAllString(a.check(), -1)
			start := time.Now()
			seen := 0
			watched(a, "space", func() {
				seen++
				if got := ticks.FindAllString(a.check(), -1); !slices.Equal(got, want) {
					t.Fatalf("%v, %d trials: axes %v, want %v", c, a.Trials, got, want)
				}
			})
			if took := time.Since(start); seen < playedTrials || took < 7*time.Second || took > 8500*time.Millisecond {
				t.Errorf("%v: %d trials in %v", c, seen, took)
			}
		})
	}
}

// TestGlide turns λ on Explore: the frames differ, take at most 150 ms together, and end with the
// screen of an app whose marks jump.
func TestGlide(t *testing.T) {
	for _, still := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			start := ofFlags(t, "--states 5 --features dependent -n 30 --seed 1615")
			a := startApp(t, 120, 36, func(c *Config) {
				start(c)
				c.Moves = true
				c.Still = still
			})
			end := startApp(t, 120, 36, start)
			for _, key := range []string{",", "s", "right", "z", "s", "3", "1"} {
				end.press(key)
				begin := time.Now()
				frames := make(map[string]bool)
				watched(a, key, func() { frames[a.draw().text] = true })
				if a.draw().text != end.draw().text {
					t.Errorf("still %v: after %s the glide ends elsewhere", still, key)
				}
				if took := time.Since(begin); key != "3" && key != "1" && took > 800*time.Millisecond {
					t.Errorf("still %v: %s takes %v", still, key, took)
				}
				if many := len(frames) >= 4; key == "s" && many == still {
					t.Errorf("still %v: %s has %d frames", still, key, len(frames))
				}
			}
		})
	}
}
