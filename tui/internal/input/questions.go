package input

import (
	"bytes"
	"io"
	"sync/atomic"

	"github.com/charmbracelet/x/ansi"
)

// Questions are those that an app has asked its terminal and that have not been
// answered. The zero value is none.
type Questions struct {
	asked [questions]atomic.Int32
}

// The questions whose answers are let through: those that the app and Bubble Tea
// ask in a session.
const (
	background   = iota // the colour
	synchronized        // does it know synchronized output
	unicodeCore         // does it know the width of clusters
	questions
)

// Writer returns w, which notes what is asked by what is written. A question has to
// be in one write, as Bubble Tea sends it.
func (q *Questions) Writer(w io.Writer) io.Writer { return &asker{w, q} }

type asker struct {
	w io.Writer
	q *Questions
}

func (a *asker) Write(p []byte) (int, error) {
	for i, text := range [questions]string{
		background:   ansi.RequestBackgroundColor,
		synchronized: ansi.RequestModeSynchronizedOutput,
		unicodeCore:  ansi.RequestModeUnicodeCore,
	} {
		a.q.asked[i].Add(int32(bytes.Count(p, []byte(text)))) // first: the answer may be quick
	}
	return a.w.Write(p)
}

// open tells whether an answer is due.
func (q *Questions) open(question int) bool { return q.asked[question].Load() > 0 }

// answered takes an answer and tells whether it was due.
func (q *Questions) answered(question int) bool {
	for n := q.asked[question].Load(); n > 0; n = q.asked[question].Load() {
		if q.asked[question].CompareAndSwap(n, n-1) {
			return true
		}
	}
	return false
}
