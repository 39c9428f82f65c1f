package study

import (
	"fmt"

	"lambdascope/sim/settings"
)

// planKey is what the trials of a plan are computed from, but for their number. With the
// seed of a trial, it is where the cache keeps its outcomes.
type planKey struct {
	settings settings.Settings
	sizes    string
	rlstd    bool
	naiveTo  int
	fits     bool
}

func (p Plan) key() planKey {
	return planKey{p.Settings, fmt.Sprint(p.Sizes), p.RLSTD, p.NaiveTo, p.FitsOnly}
}

// outcomeBytes is what an outcome in the cache takes besides its numbers.
const outcomeBytes = 600

// bytes returns roughly how much memory the outcome holds as an entry of the cache.
func (o *Outcome) bytes() int {
	total := outcomeBytes + len(o.NotRuledOut)
	for _, theta := range o.Theta {
		total += 24 + 8*len(theta)
	}
	for _, of := range o.perLambda() {
		total += 8 * len(of)
	}
	return total
}
