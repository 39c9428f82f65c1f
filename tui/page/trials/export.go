package trials

import (
	"fmt"
	"strconv"

	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// export has what the trials that are in say, and each of them.
func (v *view) export() page.Export {
	out := page.Export{Name: "trials"}
	s := v.newest()
	if s == nil || v.run.Now.Summary == nil || v.Result == nil {
		_, why := v.instead()
		out.Summary, out.Views = func(int, func(string) string) []string { return why }, []page.View{}
		return out
	}
	c := charts{v, s}
	out.Title, out.Views = trialSubject(s), c.views()
	class := v.Class.Of(v.Settings)
	out.Summary = func(width int, text func(string) string) []string {
		lines := append([]string{trialSubject(s) + ".", ""}, trialFindings(s)...)
		if len(s.Lambdas) > 1 {
			lines = append(lines, c.differences().findings(s)...)
		}
		if class != nil {
			lines = append(lines, classFindings(class, v.sampledTrials(s))...)
		}
		lines = append(lines, trialRemarks(s)...)
		lines = append(append(lines, ""), screen.Rows(trialMethodColumns(s), width, text)...)
		return append(append(lines, ""), screen.Rows(trialColumns(s), width, text)...)
	}
	return out
}

// trialSubject names what was repeated.
func trialSubject(s *study.Summary) string {
	at := s.Plan.Settings
	return fmt.Sprintf("%d trials of %s, n = %d, γ = %s, seeds from %d", s.Trials, report.Source(at), at.Trajectories, textfmt.Number(at.Gamma), at.Seed)
}

// eachTrial has a row for each trial: what it selected, and what that cost.
func eachTrial(s *study.Summary, trials []*study.Trial) page.Table {
	out := page.Table{Name: "each", Header: []string{"trial", "seed", "lambda", "msve", "msve_at_best", "msve_at_random", "not_ruled_out"}}
	best := s.Sizes[0].Best
	for _, t := range trials {
		o := &t.Outcomes[0]
		sum := 0.0
		for _, v := range o.MSVE {
			sum += v
		}
		out.Rows = append(out.Rows, []string{
			strconv.Itoa(t.Index), strconv.FormatUint(t.Seed, 10), textfmt.Number(s.Lambdas[o.Selected]),
			report.Exact(o.MSVE[o.Selected]), report.Exact(o.MSVE[best]), report.Exact(sum / float64(len(o.MSVE))), strconv.Itoa(o.NotRuledOutCount()),
		})
	}
	return out
}

// trialRemarks are sentences for which the screen has no room.
func trialRemarks(s *study.Summary) []string {
	z := &s.Sizes[0]
	out := []string{fmt.Sprintf("λ̂ is at an end of the grid in %d of %d trials.", z.AtEnd, s.Trials)}
	if z.TruthSE > 0 {
		out = append(out, fmt.Sprintf("The true values are themselves estimated: that alone gives the MSVE a standard error of %s, the same in all trials, which all intervals include. Most of it cancels between λ's.", textfmt.Rounded(z.TruthSE, 2)))
	}
	return out
}

// trialMethodColumns has a row for each method.
func trialMethodColumns(s *study.Summary) []screen.Column {
	var names []string
	var roots, lows, highs []float64
	for _, m := range trialMethods(s) {
		root, low, high := m.msve.Root()
		names = append(names, m.name)
		roots = append(roots, root)
		lows = append(lows, low)
		highs = append(highs, high)
	}
	digits := report.LevelDigits(roots, nil)
	return []screen.Column{
		{Cells: names, Left: true},
		{Top: "root", Bottom: "MSVE", Cells: digits.Cells(roots)},
		{Top: "95 %", Bottom: "from", Cells: digits.Cells(lows), Spare: 1},
		{Bottom: "to", Cells: digits.Cells(highs), Spare: 1},
	}
}

// trialColumns has a row for each λ.
func trialColumns(s *study.Summary) []screen.Column {
	z := &s.Sizes[0]
	lambda, marks := make([]string, len(s.Lambdas)), make([]string, len(s.Lambdas))
	chosen, kept := make([]string, len(s.Lambdas)), make([]string, len(s.Lambdas))
	root, msve := make([]float64, len(s.Lambdas)), make([]float64, len(s.Lambdas))
	for k := range s.Lambdas {
		lambda[k] = textfmt.Number(s.Lambdas[k])
		root[k], _, _ = z.LSTD[k].Root()
		msve[k] = z.LSTD[k].Mean
		chosen[k], kept[k] = strconv.Itoa(z.Chosen[k]), strconv.Itoa(z.NotRuledOut[k])
	}
	marks[z.Worst], marks[z.Best] = "worst", "best"
	digits := report.LevelDigits(msve, nil)
	return []screen.Column{
		{Bottom: "λ", Cells: lambda},
		{Top: "root", Bottom: "MSVE", Cells: report.LevelCells(root)},
		{Cells: marks, Left: true, Spare: 2},
		{Bottom: "MSVE", Cells: digits.Cells(msve), Spare: 1},
		{Bottom: "bias²", Cells: digits.Cells(z.Bias2)},
		{Bottom: "variance", Cells: digits.Cells(z.Variance)},
		{Top: "times", Bottom: "λ̂", Cells: chosen},
		{Top: "times not", Bottom: "ruled out", Cells: kept, Spare: 3},
	}
}
