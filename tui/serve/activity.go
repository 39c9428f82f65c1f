package serve

import (
	"sync/atomic"
	"time"

	"lambdascope/tui/class"
)

// activity is when a person last did something in a session. Whatever ends a session
// for lack of it asks here.
type activity struct {
	begun time.Time
	last  atomic.Int64               // nanoseconds since begun
	seat  atomic.Pointer[class.Seat] // nil without a class
	gone  atomic.Bool                // the page is away, and may come back
}

func newActivity() *activity { return &activity{begun: time.Now()} }

// touch notes that the person does something.
func (a *activity) touch() { a.last.Store(int64(time.Since(a.begun))) }

// away notes whether the page is away.
func (a *activity) away(is bool) {
	a.gone.Store(is)
	if s := a.seat.Load(); s != nil {
		s.SetAway(is)
	}
}

// idle returns for how long nothing was done. Who follows somebody that presents is at
// it all the time.
func (a *activity) idle() time.Duration {
	if s := a.seat.Load(); s != nil && s.Live() {
		a.touch()
	}
	return time.Since(a.begun) - time.Duration(a.last.Load())
}
