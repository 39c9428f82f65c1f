package engine

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"time"
)

// LeaveRoom sets GOMAXPROCS to twice the number of the Engine's workers. The workers keep one
// thread per processor busy, so that a key press finds a free thread at once, and the system
// prefers this thread to the busy threads. Otherwise Go would let the workers run for 10 ms at
// every step. Call LeaveRoom once, in an interactive program.
func (e *Engine) LeaveRoom() { runtime.GOMAXPROCS(2 * e.pool.workers) }

// garbageShare is the garbage allowed before a collection, in percent of live memory, unless
// the environment sets GOGC.
const garbageShare = 50

// SingleUser is LeaveRoom for a program with one user. SingleUser also enables Prepare, and
// doubles the rate of garbage collections, because the first use of fresh memory costs more
// than a collection: live memory is nearly all numbers, which the collector need not scan, and
// a selection leaves up to 50 MB of garbage. Do not call SingleUser in a server: a server has
// a memory limit, little live memory and many requests.
func (e *Engine) SingleUser() {
	e.LeaveRoom()
	e.one.Store(true)
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbageShare)
	}
}

// pause is the idle time before Prepare collects garbage, so that a result is on the screen
// first.
const pause = 50 * time.Millisecond

// Prepare collects garbage after a short idle time if SingleUser was called. End ctx on the
// next request, so that Prepare does not delay the answer.
func (e *Engine) Prepare(ctx context.Context) {
	if !e.one.Load() {
		return
	}
	wait := time.NewTimer(pause)
	defer wait.Stop()
	select {
	case <-wait.C:
		var m runtime.MemStats
		if runtime.ReadMemStats(&m); m.TotalAlloc-e.collected.Load() >= worthCollecting {
			e.collected.Store(m.TotalAlloc)
			runtime.GC()
		}
	case <-ctx.Done():
	}
}

// worthCollecting is the least number of bytes allocated since the last collection for Prepare
// to collect again, so that the next analysis need not: a tenth of the garbage of a selection
// from large data.
const worthCollecting = 4 << 20
