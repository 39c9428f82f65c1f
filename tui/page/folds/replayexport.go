package folds

import (
	"fmt"
	"strconv"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// export has the steps of the trajectory on show.
func (v replayView) export() page.Export {
	e := page.Export{
		Name:    "replay",
		Summary: v.summary,
	}
	s := v.shown
	if s == nil {
		return e
	}
	lambda := textfmt.Number(s.analysis.Selection.Candidates[s.lambda].Lambda)
	e.Title = fmt.Sprintf("%s, %s, λ = %s", report.Subject(s.analysis), episodeName(s.analysis, s.trajectory), lambda)
	e.Views = []page.View{v.stepsView(false)}
	return e
}

// tables have a row for each step.
func (v replayView) tables() []page.Table {
	s := v.shown
	lambda := textfmt.Number(s.analysis.Selection.Candidates[s.lambda].Lambda)
	header := []string{s.analysis.FoldNoun(), "lambda", "t", "reward", "return", "predicted_with", "predicted_without"}
	if s.weighted() {
		header = append(header, "ratio")
	}
	for j := range s.Trace.Sizes {
		header = append(header, "x_"+strconv.Itoa(j))
	}
	for j := range s.Trace.Sizes {
		header = append(header, "z_"+strconv.Itoa(j))
	}
	return []page.Table{{Header: header, Made: func() [][]string { return s.rows(lambda) }}}
}

// rows has a row for each step: what was seen, predicted and traced.
func (s *replayed) rows(lambda string) [][]string {
	var out [][]string
	for t, reward := range s.Trajectory.Rewards() {
		row := []string{
			foldLabel(s.analysis, s.trajectory), lambda, strconv.Itoa(t), report.Exact(reward),
			report.Exact(s.Returns[t]), report.Exact(s.With[t]), report.Exact(s.Without[t]),
		}
		if s.weighted() {
			row = append(row, report.Exact(s.ratio(t)))
		}
		for _, values := range [][]float64{s.Trajectory.Features(t), s.Trace.At(t)} {
			for _, v := range values {
				row = append(row, report.Exact(v))
			}
		}
		out = append(out, row)
	}
	return out
}

// summary says in words and numbers what the replay shows, around the step on
// show where the trajectory is long.
func (v replayView) summary(width int, text func(string) string) []string {
	s := v.shown
	if s == nil {
		return nil
	}
	const most = 200
	first := max(0, min(v.step()-most/2, v.last()-most))
	last := min(v.last(), first+most)
	end := "terminated"
	if !s.Trajectory.Terminated() {
		end = "was cut off"
	}
	lambda := textfmt.Number(s.analysis.Selection.Candidates[s.lambda].Lambda)
	out := []string{
		report.Problem(s.analysis, report.Source(s.analysis.Settings)) + ".", "",
		fmt.Sprintf("%s has %d steps and %s.", upper(episodeName(s.analysis, s.trajectory)), v.last(), end) + " " + v.quality(),
		"", fmt.Sprintf("Predictions at λ = %s:", lambda),
	}
	var steps []string
	for t := first; t < last; t++ {
		steps = append(steps, strconv.Itoa(t))
	}
	numbers := func(of []float64) (cells []string) {
		for _, v := range of[first:last] {
			cells = append(cells, textfmt.Trimmed(v, 3))
		}
		return cells
	}
	columns := []screen.Column{{Bottom: "step", Cells: steps}, {Bottom: "reward", Cells: numbers(s.Trajectory.Rewards())}}
	if s.weighted() {
		columns = append(columns, screen.Column{Bottom: "ratio", Cells: numbers(s.Trajectory.Ratios())})
	}
	return append(out, screen.Rows(append(columns, []screen.Column{
		{Top: "return", Bottom: "from there", Cells: numbers(s.Returns)},
		{Top: "predicted", Bottom: "without it", Cells: numbers(s.Without)},
		{Top: "predicted", Bottom: "with it", Cells: numbers(s.With), Spare: 1},
	}...), width, text)...)
}
