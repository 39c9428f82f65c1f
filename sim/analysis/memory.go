package analysis

import (
	"context"
	"math"

	"golang.org/x/sync/semaphore"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/settings"
)

// workMemory bounds the memory of the analyses under way together. Small ones, as
// that of a walk, do not wait for large ones.
type workMemory struct {
	all  *semaphore.Weighted // nil: no bound
	most int64
}

// smallWork is the memory that work may take without waiting, in bytes.
const smallWork = 1 << 20

// Bound is KeepSums for a server: it sets how much memory, in bytes, the Engine takes for
// its cache and for the analyses under way, of which large ones then wait for each other.
// It is called before any work begins.
func (e *Engine) Bound(cache, work int) {
	e.divide(cache)
	e.memory = workMemory{semaphore.NewWeighted(int64(work)), int64(work)}
}

// Reserve waits until there is memory for work on n trajectories of the settings, and
// holds it until release is called. It returns ctx's error where that ends first.
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

// workBytes returns about how much memory an analysis takes while it is under way:
// its trajectories, the error of each fold and its influence on the score at every λ, and
// the systems of the folds at work and those that are kept, which the estimator has 40 and
// 24 MiB for; by RSM and Naive the trajectories as they are loaded, too, which it has 40 for.
func workBytes(s settings.Settings, n int) int64 {
	domain, err := sim.New(s.Problem)
	if err != nil {
		return 0
	}
	grid, err := settings.ParseLambdas(s.Lambdas)
	if err != nil {
		return 0
	}
	const perStep, perFold, scratch, kept, loaded = 32, 16, 40 << 20, 24 << 20, 40 << 20
	d := float64(domain.Dim())
	system := 8 * (d*d + d) * float64(len(grid))
	work := min(scratch, 2*system*(2*math.Sqrt(float64(n))+4)) + min(kept, system*float64(n))
	work += perFold * float64(n) * float64(len(grid))
	steps := float64(n) * sim.MeanSteps(s.Problem)
	if s.Method == estimator.RSM || s.Method == estimator.Naive {
		work += min(loaded, 16*(2*d+1)*steps)
	}
	return int64(perStep*steps + work)
}
