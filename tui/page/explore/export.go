package explore

import (
	"fmt"
	"strconv"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// export has the analysis as the run command writes it, and the values at the λ
// under the cursor.
func (v *view) export() page.Export {
	e := page.Export{
		Name:    "explore",
		Summary: v.summary,
	}
	if v.Result == nil {
		return e
	}
	l := v.look()
	header, rows := report.Rows(l.analysis)
	e.Title = report.Subject(l.analysis)
	e.Tables = []page.Table{{Header: header, Rows: rows}, valuesTable(l)}
	if l.class != nil && l.class.Lambdas != nil {
		e.Tables = append(e.Tables, classTable(l))
	}
	e.Charts = append(v.lambdaCharts(l), page.Chart{Name: valuesName, Spec: fileValueSpec(v.values(l))})
	e.Charts = append(e.Charts, v.mapCharts(l)...)
	e.Object = func(from page.Origin) any {
		return report.Object(report.Result{Result: l.analysis, Build: from.Build})
	}
	return e
}

// valuesName is what files with the values are called.
const valuesName = "values"

// lambdaCharts returns the charts over λ that are on show.
func (v *view) lambdaCharts(l look) []page.Chart {
	switch {
	case !v.Panels:
		return []page.Chart{{Name: "", Spec: picture(v.on(l, pictureAxis, ""))}}
	case l.analysis.Truth == nil:
		return []page.Chart{{Name: "", Spec: scorePanel(v.on(l, scoreAxis, ""))}}
	}
	return []page.Chart{{Name: "", Spec: scorePanel(v.on(l, scoreAxis, ""))}, {Name: "msve", Spec: truthPanel(v.on(l, truthAxis, ""))}}
}

// fileValueSpec draws the values as on the screen, and says at which λ they are.
func fileValueSpec(l look) *chart.Spec {
	at := " at λ = " + screen.Exact(l.analysis.Selection.Candidates[l.cursor].Lambda)
	_, spec := valueSpec(l)
	s := withEnds(l, spec(l))
	if s.Y.Label == "" {
		s.Y.Label = "value"
	}
	s.Y.Long = s.Y.Label
	if s.X.Label == "estimated" {
		s.X.Long = "estimated value" + at
	} else {
		s.Y.Long += at
	}
	return s
}

// valuesTable has the estimated values at the λ under the cursor beside the true
// ones or, where these are not known, the returns observed.
func valuesTable(l look) page.Table {
	a := l.analysis
	lambda := screen.Exact(a.Selection.Candidates[l.cursor].Lambda)
	out := page.Table{Name: valuesName, Header: []string{"lambda", "state", "true_value", "estimated_value"}}
	if a.Truth == nil {
		out.Header = []string{"lambda", "observed_return", "estimated_value"}
	}
	for i, v := range a.Values(l.cursor) {
		row := []string{lambda}
		switch {
		case a.Truth == nil:
			row = append(row, report.Exact(a.Sample.Returns[i]))
		case i < len(a.Truth.Refs.Labels):
			row = append(row, a.Truth.Refs.Labels[i], report.Exact(a.Truth.Nu[i]))
		default:
			row = append(row, strconv.Itoa(i+1), report.Exact(a.Truth.Nu[i]))
		}
		out.Rows = append(out.Rows, append(row, report.Exact(v)))
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
	for _, w := range a.Warnings() {
		out = append(out, "Warning: "+w+".")
	}
	for i, s := range v.Pins.List() {
		if pinned := v.Pinned[i]; pinned != nil {
			out = append(out, fmt.Sprintf("Pinned, %s: λ̂ = %s.", pinnedName(s, a.Settings), screen.Exact(pinned.Selection.Best().Lambda)))
		}
	}
	out = append(out, "")
	out = append(out, screen.Rows(curveColumns(v.look()), width, text)...)
	if count, _, _ := a.Selection.NotRuledOut(); count > 1 {
		out = append(out, "", "not ruled out: as best on average, at 95 %.")
	}
	if !v.Hidden {
		out = append(out, v.valuesText(width, text)...)
	}
	return out
}

// curveColumns has a row for each λ, while they are hidden without the true errors.
func curveColumns(l look) []screen.Column {
	a, hidden := l.analysis, l.hidden
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
	if l.class != nil && l.class.Lambdas != nil {
		out = append(out, screen.Column{Top: "class:", Bottom: classLabel(l.class), Cells: classCells(l)})
	}
	return out
}

// classTable has what the class chose.
func classTable(l look) page.Table {
	out := page.Table{Name: "class", Header: []string{"lambda", "selected"}}
	if l.class.Guesses {
		out.Header[1] = "votes"
	}
	for k, count := range classCells(l) {
		out.Rows = append(out.Rows, []string{report.Exact(l.analysis.Selection.Candidates[k].Lambda), count})
	}
	return out
}
