//go:build unix

package tui

import (
	"context"
	"flag"
	"fmt"
	"regexp"
	"runtime"
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
	"lambdascope/sim/engine"
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

// BenchmarkFrame draws a whole screen of Explore with the results for smaller n, in colour.
func BenchmarkFrame(b *testing.B) {
	for _, size := range [][2]int{{120, 36}, {200, 60}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			flags := strings.Fields("--states 5 --features dependent -n 30 --seed 1615")
			c := Config{Engine: analysis.NewEngine(64 << 20), State: testutil.Get(state.Parse(flags))(b), Pages: pages.New, CommandLine: drive.CommandLine}
			c.Page = state.PageExplore
			m := newModel(b.Context(), c)
			drive.Run(m.take(tea.WindowSizeMsg{Width: size[0], Height: size[1]}), m.take)
			drive.Run(m.Init(), m.take)
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

// keysOn is what a benchmark presses in an app.
type keysOn struct {
	name   string
	change func(*Config)
	before string    // a key pressed before each, which makes all that is kept new
	keys   [2]string // taken in turn
	label  string    // of the control whose value shows that the key is taken; "" for the readout
}

// BenchmarkKeyToScreen measures how long after a key press its result is on the screen.
// Nothing is kept from one press to the next but where a key is pressed before each.
func BenchmarkKeyToScreen(b *testing.B) {
	games := func(n int) func(c *Config) {
		return func(c *Config) {
			ofFlags(b, "--domain 2048")(c)
			c.Settings.Trajectories, c.Settings.Lambdas = n, settings.UniformGrid(.05)
		}
	}
	states := func(c *Config) { c.Settings.Problem.States = 19 }
	turns, seeds := [2]string{"l", "h"}, [2]string{"s", "s"}
	for _, on := range []keysOn{
		{"seed", nil, "", seeds, "seed"}, {"n", nil, "", turns, "n"}, {"cursor", nil, "", [2]string{".", ","}, ""},
		{"n-19-states", states, "", turns, "n"}, {"n-19-states-after-seed", states, "s", turns, "n"},
		{"2048", games(200), "", seeds, "seed"}, {"2048-n-after-seed", games(200), "s", turns, "n"},
		{"2048-1000", games(1000), "", seeds, "seed"}, {"2048-1000-n-after-seed", games(1000), "s", [2]string{"h", "l"}, "n"},
	} {
		cache := 0
		if on.before != "" {
			cache = engine.DefaultCacheBytes
		}
		b.Run(on.name, func(b *testing.B) { on.measure(b, analysis.NewEngine(cache)) })
	}
}

// measure presses the keys in a terminal, and reports when a key is seen to have been
// taken, when the first picture and the whole are there, with median and 95th percentile,
// and how many bytes and how much time of processors all of it takes.
func (on keysOn) measure(b *testing.B, engine *analysis.Engine) {
	processors := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(processors)
	term := emulator.Open(b, 120, 36)
	start := time.Now()
	wait := onTerminal(b, term, func(c *Config) {
		if c.Engine = engine; on.change != nil {
			on.change(c)
		}
		c.Engine.SingleUser()
	})
	term.AwaitText("LOTO error")
	firstFrame := time.Since(start)
	picture := func() string { return pictureOn(term.Screen()) }
	isNew := func(screen, before string) bool {
		return pictureOn(screen) != before && !strings.Contains(screen, "computing …")
	}
	taken := pictureOn
	if on.label != "" {
		taken = valueOn(on.label)
	}
	const rest = 50 * time.Millisecond // more than three frames
	took := map[string][]float64{}
	for i := 0; b.Loop(); i++ {
		term.AwaitIdle(rest)
		if on.before != "" {
			before := picture()
			term.Type(on.before)
			term.Await("a result before", func(screen string) bool { return isNew(screen, before) })
			term.AwaitIdle(5 * rest)
		}
		before, value, written := picture(), taken(term.Screen()), term.Written()
		pressed, used := time.Now(), processorTime(b)
		seen := map[string]bool{}
		note := func(what string, now bool) {
			if now && !seen[what] {
				seen[what] = true
				took[what] = append(took[what], float64(time.Since(pressed).Microseconds())/1000)
			}
		}
		term.Type(on.keys[i%2])
		term.Await("the whole", func(screen string) bool {
			note("taken", taken(screen) != value)
			note("first", pictureOn(screen) != before)
			note("whole", isNew(screen, before))
			return seen["whole"] && seen["taken"]
		})
		took["cpu"] = append(took["cpu"], float64((processorTime(b)-used).Microseconds())/1000)
		term.AwaitIdle(rest)
		took["bytes"] = append(took["bytes"], float64(term.Written()-written))
	}
	for what, all := range took {
		slices.Sort(all)
		unit := map[bool]string{true: what, false: what + "-ms"}[what == "bytes"]
		b.ReportMetric(all[len(all)/2], "median-"+unit)
		b.ReportMetric(all[len(all)*95/100], "p95-"+unit)
	}
	b.ReportMetric(float64(firstFrame.Microseconds())/1000, "first-frame-ms")
	term.Type("q")
	testutil.Get(wait())(b)
}

// processorTime returns what this process has used, the terminal's part included.
func processorTime(b *testing.B) time.Duration {
	var used unix.Rusage
	testutil.Check(b, unix.Getrusage(unix.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// pictureOn returns what another picture has other words for: what it is of, in the
// header, and the numbers under the charts.
func pictureOn(screen string) string {
	header, _, _ := strings.Cut(screen, "\n")
	out := regexp.MustCompile(`(first \d+ of )?\d+ trajectories`).FindString(header)
	for line := range strings.Lines(screen) {
		if strings.Contains(line, "LOTO error") && strings.Contains(line, "root MSVE") {
			out += line
		}
	}
	return out
}

// valueOn returns a func that reads the value of a control in the panel at the left.
func valueOn(label string) func(screen string) string {
	return func(screen string) string {
		for line := range strings.Lines(screen) {
			control, _, _ := strings.Cut(strings.TrimLeft(line, "│ ▸"), "│")
			f := strings.Fields(control)
			if len(f) > 1 && f[0] == label {
				return strings.Join(f[1:], " ")
			}
		}
		return ""
	}
}

// TestEscAndKey: Esc and another key in quick succession count as both, on a page, over it
// and in a line.
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
	l.Type("q")
	testutil.Get(wait())(t)
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

// showsSeed waits until the control column has a seed.
func (l sitting) showsSeed(value string) {
	l.Helper()
	l.Await("seed "+value, func(screen string) bool { return valueOn("seed")(screen) == value })
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
	t.Parallel()
	term := emulator.Open(t, 120, 36)
	wait := onTerminal(t, term, func(c *Config) { c.Trials = 6 })
	l := sitting{t, term}

	l.does("", "from λ̂", " 20 trajectories")
	l.rests("Explore")
	l.does("p"+keyRight, " 30 trajectories", "n 20")
	l.does("2"+keyEnter, "2·Folds", "race z", " step 0 of ")
	l.does(keyRight+keyRight+keyLeft, " step 1 of ")
	l.does("+++ ", "terminated: the value here is 0")
	l.rests("a replay at its end")
	l.does(keyEsc, "says of each")
	l.does("3", "3·Trials", "Too few trials to judge", " · 6 trials")
	l.rests("Trials that are all in")
	l.Click(l.Cell("trials    "))
	l.does("", "▸ trials")
	l.Type(keyEnter + "10000" + keyEnter)
	l.AwaitText(" of 10000 trials")
	l.AwaitText(" left")
	l.does("u4", "4·Figures", "the best λ ")
	l.rests("figure a")
	l.points()
	l.Type("q")
	args, err := wait()
	want := []string{"--states", "5", "--trajectories", "30", "--cursor", "0.5", "--trials", "6", "--pin", "--states 5"}
	if err != nil || !slices.Equal(args, want) {
		t.Errorf("left at %q, %v, want %q", args, err, want)
	}
	l.AwaitRestored()
}

// points uses the mouse, changes the size of the window, and undoes.
func (l sitting) points() {
	l.Helper()
	l.Click(l.Cell("1 Explore"))
	l.does("", "1·Explore")
	column, row := l.Cell(" seed ")
	l.Wheel(column+2, row, true)
	l.Wheel(column+2, row, true)
	l.showsSeed("‹ 3 ›")
	l.Wheel(column+2, row, false)
	l.showsSeed("‹ 2 ›")

	column, row = l.Cell("λ └") // λ = 0 is right of the corner
	l.Drag(column+5, column+3, row-4)
	l.does("", " λ 0    LOTO error ")
	column, row = l.Cell(".5─")
	l.Drag(column+20, column, row-4)
	l.does("", " λ 0.5    LOTO error ")

	l.Click(l.Cell(" undo"))
	l.showsSeed("‹ 1 ›")
	l.Resize(60, 20)
	l.does("", "seed ‹1›", " λ 0.5 ")
	l.Resize(120, 36)
	l.showsSeed("‹ 1 ›")
	l.rests("a window of another size")
	l.does("z", "Which λ is best in truth?")
	if screen := l.Screen(); strings.Contains(screen, "root MSVE") {
		l.Errorf("the true error is not hidden:\n%s", screen)
	}
	l.does("z", "from λ̂")
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

// keysFor are keys that do what a step waits for, in its scene.
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
