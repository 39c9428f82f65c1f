package explore

import (
	"fmt"
	"strconv"

	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
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
	lambda := screen.Exact(a.Selection.Candidates[v.CursorIndex()].Lambda)
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
	out = append(out, a.Verdict())
	if text, _ := report.Policies(a.Settings); text != "" {
		out = append(out, text)
	}
	if text := report.Ratios(a); text != "" {
		out = append(out, text)
	}
	switch {
	case v.Hidden:
		out = append(out, "The true errors are hidden; z reveals them.")
	case a.Truth != nil:
		out = append(out, "At λ̂: "+truthPart(a, a.Selection.Selected).Text+".")
	default:
		out = append(out, "There is "+truthPart(a, a.Selection.Selected).Text+".")
	}
	if a.Calibration != nil {
		out = append(out, "At the "+a.StartText()+".")
	}
	for _, w := range a.Warnings() {
		out = append(out, "Warning: "+w+".")
	}
	if hint := a.CheckHint(); hint != "" {
		out = append(out, hint+".")
	}
	for i, s := range v.Pins.List() {
		if pinned := v.Pinned[i]; pinned != nil {
			out = append(out, fmt.Sprintf("Pinned, %s: λ̂ = %s.", pinnedName(s, a.Settings), screen.Exact(pinned.Selection.Best().Lambda)))
		}
	}
	out = append(out, "")
	out = append(out, screen.Rows(v.curveColumns(), width, text)...)
	if count, _, _ := a.Selection.NotRuledOut(); count > 1 {
		out = append(out, "", "not ruled out: as best on average, at 95 %.")
	}
	return out
}

// curveColumns has a row for each λ, while they are hidden without the true errors.
func (v *view) curveColumns() []screen.Column {
	a, hidden := v.Result, v.Hidden
	all := a.Selection.Candidates
	n := len(all)
	lambda, mark, best := make([]string, n), make([]string, n), make([]string, n)
	score, se, diff, diffSE, root := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for k := range all {
		c := &all[k]
		lambda[k] = screen.Exact(c.Lambda)
		score[k], se[k], diff[k], diffSE[k], root[k] = c.LOTO, c.SE, c.Diff, c.RefitSE, a.RootMSVE(k)
		switch {
		case k == a.Selection.Selected:
			mark[k] = "λ̂"
		case c.NotRuledOut:
			mark[k] = "not ruled out"
		}
		if k == a.Best {
			best[k] = "lowest"
		}
	}
	level := screen.Decimals(screen.Median(se), 2)
	apart := screen.Decimals(screen.Median(diffSE), 2)
	out := []screen.Column{
		{Bottom: "λ", Cells: lambda},
		{Top: "LOTO", Bottom: "error", Cells: screen.Fixed(score, max(level, apart))},
		{Top: "from", Bottom: "λ̂", Cells: screen.Fixed(diff, apart), Spare: 1},
		{Bottom: "± s.e.", Cells: screen.Fixed(diffSE, apart), Spare: 2},
		{Cells: mark, Left: true},
	}
	if a.Truth != nil && !hidden {
		out = append(out,
			screen.Column{Top: "root", Bottom: "MSVE", Cells: screen.Fixed(root, screen.Decimals(screen.Median(root), 4))},
			screen.Column{Cells: best, Left: true, Spare: 3})
	}
	if v.classChose() {
		out = append(out, screen.Column{Top: "class:", Bottom: classLabel(v.Class), Cells: v.classCells()})
	}
	return out
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
