package analysis

import (
	"context"
	"sync"
	"time"

	"lambdascope/estimator"
)

// Progress tells how much is done of work that takes several selections, one after
// another, each counted by what it is expected to take. The zero Progress is that of work
// which has not begun. It is safe for concurrent use.
type Progress struct {
	mu      sync.Mutex
	planned time.Duration
	done    time.Duration
	now     step              // the zero step between two
	begun   func(what string) // of each step and detail; nil but in tests
}

// step is a part of the work.
type step struct {
	what  string
	cost  time.Duration
	share func() float64 // nil where that is not known
}

// progressKey is the key of a Progress in a context.
type progressKey struct{}

// Track returns a context whose work the Progress follows: an analysis of settings in
// their usual form, with what is asked for beyond it.
func (e *Engine) Track(ctx context.Context, p *Progress, s Settings, x Extra) context.Context {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.planned, p.done, p.now = e.Expected(s, x), 0, step{}
	return p.Context(ctx)
}

// Context returns a context whose work the Progress follows, which is one step.
func (p *Progress) Context(ctx context.Context) context.Context {
	return context.WithValue(ctx, progressKey{}, p)
}

func progressOf(ctx context.Context) *Progress {
	p, _ := ctx.Value(progressKey{}).(*Progress)
	return p
}

// Share returns how much is done, from 0 to 1.
func (p *Progress) Share() float64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.planned == 0 {
		return 0
	}
	done := float64(p.done)
	if p.now.share != nil {
		done += float64(p.now.share() * float64(p.now.cost))
	}
	return min(1, done/float64(p.planned))
}

// Step says in a few words what is computed now; empty between two steps.
func (p *Progress) Step() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now.what
}

// begin begins a step, and returns what ends it. A nil Progress follows nothing.
func (p *Progress) begin(what string, cost time.Duration, share func() float64) (end func()) {
	if p == nil {
		return func() {}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.set(step{what, cost, share})
	if p.planned == 0 {
		p.planned = cost
	}
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.done += cost
		p.now = step{}
	}
}

// detail says what of the step under way is computed now, and how much of the step is done.
func (p *Progress) detail(what string, share func() float64) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.set(step{what, p.now.cost, share})
}

// set sets what is under way. It is called with the lock.
func (p *Progress) set(now step) {
	p.now = now
	if p.begun != nil {
		p.begun(now.what)
	}
}

// beginAnalysis begins the step of an analysis of settings in their usual form, whoever
// computes it.
func (e *Engine) beginAnalysis(ctx context.Context, s Settings) (end func()) {
	last := 0.0
	return progressOf(ctx).begin("features "+s.FeatureMap(), e.Expected(s, Extra{}), func() float64 {
		if share, under := e.share(s); under { // which it is not any more before the step ends
			last = max(last, share)
		}
		return last
	})
}

// underWay notes an analysis under way, until done is called.
func (e *Engine) underWay(s Settings) (p *estimator.Progress, done func()) {
	p = new(estimator.Progress)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.under[s] = p
	return p, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		if e.under[s] == p { // and not that of a session with another limit
			delete(e.under, s)
		}
	}
}

// Progress returns how much of the selection of settings is done, from 0 to 1, and
// false where no analysis of them is under way. Drawing the data before and comparing
// with the truth afterwards do not count: they are short beside it.
func (e *Engine) Progress(s Settings) (share float64, under bool) {
	s, _, err := e.check(s)
	if err != nil {
		return 0, false
	}
	return e.share(s)
}

// share is Progress of settings in their usual form.
func (e *Engine) share(s Settings) (share float64, under bool) {
	e.mu.Lock()
	p := e.under[s]
	e.mu.Unlock()
	if p == nil {
		return 0, false
	}
	return p.Share(), true
}
