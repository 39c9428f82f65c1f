package explore

import (
	"fmt"
	"strconv"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
	"lambdascope/tui/table"
)

// export returns the analysis in words and as the run command's table.
func (v *view) export() page.Export {
	e := page.Export{
		Name:    "explore",
		Summary: v.summary,
	}
	if v.Result == nil {
		return e
	}
	e.Title = report.Subject(v.Result)
	return e
}

// curveTables have the analysis as the run command writes it.
func (v *view) curveTables() []page.Table {
	header, rows := report.Rows(v.Result)
	return []page.Table{{Header: header, Rows: rows}}
}

// valuesName is what files with the values are called.
const valuesName = "values"

// valuesTable has the estimated values at the λ under the cursor beside the true
// ones or, where these are not known, the returns observed.
func (v *view) valuesTable() page.Table {
	a := v.Result
	lambda := textfmt.Number(a.Selection.Candidates[v.CursorIndex()].Lambda)
	out := page.Table{Name: valuesName, Header: []string{"lambda", "state", "true_value", "estimated_value"}}
	if a.Truth == nil {
		out.Header = []string{"lambda", "observed_return", "estimated_value"}
	}
	for i, estimated := range a.Values(v.CursorIndex()) {
		row := []string{lambda}
		switch {
		case a.Truth == nil:
			row = append(row, report.Exact(a.Sample.Returns[i]))
		case i < len(a.Truth.Refs.Labels):
			row = append(row, a.Truth.Refs.Labels[i], report.Exact(a.Truth.Nu[i]))
		default:
			row = append(row, strconv.Itoa(i+1), report.Exact(a.Truth.Nu[i]))
		}
		out.Rows = append(out.Rows, append(row, report.Exact(estimated)))
	}
	return out
}

// summary says in words and numbers what the page shows.
func (v *view) summary(width int, text func(string) string) []string {
	a := v.Result
	if a == nil {
		return nil
	}
	out := []string{report.Problem(a, report.Source(a.Settings)) + ".", ""}
	out = append(append(out, a.Verdict()), table.OffPolicy(a)...)
	if v.Hidden {
		out = append(out, "The true errors are hidden; z reveals them.")
	} else {
		out = append(out, table.Truth(a)...)
	}
	if a.Calibration != nil {
		out = append(out, "At the "+a.StartText()+".")
	}
	out = append(out, table.Warnings(a)...)
	if hint := a.CheckHint(); hint != "" {
		out = append(out, hint+".")
	}
	for i, s := range v.Pins.List() {
		if pinned := v.Pinned[i]; pinned != nil {
			out = append(out, fmt.Sprintf("Pinned, %s: λ̂ = %s.", pinnedName(s, a.Settings), textfmt.Number(pinned.Selection.Best().Lambda)))
		}
	}
	out = append(out, "")
	columns := table.Curve(a, a.Truth != nil && !v.Hidden)
	if v.classChose() {
		columns = append(columns, screen.Column{Top: "class:", Bottom: classLabel(v.Class), Cells: v.classCells()})
	}
	out = append(out, screen.Rows(columns, width, text)...)
	if count, _, _ := a.Selection.NotRuledOut(); count > 1 {
		out = append(out, "", table.NotRuledOut+".")
	}
	return append(out, v.valuesText(width, text)...)
}

// classTable has what the class chose.
func (v *view) classTable() page.Table {
	out := page.Table{Name: "class", Header: []string{"lambda", "selected"}}
	if v.Class.Guesses {
		out.Header[1] = "votes"
	}
	for k, count := range v.classCells() {
		out.Rows = append(out.Rows, []string{report.Exact(v.Result.Selection.Candidates[k].Lambda), count})
	}
	return out
}
