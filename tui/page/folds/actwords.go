package folds

import (
	"fmt"
	"math"

	"lambdascope/estimator"
	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
)

// actReadout gives the errors of the trajectory that is left out, and of those so far.
func (v *view) actReadout() string {
	l, look := v.Styles.Line(v.Width), v.moment()
	all := v.folds.Analysis.Selection.Candidates
	l.Add(chart.InkCursor, " leave-one-out at λ = "+screen.Exact(all[look.cursor].Lambda))
	var parts []screen.Part
	if look.closing == 0 && look.beat >= beatPredict {
		parts = append(parts, screen.Part{Ink: chart.InkThird, Text: fmt.Sprintf("error of %s: %s", foldName(look.found.Analysis, look.trajectory), screen.Approx(all[look.cursor].Folds[look.trajectory], 3))})
	}
	if look.landed() > 0 {
		parts = append(parts, screen.Part{Ink: chart.InkEstimate, Text: fmt.Sprintf("mean of %d: %s", look.landed(), screen.Approx(look.mean.at(look.cursor), 3))})
	}
	return l.Parts(parts).String()
}

// actFindings says what goes on.
func (v *view) actFindings(rows int) []string {
	return v.Styles.Sentence(v.actText(), v.Width, rows)
}

func (v *view) actText() string {
	l := v.moment()
	f := v.folds
	sel := f.Analysis.Selection
	i, n := l.trajectory, len(f.Order)
	lambda := screen.Exact(sel.Candidates[l.cursor].Lambda)
	noun, name := f.Analysis.FoldNoun(), foldName(f.Analysis, i)
	over := fmt.Sprintf("the %d %s so far", l.landed(), f.Analysis.FoldsNoun())
	if l.landed() == 1 {
		over = "this first " + noun
	}
	if f.Analysis.Settings.Weighting == estimator.ByStep {
		over = "all steps of " + over
	}
	switch {
	case l.beat == beatEnd:
		return fmt.Sprintf("The LOTO error: each of %d %s predicted by a fit that has not seen it. It is lowest at λ̂ = %s, the λ that ALLSTD selects. Any key goes back.", n, f.Analysis.FoldsNoun(), screen.Exact(sel.Best().Lambda))
	case l.beat == beatClose:
		return "Much of the error is chance in the returns, which no λ removes. What differs between λ's shows from near …"
	case !detailed(i):
		return fmt.Sprintf("The same for every other %s. The line is the mean over %s.", noun, over)
	case l.beat == beatOut:
		if f.Analysis.Groups != nil {
			return fmt.Sprintf("Leave %s out. The dots are the returns of its first trajectory: the discounted sums of the rewards that followed.", name)
		}
		return fmt.Sprintf("Leave %s out. The dots are its returns: the discounted sums of the rewards that followed.", name)
	case l.beat == beatFit:
		return fmt.Sprintf("Fit LSTD(λ) to the other %d at λ = %s. The fit does not see %s.", n-1, lambda, name)
	case l.beat == beatPredict:
		return v.predictionText(l, lambda)
	case l.beat == beatFall:
		return fmt.Sprintf("One dot falls: the error of %s at λ = %s.", name, lambda)
	case i == 0:
		return fmt.Sprintf("The same at every other λ gives a curve. Now the next %s is left out.", noun)
	}
	return fmt.Sprintf("The line is the mean over %s, at every λ; dotted, %s alone.", over, name)
}

// predictionText says how far the predictions are from the returns. The error that
// counts is of another fit where a fold is rank-deficient, and of longer returns where
// they are completed.
func (v *view) predictionText(l moment, lambda string) string {
	text := fmt.Sprintf("Predict %s with this fit (line) and compare with its returns (dots).", foldName(l.found.Analysis, l.trajectory))
	if l.found.Analysis.Groups != nil {
		text = fmt.Sprintf("Predict all of %s with this fit (line) and compare with its returns (dots, here of the first trajectory).", foldName(l.found.Analysis, l.trajectory))
	}
	const rounding = 1e-6
	loto := v.folds.Analysis.Selection.Candidates[l.cursor].Folds[l.trajectory]
	if l.shown != nil && math.Abs(meanSquare(l.shown.Without, l.shown.Returns)-loto) <= rounding*loto {
		return text + fmt.Sprintf(" The mean squared difference is %s: its error at λ = %s.", screen.Approx(loto, 3), lambda)
	}
	return text + fmt.Sprintf(" Its error at λ = %s is %s.", lambda, screen.Approx(loto, 3))
}
