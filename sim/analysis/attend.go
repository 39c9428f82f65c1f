package analysis

import (
	"os"
	"runtime"
	"runtime/debug"
)

// LeaveRoom lets Go run twice as many goroutines at once as the Engine has workers, which
// keep as many threads busy as there are processors. So a key finds a free thread at
// once, and the system gives it a processor before the busy ones; Go would let these go
// on for 10 ms at every step. It is for programs that somebody waits for, once.
func (e *Engine) LeaveRoom() { runtime.GOMAXPROCS(2 * e.pool.workers) }

// garbageShare is how much garbage there may be, in percent of what is in use, where
// GOGC does not say.
const garbageShare = 50

// CollectEarly has garbage collected twice as often as by default, in a program for one
// person. Nearly all that is in use are numbers, which a collection need not look at, and
// memory that is touched for the first time takes more than collecting: a selection leaves
// up to 50 MB. A server, whose memory has a limit, has little in use and much to answer.
func CollectEarly() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbageShare)
	}
}
