package engine

import (
	"context"
	"sync"
	"time"
)

// Progress reports the current step of some work, and the share of the step that is done. The
// zero Progress is for work that has not begun. A Progress is safe for concurrent use.
type Progress struct {
	mu  sync.Mutex
	now step
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

// Begin begins a step of ctx's work, if a Progress follows the work. A nil share means that
// the share is unknown.
func Begin(ctx context.Context, what string, share func() float64) {
	p, _ := ctx.Value(progressKey{}).(*Progress)
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now = step{what, time.Now(), share}
}
