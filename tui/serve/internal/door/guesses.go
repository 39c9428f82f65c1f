package door

import (
	"math"
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
