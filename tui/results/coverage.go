package results

import (
	"fmt"
	"math"
	"strconv"

	"lambdascope/sim/study"
	"lambdascope/tui/report"
)

// coverageHow says how the coverage is measured.
const coverageHow = "Coverage: a λ is best on average if its mean over data sets of n trajectories is the least: of LOTO error, which the set of λ's not ruled out is about, or of MSVE. Which λ that is is taken from the other half of the trials than those that are counted, as on its own half, where chance favours it, it would be in the set more often. SE ÷ spread is the mean of the standard error that single data sets give to the difference of LOTO errors between the last and the first λ of the grid, over the standard deviation of this difference over the trials. Where a step cap cuts episodes of 2048 or Mountain Car, MSVE is that of the states up to the cap, against the returns that the episodes would have had without it. Warned counts the data sets with a warning that says what the set is about or that it can't be relied on."

// CoverageTable returns coverage as rows of texts, the headings first.
func CoverageTable(rows []study.CoverageRow) [][]string {
	out := [][]string{{"n", "trials", "best by LOTO error", "in the set", "best by MSVE", "in the set", "mean size", "median", "SE ÷ spread", "warned"}}
	for _, r := range rows {
		out = append(out, []string{
			strconv.Itoa(r.Trajectories), strconv.Itoa(r.Trials),
			"λ = " + report.Exact(r.Best), percentOf(r.Covered),
			"λ = " + report.Exact(r.BestMSVE), percentOf(r.CoveredMSVE),
			fmt.Sprintf("%.1f of %d", r.MeanSize, r.Lambdas), report.Exact(r.MedianSize),
			ratioText(r.DiffSE, r.DiffSD), fmt.Sprintf("%.0f %%", 100*r.Warned),
		})
	}
	return out
}

// percentOf writes a share and its standard error.
func percentOf(m study.Mean) string { return fmt.Sprintf("%.1f ± %.1f %%", 100*m.Mean, 100*m.SE) }

// ratioText writes the quotient of a standard error and a spread, which can both be 0.
func ratioText(se, sd float64) string {
	if v := se / sd; !math.IsNaN(v) && !math.IsInf(v, 0) {
		return fmt.Sprintf("%.2f", v)
	}
	return "–"
}
