package table

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/sim/words"
	"lambdascope/tui/report"
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
	if headings, rows := errorMatrix(c, s).lines(); widest(append(headings, rows...)) <= s.Width {
		s.sentence(w, "LOTO error of each λ "+each+", "+minimumMark+" the lowest")
		writeLines(w, headings, rows, s)
		fmt.Fprintln(w)
	}
	s.sentence(w, "The best λ "+each+", "+minimumMark+" the lowest LOTO error")
	headings, rows := bestList(c, s).lines()
	writeLines(w, headings, rows, s)
	fmt.Fprintln(w)
	s.sentence(w, c.Verdict()+".")
	if c.Nested != nil {
		s.sentence(w, nestedSentence(c))
	}
	for _, warning := range c.Warnings() {
		s.sentence(w, "Warning: "+warning+".")
	}
}

// widest returns the width of the widest line.
func widest(lines []string) int {
	width := 0
	for _, l := range lines {
		width = max(width, lipgloss.Width(l))
	}
	return width
}

func writeLines(w *bytes.Buffer, headings, rows []string, s Style) {
	for _, h := range headings {
		if strings.TrimSpace(h) != "" {
			fmt.Fprintln(w, s.faint(h))
		}
	}
	for _, row := range rows {
		fmt.Fprintln(w, row)
	}
}

// errorMatrix has a row per λ and a column per map or ridge.
func errorMatrix(c *analysis.Comparison, s Style) *columns {
	lambdas, scores := comparedDigits(c)
	var out columns
	var cells []string
	for _, of := range c.At().Selection.Candidates {
		cells = append(cells, lambdas.Format(of.Lambda))
	}
	out.add(column{bottom: s.text("λ"), cells: cells})
	for j, r := range c.Results {
		cells := make([]string, len(r.Selection.Candidates))
		for k := range cells {
			cells[k] = scores.Format(r.Selection.Candidates[k].LOTO)
		}
		col := column{bottom: r.Settings.FeatureMap(), cells: cells}
		switch ridge := words.Number(r.Settings.Ridge); c.Over {
		case analysis.OverRidges:
			col.top, col.bottom = "ridge", ridge
		case analysis.OverPairs:
			col.top, col.bottom = r.Settings.FeatureMap(), "ridge "+ridge
		}
		if j == c.Best {
			s.mark(&col, r.Selection.Selected)
		}
		out.add(col)
	}
	return &out
}

// bestList has a row per map or ridge, with its λ̂.
func bestList(c *analysis.Comparison, s Style) *columns {
	lambdas, scores := comparedDigits(c)
	name, features, ridge := column{left: true, bottom: "map"}, column{top: "features", bottom: "(rank)"}, column{bottom: "ridge"}
	lambda, score := column{bottom: s.text("λ̂")}, column{top: "LOTO error", bottom: s.text("at λ̂")}
	set := column{left: true}
	root := column{top: "root", bottom: "MSVE"}
	var diffs, errors []float64
	for j, r := range c.Results {
		sel := r.Selection
		diff, se, not := c.NotRuledOut(j)
		diffs, errors = append(diffs, diff), append(errors, se)
		name.cells = append(name.cells, r.Settings.FeatureMap())
		count := strconv.Itoa(sel.Features)
		if sel.Rank < sel.Features {
			count += fmt.Sprintf(" (%d)", sel.Rank)
		}
		features.cells = append(features.cells, count)
		ridge.cells = append(ridge.cells, words.Number(r.Settings.Ridge))
		lambda.cells = append(lambda.cells, lambdas.Format(sel.Best().Lambda))
		score.cells = append(score.cells, scores.Format(sel.Best().LOTO))
		mark := ""
		switch {
		case j == c.Best:
			mark = s.text(minimumMark)
		case not:
			mark = s.text(notRuledOutMark)
		}
		set.cells = append(set.cells, mark)
		if r.Truth != nil {
			root.cells = append(root.cells, truthDigits(r).Format(r.RootMSVE(sel.Selected)))
		}
	}
	level := max(c.At().Selection.Best().LOTO, c.At().Selection.MeanSquaredReturn)
	diff := column{top: "from best", bottom: s.text("± s.e."), cells: s.withErrors(report.DifferenceDigits(diffs, errors, level), diffs, errors)}
	var out columns
	if c.Over != analysis.OverRidges {
		out.add(name)
		out.add(features)
	}
	if c.Over != analysis.OverMaps {
		out.add(ridge)
	}
	for _, col := range []column{lambda, score, diff, set} {
		out.add(col)
	}
	if len(root.cells) == len(c.Results) {
		out.add(root)
	}
	return &out
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
	name, lambda, root := column{bottom: "selector", left: true}, column{bottom: s.text("λ")}, column{top: "root", bottom: "MSVE"}
	var scores, errors, diffs, diffErrors []float64
	for _, c := range a.Choices {
		name.cells = append(name.cells, c.Selector.String())
		cell := "-"
		if !math.IsNaN(c.Lambda) {
			cell = digits.Format(c.Lambda)
		}
		lambda.cells = append(lambda.cells, cell)
		if n := c.Nested; n != nil {
			scores, errors = append(scores, n.Score), append(errors, n.SE)
			diffs, diffErrors = append(diffs, c.Diff), append(diffErrors, c.DiffSE)
		}
		if a.Truth != nil {
			root.cells = append(root.cells, truthDigits(a).Format(c.RootMSVE()))
		}
	}
	out := columns{[]column{name, lambda}}
	if scores != nil {
		out.add(column{top: "error on parts", bottom: s.text("± s.e."), cells: s.withErrors(report.LevelDigits(scores, errors), scores, errors)})
		level := max(slices.Min(scores), a.Selection.MeanSquaredReturn)
		out.add(column{top: "from lowest", bottom: s.text("± s.e."), cells: s.withErrors(report.DifferenceDigits(diffs, diffErrors, level), diffs, diffErrors)})
	}
	if a.Truth != nil {
		out.add(root)
	}
	headings, rows := out.lines()
	writeLines(w, headings, rows, s)
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
