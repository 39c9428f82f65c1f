package explore

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
)

// errorsTable returns the analysis in the format of the command run, without hidden errors.
func (v *view) errorsTable() page.Table {
	header, _ := report.Rows(v.Result)
	return page.Table{Header: header, Rows: func() [][]string {
		_, rows := report.Rows(v.Result)
		for _, row := range rows {
			for j, name := range header {
				if v.Hidden && strings.HasSuffix(name, "msve") {
					row[j] = ""
				}
			}
		}
		return rows
	}}
}

// verdictsTable returns the strips of verdicts: on each λ, from all trajectories and from each smaller n.
func (v *view) verdictsTable() page.Table {
	c := figure.NewCurve(v.Result)
	out := page.Table{Name: "verdicts", Header: []string{"lambda"}}
	verdicts := slices.DeleteFunc(v.strips(c), func(s chart.Strip) bool { return s.Marks == nil })
	for _, s := range verdicts {
		out.Header = append(out.Header, strings.ReplaceAll(s.Label, " ", "_"))
	}
	out.Rows = func() (rows [][]string) {
		words := map[chart.Marker]string{chart.MarkStar: "selected", chart.MarkRing: "in", chart.MarkRun: "in", chart.MarkCross: "out"}
		for k, lambda := range c.Lambda {
			row := []string{report.Exact(lambda)}
			for _, s := range verdicts {
				row = append(row, words[s.Marks[k]])
			}
			rows = append(rows, row)
		}
		return rows
	}
	return out
}

// valuesName is the name of the view of values, and of its files.
const valuesName = "values"

// valuesTable returns the estimated values at the λ under the cursor, beside the true values.
func (v *view) valuesTable() page.Table {
	a := v.Result
	lambda := textfmt.Number(a.Selection.Candidates[v.CursorIndex()].Lambda)
	out := page.Table{Name: valuesName, Header: []string{"lambda", "state", "true_value", "estimated_value"}}
	out.Rows = func() (rows [][]string) {
		for i, estimated := range a.Values(v.CursorIndex()) {
			name := strconv.Itoa(i + 1)
			if i < len(a.Truth.Refs.Labels) {
				name = a.Truth.Refs.Labels[i]
			}
			known := report.Exact(a.Truth.Nu[i])
			if v.Hidden {
				known = ""
			}
			rows = append(rows, []string{lambda, name, known, report.Exact(estimated)})
		}
		return rows
	}
	return out
}

// says returns the title of the files and the sentences of the text.
func (v *view) says() (title string, out []string) {
	a := v.Result
	if a == nil {
		return "", nil
	}
	out = append([]string{report.Problem(a, report.Source(a.Settings)) + ".", report.Verdict(a)}, report.OffPolicy(a)...)
	if v.Hidden {
		out = append(out, "The true errors are hidden; z reveals them.")
	} else {
		out = append(out, report.Truth(a)...)
	}
	if a.Calibration != nil {
		out = append(out, "At the "+report.StartText(a)+".")
	}
	out = append(out, report.WarningSentences(a)...)
	if hint := report.CheckHint(a); hint != "" {
		out = append(out, hint+".")
	}
	for i, s := range v.Pins.List() {
		if pinned := v.Pinned[i]; pinned != nil {
			out = append(out, fmt.Sprintf("Pinned, %s: λ̂ = %s.", pinnedName(s, a.Settings), textfmt.Number(pinned.Selection.Best().Lambda)))
		}
	}
	return report.Subject(a), out
}

// classTable returns the choices of the class.
func (v *view) classTable() page.Table {
	out := page.Table{Name: "class", Header: []string{"lambda", "selected"}}
	if v.Class.Guesses {
		out.Header[1] = "votes"
	}
	out.Rows = func() (rows [][]string) {
		grid := figure.NewCurve(v.Result).Lambda
		for k, n := range v.Class.Counts(grid) {
			rows = append(rows, []string{report.Exact(grid[k]), strconv.Itoa(int(n))})
		}
		return rows
	}
	return out
}
