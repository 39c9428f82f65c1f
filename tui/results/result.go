package results

import (
	"slices"

	"lambdascope/sim/study"
)

// Result is what a study finds of one domain.
type Result struct {
	Name    string
	Plan    study.Plan
	Summary *study.Summary  // nil without figures a and b
	Trials  []*study.Trial  // in order
	Times   []study.TimeRow // nil without figure c
	Claims  []study.Claim

	Consistency *study.ConsistencySummary // nil without figure d

	Coverage []study.CoverageRow // nil unless asked for
}

// Claimed returns the claims about the figures that were made: those of the paper,
// or those besides.
func (r *Result) Claimed(d *Design, besides bool) []study.Claim {
	return slices.DeleteFunc(slices.Clone(r.Claims), func(c study.Claim) bool {
		return !d.Has(c.Figure) || c.Besides != besides
	})
}
