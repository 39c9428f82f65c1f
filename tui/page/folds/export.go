package folds

import (
	"fmt"
	"strconv"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// export has the trajectories with what each says of each λ.
func (v mapView) export() page.Export {
	e := page.Export{Name: "folds", Summary: v.summary, Views: v.views()}
	if f := v.folds; f != nil {
		e.Title = report.Subject(f.Analysis)
	}
	return e
}

// foldsRows has a row for each trajectory, by influence.
func foldsRows(f *found) [][]string {
	all := f.Analysis.Selection.Candidates
	var out [][]string
	for _, i := range f.Order {
		leverage := ""
		if f.leverage != nil {
			leverage = report.Exact(f.leverage[i])
		}
		out = append(out, []string{
			foldLabel(f.Analysis, i), strconv.Itoa(f.Steps[i]), report.Exact(f.Weights[i]), leverage,
			report.Exact(f.Influence[i]), textfmt.Number(all[f.Without[i]].Lambda), strconv.FormatBool(f.Exact[i]),
		})
	}
	return out
}

// differencesRows has a row for each trajectory and λ.
func differencesRows(f *found) [][]string {
	sel := f.Analysis.Selection
	var out [][]string
	for _, i := range f.Order {
		for k := range sel.Candidates {
			c := &sel.Candidates[k]
			out = append(out, []string{
				foldLabel(f.Analysis, i), textfmt.Number(c.Lambda), report.Exact(c.Folds[i]),
				report.Exact(c.Folds[i] - sel.Best().Folds[i]), report.Exact(f.Contribution(i, k)), c.Status[i].String(),
			})
		}
	}
	return out
}

// summary says in words and numbers what the page shows, of the trajectories of
// the most influence.
func (v mapView) summary(width int, text func(string) string) []string {
	f := v.folds
	if f == nil {
		return nil
	}
	out := []string{report.Problem(f.Analysis, report.Source(f.Analysis.Settings)) + ".", ""}
	out = append(out, v.deciders()+" "+v.concentration())
	if text := v.deficiency(); text != "" {
		out = append(out, text)
	}
	const most = 100
	rows := min(len(f.Order), most)
	sel := f.Analysis.Selection
	out = append(out, "")
	if rows < len(f.Order) {
		out = append(out, fmt.Sprintf("The %d %s of the most influence:", rows, f.Analysis.FoldsNoun()))
	}
	var columns []screen.Column
	add := func(c screen.Column, cell func(i int) string) {
		for _, i := range f.Order[:rows] {
			c.Cells = append(c.Cells, cell(i))
		}
		columns = append(columns, c)
	}
	add(screen.Column{Bottom: f.Analysis.FoldNoun()}, func(i int) string { return foldLabel(f.Analysis, i) })
	add(screen.Column{Bottom: "steps", Spare: 2}, func(i int) string { return strconv.Itoa(f.Steps[i]) })
	add(screen.Column{Bottom: "leverage", Spare: 1}, func(i int) string {
		if f.leverage == nil {
			return ""
		}
		return textfmt.Rounded(f.leverage[i], 2)
	})
	add(screen.Column{Bottom: "influence"}, func(i int) string { return textfmt.Rounded(f.Influence[i], 3) })
	add(screen.Column{Top: "λ̂", Bottom: "without"}, func(i int) string {
		if f.Without[i] == sel.Selected {
			return ""
		}
		return f.lambdaWithout(i)
	})
	if k := v.cursor(); k != sel.Selected { // at λ̂ it is 0
		add(screen.Column{Top: "contribution", Bottom: "at λ = " + textfmt.Number(sel.Candidates[k].Lambda)},
			func(i int) string { return textfmt.Signed(f.Contribution(i, k), 3) })
	}
	add(screen.Column{Left: true, Spare: 3}, func(i int) string {
		if !v.deficient(i) {
			return ""
		}
		return "rank-deficient"
	})
	return append(out, screen.Rows(columns, width, text)...)
}
