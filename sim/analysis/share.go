package analysis

import (
	"context"
	"math"
	"time"
)

// Share is the account of one session among those that an Engine serves. Work
// whose context has a Share waits for a processor behind that of Shares which have
// used less of late, so that a session that keeps the machine busy delays itself.
// It is safe for concurrent use.
type Share struct {
	pool   *pool
	limits Limits

	// Under the pool's lock: the time used, as it was at some moment. What was used
	// counts half as much after each halfLife.
	used time.Duration
	when time.Time
}

const (
	// halfLife is how soon use is forgotten.
	halfLife = time.Second
	// quick is how much a Share may have used of late to be served at once.
	quick = 60 * time.Millisecond
)

// NewShare returns an account that is held to limits and has used some time
// already, 0 for a new one.
func (e *Engine) NewShare(l Limits, used time.Duration) *Share {
	return &Share{pool: e.pool, limits: l, used: used, when: time.Now()}
}

// at returns the time used, as it counts now. It is called with the pool's lock.
func (s *Share) at(now time.Time) time.Duration {
	if s.used == 0 {
		return 0
	}
	return time.Duration(float64(s.used) * math.Exp2(-float64(now.Sub(s.when))/float64(halfLife)))
}

// charge adds to the time used. It is called with the pool's lock.
func (s *Share) charge(took time.Duration, now time.Time) {
	s.used = s.at(now) + took
	s.when = now
}

// Used returns the processor time used of late: what was used counts half as much
// after each second.
func (s *Share) Used() time.Duration {
	s.pool.mu.Lock()
	defer s.pool.mu.Unlock()
	return s.at(time.Now())
}

// Do runs f on one of the Engine's processors when it is the Share's turn, and
// returns the processor time that f took. It returns false, without having run f,
// where ctx ends first. f must not wait for other work of the Engine.
func (s *Share) Do(ctx context.Context, f func()) (took time.Duration, ran bool) {
	if !s.pool.acquire(ctx, s) {
		return 0, false
	}
	ran = true
	clock := startClock()
	defer func() {
		took = clock.stop()
		s.pool.release(s, took)
	}()
	f()
	return took, ran
}

// Charge adds processor time that was used outside Do.
func (s *Share) Charge(took time.Duration) {
	s.pool.mu.Lock()
	defer s.pool.mu.Unlock()
	s.charge(took, time.Now())
}

// shareKey is the key of a Share in a context.
type shareKey struct{}

// Context returns a context whose work is on the Share's account.
func (s *Share) Context(ctx context.Context) context.Context {
	return context.WithValue(ctx, shareKey{}, s)
}

// share returns the account that ctx's work is on.
func (p *pool) share(ctx context.Context) *Share {
	if s, ok := ctx.Value(shareKey{}).(*Share); ok && s.pool == p {
		return s
	}
	return p.common
}
