package folds

import (
	"fmt"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"lambdascope/estimator"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
)

// reading says how to read the page.
func reading() []string {
	return []string{
		"Each trajectory i is left out once: LSTD(λ) is fitted to the others and predicts its returns. The mean squared difference is its error, ℓ_i(λ). The LOTO error of λ is the mean of these errors, so each trajectory has a say in λ̂. A row is a trajectory, a column a λ: the colour is its contribution, ℓ_i(λ) − ℓ_i(λ̂), how much worse (or better) this λ predicts it than λ̂ does. \"or more\": the colours at both ends stand for larger ones, too. Weighted by step it is multiplied by the trajectory's length over the mean length: \"weighted\" in the line of numbers. The mean of a column is the difference from λ̂ that Explore shows.",
		"Influence is the largest size of a contribution over λ; the rows are sorted by it. Trajectories are numbered from 0, as in the files that simulate writes. Equal rows are equal trajectories, which are common on the random walk.",
		"leverage: how much of the fit at λ̂ rests on the trajectory. Those of all trajectories sum to the number of features, less what a ridge takes: so \"leverage .30 of 5 in all\".",
		"λ̂ without it: the λ that would be selected if the trajectory were not there at all, neither its data nor its error, where that is another one. For the dozen of most influence λ is selected again on the others. ≈ marks what is told by the jackknife alone, from how the LOTO errors begin to change as the trajectory is given less weight.",
		"!: the fold is rank-deficient. Without this trajectory some feature has no data, and counts as 0 where the trajectory is predicted. Such folds stay in the LOTO error.",
		"Where there is room, a chart shows the LOTO error's difference from λ̂, with all trajectories and without the selected one.",
		"Space leaves one trajectory out after another, two a second: the line below says what becomes of the choice without it.",
		"Replay: enter on the trajectory, or a click on its row, shows it step by step, at the λ under the cursor. The bars are the eligibility trace z_t = λγ z_{t−1} + x_t: what the state has just added, and what is left of earlier states, which decays by λγ a step. The reward of a step changes the fit along z_t. So at λ = 0 only the present state learns from it, at λ = 1 all before it, as far as γ lets them.",
		"On 2048 trace and features lie on the board. Where λ̂ is 0 the replay begins at the middle of the grid, as at λ = 0 nothing earlier is left in the trace.",
		"The chart of a replay compares the return that followed each step with the value predicted there, by the fit to all trajectories and by the fit without this one. The mean square of the distance from the second to the return is ℓ_i. Where the two lie on each other they are one line (solid; the dotted one is the return), and where there is room a chart below shows their difference.",
	}
}

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
		parts = append(parts, screen.Part{Ink: chart.InkSelected, Text: "without it λ̂ " + f.equals(i)})
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

// findings says on which trajectories the choice rests.
func (v mapView) findings(rows int) []string {
	warning := v.Styles.Indented(chart.InkWarn, v.deficiency(), v.Width, rows-1)
	if v.deficiency() == "" {
		warning = nil
	}
	text := v.deciders() + " " + v.concentration()
	if v.leavesOut() {
		text = v.leftOut()
	}
	return append(v.Styles.Sentence(text, v.Width, rows-len(warning)), warning...)
}

// leftOut says what the selected trajectory does to the choice.
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
				return fmt.Sprintf("%s turns the choice alone: without it λ̂ %s, not %s.", upper(foldName(f.Analysis, i)), f.equals(i), lambda)
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
		return fmt.Sprintf("! Without %s some feature has no data and counts as 0 where it is predicted (%d such folds of %d).", foldName(v.folds.Analysis, v.selected()), count, len(c.Folds))
	case count == 1:
		return fmt.Sprintf("! One fold is rank-deficient: without its %s some feature has no data and counts as 0.", v.folds.Analysis.FoldNoun())
	}
	return fmt.Sprintf("! %d of %d folds are rank-deficient: without that %s some feature has no data and counts as 0.", count, len(c.Folds), v.folds.Analysis.FoldNoun())
}
