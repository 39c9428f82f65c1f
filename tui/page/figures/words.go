package figures

import (
	"fmt"
	"math"
	"strings"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// readout returns the numbers at the λ under the cursor, or at the size nearest to the current n.
func (v *view) readout() (at string, parts []screen.Part) {
	p := v.onShow()
	switch {
	case p.err != nil:
		return "", nil
	case !p.ready:
		return p.at, []screen.Part{{Ink: chart.InkFaint, Text: "nothing yet"}}
	}
	return p.at, p.parts()
}

// says returns the title of the files and the sentences of the text.
func (v *view) says() (title string, sentences []string) {
	if v.Result == nil {
		return "", nil
	}
	if title = report.Source(v.Settings); !v.Settings.Recorded() {
		title += fmt.Sprintf(", seed %d", v.Settings.Seed)
	}
	sentences = []string{title + "."}
	if p := v.onShow(); p.ready {
		sentences = append(sentences, p.count)
	}
	return title, append(sentences, v.sentence().Text()...)
}

// sweepParts are the numbers of the current row at the λ under the cursor.
func (v *view) sweepParts() (parts []screen.Part) {
	k := v.CursorIndex()
	now := v.Page.sweep.Now
	r := now.present()
	if r == nil || k >= len(r.Selection.Candidates) {
		return []screen.Part{{Ink: chart.InkFaint, Text: "not computed yet"}}
	}
	c := &r.Selection.Candidates[k]
	loto := screen.Part{Ink: chart.InkEstimate, Text: "LOTO error " + textfmt.Rounded(c.LOTO, 4)}
	selected := screen.Part{Ink: chart.InkSelected, Text: "λ̂ of this row", Short: "λ̂"}
	switch lowest := now.lowest(); {
	case now.plan.compares() && r == lowest && k == r.Selection.Selected:
		parts = []screen.Part{loto, {Ink: chart.InkSelected, Text: "the lowest of all", Short: "lowest"}}
	case now.plan.compares():
		parts = []screen.Part{loto, {Ink: chart.InkEstimate, Text: textfmt.Rounded(excess(r, k, lowest), 2) + " % above the lowest"}}
		if k == r.Selection.Selected {
			parts = append(parts, selected)
		}
	case k == r.Selection.Selected:
		parts = []screen.Part{selected, loto}
	default:
		units := textfmt.Rounded(apart(r, k), 2)
		if math.IsInf(apart(r, k), 1) {
			units = "more than any number of"
		}
		text := fmt.Sprintf("%s t s.e. from λ̂ = %s", units, textfmt.Number(r.Selection.Best().Lambda))
		parts = []screen.Part{{Ink: chart.InkEstimate, Text: text, Short: units + " t s.e."}}
		if c.NotRuledOut {
			parts = append(parts, screen.Part{Ink: chart.InkFaint, Text: "not ruled out"})
		}
		parts = append(parts, loto)
	}
	if r.Truth != nil && !v.Hidden {
		parts = append(parts, screen.Part{Ink: chart.InkTruth, Text: "root MSVE " + textfmt.Rounded(r.RootMSVE(k), 3)})
	}
	return parts
}

// ruledOutText counts the λ's that a row rules out.
func ruledOutText(r *analysis.Result) string {
	count, _, _ := r.Selection.NotRuledOut()
	others := len(r.Selection.Candidates) - 1
	switch out := others - (count - 1); out {
	case 0:
		return "nothing ruled out"
	case others:
		return "all others ruled out"
	default:
		return fmt.Sprintf("%d of %d others ruled out", out, others)
	}
}

// second returns the index of the row with the second least LOTO error, or −1 for a single row.
func second(c *analysis.Comparison) int {
	out := -1
	for j, r := range c.Results {
		if j != c.Best && (out < 0 || r.Selection.Best().LOTO < c.Results[out].Selection.Best().LOTO) {
			out = j
		}
	}
	return out
}

// comparison names the feature map or ridge with the lowest LOTO error and its λ, the distance of the
// next one, and the warnings.
func (s *sweep) comparison() (out page.Sentence) {
	if c := s.compared(); c != nil {
		best, rivals, _ := strings.Cut(report.ComparisonVerdict(c), "; ")
		rivals = strings.ToUpper(rivals[:1]) + rivals[1:] + "."
		out.Headline = []string{best + "."}
		out.Quiet = []string{rivals}
		if j := second(c); j >= 0 {
			out.Quiet = []string{rivals + " " + nextText(c.Name(j), c.Results[j].Selection.Best(), c.Against[j].Diff, c.Against[j].SE) + ".", rivals}
		}
		out.Warnings = report.ComparisonWarnings(c)
	}
	for i, err := range s.refused {
		if err != nil {
			out.Warnings = append(out.Warnings, "Without "+s.values[i]+": "+err.Error())
		}
	}
	return out
}

// nextText is the distance of the second best from the best.
func nextText(name string, at *estimator.Candidate, diff, se float64) string {
	const rounding = 1e-9
	text := fmt.Sprintf("Next is %s with λ = %s, ", name, textfmt.Number(at.Lambda))
	if math.Abs(diff) <= rounding*at.LOTO && se <= rounding*at.LOTO {
		return text + "whose error is the same up to rounding"
	}
	return text + "higher by " + textfmt.WithError(diff, se) + " (s.e.)"
}
