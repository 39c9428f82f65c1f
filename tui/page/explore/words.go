package explore

import (
	"fmt"
	"math"
	"strings"

	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// readout returns the numbers at the λ under the cursor.
func (v *view) readout() (at string, parts []screen.Part) {
	a := v.Result
	k := v.CursorIndex()
	c := &a.Selection.Candidates[k]
	parts = []screen.Part{{Ink: chart.InkEstimate, Label: "LOTO error", Text: textfmt.Rounded(c.LOTO, 4)}}
	from := screen.Part{Ink: chart.InkEstimate, Label: "from λ̂", Text: "0"}
	const rounding = 1e-12
	switch {
	case k == a.Selection.Selected:
	case math.Abs(c.Diff) <= rounding*math.Abs(c.LOTO) && c.RefitSE <= rounding*math.Abs(c.LOTO):
	default:
		from.Text = fmt.Sprintf("%s ± %s", textfmt.Signed(c.Diff, 2), textfmt.Rounded(a.Selection.Quantile*c.RefitSE, 2))
		if !c.NotRuledOut {
			from.Ink = chart.InkAgainst
			from.More = "ruled out"
		}
	}
	parts = append(parts, from)
	if !v.Hidden {
		parts = append(parts, truthPart(a, k))
	}
	return "λ " + textfmt.Number(c.Lambda), parts
}

// truthPart returns the true error at the k-th λ, or the reason for its absence.
func truthPart(a *analysis.Result, k int) screen.Part {
	switch {
	case a.Truth == nil && !a.Settings.Recorded():
		return screen.Part{Ink: chart.InkFaint, Text: "no truth under so low a step cap", Short: "no truth"}
	case a.Truth == nil:
		return screen.Part{Ink: chart.InkFaint, Text: "no truth for recorded data", Short: "no truth"}
	case a.MSVE[k] < 0:
		return screen.Part{Ink: chart.InkTruth, Label: "root MSVE", Text: "below the truth's own error", Short: "≈ 0"}
	}
	out := screen.Part{Ink: chart.InkTruth, Label: "root MSVE", Text: textfmt.Rounded(a.RootMSVE(k), 3)}
	if root, se := a.RootMSVE(k), a.MSVEError(k); a.Truth.Single() && root > 0 {
		out.Text = textfmt.WithError(root, se/(2*root))
		out.More = "s.e."
	}
	return out
}

// findings returns the headline and one quiet sentence.
func (v *view) findings(rows int) []string {
	// The no-break space follows the key "." because a plain space would end a sentence there.
	const question = "Which λ is best in truth? Choose with , and .\u00a0then press z."
	ask := v.Styles.Fitting(v.Width-2, question, "Which λ is best in truth? Cursor there, then z.")
	if v.Hidden && v.Result.Truth != nil && rows == 1 {
		return v.Styles.Indented(chart.InkText, ask, v.Width, rows)
	}
	if v.Revealed && v.Cursor.Set && rows == 1 {
		return v.Styles.Sentence(v.Result.Price(v.CursorIndex()), v.Width, rows)
	}
	lines := v.Styles.Indented(chart.InkSelected, headline(v.Result), v.Width, min(rows, 1))
	warnings := v.warnings()
	switch rows = min(rows-len(lines), 1); {
	case rows <= 0:
	case v.Hidden && v.Result.Truth != nil:
		lines = append(lines, v.Styles.Indented(chart.InkText, ask, v.Width, rows)...)
	case v.Revealed && v.Cursor.Set:
		lines = append(lines, v.Styles.Sentence(v.Result.Price(v.CursorIndex()), v.Width, rows)...)
	case len(warnings) > 0:
		lines = append(lines, v.Styles.Indented(chart.InkText, v.warning(warnings, rows), v.Width, rows)...)
	default:
		lines = append(lines, v.quiet())
	}
	return lines
}

// headline returns one line with the best λ and the number of λ's not ruled out.
func headline(a *analysis.Result) string {
	all := a.Selection.Candidates
	number := func(k int) string { return textfmt.Number(all[k].Lambda) }
	best := a.Selection.Selected
	below, above := 0, 0 // ruled out
	for k := range all {
		switch {
		case all[k].NotRuledOut:
		case k < best:
			below++
		default:
			above++
		}
	}
	left := len(all) - below - above
	switch {
	case len(all) == 1 || a.Selection.Flat():
		return a.ShortVerdict()
	case left == 1:
		return fmt.Sprintf("Only one λ is left: %s.", number(best))
	case left == len(all):
		return fmt.Sprintf("These data rule out no λ; the lowest error is at %s.", number(best))
	case above == 0:
		return fmt.Sprintf("Small λ's are out; best is %s, and %d of %d remain.", number(best), left, len(all))
	case below == 0:
		return fmt.Sprintf("Large λ's are out; best is %s, and %d of %d remain.", number(best), left, len(all))
	}
	return fmt.Sprintf("λ = %s predicts best, and %d of %d remain.", number(best), left, len(all))
}

// warnings returns the warnings of the result and a hint at the place to look for their cause.
func (v *view) warnings() []string {
	a := v.Result
	warnings := a.Warnings()
	if hint := a.CheckHint(); hint != "" {
		warnings = append(warnings, hint)
	}
	if c := a.Calibration; c != nil && c.Start.Off() {
		warnings = append(warnings, "at the "+a.StartText())
	}
	return warnings
}

// quiet returns the sentence below the headline: the policies if there are two, otherwise the
// truth, otherwise the agreement of predictions and returns.
func (v *view) quiet() string {
	a := v.Result
	l := v.Styles.Line(v.Width).Add(chart.InkText, " ")
	text, short := report.Policies(a.Settings)
	if text != "" {
		effective := report.Effective(a)
		return l.First(chart.InkFaint, strings.TrimSpace(text+" "+effective), strings.TrimSpace(short+" "+effective), text, short).String()
	}
	switch {
	case a.Truth != nil && len(a.Selection.Candidates) > 1:
		l.Add(chart.InkTruth, "In truth ").Add(chart.InkFaint, inTruth(a))
	case a.Calibration != nil:
		l.Add(chart.InkFaint, "At the "+a.StartText()+".")
	}
	return l.String()
}

// inTruth returns a sentence on the λ that is truly best for these data and on the extra error of
// λ̂.
func inTruth(a *analysis.Result) string {
	best := textfmt.Number(a.Selection.Candidates[a.Best].Lambda)
	at := a.Selection.Selected
	if a.Best == at {
		return best + " is best for these data, too."
	}
	chosen := textfmt.Number(a.Selection.Best().Lambda)
	least := a.RootMSVE(a.Best)
	percent := 100 * (a.RootMSVE(at)/least - 1)
	switch {
	case !(least > 0):
		return fmt.Sprintf("%s is best for these data.", best)
	case percent < .05:
		return fmt.Sprintf("%s is best for these data; %s is as good.", best, chosen)
	case percent >= 1000:
		return fmt.Sprintf("%s is best for these data; %s errs %.0f times as much.", best, chosen, a.RootMSVE(at)/least)
	case percent >= 10:
		return fmt.Sprintf("%s is best for these data; %s errs %.0f %% more.", best, chosen, percent)
	}
	return fmt.Sprintf("%s is best for these data; %s errs %.1f %% more.", best, chosen, percent)
}

// warning joins warnings. If all do not fit the rows, the first ones that fit end in "…". A
// single warning that does not fit loses its explanation.
func (v *view) warning(warnings []string, rows int) string {
	fits := func(text string) bool { return len(v.Styles.Break(text, v.Width-2)) <= rows }
	all := "! " + strings.Join(warnings, " · ")
	if fits(all) {
		return all
	}
	for count := len(warnings) - 1; count > 0; count-- {
		if text := "! " + strings.Join(warnings[:count], " · ") + " · …"; fits(text) {
			return text
		}
	}
	more := ""
	if len(warnings) > 1 {
		more = " · …"
	}
	for text := "! " + warnings[0]; ; {
		end := max(strings.LastIndex(text, "; "), strings.LastIndex(text, ": "), strings.LastIndex(text, ", "))
		if end < 0 {
			return all
		}
		if text = text[:end]; fits(text + more) {
			return text + more
		}
	}
}

// howToRead returns a short legend for the side of the charts on wide screens.
func (v *view) howToRead(width int) []string {
	entries := []struct {
		sign rune
		ink  chart.Ink
		text string
	}{
		{'●', chart.InkEstimate, "LOTO error: fit to all trajectories but one, tested on that"},
		{'★', chart.InkSelected, "λ̂, the lowest of them"},
		{'│', chart.InkEstimateDim, "95 % of the difference from λ̂"},
		{'○', chart.InkEstimate, "its bar crosses the line of λ̂: still in"},
		{'×', chart.InkAgainst, "its bar stays above: ruled out"},
		{'╌', chart.InkTruth, "true error, moved to meet at λ̂"},
	}
	if last := &entries[len(entries)-1]; v.Result.Truth == nil {
		last.ink = chart.InkFaint
		last.text = "a constant in place of values: the mean return of the others"
	}
	var out []string
	for _, e := range entries {
		for i, l := range v.Styles.WrapAll(chart.InkFaint, e.text, width-4) {
			line := v.Styles.Line(width)
			if i == 0 {
				line.Add(chart.InkText, " ").Add(e.ink, string(e.sign))
			}
			out = append(out, line.To(4).Styled(l).String())
		}
	}
	return out
}
