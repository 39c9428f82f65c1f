// Package table writes results and claims for a person to read: aligned tables, and
// sentences wrapped to a width. The package may import tui/report, tui/results,
// tui/screen and packages below; it knows no command and no page.
package table

import (
	"bytes"
	"fmt"
	"strconv"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
	"lambdascope/tui/shell"
)

// Write writes a result of a build for a person to read: the problem with the name of the data, a row for each
// λ or the comparison, and the findings in words.
func Write(w *bytes.Buffer, r *analysis.Result, build, source string, s Style) {
	s.sentence(w, shell.Escape(report.Problem(r, source)))
	fmt.Fprintln(w)
	if r.Comparison != nil {
		writeComparison(w, r.Comparison, s)
		s.sentences(w, report.OffPolicy(r))
		s.sentences(w, report.WarningSentences(r))
	} else {
		writeAnalysis(w, r, s)
	}
	fmt.Fprintln(w)
	fmt.Fprintln(w, s.faint(report.Made(build)))
}

// writeAnalysis writes the findings of one analysis.
func writeAnalysis(w *bytes.Buffer, r *analysis.Result, s Style) {
	writeCurve(w, r, s)
	fmt.Fprintln(w)
	s.sentence(w, report.Verdict(r))
	s.sentences(w, report.Constant(r))
	s.sentences(w, report.OffPolicy(r))
	if r.Refined != nil {
		s.sentence(w, refinedSentence(r))
	}
	s.sentences(w, report.Truth(r))
	writeCalibration(w, r, s)
	s.sentences(w, report.WarningSentences(r))
	if hint := report.CheckHint(r); hint != "" {
		s.sentence(w, hint+".")
	}
	if r.Folds != nil {
		fmt.Fprintln(w)
		writeFolds(w, r, s)
	}
}

// The marks of a row.
const (
	selectedMark    = "▼ λ̂"
	notRuledOutMark = "○"
)

// notRuledOut explains the mark of a λ that may be best.
const notRuledOut = notRuledOutMark + " not ruled out as best on average (95 %)"

// writeCurve writes a row for each λ. Rows that are ruled out are faint, so that the others stand out.
func writeCurve(w *bytes.Buffer, a *analysis.Result, s Style) {
	headings, rows := s.lines(curve(a))
	for _, h := range headings {
		fmt.Fprintln(w, h)
	}
	sel := a.Selection
	others := false
	for k, row := range rows {
		switch c := &sel.Candidates[k]; {
		case k == sel.Selected:
			row = s.bold(row)
		case !c.NotRuledOut:
			row = s.faint(row)
		case c.NotRuledOut:
			others = true
		}
		fmt.Fprintln(w, row)
	}
	if others {
		s.sentence(w, notRuledOut)
	}
}

// curve has a row for each λ.
func curve(a *analysis.Result) []screen.Column {
	all := a.Selection.Candidates
	each := func(f func(k int, c *estimator.Candidate) string) []string {
		cells := make([]string, len(all))
		for k := range all {
			cells[k] = f(k, &all[k])
		}
		return cells
	}
	var lambdas, scores, scoreErrors, diffs, diffErrors []float64
	deficient := false
	for k := range all {
		c := &all[k]
		lambdas = append(lambdas, c.Lambda)
		scores = append(scores, c.LOTO)
		scoreErrors = append(scoreErrors, c.SE)
		diffs = append(diffs, c.Diff)
		diffErrors = append(diffErrors, c.RefitSE)
		deficient = deficient || c.DeficientFolds() > 0
	}

	level := max(a.Selection.Best().LOTO, a.Selection.MeanSquaredReturn)
	lambda := report.LambdaDigits(lambdas)
	digits := report.DifferenceDigits(diffs, diffErrors, level)
	out := []screen.Column{
		{Bottom: "λ", Cells: lambda.Cells(lambdas)},
		{Top: "LOTO error", Bottom: "± s.e.", Cells: withErrors(report.LevelDigits(scores, scoreErrors), scores, scoreErrors)},
		{Top: "from λ̂", Bottom: "± s.e.", Cells: withErrors(digits, diffs, diffErrors)},
		{Left: true, Cells: each(func(k int, c *estimator.Candidate) string {
			switch {
			case k == a.Selection.Selected:
				return selectedMark
			case c.NotRuledOut:
				return notRuledOutMark
			}
			return ""
		})},
	}
	if a.Truth != nil {
		d := report.RootDigits(a)
		root := each(func(k int, _ *estimator.Candidate) string { return d.Format(a.RootMSVE(k)) })
		best := make([]string, len(all))
		best[a.Best] = "best"
		out = append(out, screen.Column{Top: "root", Bottom: "MSVE", Cells: root}, screen.Column{Left: true, Cells: best})
	}
	if deficient {
		folds := each(func(_ int, c *estimator.Candidate) string { return strconv.Itoa(c.DeficientFolds()) })
		out = append(out, screen.Column{Top: "deficient", Bottom: "folds", Cells: folds})
	}
	return out
}

// withErrors returns the cells of numbers with standard errors. It pads the errors so that ± stands under ±.
func withErrors(d report.Digits, values, errors []float64) []string {
	cells := make([]string, len(values))
	width := 0
	for i := range values {
		cells[i] = d.Format(errors[i])
		width = max(width, len(cells[i]))
	}
	for i, v := range values {
		cells[i] = fmt.Sprintf("%s %s %*s", d.Format(v), "±", width, cells[i])
	}
	return cells
}

// writeFolds writes a row for each trajectory or group left out.
func writeFolds(w *bytes.Buffer, r *analysis.Result, s Style) {
	best := r.Selection.Best()
	number := make([]string, len(best.Folds))
	note := make([]string, len(best.Folds))
	for i := range number {
		if number[i] = strconv.Itoa(i); r.Groups != nil {
			number[i] = r.Groups[i]
		}
		note[i] = foldNote(best.Status[i])
	}
	out := []screen.Column{{Bottom: r.FoldNoun(), Cells: number}}
	if r.IDs != nil {
		ids := make([]string, len(number))
		for i := range ids {
			ids[i] = shell.Escape(r.IDs[i])
		}
		out = append(out, screen.Column{Left: true, Bottom: "id", Cells: ids})
	}
	without := make([]string, len(number))
	for i, k := range r.Folds.Without {
		if k != r.Selection.Selected {
			without[i] = textfmt.Number(r.Selection.Candidates[k].Lambda)
			if !r.Folds.Exact[i] {
				without[i] = "≈" + without[i]
			}
		}
	}
	s.table(w, append(out, []screen.Column{
		{Top: "LOTO error", Bottom: "at λ̂", Cells: report.LevelCells(best.Folds)},
		{Bottom: "leverage", Cells: report.LevelCells(r.Folds.Leverage)},
		{Top: "λ̂ without", Bottom: "it", Cells: without},
		{Left: true, Cells: note},
	}...))
}

// foldNote names the status of a fold, or returns "" for a fold without trouble.
func foldNote(s estimator.FoldStatus) string {
	switch s {
	case estimator.FoldOK:
		return ""
	case estimator.FoldDeficient:
		return s.String() + " fold"
	}
	return s.String()
}
