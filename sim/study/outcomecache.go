package study

import (
	"fmt"

	"lambdascope/sim/analysis"
)

// outcomeBytes is what an outcome in the cache takes besides its numbers.
const outcomeBytes = 600

// outcomeKey is where the cache keeps what data of some settings give in a trial.
type outcomeKey struct{ settings analysis.Settings }

// planKey is what the trials of a plan are computed from, but for their number.
type planKey struct {
	settings analysis.Settings
	sizes    string
	rlstd    bool
	naiveTo  int
	fits     bool
}

func (p Plan) key() planKey {
	return planKey{p.Settings, fmt.Sprint(p.Sizes), p.RLSTD, p.NaiveTo, p.FitsOnly}
}

// trialKey is where the cache finds a trial that is under way.
type trialKey struct {
	plan  planKey
	index int
}

// settings returns those that trial j has at a number of trajectories.
func (x *experiment) settings(j, n int) analysis.Settings {
	s := x.plan.Settings
	s.Seed += uint64(j)
	s.Trajectories = n
	return s
}

// recall returns what the cache has of an outcome: nothing, all that the plan asks
// for, or some of it where the plan that it was computed for asked for less.
func (x *experiment) recall(s analysis.Settings) Outcome {
	v, _ := x.engine.Recall(outcomeKey{s})
	o, _ := v.(Outcome)
	return o
}

// remember puts an outcome into the cache.
func (x *experiment) remember(s analysis.Settings, o Outcome) {
	x.engine.Keep(outcomeKey{s}, o, o.bytes())
}

// lacks tells whether the plan asks for more, at a number of trajectories, than an
// outcome has.
func (x *experiment) lacks(o *Outcome, n int) bool {
	return o.Theta == nil || !x.plan.FitsOnly && !o.chooses() || x.plan.RLSTD && o.RLSTD == nil || n <= x.plan.NaiveTo && o.Naive == nil
}

// asked returns an outcome without what the plan does not ask for.
func (x *experiment) asked(o Outcome) Outcome {
	if !x.plan.RLSTD {
		o.RLSTD = nil
	}
	if o.Trajectories > x.plan.NaiveTo {
		o.Naive = nil
	}
	if x.plan.FitsOnly {
		o = Outcome{Trajectories: o.Trajectories, Theta: o.Theta, MSVE: o.MSVE, RLSTD: o.RLSTD}
	}
	return o
}

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
