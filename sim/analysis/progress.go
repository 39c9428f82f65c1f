package analysis

import (
	"context"
	"sync"
	"time"

	"lambdascope/estimator"
	"lambdascope/sim/settings"
)

// Progress tells which step of some work is under way, and how much of the step is done.
// The zero Progress is that of work which has not begun. It is safe for concurrent use.
type Progress struct {
	mu    sync.Mutex
	now   step
	begun func(what string) // of each step; nil but in tests
}

// step is a part of the work.
type step struct {
	what  string
	since time.Time
	share func() float64 // nil where that is not known
}

// progressKey is the key of a Progress in a context.
type progressKey struct{}

// Context returns a context whose work the Progress follows.
func (p *Progress) Context(ctx context.Context) context.Context {
	return context.WithValue(ctx, progressKey{}, p)
}

// Step returns, of the step under way, a few words, empty before the first, when it began,
// and how much of it is done, from 0 to 1.
func (p *Progress) Step() (what string, since time.Time, share float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now.share != nil {
		share = p.now.share()
	}
	return p.now.what, p.now.since, share
}

// begin begins a step of ctx's work, if a Progress follows it. A nil share is for a share
// that is not known.
func begin(ctx context.Context, what string, share func() float64) {
	p, _ := ctx.Value(progressKey{}).(*Progress)
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now = step{what, time.Now(), share}
	if p.begun != nil {
		p.begun(what)
	}
}

// beginAnalysis begins the step of an analysis of settings in their usual form, whoever
// computes it.
func (e *Engine) beginAnalysis(ctx context.Context, s settings.Settings) {
	begin(ctx, "features "+s.FeatureMap(), func() float64 {
		share, _ := e.share(s)
		return share
	})
}

// underWay notes an analysis under way, until done is called.
func (e *Engine) underWay(s settings.Settings) (p *estimator.Progress, done func()) {
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
func (e *Engine) Progress(s settings.Settings) (share float64, under bool) {
	s, _, err := e.check(s)
	if err != nil {
		return 0, false
	}
	return e.share(s)
}

// share is Progress of settings in their usual form.
func (e *Engine) share(s settings.Settings) (share float64, under bool) {
	e.mu.Lock()
	p := e.under[s]
	e.mu.Unlock()
	if p == nil {
		return 0, false
	}
	return p.Share(), true
}
