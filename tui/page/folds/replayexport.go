package folds

import (
	"fmt"
	"strconv"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
)

// says returns the title of the files and the sentences of the text.
func (v replayView) says() (title string, sentences []string) {
	s := v.shown
	if s == nil {
		return "", nil
	}
	end := "terminated"
	if !s.Trajectory.Terminated() {
		end = "was cut off"
	}
	name := episodeName(s.analysis, s.trajectory)
	return fmt.Sprintf("%s, %s, λ = %s", report.Subject(s.analysis), name, s.lambdaText()), []string{
		report.Problem(s.analysis, report.Source(s.analysis.Settings)) + ".",
		fmt.Sprintf("%s has %d steps and %s. %s", upper(name), v.last(), end, v.quality()),
	}
}

// lambdaText is the λ of the predictions.
func (s *replayed) lambdaText() string {
	return textfmt.Number(s.analysis.Selection.Candidates[s.lambda].Lambda)
}

// table has a row for each step: observations, predictions, features and trace.
func (s *replayed) table() page.Table {
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
	return page.Table{Header: header, Rows: s.rows}
}

func (s *replayed) rows() [][]string {
	var out [][]string
	for t, reward := range s.Trajectory.Rewards() {
		row := []string{
			foldLabel(s.analysis, s.trajectory), s.lambdaText(), strconv.Itoa(t), report.Exact(reward),
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
