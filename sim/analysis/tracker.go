package analysis

import (
	"context"
	"sync"
	"time"

	"lambdascope/estimator"
)

// Tracker tells how much is done of work that takes several selections, one after
// another, each counted by what it is expected to take. The zero Tracker is that of work
// which has not begun. It is safe for concurrent use.
type Tracker struct {
	mu      sync.Mutex
	planned time.Duration
	done    time.Duration
	now     step              // the zero step between two
	begun   func(what string) // of each step; nil but in tests
}

// step is a part of the work.
type step struct {
	what  string
	cost  time.Duration
	share func() float64 // nil where that is not known
}

// trackerKey is the key of a Tracker in a context.
type trackerKey struct{}

// Track returns a context whose work the Tracker follows: an analysis of settings in
// their usual form, with what is asked for beyond it.
func (e *Engine) Track(ctx context.Context, t *Tracker, s Settings, x Extra) context.Context {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.planned, t.done, t.now = e.Expected(s, x), 0, step{}
	return context.WithValue(ctx, trackerKey{}, t)
}

// Share returns how much is done, from 0 to 1.
func (t *Tracker) Share() float64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.planned == 0 {
		return 0
	}
	done := float64(t.done)
	if t.now.share != nil {
		done += float64(t.now.share() * float64(t.now.cost))
	}
	return min(1, done/float64(t.planned))
}

// Step says in a few words what is computed now; empty between two steps.
func (t *Tracker) Step() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.now.what
}

// begin tells the context's Tracker, if there is one, that a step begins, and returns
// what ends it.
func begin(ctx context.Context, of func() step) (end func()) {
	t, ok := ctx.Value(trackerKey{}).(*Tracker)
	if !ok {
		return func() {}
	}
	s := of()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now = s
	if t.begun != nil {
		t.begun(s.what)
	}
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.done += s.cost
		t.now = step{}
	}
}

// beginAnalysis begins the step of an analysis of settings in their usual form.
func (e *Engine) beginAnalysis(ctx context.Context, s Settings) (end func()) {
	return begin(ctx, func() step {
		last := 0.0
		return step{"features " + s.FeatureMap(), e.Expected(s, Extra{}), func() float64 {
			if share, under := e.share(s); under { // which it is not any more before the step ends
				last = max(last, share)
			}
			return last
		}}
	})
}

// beginPart begins the step of a selection that keeps p up to date, with what a cost of
// the settings' sizes says that it takes.
func (e *Engine) beginPart(ctx context.Context, what string, s Settings, of func(costs) float64, p *estimator.Progress) (end func()) {
	return begin(ctx, func() step {
		out := step{what: what}
		if c, ok := e.costs(s); ok {
			out.cost = time.Duration(of(c))
		}
		if p != nil {
			out.share = p.Share
		}
		return out
	})
}
