package report

import (
	"fmt"
	"slices"
	"strings"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
)

// Problem describes the problem, with its source: "random-walk, 5 states, …, n = 20, …, γ = 0.95, weighted
// by step". Compared features and ridges are left out.
func Problem(a *analysis.Result, source string) string {
	st := a.Settings
	sel := a.Selection
	c := a.Comparison
	maps := c != nil && c.Over == analysis.OverMaps
	ridges := c != nil && c.Over == analysis.OverRidges
	parts := []string{source}
	if !st.Recorded() {
		if st.Problem.States != 0 {
			parts = append(parts, fmt.Sprintf("%d states", st.Problem.States))
		}
		if !maps {
			parts = append(parts, st.Problem.Features)
		}
		parts = append(parts, fmt.Sprintf("seed %d", st.Seed))
	} else if name := fileFeatures(a); name != "" && !maps {
		parts = append(parts, name)
	}
	parts = append(parts, nOf(a), fmt.Sprintf("%d steps", sel.Steps))
	if !maps {
		parts = append(parts, features(sel))
	}
	parts = append(parts, "γ = "+Exact(st.Gamma))
	if sel.Truncated > 0 {
		parts = append(parts, fmt.Sprintf("%d truncated", sel.Truncated))
	}
	if st.Ridge > 0 && !ridges {
		parts = append(parts, "ridge "+Exact(st.Ridge))
	}
	parts = append(parts, "weighted by "+st.Weighting.String())
	if st.Tail != estimator.TailNone {
		parts = append(parts, "tail "+st.Tail.String())
	}
	if st.Method != settings.Cached {
		parts = append(parts, "method "+st.Method.String())
	}
	return strings.Join(parts, ", ")
}

// nOf is Size, but "n = 20" without groups.
func nOf(a *analysis.Result) string {
	if a.Groups == nil {
		return fmt.Sprintf("n = %d", a.Selection.Trajectories)
	}
	return Size(a)
}

// Size gives the number of trajectories: "20 trajectories", or "20 trajectories in 8 groups".
func Size(a *analysis.Result) string {
	text := fmt.Sprintf("%d trajectories", a.Selection.Trajectories)
	if a.Groups != nil {
		text += fmt.Sprintf(" in %d groups", len(a.Groups))
	}
	return text
}

// fileFeatures names the feature map of a file and the bounds: "poly:2 over the bounds of the data
// (0:1,-2:2)". It returns "" if observations are the features.
func fileFeatures(a *analysis.Result) string {
	st := a.Settings
	scaling := a.Scaling
	switch {
	case st.Features == "identity":
		return ""
	case scaling == nil:
		return st.Features
	case !slices.Contains(scaling.FromData, false):
		return st.Features + " over the bounds of the data" + ranges(scaling)
	case slices.Contains(scaling.FromData, true):
		return st.Features + " over bounds given and of the data" + ranges(scaling)
	}
	return st.Features + " over the bounds given" + ranges(scaling)
}

// ranges returns the bounds of few columns. More would be too long for a sentence, so that it returns "".
func ranges(s *analysis.Scaling) string {
	const few = 4
	if len(s.Low) > few {
		return ""
	}
	var out []string
	for j, low := range s.Low {
		out = append(out, textfmt.Short(low, 4)+":"+textfmt.Short(s.High[j], 4))
	}
	return " (" + strings.Join(out, ",") + ")"
}

// features gives the number of features, and the rank if lower.
func features(s *estimator.Selection) string {
	if s.Rank < s.Features {
		return fmt.Sprintf("%d features of rank %d", s.Features, s.Rank)
	}
	return fmt.Sprintf("%d features", s.Features)
}

// ProblemWarnings returns parts of a problem's file that never happen, one sentence each without a full
// stop: unreachable states, and the cut ends of episodes. A domain has none.
func ProblemWarnings(o sim.Options) (out []string) {
	p := o.Problem
	if p == nil {
		return nil
	}
	if u := p.Unreached; len(u) > 0 {
		const most = 5
		names := strings.Join(u[:min(most, len(u))], ", ")
		if len(u) > most {
			names += fmt.Sprintf(" and %d more", len(u)-most)
		}
		out = append(out, fmt.Sprintf("no episode reaches these states of %s: %s", p.Name, names))
	}
	const least = 0.001
	if _, _, cut := p.Visits(o.MaxSteps); cut > least {
		out = append(out, fmt.Sprintf("max-steps %d cuts %s %% of all episodes; the true values are those of uncut ones", o.MaxSteps, textfmt.Short(100*cut, 3)))
	}
	return out
}
