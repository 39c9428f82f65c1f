//go:build unix

package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"lambdascope/sim/study"
	"lambdascope/tui/internal/terminal"
)

// onTerminal runs the app in a terminal and returns a func that waits for its
// end and gives what Run returned.
func onTerminal(tb testing.TB, term *terminal.Terminal, environ ...string) (wait func() ([]string, error)) {
	tb.Helper()
	s, err := study.Defaults("")
	if err != nil {
		tb.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	tb.Cleanup(cancel)
	type outcome struct {
		args []string
		err  error
	}
	done := make(chan outcome, 1)
	go func() {
		args, err := Run(ctx, Config{
			Engine: study.NewEngine(64 << 20), Settings: s, In: term.TTY, Out: term.TTY,
			Environ: append([]string{"TERM=xterm-256color", "COLORTERM=truecolor"}, environ...),
		})
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

func TestInATerminal(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	t.Run("session", func(t *testing.T) {
		term := terminal.Open(t, 120, 36)
		wait := onTerminal(t, term)
		term.AwaitText("λ̂ =")
		term.AwaitText("20 trajectories")
		term.Type("\x1b[C") // right
		term.AwaitText("30 trajectories")
		term.Type("\r50\r")
		term.AwaitText("50 trajectories")
		term.Resize(60, 20)
		term.AwaitText("n ‹50›")
		term.Resize(10, 4)
		term.AwaitText("Too small")
		term.Resize(120, 36)
		term.AwaitText("50 trajectories")
		term.Type("lllhhhh") // a burst
		term.AwaitText("30 trajectories")
		if n := term.Idle(300 * time.Millisecond); n != 0 {
			t.Errorf("%d bytes written at idle", n)
		}
		term.Type("q")
		args, err := wait()
		if err != nil || strings.Join(args, " ") != "--trajectories 30" {
			t.Errorf("%q, %v", args, err)
		}
		term.AwaitRestored()
	})
}

func TestEveryExitRestoresTheTerminal(t *testing.T) {
	for _, exit := range []string{"q", "\x03"} {
		term := terminal.Open(t, 80, 24)
		wait := onTerminal(t, term)
		term.AwaitText("λ̂ =")
		term.Type(exit)
		if _, err := wait(); err != nil {
			t.Errorf("%q: %v", exit, err)
		}
		term.AwaitRestored()
	}
}

func TestNoColor(t *testing.T) {
	coloured := func(environ ...string) bool {
		term := terminal.Open(t, 80, 24)
		wait := onTerminal(t, term, environ...)
		term.AwaitText("λ̂ =")
		term.Type("q")
		_, _ = wait()
		return strings.Contains(term.Raw(), "38;2;") || strings.Contains(term.Raw(), "38;5;")
	}
	if !coloured() {
		t.Error("no colour on a colour terminal")
	}
	if coloured("NO_COLOR=1") {
		t.Error("colour in spite of NO_COLOR")
	}
}

// BenchmarkKeyToScreen measures, in a terminal, how long after a key press the
// new seed's result is on the screen, and how many bytes that took.
func BenchmarkKeyToScreen(b *testing.B) {
	term := terminal.Open(b, 120, 36)
	start := time.Now()
	wait := onTerminal(b, term)
	term.AwaitText("λ̂ =")
	first := time.Since(start)
	seed := 1
	var took []time.Duration
	var bytes []int
	verdictSeen := ""
	for b.Loop() {
		seed++
		before := term.Written()
		pressed := time.Now()
		term.Type("s")
		term.Await("the next seed", func(screen string) bool {
			return seedOn(screen) == fmt.Sprint(seed) && readoutOn(screen) != verdictSeen
		})
		took = append(took, time.Since(pressed))
		verdictSeen = readoutOn(term.Screen())
		bytes = append(bytes, term.Written()-before)
	}
	slices.Sort(took)
	slices.Sort(bytes)
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
	b.ReportMetric(float64(bytes[len(bytes)/2]), "median-bytes")
	b.ReportMetric(float64(first.Microseconds())/1000, "first-frame-ms")
	term.Type("q")
	if _, err := wait(); err != nil {
		b.Fatal(err)
	}
}

// seedOn returns the seed that the controls show.
func seedOn(screen string) string {
	for line := range strings.Lines(screen) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "seed" {
			return f[1]
		}
	}
	return ""
}

// readoutOn returns the numbers under the charts.
func readoutOn(screen string) string {
	for line := range strings.Lines(screen) {
		if strings.Contains(line, "root MSVE") {
			return line
		}
	}
	return ""
}
