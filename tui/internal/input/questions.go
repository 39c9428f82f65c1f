package input

import (
	"bytes"
	"io"
	"sync/atomic"

	"github.com/charmbracelet/x/ansi"
)

// Questions counts the unanswered questions of an app for the terminal's background. The
// zero value has none.
type Questions struct{ asked atomic.Int32 }

// Writer returns a writer that counts the questions in its output. Bubble Tea
// writes each question with one Write.
func (q *Questions) Writer(w io.Writer) io.Writer { return &asker{w, q} }

type asker struct {
	w io.Writer
	q *Questions
}

func (a *asker) Write(p []byte) (int, error) {
	a.q.asked.Add(int32(bytes.Count(p, []byte(ansi.RequestBackgroundColor)))) // before the write, because the answer may be quick
	return a.w.Write(p)
}

// open reports whether an answer is due.
func (q *Questions) open() bool { return q.asked.Load() > 0 }

// close counts an answer.
func (q *Questions) close() { q.asked.Add(-1) }
