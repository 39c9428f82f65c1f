//go:build unix

package tui

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/creack/pty"
	"go.uber.org/goleak"
	"golang.org/x/sys/unix"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/internal/emulator"
	"lambdascope/tui/internal/pages"
	"lambdascope/tui/lesson"
	"lambdascope/tui/state"
	"lambdascope/tui/terminal"
)

// onTerminal runs the app in a terminal and returns a func that waits for its
// end and gives what Run returned. A change of nil leaves the config as it is.
func onTerminal(tb testing.TB, term *emulator.Terminal, change func(*Config)) (wait func() ([]string, error)) {
	tb.Helper()
	s := testutil.Get(settings.Defaults(""))(tb)
	c := Config{
		Engine: analysis.NewEngine(64 << 20), State: state.New(s), Pages: pages.New,
		Terminal:    terminal.Terminal{In: term.TTY, Out: term.TTY, Environ: []string{"TERM=xterm-256color", "COLORTERM=truecolor"}},
		CommandLine: drive.CommandLine,
	}
	if change != nil {
		change(&c)
	}
	ctx, cancel := context.WithCancel(context.Background())
	type outcome struct {
		args []string
		err  error
	}
	done := make(chan outcome, 1)
	var running sync.WaitGroup
	running.Go(func() {
		args, err := Run(ctx, c)
		done <- outcome{args, err}
	})
	tb.Cleanup(func() { // the terminal closes after the app has ended
		cancel()
		running.Wait()
	})
	return func() ([]string, error) {
		tb.Helper()
		select {
		case o := <-done:
			return o.args, o.err
		case <-time.After(10 * time.Second):
			tb.Fatal("the app does not end")
			return nil, nil
		}
	}
}

// typedAhead is a goroutine of Bubble Tea's reader that goes with the process: it waits for
// ever with what a terminal says when the app has ended, such as the answer to a question.
var typedAhead = goleak.IgnoreTopFunction("github.com/charmbracelet/ultraviolet.(*TerminalReader).sendEvents")

// TestNoColor leaves by ctrl+c, which gives the terminal back as q does.
func TestNoColor(t *testing.T) {
	coloured := func(environ ...string) bool {
		term := emulator.Open(t, 80, 24)
		wait := onTerminal(t, term, func(c *Config) { c.Environ = append(c.Environ, environ...) })
		term.AwaitText("from λ̂")
		term.Type("\x03")
		if _, err := wait(); err != nil {
			t.Error(err)
		}
		term.AwaitRestored()
		return strings.Contains(term.Raw(), "38;2;") || strings.Contains(term.Raw(), "38;5;")
	}
	if !coloured() {
		t.Error("no colour on a colour terminal")
	}
	if coloured("NO_COLOR=1") {
		t.Error("colour in spite of NO_COLOR")
	}
}

// benchmarked returns an app with some flags in a window, at rest.
func benchmarked(b *testing.B, flags string, width, height int) *model {
	c := Config{Engine: analysis.NewEngine(64 << 20), State: testutil.Get(state.Parse(strings.Fields(flags)))(b), Pages: pages.New, CommandLine: drive.CommandLine}
	c.Page = state.PageExplore
	m := newModel(b.Context(), c)
	drive.Run(m.take(tea.WindowSizeMsg{Width: width, Height: height}), m.take)
	drive.Run(m.Init(), m.take)
	return m
}

// BenchmarkFrame draws a whole screen of Explore with the results for smaller n, in colour.
func BenchmarkFrame(b *testing.B) {
	for _, size := range [][2]int{{120, 36}, {200, 60}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			m := benchmarked(b, "--states 5 --features dependent -n 30 --seed 1615", size[0], size[1])
			b.ReportAllocs()
			for b.Loop() {
				m.View()
			}
			if screen := m.View().Content; !strings.Contains(screen, "n 13") || !strings.Contains(screen, "38;2;") {
				b.Error(screen)
			}
		})
	}
}

// BenchmarkKeyToScreen presses the key of the next seed and draws the whole result. It reports
// processor time, because the time of an operation has the pauses before work in the background.
func BenchmarkKeyToScreen(b *testing.B) {
	used := func() time.Duration {
		var r unix.Rusage
		testutil.Check(b, unix.Getrusage(unix.RUSAGE_SELF, &r))
		return time.Duration(r.Utime.Nano() + r.Stime.Nano())
	}
	for _, flags := range []string{"-n 20", "--domain 2048 -n 200 --lambdas 0:1:.05", "--domain 2048 -n 1000 --lambdas 0:1:.05"} {
		b.Run(flags, func(b *testing.B) {
			m := benchmarked(b, flags, 120, 36)
			before, start := m.View().Content, used()
			for b.Loop() {
				drive.Run(m.take(tea.KeyPressMsg{Code: 's', Text: "s"}), m.take)
				m.View()
			}
			b.ReportMetric(float64((used()-start).Microseconds())/1000/float64(b.N), "cpu-ms/op")
			if m.View().Content == before {
				b.Error("the key changes nothing")
			}
		})
	}
}

