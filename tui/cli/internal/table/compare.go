package table

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/sim/words"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
	"lambdascope/tui/shell"
)

// WriteCompared writes a comparison for a person to read: the problem, with the name of its
// data, the LOTO errors, and what they give in words.
func WriteCompared(w *bytes.Buffer, c report.Compared, source string, s Style) {
	s.sentence(w, shell.Escape(c.Problem(source)))
	fmt.Fprintln(w)
	if c.Comparison == nil {
		writeSelectors(w, c.Result, s)
	} else {
		writeComparison(w, c.Comparison, s)
	}
	if text, _ := report.Policies(c.Settings); text != "" {
		s.sentence(w, text)
	}
	if text := report.Ratios(c.Result); text != "" {
		s.sentence(w, text)
	}
	for _, warning := range c.Warnings() {
		s.sentence(w, "Warning: "+warning+".")
	}
	fmt.Fprintln(w)
	fmt.Fprintln(w, s.faint(report.Made(c.Build)))
}

// writeComparison writes the LOTO error of each λ with each map or ridge where that is not
// too wide, then that of the best λ of each with how it compares with the best of all, and
// says what this means.
func writeComparison(w *bytes.Buffer, c *analysis.Comparison, s Style) {
	each := map[analysis.Axis]string{
		analysis.OverMaps: "with each feature map", analysis.OverRidges: "at each ridge", analysis.OverPairs: "with each map at each ridge",
	}[c.Over]
	matrix := errorMatrix(c)
	if headings, rows := s.lines(matrix); screen.Widest(append(headings, rows...)) <= s.Width {
		s.sentence(w, "LOTO error of each λ "+each+", "+minimumMark+" the lowest")
		s.table(w, matrix)
		fmt.Fprintln(w)
	}
	s.sentence(w, "The best λ "+each+", "+minimumMark+" the lowest LOTO error")
	s.table(w, bestList(c))
	fmt.Fprintln(w)
	s.sentence(w, c.Verdict()+".")
	if c.Nested != nil {
		s.sentence(w, nestedSentence(c))
	}
	for _, warning := range c.Warnings() {
		s.sentence(w, "Warning: "+warning+".")
	}
}

// errorMatrix has a row per λ and a column per map or ridge.
func errorMatrix(c *analysis.Comparison) []screen.Column {
	lambdas, scores := comparedDigits(c)
	var cells []string
	for _, of := range c.At().Selection.Candidates {
		cells = append(cells, lambdas.Format(of.Lambda))
	}
	out := []screen.Column{{Bottom: "λ", Cells: cells}}
	for j, r := range c.Results {
		cells := make([]string, len(r.Selection.Candidates))
		for k := range cells {
			cells[k] = scores.Format(r.Selection.Candidates[k].LOTO)
		}
		col := screen.Column{Bottom: r.Settings.FeatureMap(), Cells: cells}
		switch ridge := words.Number(r.Settings.Ridge); c.Over {
		case analysis.OverRidges:
			col.Top, col.Bottom = "ridge", ridge
		case analysis.OverPairs:
			col.Top, col.Bottom = r.Settings.FeatureMap(), "ridge "+ridge
		}
		if j == c.Best {
			mark(&col, r.Selection.Selected)
		}
		out = append(out, col)
	}
	return out
}

// bestList has a row per map or ridge, with its λ̂.
func bestList(c *analysis.Comparison) []screen.Column {
	lambdas, scores := comparedDigits(c)
	name, features, ridge := screen.Column{Left: true, Bottom: "map"}, screen.Column{Top: "features", Bottom: "(rank)"}, screen.Column{Bottom: "ridge"}
	lambda, score := screen.Column{Bottom: "λ̂"}, screen.Column{Top: "LOTO error", Bottom: "at λ̂"}
	set := screen.Column{Left: true}
	root := screen.Column{Top: "root", Bottom: "MSVE"}
	var diffs, errors []float64
	for j, r := range c.Results {
		sel := r.Selection
		diff, se, not := c.NotRuledOut(j)
		diffs, errors = append(diffs, diff), append(errors, se)
		name.Cells = append(name.Cells, r.Settings.FeatureMap())
		count := strconv.Itoa(sel.Features)
		if sel.Rank < sel.Features {
			count += fmt.Sprintf(" (%d)", sel.Rank)
		}
		features.Cells = append(features.Cells, count)
		ridge.Cells = append(ridge.Cells, words.Number(r.Settings.Ridge))
		lambda.Cells = append(lambda.Cells, lambdas.Format(sel.Best().Lambda))
		score.Cells = append(score.Cells, scores.Format(sel.Best().LOTO))
		mark := ""
		switch {
		case j == c.Best:
			mark = minimumMark
		case not:
			mark = notRuledOutMark
		}
		set.Cells = append(set.Cells, mark)
		if r.Truth != nil {
			root.Cells = append(root.Cells, truthDigits(r).Format(r.RootMSVE(sel.Selected)))
		}
	}
	level := max(c.At().Selection.Best().LOTO, c.At().Selection.MeanSquaredReturn)
	diff := screen.Column{Top: "from best", Bottom: "± s.e.", Cells: withErrors(report.DifferenceDigits(diffs, errors, level), diffs, errors)}
	var out []screen.Column
	if c.Over != analysis.OverRidges {
		out = append(out, name, features)
	}
	if c.Over != analysis.OverMaps {
		out = append(out, ridge)
	}
	out = append(out, lambda, score, diff, set)
	if len(root.Cells) == len(c.Results) {
		out = append(out, root)
	}
	return out
}

