package explore

import (
	"fmt"
	"math"
	"strings"

	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// readout returns the numbers at the λ under the cursor.
func (v *view) readout() (at string, parts []screen.Part) {
	a := v.Result
	k := v.CursorIndex()
	c := &a.Selection.Candidates[k]
	parts = []screen.Part{{Ink: chart.InkEstimate, Label: "LOTO error", Text: textfmt.Rounded(c.LOTO, 4)}}
	from := screen.Part{Ink: chart.InkEstimate, Label: "from λ̂", Text: "0", Short: "(lowest)"}
	const rounding = 1e-12
	switch {
	case k == a.Selection.Selected:
	case math.Abs(c.Diff) <= rounding*math.Abs(c.LOTO) && c.RefitSE <= rounding*math.Abs(c.LOTO):
	default:
		diff := textfmt.Signed(c.Diff, 2)
		from.Text = diff + " ± " + textfmt.Rounded(a.Selection.Quantile*c.RefitSE, 2)
		from.Short = "(" + diff + ")"
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

// sentence returns the headline, and below it a question while the truth is hidden, the price of
// the guess after it, or the truth.
func (v *view) sentence() page.Sentence {
	out := page.Sentence{Headline: []string{headline(v.Result)}}
	switch {
	case v.Hidden && v.Result.Truth != nil:
		// The no-break space follows the key "." because a plain space would end a sentence there.
		out.Quiet = []string{"Which λ is best in truth? Choose with , and .\u00a0then press z.", "Which λ is best in truth? Cursor there, then z."}
	case v.Revealed && v.Cursor.Set:
		out.Headline = []string{report.Price(v.Result, v.CursorIndex())}
		v.addQuiet(&out)
	default:
		v.addQuiet(&out)
		out.Warnings = v.warnings()
	}
	return out
}

// headline returns one line with the best λ and the number of λ's not ruled out, unless a constant
// predicts better.
func headline(a *analysis.Result) string {
	all := a.Selection.Candidates
	number := func(k int) string { return textfmt.Number(all[k].Lambda) }
	best := a.Selection.Selected
	below := 0
	above := 0 // ruled out
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
	case a.Settings.Recorded() && report.Explained(a) < 0:
		return fmt.Sprintf("A constant predicts better: LOTO error %s, %s at λ = %s.", textfmt.Rounded(a.Constant, 3), textfmt.Rounded(all[best].LOTO, 3), number(best))
	case len(all) == 1:
		return fmt.Sprintf("λ = %s is the only λ in the grid.", number(0))
	case a.Selection.Flat():
		return fmt.Sprintf("All %d λ's have the same LOTO error; λ̂ is the smallest, %s.", len(all), number(best))
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
	warnings := report.Warnings(a)
	if hint := report.CheckHint(a); hint != "" {
		warnings = append(warnings, hint)
	}
	if c := a.Calibration; c != nil && c.Start.Off() {
		warnings = append(warnings, "at the "+report.StartText(a))
	}
	return warnings
}

// addQuiet adds the sentence below the headline: the policies if there are two, otherwise the
// truth, otherwise the agreement of predictions and returns.
func (v *view) addQuiet(to *page.Sentence) {
	a := v.Result
	switch text, short := report.Policies(a.Settings); {
	case text != "":
		effective := report.Effective(a)
		to.Quiet = []string{strings.TrimSpace(text + " " + effective), strings.TrimSpace(short + " " + effective), text, short}
	case a.Truth != nil && len(a.Selection.Candidates) > 1:
		to.Lead = "In truth "
		to.Quiet = []string{inTruth(a)}
	case a.Calibration != nil:
		to.Quiet = []string{"At the " + report.StartText(a) + "."}
	}
}

// inTruth returns a sentence on the λ that is truly best for these data and on the extra error of
// λ̂.
func inTruth(a *analysis.Result) string {
	best := textfmt.Number(a.Selection.Candidates[a.Best].Lambda)
	if a.Best == a.Selection.Selected {
		return best + " is best for these data, too."
	}
	if !(a.RootMSVE(a.Best) > 0) {
		return best + " is best for these data."
	}
	errs, _ := report.Excess(a, a.Selection.Selected)
	return fmt.Sprintf("%s is best for these data; %s %s.", best, textfmt.Number(a.Selection.Best().Lambda), errs)
}

// signs returns the signs of the chart over λ, for the side of the charts on wide screens.
func (v *view) signs() []page.Sign {
	bar := "│"
	in := "○"
	all := len(v.Result.Selection.Candidates)
	if all > figure.BarLimit {
		bar = "⠂⠂⠂"
		in = "─"
	}
	signs := []page.Sign{
		{Ink: chart.InkEstimate, Mark: "●", Text: "LOTO: leave one trajectory out, fit the rest, test on it"},
		{Ink: chart.InkSelected, Mark: "★", Text: "λ̂, the λ with the lowest"},
		{Ink: chart.InkEstimateDim, Mark: bar, Text: "95 % of the difference from λ̂"},
		{Ink: chart.InkEstimate, Mark: in, Text: "it crosses λ̂'s line: still in"},
		{Ink: chart.InkAgainst, Mark: "×", Text: "it stays above: ruled out"},
	}
	if all == 1 { // no bars and no verdicts
		signs = signs[:2]
	}
	if v.Result.Truth == nil {
		signs = append(signs,
			page.Sign{Ink: chart.InkFaint, Mark: "⠒ ⠒", Text: "a constant in place of values: the mean return of the others"},
			page.Sign{Ink: chart.InkFaint, Mark: "⠂⠂⠂", Text: "returns equal to predictions"})
	} else if !v.Hidden && all > 1 {
		signs = append(signs, page.Sign{Ink: chart.InkTruth, Mark: "⠒ ⠒", Text: "true error, moved to meet at λ̂"})
	}
	return signs
}
