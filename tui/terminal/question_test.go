//go:build unix

package terminal

import (
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"

	"lambdascope/sim/must"
)

// beLate lets answers come late, as on a busy machine.
func beLate(t *testing.T) {
	t.Helper()
	before := answerWithin
	answerWithin = 10 * time.Second
	t.Cleanup(func() { answerWithin = before })
}

// someTime is how long the terminal of a test takes.
const someTime = 100 * time.Millisecond

// TestLocalAsksLast ends the model at once after it has asked a terminal that takes its
// time: what that answers is not for the shell.
func TestLocalAsksLast(t *testing.T) {
	beLate(t)
	line, tty, err := pty.Open()
	if err != nil {
		t.Skip("no pseudo-terminals here: ", err)
	}
	defer line.Close()
	must.Succeed(t, pty.Setsize(tty, &pty.Winsize{Rows: 24, Cols: 80}))
	var said strings.Builder
	var reading sync.WaitGroup
	reading.Go(func() {
		for b, asked := make([]byte, 4096), false; ; {
			n, err := line.Read(b)
			said.Write(b[:n])
			if err != nil {
				return
			}
			if !asked && strings.Contains(said.String(), ansi.RequestBackgroundColor) {
				asked = true
				time.Sleep(someTime)
				_, _ = io.WriteString(line, "\x1b]11;rgb:ffff/ffff/ffff\x07")
			}
		}
	})
	_, _ = io.WriteString(line, "z")
	show := Terminal{In: tty, Out: tty, Environ: []string{"TERM=xterm-256color"}}
	if err := show.Show(t.Context(), new(localModel)); err != nil {
		t.Error(err)
	}
	time.Sleep(someTime) // until it would have been echoed
	_ = tty.Close()      // which ends the reading
	reading.Wait()
	if said := said.String(); !strings.Contains(said, ansi.RequestBackgroundColor) || strings.Contains(said, "rgb:") {
		t.Errorf("not asked, or the answer is echoed: %q", said)
	}
}

// TestTakeAnswer takes answers and what was typed before them, and nothing after.
func TestTakeAnswer(t *testing.T) {
	beLate(t)
	var asked strings.Builder
	question := question{out: &asked}
	if question.pass(tea.RequestBackgroundColor()) != nil || asked.String() != ansi.RequestBackgroundColor {
		t.Errorf("asked %q", asked.String())
	}
	for input, want := range map[string]string{
		"\x1b]11;rgb:ffff/ffff/ffff\x07ls":           "ls",
		"jk\x1b]11;rgb:ffff/ffff/ffff\x1b\\ls":       "ls",
		"\x1b]11;rgb:ffff/ff":                        "", // and then the end
		"\x1b]11;rgb:00/00/00\x1b\\\x1b]11;rest\x07": "\x1b]11;rest\x07",
	} {
		question.asked = time.Now()
		in, out := piped(t, input)
		_ = out.Close()
		question.takeAnswer(in)
		rest := must.Have(io.ReadAll(in))(t)
		if string(rest) != want || !question.asked.IsZero() {
			t.Errorf("%q: %q left, want %q; due since %v", input, rest, want, question.asked)
		}
	}
}

// TestTakeAnswerWaits for no terminal that has long not answered, nor where none is due.
func TestTakeAnswerWaits(t *testing.T) {
	in, out := piped(t, "")
	late := question{asked: time.Now().Add(-answerWithin)}
	late.takeAnswer(in)
	answered := question{asked: time.Now()}
	if answered.pass(tea.BackgroundColorMsg{}) == nil {
		t.Error("the model does not get the answer")
	}
	answered.takeAnswer(in)
	start := time.Now()
	silent := question{asked: start}
	silent.takeAnswer(in)
	if took := time.Since(start); took < answerWithin {
		t.Errorf("an answer is waited for %v only", took)
	}
	must.Have(io.WriteString(out, "q"))(t)
	b := make([]byte, 2)
	if n, _ := in.Read(b); string(b[:n]) != "q" {
		t.Errorf("read %q, want q", b[:n])
	}
}
