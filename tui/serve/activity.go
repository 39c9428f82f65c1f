package serve

import (
	"sync/atomic"
	"time"

	"lambdascope/tui/class"
)

// activity is the time of a person's last input to a session.
type activity struct {
	begun time.Time
	last  atomic.Int64               // nanoseconds since begun
	seat  atomic.Pointer[class.Seat] // nil without a class
	gone  atomic.Bool                // the page is away, and may come back
}

func newActivity() *activity { return &activity{begun: time.Now()} }

// touch notes an input.
func (a *activity) touch() { a.last.Store(int64(time.Since(a.begun))) }

// away notes whether the page is away, here and in the class.
func (a *activity) away(is bool) {
	a.gone.Store(is)
	if s := a.seat.Load(); s != nil {
		s.SetAway(is)
	}
}

// idle returns the time since the last input. A follower of a presenter is never idle, because
// watching needs no input.
func (a *activity) idle() time.Duration {
	if s := a.seat.Load(); s != nil && s.Live() {
		a.touch()
	}
	return time.Since(a.begun) - time.Duration(a.last.Load())
}
