package table

import (
	"bytes"
	"fmt"
	"math"

	"lambdascope/tui/report"
)

// writeSelectors writes a row for each selector: the λ it chose, and how near the values
// come.
func writeSelectors(w *bytes.Buffer, r report.Result, s Style) {
	const step = 1e3 // of a λ that is none of the grid
	var lambdas []float64
	for _, c := range r.Choices {
		if !math.IsNaN(c.Lambda) {
			lambdas = append(lambdas, math.Round(step*c.Lambda)/step)
		}
	}
	digits := report.LambdaDigits(lambdas)
	name, lambda, root := column{bottom: "selector", left: true}, column{bottom: s.text("λ")}, column{top: "root", bottom: "MSVE"}
	for _, c := range r.Choices {
		name.cells = append(name.cells, c.Selector.Name())
		cell := "-"
		if !math.IsNaN(c.Lambda) {
			cell = digits.Format(c.Lambda)
		}
		lambda.cells = append(lambda.cells, cell)
		if r.Truth != nil {
			root.cells = append(root.cells, truthDigits(r.Result).Format(c.RootMSVE()))
		}
	}
	out := columns{[]column{name, lambda}}
	if r.Truth != nil {
		out.add(root)
	}
	headings, rows := out.lines()
	if r.Truth == nil {
		headings = headings[1:] // the first has nothing but root
	}
	for _, h := range headings {
		fmt.Fprintln(w, s.faint(h))
	}
	for _, row := range rows {
		fmt.Fprintln(w, row)
	}
}
