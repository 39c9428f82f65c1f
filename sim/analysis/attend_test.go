package analysis

import (
	"context"
	"runtime"
	"runtime/debug"
	"testing"

	"lambdascope/sim/must"
)

// TestPrepare collects garbage for one person who has a moment, and for nobody else.
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
	collected := func() uint32 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.NumForcedGC
	}
	before := collected()
	if e.Prepare(t.Context()); collected() != before {
		t.Error("a server collects garbage")
	}
	e.ForOnePerson()
	if n := runtime.GOMAXPROCS(0); n != 2*e.Workers() {
		t.Errorf("%d threads for %d workers", n, e.Workers())
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if e.Prepare(ended); collected() != before {
		t.Error("garbage is collected though something is wanted")
	}
	if e.Prepare(t.Context()); collected() == before {
		t.Error("no garbage is collected")
	}
	before = collected()
	if e.Prepare(t.Context()); collected() != before {
		t.Error("garbage is collected where there is none")
	}
}
