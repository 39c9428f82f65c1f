package table

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"lambdascope/sim/analysis"
	"lambdascope/tui/report"
)

// writeMaps writes the LOTO error of each λ with each feature map where that is not too
// wide, then that of the best λ of each with how it compares with the best pair, and
// says what this comes to.
func writeMaps(w *bytes.Buffer, m *analysis.Maps, s Style) {
	if headings, rows := mapMatrix(m, s).lines(); widest(append(headings, rows...)) <= s.Width {
		s.sentence(w, "LOTO error of each λ with each feature map, "+minimumMark+" the lowest")
		writeLines(w, headings, rows, s)
		fmt.Fprintln(w)
	}
	s.sentence(w, "The best λ of each feature map, "+minimumMark+" the lowest LOTO error")
	headings, rows := mapList(m, s).lines()
	writeLines(w, headings, rows, s)
	fmt.Fprintln(w)
	s.sentence(w, m.Verdict()+".")
	if m.Nested != nil {
		s.sentence(w, nestedSentence(m))
	}
	for _, warning := range m.Warnings() {
		s.sentence(w, "Warning: "+warning+".")
	}
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

// mapMatrix has a row per λ and a column per map.
func mapMatrix(m *analysis.Maps, s Style) *columns {
	lambdas, scores := mapDigits(m)
	var out columns
	var cells []string
	for _, c := range m.At().Selection.Candidates {
		cells = append(cells, lambdas.Format(c.Lambda))
	}
	out.add(column{bottom: s.text("λ"), cells: cells})
	for j, r := range m.Results {
		cells := make([]string, len(r.Selection.Candidates))
		for k := range cells {
			cells[k] = scores.Format(r.Selection.Candidates[k].LOTO)
		}
		col := column{bottom: r.Settings.FeatureMap(), cells: cells}
		if j == m.Best {
			s.mark(&col, r.Selection.Selected)
		}
		out.add(col)
	}
	return &out
}

// mapList has a row per map, with its λ̂.
func mapList(m *analysis.Maps, s Style) *columns {
	lambdas, scores := mapDigits(m)
	name, features := column{left: true, bottom: "map"}, column{top: "features", bottom: "(rank)"}
	lambda, score := column{bottom: s.text("λ̂")}, column{top: "LOTO error", bottom: s.text("at λ̂")}
	set := column{left: true}
	root := column{top: "root", bottom: "MSVE"}
	var diffs, errors []float64
	for j, r := range m.Results {
		sel := r.Selection
		diff, se, not := m.NotRuledOut(j)
		diffs, errors = append(diffs, diff), append(errors, se)
		name.cells = append(name.cells, r.Settings.FeatureMap())
		count := strconv.Itoa(sel.Features)
		if sel.Rank < sel.Features {
			count += fmt.Sprintf(" (%d)", sel.Rank)
		}
		features.cells = append(features.cells, count)
		lambda.cells = append(lambda.cells, lambdas.Format(sel.Best().Lambda))
		score.cells = append(score.cells, scores.Format(sel.Best().LOTO))
		mark := ""
		switch {
		case j == m.Best:
			mark = s.text(minimumMark)
		case not:
			mark = s.text(notRuledOutMark)
		}
		set.cells = append(set.cells, mark)
		if r.Truth != nil {
			root.cells = append(root.cells, truthDigits(r).Format(r.RootMSVE(sel.Selected)))
		}
	}
	level := max(m.At().Selection.Best().LOTO, m.At().Selection.MeanSquaredReturn)
	diff := column{top: "from best", bottom: s.text("± s.e."), cells: s.withErrors(report.DifferenceDigits(diffs, errors, level), diffs, errors)}
	out := &columns{[]column{name, features, lambda, score, diff, set}}
	if len(root.cells) == len(m.Results) {
		out.add(root)
	}
	return out
}

// mapDigits chooses the decimals of all λ's and of all LOTO errors, these by the ones of
// the best map.
func mapDigits(m *analysis.Maps) (lambda, score report.Digits) {
	var lambdas, scores, errors []float64
	for _, c := range m.At().Selection.Candidates {
		lambdas = append(lambdas, c.Lambda)
		scores, errors = append(scores, c.LOTO), append(errors, c.SE)
	}
	return report.LambdaDigits(lambdas), report.LevelDigits(scores, errors)
}

// nestedSentence says what the error of choosing is on data that had no part in it.
func nestedSentence(m *analysis.Maps) string {
	n := m.Nested
	_, scores := mapDigits(m)
	counts, most := n.Counts(len(m.Results)), 0
	for j := range counts {
		if counts[j] > counts[most] {
			most = j
		}
	}
	return fmt.Sprintf("Nested: choosing map and λ without each of %d parts of the trajectories in turn has an error of %s ± %s (s.e.) on the parts, where the lowest LOTO error is %s; %d of %d chose %s.",
		len(n.Chosen), scores.Format(n.Score), scores.Format(n.SE), scores.Format(m.At().Selection.Best().LOTO),
		counts[most], len(n.Chosen), m.Results[most].Settings.FeatureMap())
}
