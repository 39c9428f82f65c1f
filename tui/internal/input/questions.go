package input

import (
	"bytes"
	"io"
	"sync/atomic"

	"github.com/charmbracelet/x/ansi"
)

// Questions are those for the colour of the background that an app has asked its terminal
// and that have not been answered. The zero value is none.
type Questions struct{ asked atomic.Int32 }

// Writer returns w, which notes what is asked by what is written. A question has to
// be in one write, as Bubble Tea sends it.
func (q *Questions) Writer(w io.Writer) io.Writer { return &asker{w, q} }

type asker struct {
	w io.Writer
	q *Questions
}

func (a *asker) Write(p []byte) (int, error) {
	a.q.asked.Add(int32(bytes.Count(p, []byte(ansi.RequestBackgroundColor)))) // first: the answer may be quick
	return a.w.Write(p)
}

// open reports whether an answer is due.
func (q *Questions) open() bool { return q.asked.Load() > 0 }

// answered takes an answer and reports whether it was due.
func (q *Questions) answered() bool {
	for n := q.asked.Load(); n > 0; n = q.asked.Load() {
		if q.asked.CompareAndSwap(n, n-1) {
			return true
		}
	}
	return false
}
