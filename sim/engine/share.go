package engine

import (
	"cmp"
	"context"
	"math"
	"time"
)

// Share is the account of one session of an Engine. Work with a Share in the context waits for
// a processor behind Shares with less recent use, so that a session that keeps the machine
// busy delays itself. A Share may belong to a group, which has an account, too: groups take
// turns like sessions, and the sessions of a group divide its turns. So somebody who opens many
// sessions gains nothing. A Share is safe for concurrent use.
type Share struct {
	pool   *pool
	limits Limits
	alone  chan struct{} // holds a value while an analysis is under way; nil for any number
	group  *Share        // account of several sessions; may be nil

	// The pool's lock guards the rest: used is the time used as of when. Use decays by half
	// in each halfLife.
	used time.Duration
	when time.Time
	held int // processors at work for the session, or for all sessions of the group
}

const (
	// halfLife is the time in which use decays by half.
	halfLife = time.Second
	// quick is the recent use below which the pool serves a Share at once.
	quick = 60 * time.Millisecond
)

// NewShare returns an account with limits and with some time used, 0 for a new session or group.
func (e *Engine) NewShare(l Limits, used time.Duration) *Share {
	return &Share{pool: e.pool, limits: l, alone: make(chan struct{}, 1), used: used, when: time.Now()}
}

// NewMember returns the account of a session with limits in the group s.
func (s *Share) NewMember(l Limits) *Share {
	return &Share{pool: s.pool, limits: l, alone: make(chan struct{}, 1), group: s, when: time.Now()}
}

// BeginAnalysis waits until ctx's Share has no other analysis under way, so that a session
// computes one at a time. Parts of an analysis do not wait for the analysis.
func (e *Engine) BeginAnalysis(ctx context.Context) (end func(), err error) {
	alone := e.pool.share(ctx).alone
	if alone == nil || meterOf(ctx) != nil || ctx.Value(partKey{}) != nil {
		return func() {}, nil
	}
	select {
	case alone <- struct{}{}:
		return func() { <-alone }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// partKey marks the context of a part of an analysis.
type partKey struct{}

// AsPart returns a context for a part of the analysis under way, such as a preview.
func AsPart(ctx context.Context) context.Context { return context.WithValue(ctx, partKey{}, true) }

// at returns the decayed time used. The caller holds the pool's lock.
func (s *Share) at(now time.Time) time.Duration {
	if s.used == 0 {
		return 0
	}
	return time.Duration(float64(s.used) * math.Exp2(-float64(now.Sub(s.when))/float64(halfLife)))
}

// charge adds to the time used. The caller holds the pool's lock.
func (s *Share) charge(took time.Duration, now time.Time) {
	for ; s != nil; s = s.group {
		s.used = s.at(now) + took
		s.when = now
	}
}

// total returns the decayed time used by the group, or by the Share without a group. The caller
// holds the pool's lock.
func (s *Share) total(now time.Time) time.Duration { return s.top().at(now) }

// top returns the group, or the Share without a group.
func (s *Share) top() *Share { return cmp.Or(s.group, s) }

// compare orders Shares by the use of their groups, and then by their own. The caller holds the
// pool's lock.
func (s *Share) compare(other *Share, now time.Time) int {
	return cmp.Or(cmp.Compare(s.total(now), other.total(now)), cmp.Compare(s.at(now), other.at(now)))
}

// Do runs f on one of the Engine's processors in the Share's turn. Do returns false without a
// call of f if ctx ends first. f must not wait for other work of the Engine, because f holds a
// processor.
func (s *Share) Do(ctx context.Context, f func()) (ran bool) {
	if !s.pool.acquire(ctx, s) {
		return false
	}
	clock := startClock()
	defer func() { s.pool.release(s, clock.stop()) }()
	f()
	return true
}

// shareKey is the key of a Share in a context.
type shareKey struct{}

// Context returns a context for work on the Share's account.
func (s *Share) Context(ctx context.Context) context.Context {
	return context.WithValue(ctx, shareKey{}, s)
}

// share returns the account of ctx's work.
func (p *pool) share(ctx context.Context) *Share {
	if s, ok := ctx.Value(shareKey{}).(*Share); ok && s.pool == p {
		return s
	}
	return p.common
}
