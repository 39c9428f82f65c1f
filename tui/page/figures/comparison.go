package figures

import (
	"fmt"
	"math"
	"strings"

	"lambdascope/estimator"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
)

// comparison says which feature map or ridge has the lowest LOTO error, with which λ, how
// far the next is from it, and what to beware of.
func (s *sweepState) comparison() string {
	var sentences []string
	if c := s.compared(); c != nil {
		sentences = append(sentences, c.Verdict())
		if j := c.Second(); j >= 0 {
			diff, se, _ := c.NotRuledOut(j)
			sentences = append(sentences, nextText(c.Name(j), c.Results[j].Selection.Best(), diff, se))
		}
		for _, w := range c.Warnings() {
			sentences = append(sentences, "! "+w)
		}
	}
	for i, err := range s.refused {
		if err != nil {
			sentences = append(sentences, "Without "+s.plan.text(s.values[i])+": "+err.Error())
		}
	}
	if len(sentences) == 0 {
		return ""
	}
	return strings.Join(sentences, ". ") + "."
}

// nextText says how far the second best is from the best.
func nextText(what string, at *estimator.Candidate, diff, se float64) string {
	const rounding = 1e-9
	text := fmt.Sprintf("Next is %s with λ = %s, ", what, textfmt.Number(at.Lambda))
	if math.Abs(diff) <= rounding*at.LOTO && se <= rounding*at.LOTO {
		return text + "whose error is the same up to rounding"
	}
	return text + "higher by " + textfmt.WithError(diff, se) + " (s.e.)"
}

// comparedParts gives the numbers of a row at the k-th λ.
func (s *sweepState) comparedParts(r *sweepRow, k int) []screen.Part {
	lowest := s.lowest()
	parts := []screen.Part{{Ink: chart.InkEstimate, Text: "LOTO error " + textfmt.Rounded(r.loto[k], 4)}}
	if lowest == r && k == r.selected {
		parts = append(parts, screen.Part{Ink: chart.InkSelected, Text: "the lowest of all", Short: "lowest"})
	} else {
		text := textfmt.Rounded(r.excess(k, lowest), 2) + " % above the lowest"
		parts = append(parts, screen.Part{Ink: chart.InkEstimate, Text: text})
		if k == r.selected {
			parts = append(parts, screen.Part{Ink: chart.InkSelected, Text: "λ̂ of this row", Short: "λ̂"})
		}
	}
	if r.root != nil {
		parts = append(parts, screen.Part{Ink: chart.InkTruth, Text: "root MSVE " + textfmt.Rounded(r.root[k], 3)})
	}
	return parts
}
