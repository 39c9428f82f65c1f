package folds

import (
	"fmt"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// readout gives the numbers of the selected trajectory, at the λ under the cursor.
func (v rowsView) readout() (at string, parts []screen.Part) {
	f := v.folds
	i := v.selected()
	k := v.cursor()
	sel := f.Analysis.Selection
	all := sel.Candidates
	lambda := textfmt.Number(all[k].Lambda)
	label := "error when left out, at λ = " + lambda
	const roomForAll = 90
	const roomForLeverage = 72
	if v.Width < roomForAll {
		label = "left out, at " + lambda
	}
	parts = []screen.Part{{Ink: chart.InkEstimate, Label: label, Text: textfmt.Rounded(all[k].Folds[i], 3)}}
	if k != sel.Selected {
		diff := textfmt.Signed(all[k].Folds[i]-all[sel.Selected].Folds[i], 2)
		parts = append(parts, screen.Part{Ink: chart.InkEstimate, Label: "from λ̂", Text: diff, Short: "(" + diff + ")"})
	}
	if f.Leverage != nil && v.Width >= roomForLeverage {
		parts = append(parts, screen.Part{Ink: chart.InkText, Label: "leverage", Text: textfmt.Rounded(f.Leverage[i], 2), More: "of " + textfmt.Trimmed(floats.Sum(f.Leverage), 3)})
	}
	if f.Without[i] != sel.Selected {
		parts = append(parts, screen.Part{Ink: chart.InkSelected, Label: "without it λ̂ =", Text: f.lambdaWithout(i)})
	}
	if f.Analysis.Groups != nil {
		parts = append(parts, screen.Part{Ink: chart.InkText, Label: "trajectories", Text: strconv.Itoa(f.Sizes[i])})
	}
	return foldLabel(f.Analysis, i), parts
}

// headline returns the effect of the selected trajectory on the choice, the longest form first.
func (v rowsView) headline() []string {
	f := v.folds
	i := v.selected()
	sel := f.Analysis.Selection
	now := textfmt.Number(sel.Best().Lambda)
	without := f.lambdaWithout(i)
	name := foldName(f.Analysis, i)
	label := foldLabel(f.Analysis, i)
	switch {
	case len(sel.Candidates) == 1:
		return []string{"With one λ in the grid there is nothing to choose."}
	case f.NumPivotal() == 0:
		return []string{"No single " + f.Analysis.FoldNoun() + " turns the choice, λ = " + now + "."}
	case f.Without[i] == sel.Selected:
		turn := " turn it."
		if f.NumPivotal() == 1 {
			turn = " turns it."
		}
		stays := " the choice stays, λ = " + now + "; " + textfmt.Count(f.NumPivotal(), "other") + turn
		return []string{"Without " + name + stays, "Without " + label + stays}
	}
	change := ", from " + now + " to " + without + "."
	return []string{"Without " + name + " the choice changes" + change, "Without " + label + " it changes" + change}
}

// quiet returns the other trajectories that turn the choice, and the concentration of the influence, the
// longest form first.
func (v rowsView) quiet() []string {
	f := v.folds
	var others []int
	too := ""
	for _, i := range f.Order {
		switch {
		case f.Without[i] == f.Analysis.Selection.Selected:
		case i == v.selected():
			too = ", too"
		default:
			others = append(others, i)
		}
	}
	half := f.concentration()
	var alone string
	switch {
	case f.NumPivotal() == 0, len(others) > 1 && too == "": // the headline has their number
		return []string{half}
	case len(others) == 0:
		alone = "No other " + f.Analysis.FoldNoun() + " turns it alone."
	case len(others) == 1:
		alone = upper(foldName(f.Analysis, others[0])) + " turns it alone" + too + "."
	default:
		alone = textfmt.Count(len(others), "other") + " turn it, each alone, too."
	}
	return []string{alone + " " + half, alone}
}

// concentration returns a sentence on the least number of trajectories with half of the influence.
func (f *found) concentration() string {
	var total, sum float64
	half := 0
	for _, i := range f.Order { // in the order of the loop below, so that sum reaches total despite rounding
		total += f.Influence[i]
	}
	for half < len(f.Order) && sum < total/2 {
		sum += f.Influence[f.Order[half]]
		half++
	}
	switch half {
	case 0:
		return "None has any influence."
	case 1:
		return fmt.Sprintf("1 of %d has half of all influence.", len(f.Order))
	}
	return fmt.Sprintf("%d of %d have half of all influence.", half, len(f.Order))
}

// sentence returns the finding.
func (v rowsView) sentence() page.Sentence {
	out := page.Sentence{Headline: v.headline(), Quiet: v.quiet()}
	if text := v.deficiency(); text != "" {
		out.Warnings = []string{text}
	}
	return out
}

// deficiency explains rank-deficient folds, if there are any at the λ under the
// cursor.
func (v rowsView) deficiency() string {
	c := &v.folds.Analysis.Selection.Candidates[v.cursor()]
	count := c.DeficientFolds()
	switch {
	case count == 0:
		return ""
	case v.deficient(v.selected()):
		return fmt.Sprintf("Without %s some feature has no data and counts as 0 where it is predicted (%d such folds of %d).", foldName(v.folds.Analysis, v.selected()), count, len(c.Folds))
	case count == 1:
		return fmt.Sprintf("One fold is rank-deficient: without its %s some feature has no data and counts as 0.", v.folds.Analysis.FoldNoun())
	}
	return fmt.Sprintf("%d of %d folds are rank-deficient: without that %s some feature has no data and counts as 0.", count, len(c.Folds), v.folds.Analysis.FoldNoun())
}

// says returns the title of the files and the sentences of the text.
func (v rowsView) says() (title string, sentences []string) {
	f := v.folds
	if f == nil {
		return "", nil
	}
	sentences = []string{report.Problem(f.Analysis, report.Source(f.Analysis.Settings)) + ".", v.headline()[0] + " " + v.quiet()[0]}
	if text := v.deficiency(); text != "" {
		sentences = append(sentences, "! "+text)
	}
	return report.Subject(f.Analysis), sentences
}

// foldsRows has a row for each trajectory, by influence.
func foldsRows(f *found) (out [][]string) {
	all := f.Analysis.Selection.Candidates
	for _, i := range f.Order {
		leverage := ""
		if f.Leverage != nil {
			leverage = report.Exact(f.Leverage[i])
		}
		out = append(out, []string{
			foldLabel(f.Analysis, i), strconv.Itoa(f.Steps[i]), report.Exact(f.Weights[i]), leverage,
			report.Exact(f.Influence[i]), textfmt.Number(all[f.Without[i]].Lambda), strconv.FormatBool(f.Exact[i]),
		})
	}
	return out
}

// differencesRows has a row for each trajectory and λ.
func differencesRows(f *found) (out [][]string) {
	sel := f.Analysis.Selection
	for _, i := range f.Order {
		for k := range sel.Candidates {
			c := &sel.Candidates[k]
			out = append(out, []string{
				foldLabel(f.Analysis, i), textfmt.Number(c.Lambda), report.Exact(c.Folds[i]),
				report.Exact(c.Folds[i] - sel.Best().Folds[i]), report.Exact(f.Contribution(i, k)),
				verdictName(f.verdict(i, k)), c.Status[i].String(),
			})
		}
	}
	return out
}

// verdictName names a verdict in tables; empty for hardly any.
func verdictName(verdict float64) string {
	return map[string]string{"+": "for", "−": "against"}[screen.VerdictSign(verdict)]
}
