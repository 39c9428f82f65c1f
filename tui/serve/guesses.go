package serve

import (
	"context"
	"math"
	"math/rand/v2"
	"net/netip"
	"time"
)

// guesses are an address's wrong passwords.
type guesses struct {
	failures float64   // that are not forgotten
	counted  time.Time // when failures was right
	until    time.Time // none is looked at before
}

// How wrong passwords cost an address: some are free, as people mistype and a class
// may be behind one address; then each doubles the wait for the next.
const (
	freeFailures     = 5
	failureWait      = 5 * time.Second // after the first that is not free
	maxFailureWait   = 10 * time.Minute
	failureForgotten = 10 * time.Minute // one of them in that time
)

// current forgets failures that are old enough.
func (g *guesses) current(now time.Time) float64 {
	g.failures = max(0, g.failures-float64(now.Sub(g.counted))/float64(failureForgotten))
	g.counted = now
	return g.failures
}

func (g *guesses) wrong(now time.Time) {
	g.failures = g.current(now) + 1
	if over := g.failures - freeFailures; over > 0 {
		wait := float64(failureWait) * math.Exp2(math.Ceil(over)-1)
		g.until = now.Add(time.Duration(min(wait, float64(maxFailureWait))))
	}
}

// right takes off one failure: where many log in, some mistype.
func (g *guesses) right(now time.Time) { g.failures = max(0, g.current(now)-1) }

// matters returns for how long they are worth remembering.
func (g *guesses) matters(now time.Time) time.Duration {
	return max(g.until.Sub(now), time.Duration(g.current(now)*float64(failureForgotten)))
}

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

// guard bounds how often passwords can be guessed.
type guard struct {
	*guests
	budget budget // under the lock of guests
}

func newGuard(gs *guests) *guard { return &guard{guests: gs, budget: budget{maxBudget, time.Now()}} }

// outcome is that of a password.
type outcome int

const (
	wrong outcome = iota
	right
	notLookedAt // as too many were wrong before
)

// holdFor is how long a password waits to be looked at.
const holdFor = 8 * time.Second

// try looks at a password when its turn comes. While it waits, wait is the least
// that is left for its address.
func (g *guard) try(ctx context.Context, address netip.Prefix, matches func() bool) (o outcome, wait time.Duration) {
	give := time.NewTimer(holdFor)
	defer give.Stop()
	for reserve := 1.0; ; reserve = 0 {
		if o, wait = g.tryNow(address, reserve, matches); o != notLookedAt || wait > holdFor {
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
func (g *guard) tryNow(address netip.Prefix, reserve float64, matches func() bool) (o outcome, wait time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	from := g.at(address, now)
	if wait := from.guesses.until.Sub(now); wait > 0 {
		return notLookedAt, wait
	}
	left := g.budget.current(now)
	switch {
	case left < 1+reserve+budgetFailure*from.guesses.current(now) && !from.isKnown(now):
		return notLookedAt, 0
	case matches():
		from.guesses.right(now)
		return right, 0
	}
	from.guesses.wrong(now)
	g.budget.left = max(0, left-1)
	return wrong, 0
}
