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

// Write writes a result of a build for a person to read: the problem with the name of the data, a row for each λ, and the
// findings in words.
func Write(w *bytes.Buffer, r *analysis.Result, build, source string, s Style) {
	s.sentence(w, shell.Escape(report.Problem(r, source)))
	fmt.Fprintln(w)
	writeCurve(w, r, s)
	fmt.Fprintln(w)
	s.sentence(w, report.Verdict(r))
	s.sentences(w, OffPolicy(r))
	if r.Refined != nil {
		s.sentence(w, refinedSentence(r))
	}
	s.sentences(w, Truth(r))
	writeCalibration(w, r, s)
	s.sentences(w, Warnings(r))
	if hint := report.CheckHint(r); hint != "" {
		s.sentence(w, hint+".")
	}
	if r.Leverage != nil {
		fmt.Fprintln(w)
		writeFolds(w, r, s)
	}
	fmt.Fprintln(w)
	fmt.Fprintln(w, s.faint(report.Made(build)))
}

// OffPolicy names the policies, and gives the effective size of the data under the importance ratios. It
// returns nil if target and behaviour are the same.
func OffPolicy(a *analysis.Result) (out []string) {
	if text, _ := report.Policies(a.Settings); text != "" {
		out = append(out, text)
	}
	if text := report.Ratios(a); text != "" {
		out = append(out, text)
	}
	return out
}

// Warnings returns the warnings of a result, a sentence each.
func Warnings(a *analysis.Result) (out []string) {
	for _, warning := range report.Warnings(a) {
		out = append(out, "Warning: "+warning+".")
	}
	return out
}

// Truth compares λ̂ with the best λ on these data. It returns nil for recorded data, because their true values
// are unknown.
func Truth(a *analysis.Result) []string {
	switch {
	case a.Truth != nil:
		return []string{truthSentence(a) + truthError(a)}
	case a.Settings.Recorded():
		return nil
	}
	return []string{"No truth: so low a step cap can cut episodes, and the data then come from other states than the true values do."}
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
		d := truthDigits(a)
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

// truthError gives the standard error of the root MSVE at λ̂ due to the truth, or "" for an exact truth.
func truthError(a *analysis.Result) string {
	at := a.Selection.Selected
	root, se := a.RootMSVE(at), a.MSVEError(at)
	switch {
	case se == 0:
		return ""
	case root == 0:
		return " That is below what the truth, from rollouts, can tell."
	}
	if a.Truth.Single() {
		return fmt.Sprintf(" It is taken over %d single states, with a standard error of %.2g, much of which is alike for all λ's.", a.Truth.States(), se/(2*root))
	}
	return fmt.Sprintf(" The truth is from rollouts and gives the level to ± %.2g, alike for all λ's.", se/(2*root))
}

// truthSentence compares the root MSVE at λ̂ with the lowest on these data.
func truthSentence(a *analysis.Result) string {
	d := truthDigits(a)
	at, best := d.Format(a.RootMSVE(a.Selection.Selected)), d.Format(a.RootMSVE(a.Best))
	lambda := textfmt.Number(a.Selection.Candidates[a.Best].Lambda)
	switch {
	case a.MSVE[a.Selection.Selected] == a.MSVE[a.Best]:
		return fmt.Sprintf("Truth: root MSVE %s at λ̂, the lowest of the grid on these data.", at)
	case at == best:
		return fmt.Sprintf("Truth: root MSVE %s at λ̂, next to none above the lowest of the grid on these data, at λ = %s.", at, lambda)
	}
	return fmt.Sprintf("Truth: root MSVE %s at λ̂; the lowest of the grid on these data is %s, at λ = %s.", at, best, lambda)
}

// writeFolds writes a row for each trajectory or group left out.
func writeFolds(w *bytes.Buffer, r *analysis.Result, s Style) {
	best := r.Selection.Best()
	number, note := make([]string, len(best.Folds)), make([]string, len(best.Folds))
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
	without := make([]string, len(r.Without))
	for i, k := range r.Without {
		if k != r.Selection.Selected {
			without[i] = textfmt.Number(r.Selection.Candidates[k].Lambda)
			if !r.Exact[i] {
				without[i] = "≈" + without[i]
			}
		}
	}
	s.table(w, append(out, []screen.Column{
		{Top: "LOTO error", Bottom: "at λ̂", Cells: report.LevelCells(best.Folds)}, {Bottom: "leverage", Cells: report.LevelCells(r.Leverage)},
		{Top: "λ̂ without", Bottom: "it", Cells: without}, {Left: true, Cells: note},
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
