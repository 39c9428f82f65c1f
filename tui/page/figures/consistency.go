package figures

import (
	"cmp"
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
}

func (s *consistencyState) all() int { return s.plan.Trials * len(s.plan.Sizes) }

// complete tells whether no more are to come.
func (s *consistencyState) complete() bool {
	if s.summary == nil || len(s.summary.Sizes) < len(s.plan.Sizes) {
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

// newConsistencyRun returns a run, which has of another the data sets that both have, and
// why it can find no more.
func newConsistencyRun(engine *analysis.Engine, key consistencyKey, sizes []int, old *consistencyRun) (*consistencyRun, error) {
	r := &consistencyRun{engine: engine, key: key, outcomes: make(map[[2]int]*study.ConsistencyOutcome)}
	p, err := study.CheckConsistency(engine, study.ConsistencyPlan{Settings: key.settings, Sizes: sizes, Trials: key.trials})
	if err == nil {
		if p, _ = p.Affordable(consistencyBudget, key.limits); len(p.Sizes) == 0 {
			err = errors.New("figure d takes too long here with these settings: want fewer trials, λ's or features")
		}
	}
	r.state = consistencyState{plan: p}
	if err != nil {
		return r, err
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
		err = r.summarize()
	}
	return r, err
}

// Now returns what is known.
func (r *consistencyRun) Now() *consistencyState {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.state
	s.done = len(r.outcomes)
	return &s
}

// summarize summarises the data sets that there are; the lock is held.
func (r *consistencyRun) summarize() error {
	var all []*study.ConsistencyOutcome
	for _, o := range r.outcomes {
		all = append(all, o)
	}
	s, err := study.SummarizeConsistency(r.engine, r.state.plan, all)
	if err != nil || len(s.Sizes) == 0 {
		return err
	}
	r.state.summary, r.state.rows, r.state.claims = s, s.Rows(), s.Claims()
	return nil
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
	inner, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	err := study.RunConsistency(inner, r.engine, plan, func(trial, size int) bool { return have[[2]int{trial, size}] },
		func(o *study.ConsistencyOutcome) {
			r.mu.Lock()
			r.outcomes[[2]int{o.Trial, o.Trajectories}] = o
			if start := time.Now(); !start.Before(next) && ctx.Err() == nil {
				if err := r.summarize(); err != nil {
					stop(err)
				}
				next = time.Now().Add(max(consistencyPause, consistencyPatient*time.Since(start)))
			}
			r.mu.Unlock()
			news()
		})
	if err == nil {
		err = inner.Err()
	}
	if err != nil {
		return cmp.Or(context.Cause(inner), err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.summarize()
}

// consistencyWork runs figure d.
type consistencyWork struct {
	sizes []int // numbers of trajectories, of which all are shown that can be waited for
	job.Run[consistencyKey, *consistencyRun, *consistencyState]
}

// adopt takes up other settings; what runs for the old ones is stopped.
func (w *consistencyWork) adopt(engine *analysis.Engine, key consistencyKey) {
	if !w.Is(key) {
		of, err := newConsistencyRun(engine, key, w.sizes, w.Of)
		w.Take(key, of, err)
	}
}

// progress says in a few words how far the work is; empty where there is none.
func (w *consistencyWork) progress(paused bool) string {
	if !w.Begun() || w.Err != nil || w.Now.complete() {
		return ""
	}
	text := fmt.Sprintf("%d of %d data sets", w.Now.done, w.Now.all())
	if s := w.Now.summary; s != nil && len(s.Sizes) > 0 {
		text += fmt.Sprintf(", n = %d", s.Sizes[len(s.Sizes)-1].Trajectories)
	}
	return atWork(text, w.Running(), paused)
}
