package study

import (
	"context"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/truth"
)

// Trials runs those trials of a plan for which done is false (nil: all of them),
// in parallel, and calls each with every trial as soon as it is finished, one call
// at a time, in any order. The trials themselves do not depend on the order, on the
// number of processors or on done.
//
// It returns ctx's error soon after ctx ends. Other errors are those of CheckPlan,
// and of the first trial that fails, which ends the others.
func (e *Engine) Trials(ctx context.Context, p Plan, done func(index int) bool, each func(*Trial)) error {
	x, err := e.experiment(p)
	if err != nil {
		return err
	}
	return x.run(ctx, done, each)
}

// run runs the trials that are not done.
func (x *experiment) run(ctx context.Context, done func(index int) bool, each func(*Trial)) error {
	var todo []int
	for j := range x.plan.Trials {
		if done == nil || !done(j) {
			todo = append(todo, j)
		}
	}
	inner, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	var next atomic.Int64
	var mu sync.Mutex
	finished := 0
	// What is long in a trial goes to the pool in small parts, in turn with the
	// work of others. The trials under way at once are as many as can be busy.
	work := func() {
		for inner.Err() == nil {
			i := int(next.Add(1)) - 1
			if i >= len(todo) {
				return
			}
			t, err := x.trial(inner, todo[i])
			if err != nil {
				fail(err)
				return
			}
			mu.Lock()
			each(t)
			finished++
			mu.Unlock()
		}
	}
	var wg sync.WaitGroup
	for range min(cap(x.engine.pool.slots), len(todo)) {
		wg.Go(work)
	}
	wg.Wait()
	switch {
	case finished == len(todo):
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return context.Cause(inner)
}

// experiment is a plan with all that its trials share.
type experiment struct {
	engine  *Engine
	plan    Plan
	domain  sim.Domain
	lambdas []float64
	truth   *truth.Values
}

func (e *Engine) experiment(p Plan) (*experiment, error) {
	p, domain, lambdas, err := e.checkPlan(p)
	if err != nil {
		return nil, err
	}
	values, err := e.truth(domain, p.Settings.Gamma)
	if err != nil {
		return nil, err
	}
	return &experiment{e, p, domain, lambdas, values}, nil
}

// trial runs trial j.
func (x *experiment) trial(ctx context.Context, j int) (*Trial, error) {
	sizes := x.plan.Sizes
	out := &Trial{Index: j, Seed: x.plan.Settings.Seed + uint64(j), Outcomes: make([]Outcome, len(sizes))}
	data, err := x.data(ctx, j)
	if err != nil {
		return nil, fmt.Errorf("trial %d, seed %d: %w", j, out.Seed, err)
	}
	for i, n := range sizes {
		if err := x.outcome(ctx, data[:n], &out.Outcomes[i]); err != nil {
			return nil, fmt.Errorf("trial %d, seed %d, %d trajectories: %w", j, out.Seed, n, err)
		}
	}
	return out, nil
}

// data draws the trajectories of trial j for the largest size. The cache has no
// use for them.
func (x *experiment) data(ctx context.Context, j int) ([]*estimator.Trajectory, error) {
	seed := x.plan.Settings.Seed + uint64(j)
	data := make([]*estimator.Trajectory, x.plan.Settings.Trajectories)
	errs := make([]error, len(data))
	x.engine.pool.do(ctx, len(data), func(i int) { data[i], errs[i] = x.domain.Trajectory(seed, i) })
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return data, nil
}

// options returns what the plan asks of the estimator, by a method and with a
// ridge.
func (x *experiment) options(method estimator.Method, ridge float64) estimator.Options {
	opt := x.engine.options(x.plan.Settings, x.lambdas)
	opt.Method, opt.Ridge = method, ridge
	return opt
}

// outcome fills in what data give.
func (x *experiment) outcome(ctx context.Context, data []*estimator.Trajectory, o *Outcome) error {
	s := x.plan.Settings
	sel, err := estimator.Select(ctx, data, x.options(s.Method, s.Ridge))
	if err != nil {
		return err
	}
	o.Trajectories, o.Selected = len(data), sel.Selected
	for k, c := range sel.Candidates {
		diff, se := sel.Difference(k, 0)
		o.Theta = append(o.Theta, c.Theta)
		o.MSVE = append(o.MSVE, x.truth.MSVE(c.Theta))
		o.Loto = append(o.Loto, c.Score)
		o.LotoDiff = append(o.LotoDiff, diff)
		o.LotoDiffSE = append(o.LotoDiffSE, se)
		o.Tied = append(o.Tied, c.Tied)
	}
	if x.plan.RLSTD {
		fits, err := estimator.RLSTD(ctx, data, x.options(s.Method, RLSTDRidge))
		if err != nil {
			return err
		}
		for _, f := range fits {
			o.RLSTD = append(o.RLSTD, x.truth.MSVE(f.Theta))
		}
	}
	if len(data) <= x.plan.NaiveTo {
		naive, err := estimator.Select(ctx, data, x.options(estimator.Naive, s.Ridge))
		if err != nil {
			return err
		}
		o.Naive = &Naive{Selected: naive.Selected, Apart: apart(o.Loto, naive)}
	}
	return o.checkFinite(x.lambdas)
}

// apart returns the largest difference between LOTO errors and those of another
// selection, relative to the larger of the two.
func apart(loto []float64, other *estimator.Selection) float64 {
	most := 0.0
	for k, a := range loto {
		if b := other.Candidates[k].Score; a != b {
			most = max(most, math.Abs(a-b)/max(a, b))
		}
	}
	return most
}
