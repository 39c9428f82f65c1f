package report

import (
	"fmt"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
)

// ComparisonWarnings returns reasons to doubt a comparison of feature maps, one sentence each, without a
// full stop.
func ComparisonWarnings(c *analysis.Comparison) (out []string) {
	if c.Over == analysis.OverRidges {
		return out
	}
	for j, r := range c.Results {
		const much = 2 // transitions per direction; with fewer, fits follow noise
		first := j == 0 || r.Settings.FeatureMap() != c.Results[j-1].Settings.FeatureMap()
		if sel := r.Selection; first && much*sel.Rank > sel.Steps {
			out = append(out, fmt.Sprintf("%s spans %d directions with %d transitions, and its fits follow their noise", r.Settings.FeatureMap(), sel.Rank, sel.Steps))
		}
	}
	if sel := c.At().Selection; sel.Truncated > 0 && sel.Tail == estimator.TailBootstrap {
		out = append(out, "each map completes the returns of truncated trajectories by its own fits, so that the LOTO errors of maps compare only in part: choose the map with --tail none, then λ with --tail bootstrap")
	}
	return out
}

// ComparisonVerdict names the map or ridge with the least LOTO error, the λ, and the certainty of the
// choice, in a sentence.
func ComparisonVerdict(c *analysis.Comparison) string {
	last := len(c.Results) - 1
	best := fmt.Sprintf("%s with λ = %s", c.Name(c.Best), textfmt.Number(c.At().Selection.Best().Lambda))
	subject := "Maps"
	what := "map"
	name := c.Name
	if c.Over == analysis.OverRidges {
		subject = "Ridges"
		what = "ridge"
		name = func(j int) string { return textfmt.Number(c.Results[j].Settings.Ridge) }
		if last > 0 && c.Best == last {
			best += ", the largest of them,"
		}
	}
	var rivals []string
	for j := range c.Results {
		if c.Against[j].NotRuledOut && j != c.Best {
			rivals = append(rivals, name(j))
		}
	}
	return subject + ": " + best + " has the lowest LOTO error; " + rivalsText(what, rivals, last)
}

// rivalsText lists the rivals that the data cannot rule out as best on average.
func rivalsText(what string, rivals []string, others int) string {
	switch {
	case others == 0:
		return "there is no other " + what + " to compare it with"
	case len(rivals) == 0:
		return "the data rule out every other " + what + " (95 %)"
	case len(rivals) == others:
		return "the data can rule out no other " + what + " (95 %)"
	}
	return "the data cannot rule out " + textfmt.And(rivals) + " (95 %)"
}
