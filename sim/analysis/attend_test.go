package analysis

import (
	"context"
	"runtime"
	"runtime/debug"
	"testing"

	"lambdascope/sim/internal/must"
)

// TestPrepare has memory made ready for one person who has a moment, and for nobody else.
func TestPrepare(t *testing.T) {
	processors, percent := runtime.GOMAXPROCS(0), debug.SetGCPercent(100)
	defer func() {
		runtime.GOMAXPROCS(processors)
		debug.SetGCPercent(percent)
	}()
	e := NewEngine(DefaultCacheBytes)
	s := must.Have(Defaults("2048"))(t)
	s.Lambdas = UniformGrid(.05)
	analyze(t, e, s)
	held := e.sums.Bytes()
	if e.Prepare(t.Context()); e.sums.Bytes() != held {
		t.Error("a server has memory ready")
	}
	e.ForOnePerson()
	if n := runtime.GOMAXPROCS(0); n != 2*e.Workers() {
		t.Errorf("%d threads for %d workers", n, e.Workers())
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if e.Prepare(ended); e.sums.Bytes() != held {
		t.Error("memory is made ready though something is wanted")
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if e.Prepare(t.Context()); e.sums.Bytes() <= held {
		t.Error("no memory is made ready")
	}
	if runtime.ReadMemStats(&after); after.NumForcedGC == before.NumForcedGC {
		t.Error("no garbage is collected")
	}
	e.Prepare(t.Context())
	if runtime.ReadMemStats(&before); before.NumForcedGC != after.NumForcedGC {
		t.Error("garbage is collected where there is none")
	}
}
