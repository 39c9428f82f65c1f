package analysis

import (
	"fmt"
	"lambdascope/sim/words"
	"math"
	"slices"
)

// Verdict says in one or two sentences which λ was selected and how sure that
// is, for a reader who knows what λ is and little more.
func (a *Result) Verdict() string {
	sel := a.Selection
	best := sel.Best()
	lambda := words.Number(best.Lambda)
	others := len(sel.Candidates) - 1
	tied := sel.TiedCount() - 1
	switch {
	case others > 0 && sel.Flat():
		return fmt.Sprintf("All %d λ's do equally well on these data; λ̂ = %s is the smallest of them.", others+1, lambda)
	case others == 0:
		return fmt.Sprintf("λ = %s is the only λ in the grid, so there is nothing to choose.", lambda)
	case sel.Trajectories == 2:
		return fmt.Sprintf("λ̂ = %s has the lowest LOTO error of %d λ's, but two trajectories can't tell how sure that is.", lambda, others+1)
	case tied == 0:
		return fmt.Sprintf("λ̂ = %s: its LOTO error is lower than that of every other λ by more than one standard error.", lambda)
	}
	rivals := fmt.Sprintf("%d of the %d other λ's do", tied, others)
	switch {
	case tied == 1:
		rivals = fmt.Sprintf("λ = %s does", words.Number(a.tiedOthers()[0]))
	case tied == others:
		rivals = fmt.Sprintf("all %d other λ's do", others)
	}
	return fmt.Sprintf("λ̂ = %s, but %s as well within one standard error%s.", lambda, rivals, a.wouldTell(tied))
}

func (a *Result) tiedOthers() []float64 {
	var out []float64
	for k, c := range a.Selection.Candidates {
		if c.Tied && k != a.Selection.Selected {
			out = append(out, c.Lambda)
		}
	}
	return out
}

// wouldTell says how many trajectories would tell the tied λ's apart: the median
// over them, as those next to λ̂ hardly differ from it whatever the data.
func (a *Result) wouldTell(tied int) string {
	var needed []float64
	for k, c := range a.Selection.Candidates {
		if c.Tied && k != a.Selection.Selected {
			needed = append(needed, a.Selection.ToTellApart(k))
		}
	}
	slices.Sort(needed)
	count := needed[(len(needed)-1)/2]
	which := "half of them"
	if tied == 1 {
		which = "it"
	}
	if count > MaxTrajectories {
		return fmt.Sprintf("; over %d trajectories would be needed to tell %s apart", MaxTrajectories, which)
	}
	return fmt.Sprintf("; about %d trajectories would tell %s apart", roundUp(count), which)
}

// roundUp rounds to two digits, upward: an estimate this rough deserves no more.
func roundUp(v float64) int {
	unit := math.Pow(10, max(0, math.Floor(math.Log10(v))-1))
	return int(math.Ceil(v/unit) * unit)
}
