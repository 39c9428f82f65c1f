package table

import (
	"fmt"
	"math"

	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/report"
)

// refinedSentence gives the result of a search beyond the grid.
func refinedSentence(r *analysis.Result) string {
	best := r.Selection.Best()
	found := r.Refined
	if found.Lambda == best.Lambda {
		return fmt.Sprintf("Refined: no other λ from 0 to 1 does better than λ̂ (%d tried).", found.Evaluations)
	}
	d := report.DifferenceDigits([]float64{found.Diff}, []float64{found.RefitSE}, max(best.LOTO, r.Selection.MeanSquaredReturn))
	var set, truth string
	if found.NotRuledOut {
		set = ", and λ̂ is not ruled out as better on average (95 %)"
	}
	if r.Truth != nil {
		truth = fmt.Sprintf("; root MSVE %s there", report.RootDigits(r).Format(found.RootMSVE()))
	}
	return fmt.Sprintf("Refined: λ = %s (%d tried from 0 to 1) has a LOTO error lower than λ̂'s by %s ± %s (s.e.)%s%s.",
		refinedLambda(found.Lambda), found.Evaluations, d.Format(-found.Diff), d.Format(found.RefitSE), set, truth)
}

// refinedLambda returns a λ with the decimals that a search can find.
func refinedLambda(v float64) string {
	const step = 1e5
	return textfmt.Fixed(math.Round(v*step)/step, -1)
}
