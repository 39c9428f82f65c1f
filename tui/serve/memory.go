package serve

import (
	"math"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"lambdascope/sim/analysis"
	"lambdascope/sim/engine"
)

// ownMemory returns the bytes for the process: nine tenths of the limit of its control group, else
// half of the machine's memory, else 2 GB.
func ownMemory() int {
	machine := memlimit.ApplyFallback(memlimit.ApplyRatio(memlimit.FromSystem, .5), memlimit.Limit(2<<30))
	n, _ := memlimit.ApplyFallback(memlimit.ApplyRatio(memlimit.FromCgroup, .9), machine)() // Limit has no error
	return int(min(n, math.MaxInt))
}

// sessionBytes is the memory of a session in the largest window. 200 sessions at 400×120 that draw
// without end took half of it.
const sessionBytes = 4 << 20

// bound keeps the process to its memory, a quarter for results, a quarter for analyses under way and
// half for sessions. It returns the number of sessions for this half.
func bound(e *analysis.Engine, memory int) (sessions int) {
	debug.SetMemoryLimit(int64(memory))
	e.Bound(min(engine.DefaultCacheBytes, memory/4), memory/4)
	return max(1, memory/2/sessionBytes)
}
