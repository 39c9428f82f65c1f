//go:build unix

package tui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"lambdascope/tui/internal/emulator"
)

// Keys as a terminal sends them.
const (
	keyRight = "\x1b[C"
	keyLeft  = "\x1b[D"
	keyEsc   = "\x1b"
	keyEnter = "\r"
)

// sitting is an app in a terminal, at which a person sits.
type sitting struct {
	*testing.T
	*emulator.Terminal
}

// does types keys and waits until the screen has some texts and is at rest.
func (l sitting) does(keys string, texts ...string) {
	l.Helper()
	if keys != "" {
		l.Type(keys)
	}
	for _, text := range texts {
		l.AwaitText(text)
	}
	l.AwaitIdle(30 * time.Millisecond) // more than three frames
}

// shows waits until the control column has a value.
func (l sitting) shows(control, value string) {
	l.Helper()
	l.Await(control+" "+value, func(screen string) bool { return valueOn(control)(screen) == value })
}

// rests fails unless the screen comes to rest: what is at hand may still be computed, and
// on a busy machine a frame arrives in parts.
func (l sitting) rests(where string) {
	l.Helper()
	const times = 20
	written := 0
	for range times {
		written = l.Idle(100 * time.Millisecond) // longer than between two messages of a job
		if written == 0 {
			return
		}
	}
	l.Errorf("%s: %d bytes written at idle, %d times:\n%s", where, written, times, l.Screen())
}

// TestSitting goes through all pages, as a person does it in a terminal: bytes of keys and
// the mouse arrive, windows change their size, and nothing is written at rest.
func TestSitting(t *testing.T) {
	defer goleak.VerifyNone(t, typedAhead, goleak.IgnoreCurrent())
	t.Run("all pages", func(t *testing.T) {
		term := emulator.Open(t, 120, 36)
		wait := onTerminal(t, term, func(c *Config) { c.Trials = 6 })
		l := sitting{t, term}

		l.does("", "λ̂ =", " 20 trajectories")
		l.rests("Explore")
		l.does("p"+keyRight, " 30 trajectories", "n 20")
		l.does("2"+keyEnter, "2·Folds", "eligibility trace", " step 0 of ")
		l.does(keyRight+keyRight+keyLeft, " step 1 of ")
		l.does("+++ ", "terminated: the value here is 0")
		l.rests("a replay at its end")
		l.does(keyEsc, "by influence")
		l.does("3", "3·Trials", "Over 6 trials ALLSTD has", " · 6 trials")
		l.rests("Trials that are all in")
		l.Click(l.Cell("trials    "))
		l.does("", "▸ trials")
		l.Type(keyEnter + "10000" + keyEnter)
		l.AwaitText(" of 10000 trials")
		l.does(" ", "paused · ")
		l.rests("paused Trials")
		l.Type(" ")
		l.AwaitText(" left")
		l.does("c", "stopped · ")
		l.rests("stopped Trials")
		l.does("u4", "4·Figures", "The best λ < 1 has a lower root MSVE")
		l.rests("figure a")
		l.points()
		l.Type("q")
		args, err := wait()
		want := []string{"--states", "5", "--trajectories", "30", "--cursor", "0.5", "--pin", "--states 5", "--trials", "6"}
		if err != nil || !slices.Equal(args, want) {
			t.Errorf("left at %q, %v, want %q", args, err, want)
		}
		l.AwaitRestored()
	})
}

// points uses the mouse, changes the size of the window, and undoes.
func (l sitting) points() {
	l.Helper()
	l.Click(l.Cell("1 Explore"))
	l.does("", "1·Explore")
	column, row := l.Cell(" seed ")
	l.Wheel(column+2, row, true)
	l.Wheel(column+2, row, true)
	l.shows("seed", "‹ 3 ›")
	l.Wheel(column+2, row, false)
	l.shows("seed", "‹ 2 ›")

	column, row = l.Cell("└0─") // λ = 0 is right of the corner
	l.Drag(column+3, column+1, row-4)
	l.does("", " λ = 0 · ")
	column, row = l.Cell(".5─")
	l.Drag(column+20, column, row-4)
	l.does("", " λ = 0.5 · ")

	l.Click(l.Cell(" undo"))
	l.shows("seed", "‹ 1 ›")
	l.Resize(60, 20)
	l.does("", "seed ‹1›", " λ = 0.5 ")
	l.Resize(120, 36)
	l.shows("seed", "‹ 1 ›")
	l.rests("a window of another size")
	l.does("z", "Which λ has the lowest true error?")
	if screen := l.Screen(); strings.Contains(screen, "λ̂ =") {
		l.Errorf("λ̂ is not hidden:\n%s", screen)
	}
	l.does("z", "λ̂ =")
}
