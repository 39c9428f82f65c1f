package table

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
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
		name.cells = append(name.cells, c.Selector.String())
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
	if text := selectorsSentence(r.Choices); text != "" {
		fmt.Fprintln(w)
		s.sentence(w, text)
	}
}

// selectorsSentence says what the table can't tell; empty where there is nothing.
func selectorsSentence(choices []analysis.Chosen) string {
	var out []string
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
