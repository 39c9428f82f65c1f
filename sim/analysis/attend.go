package analysis

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"time"
)

// LeaveRoom lets Go run twice as many goroutines at once as the Engine has workers, which
// keep as many threads busy as there are processors. So a key finds a free thread at
// once, and the system gives it a processor before the busy ones; Go would let these go
// on for 10 ms at every step. It is for programs that somebody waits for, once.
func (e *Engine) LeaveRoom() { runtime.GOMAXPROCS(2 * e.pool.workers) }

// garbageShare is how much garbage there may be, in percent of what is in use, where
// GOGC does not say.
const garbageShare = 50

// SingleUser is LeaveRoom for a program for one person. Nearly all that is in use there
// are numbers, which a collection of garbage need not look at, and memory that is touched
// for the first time takes more than collecting: a selection leaves up to 50 MB. So garbage
// is collected twice as often as by default, and Prepare does something. A server, whose
// memory has a limit, has little in use and much to answer.
func (e *Engine) SingleUser() {
	e.LeaveRoom()
	e.one.Store(true)
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbageShare)
	}
}

// pause is for how long nobody is to want anything before garbage is collected: a result
// is to be on the screen first.
const pause = 50 * time.Millisecond

// Prepare collects garbage, where one person is served, as soon as nothing has been wanted
// for a little. Whoever wants something ends ctx.
func (e *Engine) Prepare(ctx context.Context) {
	if !e.one.Load() {
		return
	}
	wait := time.NewTimer(pause)
	defer wait.Stop()
	select {
	case <-wait.C:
		if all := allocated(); all-e.collected.Load() >= worthCollecting {
			e.collected.Store(all)
			runtime.GC()
		}
	case <-ctx.Done():
	}
}

// worthCollecting is how many bytes are allocated before Prepare collects garbage, which
// the next analysis need not do then: a tenth of what a selection from large data leaves.
const worthCollecting = 4 << 20

// allocated returns how many bytes have been allocated so far.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}
