package results

import (
	"bytes"
	"fmt"
	"slices"

	"lambdascope/sim/study"
	"lambdascope/tui/report"
)

// consistencyHow describes figure d.
const consistencyHow = "Figure d: trial j draws its trajectories as in the other figures, and λ is selected on the first n by the LOTO errors weighted by step and weighted by trajectory, on the same data. The least MSVE is that of the best θ that the features have, over the states that the policy visits; the figure shows the mean over trials of MSVE minus this least, which theorem 1 of the paper says goes to 0. The λ of LSTD(best) and LSTD(worst) is fixed, and chosen in hindsight at each n. By step, the LOTO error estimates the MSVE plus the variance of the return. By trajectory, a short episode counts as much as a long one, and how long an episode is depends on what happened in it: another error has then another best λ, however many trajectories there are. Where it is another than λ = 1 and the features are not exact, the MSVE stays above the least. Slopes are of straight lines through the logarithms over the last power of ten of n, with standard errors by the jackknife over trials. Where the true values are estimated, so is the best θ; what this adds to the distance from it is taken off, and the intervals include the rest."

// writeConsistency writes figure d as a table.
func writeConsistency(w *bytes.Buffer, r *Result) {
	s := r.Consistency
	rows := [][]string{sizeHeadings("MSVE above the least", s.Plan.Sizes)}
	for _, r := range s.Rows() {
		text := report.Significant([]float64{r.SE}, 2).Format(r.Above) + " ± " + report.Significant([]float64{r.SE}, 2).Format(r.SE)
		switch r.Method {
		case study.NameByStep, study.NameByTrajectory:
			text += fmt.Sprintf(" (mean λ̂ %.2f)", r.Lambda)
		default:
			text += " (λ = " + report.Exact(r.Lambda) + ")"
		}
		rows = setCell(rows, r.Method, slices.Index(s.Plan.Sizes, r.Trajectories), text)
	}
	writeRows(w, rows)
	fmt.Fprintf(w, "\nMSVE minus the least, %s, mean ± standard error over the trials.\n", report.Significant([]float64{s.Least}, rootSignificant).Format(s.Least))
}
