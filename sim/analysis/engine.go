package analysis

import (
	"context"
	"fmt"
	"sync"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/engine"
	"lambdascope/sim/settings"
)

// Engine computes analyses, of requests that share the processors and the cache of an
// engine.Engine. Concurrent requests for equal settings share one computation. An Engine is safe
// for concurrent use.
type Engine struct {
	*engine.Engine // its cache has Settings → *Result, stream or mapped → []*estimator.Trajectory

	mu    sync.Mutex
	under map[settings.Settings]*estimator.Progress // analyses in progress
	files map[string]*file                          // by hash
}

// stream identifies simulated trajectories.
type stream struct {
	problem sim.Options
	seed    uint64
}

// NewEngine returns an Engine with a cache of cacheBytes bytes and one worker per processor.
func NewEngine(cacheBytes int) *Engine {
	return &Engine{
		Engine: engine.New(cacheBytes),
		under:  make(map[settings.Settings]*estimator.Progress),
		files:  make(map[string]*file),
	}
}

// withData is Within for work on the trajectories of the settings, a step of progress. Errors
// of the estimator get the name of the file.
func (e *Engine) withData(ctx context.Context, s settings.Settings, step string, work func(ctx context.Context, data []*estimator.Trajectory) error) error {
	return e.Within(ctx, s, func(ctx context.Context) error {
		_, data, err := e.data(ctx, s)
		if err != nil {
			return err
		}
		engine.Begin(ctx, step, nil)
		return e.inFile(ctx, s, work(ctx, data))
	})
}

// data returns the first n trajectories of checked settings, and the domain; nil for recorded
// trajectories.
func (e *Engine) data(ctx context.Context, s settings.Settings) (sim.Domain, []*estimator.Trajectory, error) {
	if s.Recorded() {
		f, err := e.fileOf(s)
		if err != nil {
			return nil, nil, err
		}
		if f.far != nil {
			return nil, nil, fmt.Errorf("%s: %d trajectories take more memory than they may: want more memory for them", settings.FileLabel(f.Name), f.Trajectories)
		}
		data, err := e.mapped(ctx, s, f)
		return nil, data, err
	}
	domain, err := sim.New(s.Problem)
	if err != nil {
		return nil, nil, err
	}
	data, err := e.made(ctx, stream{s.Problem, s.Seed}, s.Trajectories, func(i int) (*estimator.Trajectory, error) {
		return domain.Trajectory(s.Seed, i)
	})
	return domain, data, err
}

// made returns the first n trajectories of a source, cached under key. A larger n computes
// only the missing trajectories.
func (e *Engine) made(ctx context.Context, key any, n int, trajectory func(i int) (*estimator.Trajectory, error)) ([]*estimator.Trajectory, error) {
	v, _ := e.Lookup(key)
	have, _ := v.([]*estimator.Trajectory)
	if len(have) >= n {
		return have[:n], nil
	}
	all := make([]*estimator.Trajectory, n)
	old := copy(all, have)
	if err := e.Each(ctx, n-old, func(i int) (err error) {
		all[old+i], err = trajectory(old + i)
		return err
	}); err != nil {
		return nil, err
	}
	bytes := 0
	for _, t := range all {
		bytes += t.Bytes()
	}
	if v, ok := e.Lookup(key); !ok || len(v.([]*estimator.Trajectory)) < len(all) {
		e.Store(key, all, bytes)
	}
	return all, nil
}
