package table

import (
	"bytes"
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"lambdascope/sim/analysis"
	"lambdascope/sim/words"
	"lambdascope/tui/report"
)

// writeRidges writes the LOTO error of each λ at each ridge, or, where that is
// too wide, of the best λ at each, and says where the lowest is.
func writeRidges(w *bytes.Buffer, r report.Result, s Style) {
	title := "LOTO error of each λ at each ridge, "
	headings, rows := ridgeMatrix(r.Surface, s).lines()
	if widest(append(headings, rows...)) > s.Width {
		title = "LOTO error of the best λ at each ridge, "
		headings, rows = ridgeList(r.Surface, s).lines()
	}
	s.sentence(w, title+minimumMark+" the lowest")
	for _, h := range headings {
		fmt.Fprintln(w, s.faint(h))
	}
	for _, row := range rows {
		fmt.Fprintln(w, row)
	}
	fmt.Fprintln(w)
	s.sentence(w, ridgeSentence(r))
}

// widest returns the width of the widest line.
func widest(lines []string) int {
	width := 0
	for _, l := range lines {
		width = max(width, lipgloss.Width(l))
	}
	return width
}

// ridgeMatrix has a row per λ and a column per ridge.
func ridgeMatrix(r *analysis.RidgeSurface, s Style) *columns {
	lambdas, scores := surfaceDigits(r)
	var out columns
	var cells []string
	for _, c := range r.At().Candidates {
		cells = append(cells, lambdas.Format(c.Lambda))
	}
	out.add(column{bottom: s.text("λ"), cells: cells})
	for j, sel := range r.Selections {
		cells := make([]string, len(sel.Candidates))
		for k := range cells {
			cells[k] = scores.Format(sel.Candidates[k].LOTO)
		}
		col := column{top: "ridge", bottom: words.Number(sel.Ridge), cells: cells}
		if j == r.Best {
			s.mark(&col, sel.Selected)
		}
		out.add(col)
	}
	return &out
}

// ridgeList has a row per ridge, with the λ̂ of each.
func ridgeList(r *analysis.RidgeSurface, s Style) *columns {
	lambdas, scores := surfaceDigits(r)
	ridge, lambda := column{bottom: "ridge"}, column{bottom: s.text("λ̂")}
	score := column{top: "LOTO error", bottom: s.text("at λ̂")}
	for _, sel := range r.Selections {
		ridge.cells = append(ridge.cells, words.Number(sel.Ridge))
		lambda.cells = append(lambda.cells, lambdas.Format(sel.Best().Lambda))
		score.cells = append(score.cells, scores.Format(sel.Best().LOTO))
	}
	s.mark(&score, r.Best)
	return &columns{[]column{ridge, lambda, score}}
}

// surfaceDigits chooses the decimals of all λ's and of all LOTO errors, these by
// the ones at the best ridge.
func surfaceDigits(r *analysis.RidgeSurface) (lambda, score report.Digits) {
	var lambdas, scores, errors []float64
	for _, c := range r.At().Candidates {
		lambdas = append(lambdas, c.Lambda)
		scores, errors = append(scores, c.LOTO), append(errors, c.SE)
	}
	return report.LambdaDigits(lambdas), report.LevelDigits(scores, errors)
}

// ridgeSentence says where the lowest LOTO error is.
func ridgeSentence(r report.Result) string {
	at := r.Surface.At()
	best := at.Best()
	_, scores := surfaceDigits(r.Surface)
	end, truth := "", ""
	if ridges := r.Surface.Selections; len(ridges) > 1 && r.Surface.Best == len(ridges)-1 {
		end = ", the largest of them,"
	}
	if r.Truth != nil {
		truth = fmt.Sprintf("; root MSVE %s there", truthDigits(r.Result).Format(r.Surface.RootMSVE()))
	}
	return fmt.Sprintf("Ridges: the lowest LOTO error, %s, is at ridge %s%s and λ = %s%s%s.",
		scores.Format(best.LOTO), words.Number(at.Ridge), end, words.Number(best.Lambda), truth, ridgesNotRuledOut(r.Surface))
}

// ridgesNotRuledOut says which ridges are not ruled out as best on average.
func ridgesNotRuledOut(r *analysis.RidgeSurface) string {
	var rivals []string
	for j, sel := range r.Selections {
		if _, _, not := r.NotRuledOut(j); not && j != r.Best {
			rivals = append(rivals, words.Number(sel.Ridge))
		}
	}
	const what = " ruled out as best on average (95 %)"
	switch others := len(r.Selections) - 1; {
	case others == 0:
		return ""
	case len(rivals) == 0:
		return "; every other ridge is" + what
	case len(rivals) == others:
		return "; no other ridge is" + what
	case len(rivals) == 1:
		return "; ridge " + rivals[0] + " is not" + what
	}
	return "; ridges " + strings.Join(rivals, ", ") + " are not" + what
}
