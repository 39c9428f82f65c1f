package figures

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/study"
	"lambdascope/tui/background"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// What the figures are of, beside the settings: as the paper, and as study.
const (
	figureNaiveTo = 20              // NaiveCV+LSTD is slow beyond
	figureBudget  = 5 * time.Second // of a single run of figure c
)

func figureSizes() []int { return []int{2, 5, 10, 20, 50, 100, 200} }

// figurePlan returns the trials behind figures a and b, whose settings are those
// of the state but for n.
func figurePlan(s state.State) study.Plan {
	sizes := figureSizes()
	s.Settings.Trajectories = sizes[len(sizes)-1]
	return study.Plan{Settings: s.Settings, Sizes: sizes, Trials: s.Trials, RLSTD: true, NaiveTo: figureNaiveTo}
}

// found is what is known of figures a to c at some time. It does not change.
type found struct {
	done    int            // trials
	left    time.Duration  // that the others will take; below 0 while that can't be told
	summary *study.Summary // of most of those done, of all in the end; nil before
	lambdas []study.LambdaRow
	methods []study.MethodRow
	times   []study.TimeRow
}

// run has the results of a plan so far. A job adds to it, and a later job goes on where the job
// before was stopped.
type run struct {
	engine *analysis.Engine
	plan   study.Plan

	mu    sync.Mutex
	state found
}

// newRun returns a run of a plan that takes the times of another run with the same settings.
func newRun(engine *analysis.Engine, plan study.Plan, old *run) *run {
	r := &run{engine: engine, plan: plan, state: found{left: -1}}
	if old != nil && old.plan.Settings == plan.Settings {
		r.state.times = old.Now().times
	}
	return r
}

// Now returns the results so far.
func (r *run) Now() *found {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.state
	return &s
}

// allTrials and allTimes tell whether there are no more to come.
func (r *run) allTrials(s *found) bool {
	return s.summary != nil && s.summary.Trials == r.plan.Trials
}

func (r *run) allTimes(s *found) bool { return len(s.times) == r.mostTimes() }

func (r *run) mostTimes() int { return len(study.TimedMethods()) * len(r.plan.Sizes) }

// update changes the state for a job, unless that was stopped: what comes after
// is another's to add.
func (r *run) update(ctx context.Context, change func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if ctx.Err() == nil {
		change()
	}
}

// runTrials is the job of the trials; finished ones come from the engine's cache.
func (r *run) runTrials(ctx context.Context, put func(*found)) error {
	return study.Collect(ctx, r.engine, r.plan, func(now study.Collected) {
		r.update(ctx, func() {
			s := &r.state
			s.done, s.left = now.Done, now.Left
			if now.Summary != nil && now.Summary != s.summary {
				s.summary = now.Summary
				s.lambdas, s.methods = now.Summary.LambdaRows(), now.Summary.MethodRows()
			}
		})
		put(r.Now())
	})
}

// measure is the job of those times that are not known.
func (r *run) measure(ctx context.Context, put func(*found)) error {
	_, err := study.Times(ctx, r.engine, r.plan, figureBudget, r.Now().times, func(row study.TimeRow) {
		r.update(ctx, func() { r.state.times = append(slices.Clip(r.state.times), row) })
		put(r.Now())
	})
	if err == nil {
		err = ctx.Err() // the last row may not have been taken
	}
	return err
}

// task is what is at work for the figures: one thing at a time, as times
// measured while trials run would be of nothing.
type task int

const (
	noTask task = iota
	trialTask
	timeTask
)

// work runs what the figure on show needs.
type work struct {
	background.Job[workKey, *found]
	run  *run // what the work adds to
	task task // while it runs
}

// workKey is what trials and times are of.
type workKey struct {
	settings settings.Settings
	trials   int
}

// adopt takes up another plan; what runs for the old one is stopped.
func (w *work) adopt(engine *analysis.Engine, plan study.Plan) {
	if key := (workKey{plan.Settings, plan.Trials}); w.Key != key {
		w.run = newRun(engine, plan, w.run)
		w.Take(key, w.run.Now())
	}
}

// proceed starts what a figure needs, or stops what it has to wait for.
func (w *work) proceed(ctx context.Context, f state.Chart, paused bool) tea.Cmd {
	next := noTask
	switch {
	case paused || w.Err != nil:
	case f == state.FigureTimes && !w.run.allTimes(w.Now):
		next = timeTask
	case f <= state.FigureTimes && !w.run.allTrials(w.Now), f > state.FigureTimes && w.task == trialTask && w.Running():
		next = trialTask
	}
	if w.Running() && next == w.task {
		return nil
	}
	w.Stop()
	w.task = next
	switch next {
	case trialTask:
		return w.Start(ctx, w.Key, w.run.runTrials)
	case timeTask:
		return w.Start(ctx, w.Key, w.run.measure)
	}
	return nil
}

// progress says in a few words how far the work for a figure is; empty where there
// is none.
func (w *work) progress(f state.Chart, paused bool) string {
	if !w.Begun() || w.Err != nil {
		return ""
	}
	count := 0
	if w.Now.summary != nil { // what the charts and the texts are of
		count = w.Now.summary.Trials
	}
	trials := fmt.Sprintf("%d of %d trials", count, w.run.plan.Trials)
	times := fmt.Sprintf("timing %d of %d", len(w.Now.times), w.run.mostTimes())
	switch {
	case w.Running() && w.task == timeTask:
		return times
	case w.Running() && w.Now.left >= 0:
		return trials + " · " + screen.TimeLeft(w.Now.left)
	case w.Running():
		return trials
	case paused && f == state.FigureTimes && !w.run.allTimes(w.Now):
		return "paused · " + times
	case paused && f != state.FigureTimes && !w.run.allTrials(w.Now):
		return "paused · " + trials
	}
	return ""
}