// comparedDigits chooses the decimals of all λ's and of all LOTO errors, these by the ones
// of the best.
func comparedDigits(c *analysis.Comparison) (lambda, score report.Digits) {
	var lambdas, scores, errors []float64
	for _, of := range c.At().Selection.Candidates {
		lambdas = append(lambdas, of.Lambda)
		scores, errors = append(scores, of.LOTO), append(errors, of.SE)
	}
	return report.LambdaDigits(lambdas), report.LevelDigits(scores, errors)
}

// nestedSentence says what the error of choosing is on data that had no part in it.
func nestedSentence(c *analysis.Comparison) string {
	n := c.Nested
	_, scores := comparedDigits(c)
	counts, most := n.Counts(len(c.Results)), 0
	for j := range counts {
		if counts[j] > counts[most] {
			most = j
		}
	}
	return fmt.Sprintf("On data that had no part in the choice, the error is %s ± %s (s.e.), where the lowest LOTO error is %s. The choice was made again without each of %d parts of the %s: %d of %d times it was %s.",
		scores.Format(n.Score), scores.Format(n.SE), scores.Format(c.At().Selection.Best().LOTO),
		len(n.Chosen), c.At().FoldsNoun(), counts[most], len(n.Chosen), c.Name(most))
}

// writeSelectors writes a row for each selector: the λ it chose, its error on data that had
// no part in that, and how near its values come.
func writeSelectors(w *bytes.Buffer, a *analysis.Result, s Style) {
	const step = 1e3 // of a λ that is none of the grid
	var lambdas []float64
	for _, c := range a.Choices {
		if !math.IsNaN(c.Lambda) {
			lambdas = append(lambdas, math.Round(step*c.Lambda)/step)
		}
	}
	digits := report.LambdaDigits(lambdas)
	name, lambda, root := screen.Column{Bottom: "selector", Left: true}, screen.Column{Bottom: "λ"}, screen.Column{Top: "root", Bottom: "MSVE"}
	var scores, errors, diffs, diffErrors []float64
	for _, c := range a.Choices {
		name.Cells = append(name.Cells, c.Selector.String())
		cell := "-"
		if !math.IsNaN(c.Lambda) {
			cell = digits.Format(c.Lambda)
		}
		lambda.Cells = append(lambda.Cells, cell)
		if n := c.Nested; n != nil {
			scores, errors = append(scores, n.Score), append(errors, n.SE)
			diffs, diffErrors = append(diffs, c.Diff), append(diffErrors, c.DiffSE)
		}
		if a.Truth != nil {
			root.Cells = append(root.Cells, truthDigits(a).Format(c.RootMSVE()))
		}
	}
	out := []screen.Column{name, lambda}
	if scores != nil {
		out = append(out, screen.Column{Top: "error on parts", Bottom: "± s.e.", Cells: withErrors(report.LevelDigits(scores, errors), scores, errors)})
		level := max(slices.Min(scores), a.Selection.MeanSquaredReturn)
		out = append(out, screen.Column{Top: "from lowest", Bottom: "± s.e.", Cells: withErrors(report.DifferenceDigits(diffs, diffErrors, level), diffs, diffErrors)})
	}
	if a.Truth != nil {
		out = append(out, root)
	}
	s.table(w, out)
	if text := selectorsSentence(a); text != "" {
		fmt.Fprintln(w)
		s.sentence(w, text)
	}
}

// selectorsSentence says what the table means, and what it can't tell; empty where there is
// nothing to say.
func selectorsSentence(a *analysis.Result) string {
	choices := a.Choices
	var out []string
	if n := choices[0].Nested; n != nil {
		out = append(out, fmt.Sprintf("The error is that on data that had no part in the choice, which was made again without each of %d parts of the %s.", len(n.Chosen), a.FoldsNoun()))
	}
	if slices.ContainsFunc(choices, func(c analysis.Chosen) bool { return math.IsNaN(c.Lambda) }) {
		out = append(out, "A dash stands where no single λ gives the values.")
	}
	if slices.ContainsFunc(choices, func(c analysis.Chosen) bool { return c.Selector == estimator.Bellman }) {
		out = append(out, "bellman is there for contrast: it does not look at returns, and favours λ = 0 by what it minimizes.")
	}
	if len(choices) > 1 {
		out = append(out, "Which rule does best, one data set does not tell.")
	}
	return strings.Join(out, " ")
}
