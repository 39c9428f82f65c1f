package trials

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"lambdascope/sim/analysis"
	"lambdascope/sim/study"
	"lambdascope/tui/job"
)

// run collects the trials of a plan, for one job. Another run goes on where it
// was stopped.
type run struct {
	engine *analysis.Engine
	plan   study.Plan

	mu      sync.Mutex
	trials  map[int]*study.Trial // by index
	arrived []time.Time          // when the last of them came in
	summary *study.Summary       // nil before the first
	of      []*study.Trial       // what the summary is of, in order
}

// newRun returns a run that has of an older one, which may be nil, what the
// plans have in common.
func newRun(engine *analysis.Engine, plan study.Plan, old *run) *run {
	r := &run{engine: engine, plan: plan, trials: make(map[int]*study.Trial)}
	if old == nil || old.plan.Settings != plan.Settings {
		return r
	}
	old.mu.Lock()
	defer old.mu.Unlock()
	for i, t := range old.trials {
		if i < plan.Trials {
			r.trials[i] = t
		}
	}
	if old.plan.Trials == plan.Trials {
		r.summary, r.of = old.summary, old.of
	}
	return r
}

// state returns what has been found so far.
func (r *run) state() found {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := found{done: len(r.trials), left: -1, summary: r.summary, summarized: r.of}
	if n := len(r.arrived) - 1; n >= 3 {
		pace := r.arrived[n].Sub(r.arrived[0]) / time.Duration(n)
		s.left = pace * time.Duration(r.plan.Trials-s.done)
	}
	return s
}

// work runs the trials that are missing. While they come in they are summarised
// beside them, as often as that takes little of the time.
func (r *run) work(ctx context.Context, news func()) error {
	have := maps.Clone(r.trials)
	more := make(chan struct{}, 1)
	inner, cancel := context.WithCancel(ctx)
	var beside sync.WaitGroup
	beside.Go(func() { r.summarizeOften(inner, more, news) })
	err := study.Run(ctx, r.engine, r.plan,
		func(j int) bool { return have[j] != nil },
		func(t *study.Trial) {
			r.add(t)
			news()
			select {
			case more <- struct{}{}:
			default:
			}
		})
	cancel()
	beside.Wait()
	if err != nil {
		return err
	}
	return r.summarize()
}

// add takes a trial that is finished.
func (r *run) add(t *study.Trial) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.trials[t.Index] = t
	const enough = 20 // of the last tell the pace: those that were kept come first
	r.arrived = append(r.arrived, time.Now())
	if len(r.arrived) > enough {
		r.arrived = r.arrived[1:]
	}
}

// summarizeOften summarises whenever there is more, until ctx ends.
func (r *run) summarizeOften(ctx context.Context, more <-chan struct{}, news func()) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-more:
		}
		start := time.Now()
		if r.summarize() != nil {
			return // what is wrong with the plan is told by the trials
		}
		news()
		pause := time.NewTimer(max(job.Interval, 4*time.Since(start)))
		select {
		case <-ctx.Done():
			pause.Stop()
			return
		case <-pause.C:
		}
	}
}

// summarize summarises the trials that are in, where they are two: one has neither
// a variance nor an error. A single one that is all there is to come will do.
func (r *run) summarize() error {
	r.mu.Lock()
	all := slices.SortedFunc(maps.Values(r.trials), func(a, b *study.Trial) int { return a.Index - b.Index })
	r.mu.Unlock()
	if len(all) < min(2, r.plan.Trials) {
		return nil
	}
	s, err := study.Summarize(r.engine, r.plan, all)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.summary, r.of = s, all
	return nil
}

// found is what a run has found so far. It does not change.
type found struct {
	done       int            // trials
	left       time.Duration  // that the others will take; below 0 while that can't be told
	summary    *study.Summary // of most of those done, of all in the end; nil before
	summarized []*study.Trial // what it is of, in order
	err        error          // why there are no more
}
