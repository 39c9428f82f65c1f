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
// of the first trial that fails, which ends the others, and of the limits of ctx's
// Share.
func (e *Engine) Trials(ctx context.Context, p Plan, done func(index int) bool, each func(*Trial)) error {
	x, err := e.experiment(p)
	if err != nil {
		return err
	}
	limits := e.limits(ctx)
	if err := limits.CheckPlan(x.plan); err != nil {
		return err
	}
	_, err = Limited(ctx, limits.Job, func(ctx context.Context) error { return x.run(ctx, done, each) })
	return err
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
	hand := func(t *Trial) {
		mu.Lock()
		defer mu.Unlock()
		each(t)
		finished++
	}
	var fell atomic.Pointer[panicked]
	// What is long in a trial goes to the pool in small parts, in turn with the
	// work of others. The trials under way at once are as many as can be busy.
	loop := func() {
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
			hand(t)
		}
	}
	work := func() {
		if p := caught(loop); p != nil {
			fell.Store(p)
			fail(nil)
		}
	}
	var wg sync.WaitGroup
	for range min(x.engine.pool.workers, len(todo)) {
		wg.Go(work)
	}
	wg.Wait()
	if p := fell.Load(); p != nil {
		panic(p)
	}
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

// trial returns trial j: from the cache, or run, or by joining its run under way.
func (x *experiment) trial(ctx context.Context, j int) (*Trial, error) {
	p := x.plan
	key := trialKey{p.Settings, fmt.Sprint(p.Sizes), p.RLSTD, p.NaiveTo, j}
	return x.engine.trials.do(ctx, key, func(ctx context.Context) (*Trial, error) { return x.compute(ctx, j) })
}

// compute fills in what the cache does not have of trial j.
func (x *experiment) compute(ctx context.Context, j int) (*Trial, error) {
	sizes := x.plan.Sizes
	out := &Trial{Index: j, Seed: x.plan.Settings.Seed + uint64(j), Outcomes: make([]Outcome, len(sizes))}
	largest := 0 // of the sizes for which data are needed
	for i, n := range sizes {
		out.Outcomes[i] = x.recall(x.settings(j, n))
		if x.lacks(&out.Outcomes[i], n) {
			largest = n
		}
	}
	leave, err := x.engine.memory.enter(ctx, x.plan.Settings, largest)
	if err != nil {
		return nil, err
	}
	defer leave()
	data, err := x.data(ctx, j, largest)
	if err != nil {
		return nil, fmt.Errorf("trial %d, seed %d: %w", j, out.Seed, err)
	}
	for i, n := range sizes {
		o := &out.Outcomes[i]
		if x.lacks(o, n) {
			if err := x.complete(ctx, data[:n], o); err != nil {
				return nil, fmt.Errorf("trial %d, seed %d, %d trajectories: %w", j, out.Seed, n, err)
			}
			x.remember(x.settings(j, n), *o)
		}
		*o = x.asked(*o)
	}
	return out, nil
}

// data draws the first n trajectories of trial j. The cache has no use for them.
func (x *experiment) data(ctx context.Context, j, n int) ([]*estimator.Trajectory, error) {
	seed := x.plan.Settings.Seed + uint64(j)
	data := make([]*estimator.Trajectory, n)
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

// complete adds to an outcome what the plan asks for and it does not have.
func (x *experiment) complete(ctx context.Context, data []*estimator.Trajectory, o *Outcome) error {
	method, ridge := x.plan.Settings.Method, x.plan.Settings.Ridge
	if o.Theta == nil {
		sel, err := estimator.Select(ctx, data, x.options(method, ridge))
		if err != nil {
			return err
		}
		if err := x.engine.pool.one(ctx, func() error { x.adopt(sel, o); return nil }); err != nil {
			return err
		}
	}
	if x.plan.RLSTD && o.RLSTD == nil {
		fits, err := estimator.RLSTD(ctx, data, x.options(method, RLSTDRidge))
		if err != nil {
			return err
		}
		for _, f := range fits {
			o.RLSTD = append(o.RLSTD, x.truth.MSVE(f.Theta))
		}
	}
	if len(data) <= x.plan.NaiveTo && o.Naive == nil {
		naive, err := estimator.Select(ctx, data, x.options(estimator.Naive, ridge))
		if err != nil {
			return err
		}
		o.Naive = &Naive{Selected: naive.Selected, Apart: apart(o.Loto, naive)}
	}
	return o.checkFinite(x.lambdas)
}

// adopt makes an outcome of a selection.
func (x *experiment) adopt(sel *estimator.Selection, o *Outcome) {
	o.Trajectories, o.Selected = sel.Trajectories, sel.Selected
	for k, c := range sel.Candidates {
		diff, se := sel.Difference(k, 0)
		o.Theta = append(o.Theta, c.Theta)
		o.MSVE = append(o.MSVE, x.truth.MSVE(c.Theta))
		o.Loto = append(o.Loto, c.Score)
		o.LotoDiff = append(o.LotoDiff, diff)
		o.LotoDiffSE = append(o.LotoDiffSE, se)
		o.Tied = append(o.Tied, c.Tied)
	}
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
