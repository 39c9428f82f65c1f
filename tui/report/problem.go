package report

import (
	"fmt"
	"strings"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
)

// Problem says what was analysed, from where: "random-walk, 5 states, …, n = 20,
// …, γ = 0.95, weighted by step".
func Problem(a *analysis.Result, source string) string {
	st, sel := a.Settings, a.Selection
	parts := []string{source}
	if !st.Recorded() {
		if st.Problem.States != 0 {
			parts = append(parts, fmt.Sprintf("%d states", st.Problem.States))
		}
		parts = append(parts, st.Problem.Features, fmt.Sprintf("seed %d", st.Seed))
	}
	parts = append(parts,
		fmt.Sprintf("n = %d", sel.Trajectories),
		fmt.Sprintf("%d steps", sel.Steps),
		features(sel),
		"γ = "+Exact(st.Gamma))
	if sel.Truncated > 0 {
		parts = append(parts, fmt.Sprintf("%d truncated", sel.Truncated))
	}
	if st.Ridge > 0 {
		parts = append(parts, "ridge "+Exact(st.Ridge))
	}
	parts = append(parts, "weighted by "+st.Weighting.String())
	if st.Tail != estimator.TailNone {
		parts = append(parts, "tail "+st.Tail.String())
	}
	if st.Method != estimator.Auto {
		parts = append(parts, "method "+sel.Method.String())
	}
	return strings.Join(parts, ", ")
}

// features says how many there are, and of what rank if it is less.
func features(s *estimator.Selection) string {
	if s.Rank < s.Features {
		return fmt.Sprintf("%d features of rank %d", s.Features, s.Rank)
	}
	return fmt.Sprintf("%d features", s.Features)
}