// TestEscAndKey: Esc and another key in quick succession count as both, on a page, over it
// and in a line. Nothing is written at rest.
func TestEscAndKey(t *testing.T) {
	t.Parallel()
	term := emulator.Open(t, 120, 36)
	wait := onTerminal(t, term, nil)
	l := sitting{t, term}
	l.does("", "from λ̂")
	for _, c := range []struct{ opens, shows, key, want string }{
		{"", "from λ̂", "2", "2·Folds"}, {"?", "Keys of", "3", "3·Trials"}, {":n", ": n", "1", "1·Explore"}, {keyEnter, "keep the old", "?", "Keys of"},
	} {
		l.does(c.opens, c.shows)
		l.Type(keyEsc)
		time.Sleep(40 * time.Millisecond)
		l.does(c.key, c.want)
	}
	l.does("1", "from λ̂")
	l.rests("Explore")
	l.Click(l.Cell("2 Folds"))
	l.does("", "2·Folds")
	l.Resize(60, 20)
	l.does("", "1  2·Folds")
	l.rests("a window of another size")
	l.Type("q")
	testutil.Get(wait())(t)
	l.AwaitRestored()
}

// TestHugeWindow starts in a window that nobody has.
func TestHugeWindow(t *testing.T) {
	term := emulator.Open(t, 80, 24)
	testutil.Check(t, pty.Setsize(term.TTY, &pty.Winsize{Rows: 60000, Cols: 60000}))
	if _, err := onTerminal(t, term, nil)(); err == nil || !strings.Contains(err.Error(), "60000×60000") {
		t.Errorf("error %v, want one about the window", err)
	}
}

// Keys as a terminal sends them.
const (
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

// rests fails unless the screen stops changing. It waits, because work may be running, and because
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

var long = flag.Bool("long", false, "take each lesson, in several windows")

// TestLessonsInATerminal takes the lessons that ship from the first step to the last, by
// doing what the steps wait for. Without -long it is the first one alone.
func TestLessonsInATerminal(t *testing.T) {
	defer goleak.VerifyNone(t, typedAhead, goleak.IgnoreCurrent())
	e := analysis.NewEngine(64 << 20)
	all := testutil.Get(lesson.Shipped(e))(t)
	sizes := [][2]int{{80, 24}}
	if *long {
		sizes = append(sizes, [2]int{120, 36})
	} else {
		all = all[:1]
	}
	for _, l := range all {
		for _, size := range sizes {
			t.Run(fmt.Sprintf("%s/%dx%d", l.Name, size[0], size[1]), func(t *testing.T) {
				takeLesson(t, l, size[0], size[1])
			})
		}
	}
}

// takeLesson takes a lesson in a window, as a person does.
func takeLesson(t *testing.T, l *lesson.Lesson, width, height int) {
	term := emulator.Open(t, width, height)
	e := analysis.NewEngine(64 << 20)
	var opened []string
	wait := onTerminal(t, term, func(c *Config) {
		c.Engine, c.Lesson = e, l
		opened = c.State.Args()
	})
	for i, step := range l.Steps {
		title := fmt.Sprintf("─ %d/%d ", i+1, len(l.Steps))
		term.AwaitText(title)
		if step.Until != nil {
			awaitScene(term, step, title)
			for _, c := range step.Until {
				term.Type(keysFor(t, step, c))
			}
			term.AwaitText("✓ ")
		}
		if i < len(l.Steps)-1 {
			term.Type("n")
		}
	}
	term.AwaitIdle(30 * time.Millisecond)
	term.Type(keyEsc)
	term.Await("what was before the lesson", func(screen string) bool { return !strings.Contains(screen, fmt.Sprintf("/%d ", len(l.Steps))) })
	term.Type("q")
	args, err := wait()
	if err != nil || !slices.Equal(args, opened) {
		t.Errorf("left at %q, %v, want %q", args, err, opened)
	}
}

// awaitScene waits until the scene of a step is on the screen, and below the title what it
// waits for.
func awaitScene(term *emulator.Terminal, step lesson.Step, title string) {
	term.Await("what the step waits for", func(screen string) bool {
		header, _, _ := strings.Cut(screen, "\n")
		_, strip, _ := strings.Cut(screen, title)
		return strings.Contains(strip, "▸ ") && !strings.Contains(header, "computing")
	})
	if step.Scene.Page == state.PageFolds && step.Scene.Step.Set {
		term.AwaitText(fmt.Sprintf(" step %d of ", step.Scene.Step.Value))
	}
	term.AwaitIdle(30 * time.Millisecond)
}

// keysFor returns keys that fulfil the condition of a step, from its scene.
func keysFor(t *testing.T, step lesson.Step, c lesson.Condition) string {
	t.Helper()
	switch c.Kind {
	case lesson.CursorAt:
		return fmt.Sprintf(":cursor %v%s", c.Lambda, keyEnter)
	case lesson.Is:
		return ":" + c.Name + " " + c.Value + keyEnter
	case lesson.Revealed:
		return "z"
	case lesson.TrialsDone:
		if step.Scene.Page == state.PageFigures {
			return ""
		}
		return "3"
	case lesson.ReplayAtEnd:
		if step.Scene.Step.Set {
			return "\x1b[F" // end
		}
		return "2" + keyEnter + "\x1b[F"
	case lesson.LeaveOutDone:
		return "2\x1b[F" // the last row
	}
	t.Fatalf("no keys for %s", c.Text)
	return ""
}
