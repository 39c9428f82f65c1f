package figures

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"lambdascope/sim/analysis"
	"lambdascope/sim/study"
	"lambdascope/tui/job"
)

// What figure d shows here, where somebody waits for it; the study command goes on.
const (
	consistencyBudget  = time.Second           // of processor time for a data set, by estimate
	consistencyPause   = 66 * time.Millisecond // between summaries, at least
	consistencyPatient = 4                     // times as long as a summary takes passes before the next
)

func consistencySizes() []int { return []int{10, 30, 100, 300, 1000, 3000, 10_000} }

// consistencyKey is what figure d is of. It is comparable.
type consistencyKey struct {
	settings analysis.Settings
	trials   int
	limits   analysis.Limits
}

// consistencyKey returns that of a state: n plays no part, nor does the weighting, as
// figure d has both.
func (v *view) consistencyKey() consistencyKey {
	s := v.Settings
	s.Trajectories, s.Weighting, s.Method = consistencySizes()[0], 0, 0
	return consistencyKey{s, v.State.Trials, v.env.Engine.Limits(v.env.Context)}
}

// consistencyState is what is known of figure d at some time. It does not change.
type consistencyState struct {
	plan    study.ConsistencyPlan
	done    int                       // data sets
	summary *study.ConsistencySummary // of most of them, of all in the end; nil before
	rows    []study.ConsistencyRow
	claims  []study.Claim
	err     error // why there are no more
}

func (s *consistencyState) all() int { return s.plan.Trials * len(s.plan.Sizes) }

// complete tells whether no more are to come.
func (s *consistencyState) complete() bool {
	if s.summary == nil || s.err != nil || len(s.summary.Sizes) < len(s.plan.Sizes) {
		return false
	}
	last := s.summary.Sizes[len(s.summary.Sizes)-1]
	return s.done == s.all() && last.Trials == s.plan.Trials
}

// trials returns of how many trials the largest numbers of trajectories are.
func (s *consistencyState) trials() int {
	if s.summary == nil || len(s.summary.Sizes) == 0 {
		return 0
	}
	return s.summary.Sizes[len(s.summary.Sizes)-1].Trials
}

// consistencyRun collects the data sets of figure d.
type consistencyRun struct {
	engine *analysis.Engine
	key    consistencyKey

	mu       sync.Mutex
	outcomes map[[2]int]*study.ConsistencyOutcome // by trial and number of trajectories
	state    consistencyState
}

// newConsistencyRun returns a run, which has of another the data sets that both have.
func newConsistencyRun(engine *analysis.Engine, key consistencyKey, sizes []int, old *consistencyRun) *consistencyRun {
	r := &consistencyRun{engine: engine, key: key, outcomes: make(map[[2]int]*study.ConsistencyOutcome)}
	p, err := study.CheckConsistency(engine, study.ConsistencyPlan{Settings: key.settings, Sizes: sizes, Trials: key.trials})
	if err == nil {
		if p, _ = p.Affordable(consistencyBudget, key.limits); len(p.Sizes) == 0 {
			err = errors.New("figure d takes too long here with these settings: want fewer trials, λ's or features")
		}
	}
	r.state = consistencyState{plan: p, err: err}
	if err != nil {
		return r
	}
	r.state.claims = (&study.ConsistencySummary{Plan: p}).Claims()
	if old != nil && old.key.settings == key.settings {
		old.mu.Lock()
		defer old.mu.Unlock()
		for at, o := range old.outcomes {
			if at[0] < p.Trials && slices.Contains(p.Sizes, at[1]) {
				r.outcomes[at] = o
			}
		}
		r.summarize()
	}
	return r
}

// now returns what is known.
func (r *consistencyRun) now() *consistencyState {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.state
	s.done = len(r.outcomes)
	return &s
}

// summarize summarises the data sets that there are; the lock is held.
func (r *consistencyRun) summarize() {
	var all []*study.ConsistencyOutcome
	for _, o := range r.outcomes {
		all = append(all, o)
	}
	s, err := study.SummarizeConsistency(r.engine, r.state.plan, all)
	if err != nil {
		r.state.err = err
		return
	}
	if len(s.Sizes) == 0 {
		return
	}
	r.state.summary, r.state.rows, r.state.claims = s, s.Rows(), s.Claims()
}

// fill is the job of the data sets that are missing.
func (r *consistencyRun) fill(ctx context.Context, news func()) error {
	r.mu.Lock()
	plan, have := r.state.plan, make(map[[2]int]bool)
	for at := range r.outcomes {
		have[at] = true
	}
	r.mu.Unlock()
	var next time.Time // when the next summary is due
	err := study.RunConsistency(ctx, r.engine, plan, func(trial, size int) bool { return have[[2]int{trial, size}] },
		func(o *study.ConsistencyOutcome) {
			r.mu.Lock()
			r.outcomes[[2]int{o.Trial, o.Trajectories}] = o
			if start := time.Now(); !start.Before(next) && ctx.Err() == nil {
				r.summarize()
				next = time.Now().Add(max(consistencyPause, consistencyPatient*time.Since(start)))
			}
			r.mu.Unlock()
			news()
		})
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.summarize()
	return ctx.Err()
}

// consistencyWork runs figure d.
type consistencyWork struct {
	sizes []int           // numbers of trajectories, of which all are shown that can be waited for
	run   *consistencyRun // nil before the first
	now   *consistencyState
	job   job.Job
}

// adopt takes up other settings; what runs for the old ones is stopped.
func (w *consistencyWork) adopt(engine *analysis.Engine, key consistencyKey) {
	if w.run != nil && w.run.key == key {
		return
	}
	w.job.Stop()
	w.run = newConsistencyRun(engine, key, w.sizes, w.run)
	w.now = w.run.now()
}

// proceed starts what is missing, where it is wanted.
func (w *consistencyWork) proceed(wanted bool) (work func(context.Context, func()) error) {
	switch {
	case !wanted:
		w.job.Stop()
	case w.now.err == nil && !w.now.complete() && !w.job.Running():
		return w.run.fill
	}
	return nil
}

// receive takes what the job has to say.
func (w *consistencyWork) receive(msg job.Msg) {
	if msg.Ended && msg.Err != nil && !errors.Is(msg.Err, context.Canceled) {
		w.run.mu.Lock()
		w.run.state.err = msg.Err
		w.run.mu.Unlock()
	}
	w.now = w.run.now()
}

// progress says in a few words how far the work is; empty where there is none.
func (w *consistencyWork) progress(paused bool) string {
	if w.run == nil || w.now.err != nil || w.now.complete() {
		return ""
	}
	text := fmt.Sprintf("%d of %d data sets", w.now.done, w.now.all())
	if s := w.now.summary; s != nil && len(s.Sizes) > 0 {
		text += fmt.Sprintf(", n = %d", s.Sizes[len(s.Sizes)-1].Trajectories)
	}
	switch {
	case w.job.Running():
		return text
	case paused:
		return "paused · " + text
	}
	return ""
}
