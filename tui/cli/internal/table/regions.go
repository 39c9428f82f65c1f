package table

import (
	"bytes"
	"fmt"

	"lambdascope/tui/report"
)

// writeRegions writes a row for each region of states with its λ, and says what these gain
// over one λ, and what is left of that on data that have no part in the choice.
func writeRegions(w *bytes.Buffer, r report.Result, s Style) {
	by := r.Regions
	lambdas := report.LambdaDigits(append([]float64{r.Selection.Best().Lambda}, by.Lambdas...))
	name, share, lambda := column{bottom: "region", left: true}, column{top: "share", bottom: "of steps"}, column{bottom: s.text("λ")}
	for c := range by.Names {
		name.cells = append(name.cells, by.Names[c])
		share.cells = append(share.cells, percent(by.Share(c)))
		lambda.cells = append(lambda.cells, lambdas.Format(by.Lambdas[c]))
	}
	s.sentence(w, "A λ for each region, by "+by.Division.String())
	headings, rows := (&columns{[]column{name, share, lambda}}).lines()
	writeLines(w, headings, rows, s)
	fmt.Fprintln(w)
	s.sentence(w, regionsSentence(r))
	if by.HeldOut != nil {
		s.sentence(w, heldOutSentence(r))
	}
}

// percent writes a share, so that only 0 is 0 %.
func percent(share float64) string {
	if share > 0 && share < 0.005 {
		return "< 1 %"
	}
	return fmt.Sprintf("%.0f %%", 100*share)
}

// regionsSentence says what λ by region gains on the LOTO error, and on the true one.
func regionsSentence(r report.Result) string {
	by, best := r.Regions, r.Selection.Best()
	if by.Diff == 0 {
		return fmt.Sprintf("Regions: no other λ in any of them has a lower LOTO error than λ̂ in all (%d combinations tried).", by.Evaluations)
	}
	d := report.DifferenceDigits([]float64{by.Diff}, []float64{by.RefitSE}, max(best.Score, r.Selection.MeanSquaredReturn))
	l := report.LevelDigits([]float64{best.Score, by.Score}, []float64{best.SE, by.SE})
	set, truth, settled := "", "", ""
	if !by.Settled {
		settled = fmt.Sprintf(", not settled after %d rounds", by.Rounds)
	}
	if by.NotRuledOut {
		set = ", and λ̂ is not ruled out as better on average (95 %)"
	}
	if r.Truth != nil {
		t := truthDigits(r.Result)
		truth = fmt.Sprintf("; root MSVE %s, at λ̂ %s", t.Format(by.RootMSVE()), t.Format(r.RootMSVE(r.Selection.Selected)))
	}
	return fmt.Sprintf("Regions: these λ's (%d combinations tried%s) have a LOTO error of %s, λ̂ has %s: lower by %s ± %s (s.e.)%s%s.",
		by.Evaluations, settled, l.Format(by.Score), l.Format(best.Score), d.Format(-by.Diff), d.Format(by.RefitSE), set, truth)
}

// heldOutSentence says what is left of the gain where the choice is made without the
// trajectories that are predicted.
func heldOutSentence(r report.Result) string {
	h := r.Regions.HeldOut
	d := report.DifferenceDigits([]float64{h.Diff}, []float64{h.SE}, max(r.Selection.Best().Score, r.Selection.MeanSquaredReturn))
	start := fmt.Sprintf("Held out: chosen without each of %d parts of the trajectories in turn, λ by region has an error on the parts that is ", len(h.Chosen))
	if h.Diff == 0 && h.SE == 0 {
		return start + "that of one λ."
	}
	than, size := "lower", -h.Diff
	if h.Diff > 0 {
		than, size = "higher", h.Diff
	}
	return fmt.Sprintf("%s%s than that of one λ by %s ± %s (s.e.). The λ's had no part in these errors. The LOTO error above was the lowest of many, which flatters on average.",
		start, than, d.Format(size), d.Format(h.SE))
}
