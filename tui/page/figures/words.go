package figures

import (
	"fmt"
	"math"
	"strings"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// readout returns the numbers at the λ under the cursor, or at the size nearest to the current n.
func (v *view) readout() (at string, parts []screen.Part) {
	p := v.onShow()
	switch {
	case v.Hidden:
		return "", nil
	case !p.ready:
		return p.at, []screen.Part{{Ink: chart.InkFaint, Text: "nothing yet"}}
	}
	return p.at, p.parts()
}

// says returns the title of the files and the sentences of the text.
func (v *view) says() (title string, sentences []string) {
	switch {
	case v.Result == nil:
		return "", nil
	case v.Hidden:
		return "", []string{"The answer is hidden; z reveals it."}
	}
	if title = report.Source(v.Settings); !v.Settings.Recorded() {
		title += fmt.Sprintf(", seed %d", v.Settings.Seed)
	}
	switch {
	case v.sweeping():
		return title, []string{title + ".", v.sweepFindings()}
	case v.err() != nil:
		return title, []string{title + ".", v.err().Error()}
	}
	return title, []string{title + ".", strings.TrimSpace(v.onShow().count + " " + v.bestText())}
}

// bestText explains the best λ of figure a by bias² and variance at the smallest and the largest n; ""
// for other figures.
func (v *view) bestText() string {
	s := v.trials.Now.Summary
	if !v.shows(state.FigureLambda) || s == nil || len(s.Lambdas) == 1 {
		return ""
	}
	var parts []string
	for _, i := range []int{0, len(s.Sizes) - 1} {
		split := figure.SplitOf(s, i)
		if !split.Known() {
			return ""
		}
		parts = append(parts, fmt.Sprintf("n = %d: the best λ is %s. %s", s.Sizes[i].Trajectories, textfmt.Number(s.Lambdas[split.Best]), split.Ends()))
	}
	return strings.Join(parts, " ")
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
	if r.Truth != nil {
		parts = append(parts, screen.Part{Ink: chart.InkTruth, Text: "root MSVE " + textfmt.Rounded(r.RootMSVE(k), 3)})
	}
	return parts
}

// sweepFindings compares the first row with the last, or all rows of a comparison.
func (v *view) sweepFindings() string {
	if !v.Page.sweep.Begun() {
		return ""
	}
	now := v.Page.sweep.Now
	text := ""
	if err := v.Page.sweep.Err; err != nil {
		text = err.Error() + ". "
	}
	if now.plan.compares() {
		return text + now.comparison()
	}
	var rows []string
	known, met := 0, 0
	for i, r := range now.rows {
		if r == nil {
			continue
		}
		rows = append(rows, fmt.Sprintf("%s = %s: λ̂ = %s, %s", now.plan.symbol(), now.values[i], textfmt.Number(r.Selection.Best().Lambda), ruledOutText(r)))
		if r.Truth == nil {
			continue
		}
		known++
		if r.Best == r.Selection.Selected {
			met++
		}
	}
	if len(rows) > 1 {
		text += fmt.Sprintf("%s. %s (95 %%).", rows[0], rows[len(rows)-1])
	}
	if known > 1 {
		text += fmt.Sprintf(" λ̂ is the λ of the lowest root MSVE in %d of %d rows.", met, known)
	}
	if now.plan.over == state.FigureGamma && now.rows[0] != nil && now.values[0] == "0" {
		text += " (At γ = 0 all λ's are the same.)"
	}
	if v.Settings.Recorded() {
		text += " Figures a to c need fresh data and the true values: recorded data have neither."
	}
	return text
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

// comparison names the feature map or ridge with the lowest LOTO error and its λ, the distance of the
// next one, and the warnings.
func (s *sweep) comparison() string {
	var sentences []string
	if c := s.compared(); c != nil {
		sentences = append(sentences, report.ComparisonVerdict(c))
		if j := c.Second(); j >= 0 {
			diff, se, _ := c.NotRuledOut(j)
			sentences = append(sentences, nextText(c.Name(j), c.Results[j].Selection.Best(), diff, se))
		}
		for _, w := range report.ComparisonWarnings(c) {
			sentences = append(sentences, "! "+w)
		}
	}
	for i, err := range s.refused {
		if err != nil {
			sentences = append(sentences, "Without "+s.values[i]+": "+err.Error())
		}
	}
	if len(sentences) == 0 {
		return ""
	}
	return strings.Join(sentences, ". ") + "."
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
