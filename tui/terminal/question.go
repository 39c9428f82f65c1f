//go:build unix

package terminal

import (
	"io"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"golang.org/x/sys/unix"
)

// answerWithin is how long after a question its answer may come: terminals that know none
// are not waited for beyond that. Tests, whose terminals may be late, change it.
var answerWithin = 500 * time.Millisecond

// question is the one that a model asks its terminal and that is answered among the keys:
// what colour its background has. An answer that comes after the end would be typed into
// the shell.
type question struct {
	out   io.Writer
	asked time.Time // zero where no answer is due
}

// pass asks the question where a message wants that, at once and not at Bubble Tea's next
// tick, and returns what is left for the model. It takes note of the answer.
func (q *question) pass(msg tea.Msg) tea.Msg {
	if msg == tea.RequestBackgroundColor() {
		q.asked = time.Now()
		_, _ = io.WriteString(q.out, ansi.RequestBackgroundColor) // fails for a terminal that is gone
		return nil
	}
	if _, ok := msg.(tea.BackgroundColorMsg); ok {
		q.asked = time.Time{}
	}
	return msg
}

// takeAnswer reads an answer that is still due from a terminal in raw mode that nobody else
// reads any more, and what was typed before it.
func (q *question) takeAnswer(in io.Reader) {
	file, ok := in.(term.File)
	if !ok || q.asked.IsZero() {
		return
	}
	until := q.asked.Add(answerWithin)
	q.asked = time.Time{}
	keys := int(file.Fd())
	var over atomic.Bool
	taken := make(chan struct{})
	go func() {
		defer close(taken)
		readAnswer(keys, until, &over)
	}()
	select {
	case <-taken:
	case <-time.After(2 * answerWithin): // as somebody else read it between poll and read
		over.Store(true) // what comes now is for others
	}
}

// readAnswer reads until the end of an answer, the input or the time, or until it is over.
func readAnswer(keys int, until time.Time, over *atomic.Bool) {
	polled := []unix.PollFd{{Fd: int32(keys), Events: unix.POLLIN}}
	var last, b [1]byte
	for {
		left := time.Until(until)
		if left <= 0 {
			return
		}
		switch n, err := unix.Poll(polled, int(left/time.Millisecond)+1); {
		case err == unix.EINTR:
			continue
		case err != nil || n == 0 || over.Load():
			return
		}
		before := b
		switch n, err := unix.Read(keys, b[:]); {
		case err == unix.EINTR:
			continue
		case err != nil || n == 0:
			return
		}
		last = before
		if b[0] == ansi.BEL || b[0] == '\\' && last[0] == ansi.ESC { // the end of the answer
			return
		}
	}
}
