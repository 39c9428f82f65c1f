package study

import (
	"time"

	"lambdascope/sim/analysis"
)

// Cost returns about how much processor time a trial of the plan takes, which is
// in its usual form.
func (p Plan) Cost() time.Duration {
	total := analysis.DrawCost(p.Settings)
	for _, n := range p.Sizes {
		s := p.Settings
		s.Trajectories = n
		if p.FitsOnly {
			total += analysis.FitsCost(s, analysis.Rivals{RLSTD: p.RLSTD})
			continue
		}
		total += analysis.SelectionCost(s, analysis.Rivals{RLSTD: p.RLSTD, Naive: n <= p.NaiveTo})
	}
	return total
}

// Within returns an error where a plan in its usual form is beyond the limits: at any
// of its sizes, or with all its trials together.
func (p Plan) Within(l analysis.Limits) error { return within(l, p.Settings, p.Trials, p.Cost()) }

// runBudget is what a single timed run may take, at most the budget.
func runBudget(l analysis.Limits, budget time.Duration) time.Duration {
	if l.Processor > 0 {
		return min(budget, l.Processor/4)
	}
	return budget
}
