//go:build unix

package tui

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"lambdascope/sim/must"
	"lambdascope/tui/export"
	"lambdascope/tui/internal/emulator"
)

// diskFolder is a place for files on the disk.
type diskFolder string

func (d diskFolder) Folder() string { return string(d) }

func (d diskFolder) Mkdir(name string) (undo func(), err error) {
	full := filepath.Join(string(d), name)
	return func() { _ = os.Remove(full) }, os.Mkdir(full, 0o777)
}

func (d diskFolder) Create(name string) (export.NewFile, error) {
	f, err := os.OpenFile(filepath.Join(string(d), name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	return diskFile{f}, err
}

type diskFile struct{ *os.File }

func (f diskFile) Commit() error { return f.Close() }

func (f diskFile) Discard() {
	if f.Close() == nil { // it was not committed
		_ = os.Remove(f.Name())
	}
}

// Keys as a terminal sends them.
const (
	keyRight = "\x1b[C"
	keyLeft  = "\x1b[D"
	keyDown  = "\x1b[B"
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
	l.sees(texts...)
}

// sees waits until the screen has some texts and is at rest.
func (l sitting) sees(texts ...string) {
	l.Helper()
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

// lacks fails where a text is on the screen.
func (l sitting) lacks(text string) {
	l.Helper()
	if screen := l.Screen(); strings.Contains(screen, text) {
		l.Errorf("%q on the screen:\n%s", text, screen)
	}
}

// TestSitting goes through all pages, as a person does it in a terminal.
func TestSitting(t *testing.T) {
	defer goleak.VerifyNone(t, typedAhead, goleak.IgnoreCurrent())
	t.Run("all pages", func(t *testing.T) {
		folder := t.TempDir()
		term := emulator.Open(t, 120, 36)
		wait := onTerminal(t, term, func(c *Config) {
			c.Trials = 6
			c.Files = diskFolder(folder)
		})
		l := sitting{t, term}
		l.explore()
		l.folds()
		l.trials()
		l.figures()
		l.takes(folder)
		l.points()

		l.does("z", "Which λ has the lowest true error?")
		l.lacks("λ̂ =")
		l.does("y", "Copied, if your terminal allows it: lambdascope ")
		l.does("z", "λ̂ =")
		l.Type("q")
		args, err := wait()
		want := []string{"--states", "5", "--trajectories", "50", "--cursor", "1", "--pin", "--states 5 --trajectories 30", "--trials", "6"}
		if err != nil || !slices.Equal(args, want) {
			t.Errorf("left at %q, %v, want %q", args, err, want)
		}
		l.AwaitRestored()
	})
}

// explore turns n, pins a curve, and predicts.
func (l sitting) explore() {
	l.Helper()
	l.sees("λ̂ =", " 20 trajectories")
	l.rests("Explore")
	l.does(keyRight, " 30 trajectories")
	l.does("p"+keyRight, " 50 trajectories", "n 30") // the ghost's name
	l.does("z", "Which λ has the lowest true error?")
	l.lacks("root MSVE")
	l.does(">", " λ = 1 ·")
	l.does("z", "Your λ = 1", "▼ λ̂")
}

// folds goes through the trajectories, and plays one.
func (l sitting) folds() {
	l.Helper()
	l.does("2", "2·Folds", "of 50 trajectories, by influence", "have half of all influence")
	l.rests("Folds")
	chosen := valueOn("trajectory")
	before := chosen(l.Screen())
	l.Type(keyRight)
	l.Await("another trajectory", func(screen string) bool { return chosen(screen) != before })
	l.does(keyEnter, "eligibility trace", " step 0 of ")
	l.does(keyRight+keyRight+keyLeft, " step 1 of ")
	_, after, _ := strings.Cut(l.Screen(), " step 1 of ")
	last, _, _ := strings.Cut(after, " ")
	l.does("+++ ", " step "+last+" of "+last, "terminated: the value here is 0")
	l.rests("a replay at its end")
	l.does(keyEsc, "by influence")
}

// trials runs trials, stops them, and goes on.
func (l sitting) trials() {
	l.Helper()
	l.does("3", "3·Trials", "Over 6 trials ALLSTD has", " · 6 trials")
	l.rests("Trials that are all in")
	l.Click(l.Cell("trials    "))
	l.sees("▸ trials")
	l.Type(keyEnter + "10000" + keyEnter)
	l.AwaitText(" of 10000 trials")
	l.does(" ", "paused · ")
	l.rests("paused Trials")
	l.Type(" ")
	l.AwaitText(" left")
	l.does("c", "stopped · ")
	l.rests("cancelled Trials")
	l.does("u", "Over 6 trials ALLSTD has")
}

// figures goes through figures and the sweep.
func (l sitting) figures() {
	l.Helper()
	l.does("4", "4·Figures", "(a) root MSVE of LSTD(λ) against λ", "The best λ < 1 has a lower root MSVE")
	l.rests("figure a")
	l.does("f", "(b) root MSVE ÷ that of LSTD(best)", " n = 50 · ALLSTD ")
	l.rests("figure b")
	l.does("F", "(a) root MSVE of")
	l.does("F", "up to 1: not ruled out")
	l.Await("all rows of the sweep", func(screen string) bool { // no progress in the header
		header, _, _ := strings.Cut(screen, "\n")
		return strings.Contains(screen, " of 14 rows") && !strings.Contains(header, "rows") && !strings.Contains(header, "computing")
	})
	l.rests("the sweep")
}

// takes exports the page, and finds the files.
func (l sitting) takes(folder string) {
	l.Helper()
	l.does("e", "Wrote figures.json")
	l.rests("after an export")
	found := must.Have(fs.Glob(os.DirFS(folder), "lambdascope-figures-1/*"))(l)
	for _, name := range []string{".json", ".txt", "-a.csv", "-a.svg", "-a.png", "-b.csv", "-sweep.csv", "-sweep.svg", "-sweep.png"} {
		name = "lambdascope-figures-1/figures" + name
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.Size() == 0 {
			l.Errorf("%s: %v; there are %q", name, err, found)
		}
	}
}

// points uses the mouse, changes the size of the window, and undoes.
func (l sitting) points() {
	l.Helper()
	column, row := l.Cell("1 Explore")
	l.Click(column, row)
	l.sees("1·Explore", " λ = 1 · ")

	column, row = l.Cell(" seed ")
	l.Wheel(column+2, row, true)
	l.Wheel(column+2, row, true)
	l.shows("seed", "‹ 3 ›")
	l.Wheel(column+2, row, false)
	l.shows("seed", "‹ 2 ›")

	column, row = l.Cell("└0─") // λ = 0 is right of the corner
	l.Drag(column+3, column+1, row-4)
	l.sees(" λ = 0 · ")
	column, row = l.Cell(".5─")
	l.Drag(column+20, column, row-4)
	l.sees(" λ = 0.5 · ")

	column, row = l.Cell(" undo")
	l.Click(column, row)
	l.shows("seed", "‹ 1 ›")
	l.Resize(60, 20)
	l.sees("seed ‹1›", " λ = 0.5 ")
	l.Resize(200, 60)
	l.shows("seed", "‹ 1 ›")
	l.sees(" λ = 0.5 · ")
	l.Resize(120, 36)
	l.shows("seed", "‹ 1 ›")
	l.sees(" λ = 0.5 · ")
	l.rests("a window of another size")
	l.does(">", " λ = 1 · ")
}
