package folds

import (
	"fmt"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"lambdascope/estimator"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// readout gives the numbers of the selected trajectory, at the λ under the cursor.
func (v mapView) readout() (at string, parts []screen.Part) {
	f, i, k := v.folds, v.selected(), v.cursor()
	sel := f.Analysis.Selection
	all := sel.Candidates
	at = fmt.Sprintf(" %s, λ = %s", foldName(f.Analysis, i), textfmt.Number(all[k].Lambda))
	parts = []screen.Part{{Ink: chart.InkEstimate, Text: fmt.Sprintf("error when left out %s", textfmt.Rounded(all[k].Folds[i], 3)), Short: "error left out " + textfmt.Rounded(all[k].Folds[i], 3)}}
	if k != sel.Selected {
		parts = append(parts,
			screen.Part{Ink: chart.InkEstimate, Text: textfmt.Signed(all[k].Folds[i]-all[sel.Selected].Folds[i], 2) + " from λ̂"})
		if f.Analysis.Settings.Weighting == estimator.ByStep {
			parts = append(parts, screen.Part{Ink: chart.InkText, Text: "weighted " + textfmt.Signed(f.Contribution(i, k), 2)})
		}
	}
	if f.Without[i] != sel.Selected {
		parts = append(parts, screen.Part{Ink: chart.InkSelected, Text: "without it λ̂ is " + f.lambdaWithout(i)})
	}
	if f.Analysis.Groups != nil {
		parts = append(parts, screen.Part{Ink: chart.InkFaint, Text: "trajectories: " + strconv.Itoa(f.Sizes[i])})
	}
	parts = append(parts, screen.Part{Ink: chart.InkFaint, Text: fmt.Sprintf("%d steps", f.Steps[i])})
	if f.leverage != nil {
		parts = append(parts, screen.Part{Ink: chart.InkFaint, Text: "leverage " + textfmt.Rounded(f.leverage[i], 2) + " of " + textfmt.Trimmed(floats.Sum(f.leverage), 3) + " in all", Short: "leverage " + textfmt.Rounded(f.leverage[i], 2)})
	}
	return at, parts
}

// sentence says how many trajectories decide the choice.
func (v mapView) sentence() page.Sentence {
	out := page.Sentence{Headline: []string{v.deciders()}, Quiet: []string{v.concentration()}}
	if v.leavesOut() {
		out = page.Sentence{Headline: []string{v.leftOut()}}
	}
	if text := v.deficiency(); text != "" {
		out.Warnings = []string{text}
	}
	return out
}

// leftOut describes the effect of the selected trajectory on the choice.
func (v mapView) leftOut() string {
	f, i := v.folds, v.selected()
	all := f.Analysis.Selection
	name, now, without := foldName(f.Analysis, i), textfmt.Number(all.Best().Lambda), f.lambdaWithout(i)
	if f.Without[i] == all.Selected {
		return fmt.Sprintf("Without %s the choice stays: λ̂ = %s.", name, without)
	}
	return fmt.Sprintf("Without %s the choice changes, from %s to %s.", name, now, without)
}

// deciders says whether λ̂ hangs on single trajectories.
func (v mapView) deciders() string {
	f := v.folds
	sel := f.Analysis.Selection
	lambda := textfmt.Number(sel.Best().Lambda)
	switch count := f.deciding; {
	case len(sel.Candidates) == 1:
		return fmt.Sprintf("With one λ in the grid there is nothing to choose, and no %s has a say.", f.Analysis.FoldNoun())
	case count == 0:
		return fmt.Sprintf("No single %s turns the choice: without any one of them λ̂ is still %s%s.", f.Analysis.FoldNoun(), lambda, f.howKnown())
	case count == 1:
		for i, k := range f.Without {
			if k != sel.Selected {
				return fmt.Sprintf("%s turns the choice alone: without it λ̂ is %s, not %s.", upper(foldName(f.Analysis, i)), f.lambdaWithout(i), lambda)
			}
		}
	default:
		return fmt.Sprintf("%d of the %d %s turn the choice, each alone: without it λ̂ would not be %s%s.", count, len(f.Order), f.Analysis.FoldsNoun(), lambda, f.howKnown())
	}
	return ""
}

// concentration says on how few trajectories half of the influence rests.
func (v mapView) concentration() string {
	f := v.folds
	switch f.half {
	case 0:
		return "None has any influence."
	case 1:
		return fmt.Sprintf("1 of %d has half of all influence.", len(f.Order))
	}
	return fmt.Sprintf("%d of %d have half of all influence.", f.half, len(f.Order))
}

// deficiency explains rank-deficient folds, if there are any at the λ under the
// cursor.
func (v mapView) deficiency() string {
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
func (v mapView) says() (title string, sentences []string) {
	f := v.folds
	if f == nil {
		return "", nil
	}
	sentences = []string{report.Problem(f.Analysis, report.Source(f.Analysis.Settings)) + ".", v.deciders() + " " + v.concentration()}
	if text := v.deficiency(); text != "" {
		sentences = append(sentences, "! "+text)
	}
	return report.Subject(f.Analysis), sentences
}

// foldsRows has a row for each trajectory, by influence.
func foldsRows(f *found) [][]string {
	all := f.Analysis.Selection.Candidates
	var out [][]string
	for _, i := range f.Order {
		leverage := ""
		if f.leverage != nil {
			leverage = report.Exact(f.leverage[i])
		}
		out = append(out, []string{
			foldLabel(f.Analysis, i), strconv.Itoa(f.Steps[i]), report.Exact(f.Weights[i]), leverage,
			report.Exact(f.Influence[i]), textfmt.Number(all[f.Without[i]].Lambda), strconv.FormatBool(f.Exact[i]),
		})
	}
	return out
}

// differencesRows has a row for each trajectory and λ.
func differencesRows(f *found) [][]string {
	sel := f.Analysis.Selection
	var out [][]string
	for _, i := range f.Order {
		for k := range sel.Candidates {
			c := &sel.Candidates[k]
			out = append(out, []string{
				foldLabel(f.Analysis, i), textfmt.Number(c.Lambda), report.Exact(c.Folds[i]),
				report.Exact(c.Folds[i] - sel.Best().Folds[i]), report.Exact(f.Contribution(i, k)), c.Status[i].String(),
			})
		}
	}
	return out
}
