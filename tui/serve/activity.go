package serve

import (
	"sync/atomic"
	"time"
)

// activity is when a person last did something in a session. Whatever ends a session
// for lack of it asks here.
type activity struct {
	begun time.Time
	last  atomic.Int64 // nanoseconds since begun
}

func newActivity() *activity { return &activity{begun: time.Now()} }

// touch notes that the person does something.
func (a *activity) touch() { a.last.Store(int64(time.Since(a.begun))) }

// idle returns for how long nothing was done.
func (a *activity) idle() time.Duration { return time.Since(a.begun) - time.Duration(a.last.Load()) }
