//go:build unix

package tui

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"go.uber.org/goleak"
	"golang.org/x/sys/unix"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/internal/emulator"
	"lambdascope/tui/pages"
	"lambdascope/tui/state"
	"lambdascope/tui/terminal"
)

// onTerminal runs the app in a terminal and returns a func that waits for its
// end and gives what Run returned. A change of nil leaves the config as it is.
func onTerminal(tb testing.TB, term *emulator.Terminal, change func(*Config)) (wait func() ([]string, error)) {
	tb.Helper()
	s := must.Have(analysis.Defaults(""))(tb)
	c := Config{
		Engine: analysis.NewEngine(64 << 20), State: state.New(s), Pages: pages.New,
		Terminal:    terminal.Terminal{In: term.TTY, Out: term.TTY, Environ: []string{"TERM=xterm-256color", "COLORTERM=truecolor"}},
		CommandLine: drive.CommandLine,
	}
	if change != nil {
		change(&c)
	}
	ctx, cancel := context.WithCancel(context.Background())
	tb.Cleanup(cancel)
	type outcome struct {
		args []string
		err  error
	}
	done := make(chan outcome, 1)
	go func() {
		args, err := Run(ctx, c)
		done <- outcome{args, err}
	}()
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
		term.AwaitText("λ̂ =")
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
			domainOf(b, "2048")(c)
			c.Settings.Trajectories, c.Settings.Lambdas = n, analysis.UniformGrid(.05)
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
			cache = analysis.DefaultCacheBytes
		}
		b.Run(on.name, func(b *testing.B) { on.measure(b, analysis.NewEngine(cache)) })
	}
}

// BenchmarkFirstPicture measures how long after a key press the first picture of the new
// settings is on the screen, of a part of the data or of all, and when the whole is there.
// Trajectories and results are kept, as in a sitting; every seed is new.
func BenchmarkFirstPicture(b *testing.B) {
	of := func(domain, features string, n int, step float64) func(*Config) {
		return func(c *Config) {
			domainOf(b, domain)(c)
			c.Settings.Problem.Features, c.Settings.Trajectories, c.Settings.Lambdas = features, n, analysis.UniformGrid(step)
		}
	}
	seeds := [2]string{"s", "s"}
	for _, on := range []keysOn{
		{"walk/n=20", nil, "", seeds, "seed"},
		{"2048/n=200/k=21", of("2048", "log-tiles", 200, .05), "", seeds, "seed"},
		{"2048/n=200/k=101", of("2048", "log-tiles", 200, .01), "", seeds, "seed"},
		{"2048/n=1000/k=21", of("2048", "log-tiles", 1000, .05), "", seeds, "seed"},
		{"2048/n=1000/k=101", of("2048", "log-tiles", 1000, .01), "", seeds, "seed"},
		{"2048/n=10000/k=21", of("2048", "log-tiles", 10_000, .05), "", seeds, "seed"},
		{"mountain-car-tiles/n=100/k=11", of("mountain-car", "tile-coding", 100, .1), "", seeds, "seed"},
		{"file/10^6-transitions", longFile(b), "", [2]string{"h", "l"}, "n"},
	} {
		b.Run(on.name, func(b *testing.B) { on.measure(b, analysis.NewEngine(64<<20)) })
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
		c.Engine.ForOnePerson()
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
	must.Have(wait())(b)
}

// processorTime returns what this process has used, the terminal's part included.
func processorTime(b *testing.B) time.Duration {
	var used unix.Rusage
	must.Succeed(b, unix.Getrusage(unix.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// pictureOn returns what another picture has other words for: what it is of, in the
// header, and the numbers under the charts.
func pictureOn(screen string) string {
	header, _, _ := strings.Cut(screen, "\n")
	out := regexp.MustCompile(`(first \d+ of )?\d+ trajectories`).FindString(header)
	for line := range strings.Lines(screen) {
		if strings.Contains(line, "LOTO error") && strings.Contains(line, "λ =") {
			out += line
		}
	}
	return out
}

// longFile makes a config of a file of a million transitions.
func longFile(b *testing.B) func(*Config) {
	name := filepath.Join(b.TempDir(), "long.csv")
	return func(c *Config) {
		file := must.Have(os.Create(name))(b)
		defer file.Close()
		out := bufio.NewWriter(file)
		fmt.Fprintln(out, "episode_id,t,reward,terminated,truncated,obs_0,obs_1,obs_2,obs_3")
		random := rand.New(rand.NewPCG(1, 1))
		const episodes, steps = 10_000, 100
		for i := range episodes {
			x, reward := [4]float64{1}, ""
			for t := range steps + 1 {
				if reward = ""; t < steps {
					reward = strconv.FormatFloat(x[1]+random.NormFloat64(), 'g', 4, 64)
				}
				fmt.Fprintf(out, "%d,%d,%s,%t,false,%.3f,%.3f,%.3f,%.3f\n", i, t, reward, t == steps-1, x[0], x[1], x[2], x[3])
				for j := 1; j < len(x); j++ {
					x[j] = .9*x[j] + random.NormFloat64()
				}
			}
		}
		must.Succeed(b, out.Flush())
		c.Engine = analysis.NewEngine(0) // as the same numbers come again
		c.Data, c.Settings = drive.Watch(b, c.Engine, name)
		c.Settings.Lambdas, c.Settings.Gamma = analysis.UniformGrid(.05), .9
	}
}

// valueOn returns a func that reads the value of a control in the column at the left.
func valueOn(label string) func(screen string) string {
	return func(screen string) string {
		for line := range strings.Lines(screen) {
			column, _, _ := strings.Cut(line, "│")
			f := strings.Fields(strings.Trim(column, " ▸"))
			if len(f) > 1 && f[0] == label {
				return strings.Join(f[1:], " ")
			}
		}
		return ""
	}
}

// TestHugeWindow starts in a window that nobody has.
func TestHugeWindow(t *testing.T) {
	term := emulator.Open(t, 80, 24)
	must.Succeed(t, pty.Setsize(term.TTY, &pty.Winsize{Rows: 60000, Cols: 60000}))
	if _, err := onTerminal(t, term, nil)(); err == nil || !strings.Contains(err.Error(), "60000×60000") {
		t.Errorf("error %v, want one about the window", err)
	}
}

// TestSizesTyped types reports of sizes, which are not those of the terminal, and
// what the reader panics at.
func TestSizesTyped(t *testing.T) {
	term := emulator.Open(t, 120, 36)
	wait := onTerminal(t, term, nil)
	term.AwaitText("20 trajectories")
	for _, report := range []string{"\x1b[48;20000;20000;1;1t", "\x1b[8;20000;20000t", "\x1b[8;10;10t", "\x1b[8;3000;3000t", "\x1b[" + strings.Repeat(";", 40) + "1A"} {
		before := term.Written()
		term.Type(report + "l")
		term.AwaitText("30 trajectories")
		term.Type("h")
		term.AwaitText("20 trajectories")
		if n := term.Written() - before; n > 5*120*36*bytesPerCell { // frames of this size
			t.Errorf("%q: %d bytes written", report, n)
		}
	}
	term.Type("q")
	if _, err := wait(); err != nil {
		t.Error(err)
	}
}
