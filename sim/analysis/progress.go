package analysis

import (
	"context"
	"sync"
	"time"

	"lambdascope/estimator"
	"lambdascope/sim/settings"
)

// Progress reports the current step of some work, and the share of the step that is done. The
// zero Progress is for work that has not begun. A Progress is safe for concurrent use.
type Progress struct {
	mu    sync.Mutex
	now   step
	begun func(what string) // called for each step in tests; otherwise nil
}

// step is a part of the work.
type step struct {
	what  string
	since time.Time
	share func() float64 // nil if unknown
}

// progressKey is the key of a Progress in a context.
type progressKey struct{}

// Context returns a context for work that the Progress follows.
func (p *Progress) Context(ctx context.Context) context.Context {
	return context.WithValue(ctx, progressKey{}, p)
}

// Step returns the current step: a few words (empty before the first step), the start time,
// and the share done, from 0 to 1.
func (p *Progress) Step() (what string, since time.Time, share float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now.share != nil {
		share = p.now.share()
	}
	return p.now.what, p.now.since, share
}

// begin begins a step of ctx's work, if a Progress follows the work. A nil share means that
// the share is unknown.
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

// beginAnalysis begins the step of an analysis of settings in normal form. The share done is
// looked up by settings, because another caller may run the analysis.
func (e *Engine) beginAnalysis(ctx context.Context, s settings.Settings) {
	begin(ctx, "features "+s.FeatureMap(), func() float64 {
		share, _ := e.share(s)
		return share
	})
}

// underWay registers an analysis in progress until done is called.
func (e *Engine) underWay(s settings.Settings) (p *estimator.Progress, done func()) {
	p = new(estimator.Progress)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.under[s] = p
	return p, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		if e.under[s] == p { // not the analysis of a session with another limit
			delete(e.under, s)
		}
	}
}

// Progress returns the share of the selection that is done, from 0 to 1, and false if no
// analysis of the settings is in progress. Drawing the data and comparing with the truth do
// not count, because both are short.
func (e *Engine) Progress(s settings.Settings) (share float64, under bool) {
	s, _, err := e.check(s)
	if err != nil {
		return 0, false
	}
	return e.share(s)
}

// share is Progress for settings in normal form.
func (e *Engine) share(s settings.Settings) (share float64, under bool) {
	e.mu.Lock()
	p := e.under[s]
	e.mu.Unlock()
	if p == nil {
		return 0, false
	}
	return p.Share(), true
}
