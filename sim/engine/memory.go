package engine

import (
	"context"
	"math"

	"golang.org/x/sync/semaphore"

	"lambdascope/sim"
	"lambdascope/sim/settings"
)

// workMemory bounds the memory of all analyses in progress. Small analyses, such as of a walk,
// do not wait for large analyses.
type workMemory struct {
	all  *semaphore.Weighted // nil: no bound
	most int64
}

// smallWork is the most memory of work that need not wait, in bytes.
const smallWork = 1 << 20

// Bound sets the memory, in bytes, of the cache and of the analyses in progress. Large
// analyses then wait for each other. Call Bound before any work begins.
func (e *Engine) Bound(cache, work int) {
	e.cache.resize(cache)
	e.memory = workMemory{semaphore.NewWeighted(int64(work)), int64(work)}
}

// Reserve waits for memory for work on n trajectories of the settings, and holds the memory
// until the caller calls release. Reserve returns ctx's error if ctx ends first.
func (e *Engine) Reserve(ctx context.Context, s settings.Settings, n int) (release func(), err error) {
	m := e.memory
	bytes := min(workBytes(s, n), m.most)
	if m.all == nil || bytes <= smallWork {
		return func() {}, nil
	}
	if err := m.all.Acquire(ctx, bytes); err != nil {
		return nil, err
	}
	return func() { m.all.Release(bytes) }, nil
}

// workBytes estimates the memory of an analysis in bytes: the trajectories, the error and the
// influence of each fold at every λ, and systems. The estimator keeps up to 32 MiB of systems
// and sums parts in 8 MiB. RSM and Naive also load trajectories, in up to 40 MiB.
func workBytes(s settings.Settings, n int) int64 {
	domain, err := sim.New(s.Problem)
	if err != nil {
		return 0
	}
	lambdas := float64(len(s.Grid()))
	const (
		perStep = 32
		perFold = 16
		scratch = 8 << 20
		kept    = 32 << 20
		loaded  = 40 << 20
	)
	d := float64(domain.Dim())
	system := 8 * (d*d + d) * lambdas
	work := min(scratch, 2*system*(2*math.Sqrt(float64(n))+4)) + min(kept, system*float64(n))
	work += perFold * float64(n) * lambdas
	steps := float64(n) * sim.MeanSteps(s.Problem)
	if s.Method == settings.RSM || s.Method == settings.Naive {
		work += min(loaded, 16*(2*d+1)*steps)
	}
	return int64(perStep*steps + work)
}
