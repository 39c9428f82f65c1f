package door

import (
	"context"
	"math/rand/v2"
	"net/netip"
	"time"
)

// budget bounds the wrong passwords of all addresses together. An address that nobody
// has logged in from needs the more of it the more of its own were wrong, so that
// guessing from many addresses leaves something for those who come new. Those that
// wait for the same share it by lot.
type budget struct {
	left    float64
	counted time.Time
}

const (
	maxBudget      = 200.0
	budgetInterval = 5 * time.Second // in which one comes back
	budgetFailure  = 2.0             // more is needed after each wrong one
)

func (b *budget) current(now time.Time) float64 {
	b.left = min(maxBudget, b.left+float64(now.Sub(b.counted))/float64(budgetInterval))
	b.counted = now
	return b.left
}

// Guard bounds how often passwords can be guessed.
type Guard struct {
	*guests
	budget budget // under the lock of guests
}

// NewGuard returns a guard that knows the addresses of a door.
func NewGuard(d *Door) *Guard {
	return &Guard{guests: d.guests, budget: budget{maxBudget, time.Now()}}
}

// Outcome is that of a password.
type Outcome int

const (
	Wrong Outcome = iota
	Right
	NotLookedAt // as too many were wrong before
)

// holdFor is how long a password waits to be looked at.
const holdFor = 8 * time.Second

// Try looks at a password when its turn comes. While it waits, wait is the least
// that is left for its address.
func (g *Guard) Try(ctx context.Context, address netip.Prefix, matches func() bool) (o Outcome, wait time.Duration) {
	give := time.NewTimer(holdFor)
	defer give.Stop()
	for reserve := 1.0; ; reserve = 0 {
		if o, wait = g.tryNow(address, reserve, matches); o != NotLookedAt || wait > holdFor {
			return o, wait
		}
		// At random, so that nobody who waits has an advantage.
		again := time.NewTimer(wait + 50*time.Millisecond + rand.N(200*time.Millisecond))
		select {
		case <-again.C:
			continue
		case <-give.C:
		case <-ctx.Done():
		}
		again.Stop()
		return o, wait
	}
}

// tryNow looks at a password if it may be looked at. One lock is held for the
// decision, the look and the count, so that many connections are not more guesses.
// Reserve is what it has to leave of the budget to those who wait: one who comes just
// when something is back has no advantage.
func (g *Guard) tryNow(address netip.Prefix, reserve float64, matches func() bool) (o Outcome, wait time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	from := g.at(address, now)
	if wait := from.guesses.until.Sub(now); wait > 0 {
		return NotLookedAt, wait
	}
	left := g.budget.current(now)
	switch {
	case left < 1+reserve+budgetFailure*from.guesses.current(now) && !from.isKnown(now):
		return NotLookedAt, 0
	case matches():
		from.guesses.right(now)
		return Right, 0
	}
	from.guesses.wrong(now)
	g.budget.left = max(0, left-1)
	return Wrong, 0
}
