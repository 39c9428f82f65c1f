package table

import (
	"bytes"
	"fmt"
	"strconv"

	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// writeComparison writes a matrix of LOTO errors by λ and map or ridge, unless it is too wide, then a list of
// the best λ of each with the difference from the best of all, and the findings.
func writeComparison(w *bytes.Buffer, c *analysis.Comparison, s Style) {
	each := map[analysis.Axis]string{
		analysis.OverMaps: "with each feature map", analysis.OverRidges: "at each ridge",
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
	s.sentence(w, report.ComparisonVerdict(c)+".")
	s.sentences(w, report.Constant(c.At()))
	if c.Nested != nil {
		s.sentence(w, nestedSentence(c))
	}
	for _, warning := range report.ComparisonWarnings(c) {
		s.sentence(w, "Warning: "+warning+".")
	}
}

// errorMatrix returns a table with a row for each λ and a column for each map or ridge.
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
		if c.Over == analysis.OverRidges {
			col.Top = "ridge"
			col.Bottom = textfmt.Number(r.Settings.Ridge)
		}
		if j == c.Best {
			mark(&col, r.Selection.Selected)
		}
		out = append(out, col)
	}
	return out
}

// bestList returns a table with a row for each map or ridge at its λ̂.
func bestList(c *analysis.Comparison) []screen.Column {
	lambdas, scores := comparedDigits(c)
	name := screen.Column{Left: true, Bottom: "map"}
	features := screen.Column{Top: "features", Bottom: "(rank)"}
	ridge := screen.Column{Bottom: "ridge"}
	lambda := screen.Column{Bottom: "λ̂"}
	score := screen.Column{Top: "LOTO error", Bottom: "at λ̂"}
	set := screen.Column{Left: true}
	root := screen.Column{Top: "root", Bottom: "MSVE"}
	var diffs, errors []float64
	for j, r := range c.Results {
		sel := r.Selection
		against := c.Against[j]
		diffs = append(diffs, against.Diff)
		errors = append(errors, against.SE)
		name.Cells = append(name.Cells, r.Settings.FeatureMap())
		count := strconv.Itoa(sel.Features)
		if sel.Rank < sel.Features {
			count += fmt.Sprintf(" (%d)", sel.Rank)
		}
		features.Cells = append(features.Cells, count)
		ridge.Cells = append(ridge.Cells, textfmt.Number(r.Settings.Ridge))
		lambda.Cells = append(lambda.Cells, lambdas.Format(sel.Best().Lambda))
		score.Cells = append(score.Cells, scores.Format(sel.Best().LOTO))
		mark := ""
		if j == c.Best {
			mark = minimumMark
		} else if against.NotRuledOut {
			mark = notRuledOutMark
		}
		set.Cells = append(set.Cells, mark)
		if r.Truth != nil {
			root.Cells = append(root.Cells, report.RootDigits(r).Format(r.RootMSVE(sel.Selected)))
		}
	}
	level := max(c.At().Selection.Best().LOTO, c.At().Selection.MeanSquaredReturn)
	diff := screen.Column{Top: "from best", Bottom: "± s.e.", Cells: withErrors(report.DifferenceDigits(diffs, errors, level), diffs, errors)}
	out := []screen.Column{ridge}
	if c.Over == analysis.OverMaps {
		out = []screen.Column{name, features}
	}
	out = append(out, lambda, score, diff, set)
	if len(root.Cells) == len(c.Results) {
		out = append(out, root)
	}
	return out
}

// comparedDigits chooses the decimals of all λ's and of all LOTO errors. It looks at the best result alone, because
// others may be larger by orders of magnitude.
func comparedDigits(c *analysis.Comparison) (lambda, score report.Digits) {
	var lambdas, scores, errors []float64
	for _, of := range c.At().Selection.Candidates {
		lambdas = append(lambdas, of.Lambda)
		scores = append(scores, of.LOTO)
		errors = append(errors, of.SE)
	}
	return report.LambdaDigits(lambdas), report.LevelDigits(scores, errors)
}

// nestedSentence gives the error on data that had no part in the choice.
func nestedSentence(c *analysis.Comparison) string {
	n := c.Nested
	_, scores := comparedDigits(c)
	counts := make([]int, len(c.Results))
	for _, p := range n.Chosen {
		counts[p.Result]++
	}
	most := 0
	for j := range counts {
		if counts[j] > counts[most] {
			most = j
		}
	}
	return fmt.Sprintf("On data that had no part in the choice, the error is %s ± %s (s.e.), where the lowest LOTO error is %s. The choice was made again without each of %d parts of the %s: %d of %d times it was %s.",
		scores.Format(n.Score), scores.Format(n.SE), scores.Format(c.At().Selection.Best().LOTO),
		len(n.Chosen), c.At().FoldsNoun(), counts[most], len(n.Chosen), c.Name(most))
}
