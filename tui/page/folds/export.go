package folds

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// mapExport has the trajectories with what each says of each λ.
func (v *view) mapExport() page.Export {
	e := page.Export{Name: "folds", Summary: v.summary, Views: v.mapViews()}
	if f := v.folds; f != nil {
		e.Title = report.Subject(f.Analysis)
		e.Object = func(from page.Origin) any { return made(func() any { return foldsObject(f, from) }) }
	}
	return e
}

// made is a value that is made when it is encoded, as it may be large.
type made func() any

// MarshalJSON encodes the value.
func (m made) MarshalJSON() ([]byte, error) { return json.Marshal(m()) }

// finite returns a number for JSON, which has no infinity: nil in its place.
func finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
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
			report.Exact(f.Influence[i]), screen.Exact(all[f.Without[i]].Lambda), strconv.FormatBool(f.Exact[i]),
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
				foldLabel(f.Analysis, i), screen.Exact(c.Lambda), report.Exact(c.Folds[i]),
				report.Exact(c.Folds[i] - sel.Best().Folds[i]), report.Exact(f.Contribution(i, k)), c.Status[i].String(),
			})
		}
	}
	return out
}

// foldsObject is what the page shows as JSON.
func foldsObject(f *found, from page.Origin) any {
	type fold struct {
		Trajectory    *int      `json:"trajectory,omitempty"`
		Group         string    `json:"group,omitempty"`
		Steps         int       `json:"steps"`
		Weight        float64   `json:"weight"`
		Leverage      *float64  `json:"leverage"`
		Influence     float64   `json:"influence"`
		LambdaWithout float64   `json:"lambda_without"`
		Exact         bool      `json:"exact"` // whether that is by selecting on the others
		Loto          []float64 `json:"loto"`
		Diff          []float64 `json:"diff"`
		Contribution  []float64 `json:"contribution"`
		Status        []string  `json:"status"`
	}
	sel := f.Analysis.Selection
	var lambdas []float64
	for k := range sel.Candidates {
		lambdas = append(lambdas, sel.Candidates[k].Lambda)
	}
	var all []fold
	for _, i := range f.Order {
		t := fold{
			Steps: f.Steps[i], Weight: f.Weights[i], Influence: f.Influence[i],
			LambdaWithout: lambdas[f.Without[i]], Exact: f.Exact[i],
		}
		if t.Trajectory = &i; f.Analysis.Groups != nil {
			t.Trajectory, t.Group = nil, f.Analysis.Groups[i]
		}
		if f.leverage != nil {
			t.Leverage = finite(f.leverage[i])
		}
		for k := range sel.Candidates {
			c := &sel.Candidates[k]
			t.Loto = append(t.Loto, c.Folds[i])
			t.Diff = append(t.Diff, c.Folds[i]-sel.Best().Folds[i])
			t.Contribution = append(t.Contribution, f.Contribution(i, k))
			t.Status = append(t.Status, c.Status[i].String())
		}
		all = append(all, t)
	}
	return map[string]any{
		"version": report.JSONVersion, "build": from.Build, "selected": sel.Best().Lambda, "lambdas": lambdas, f.Analysis.FoldsNoun(): all,
	}
}

// summary says in words and numbers what the page shows, of the trajectories of
// the most influence.
func (v *view) summary(width int, text func(string) string) []string {
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
		return screen.Approx(f.leverage[i], 2)
	})
	add(screen.Column{Bottom: "influence"}, func(i int) string { return screen.Approx(f.Influence[i], 3) })
	add(screen.Column{Top: "λ̂", Bottom: "without"}, func(i int) string {
		if f.Without[i] == sel.Selected {
			return ""
		}
		return f.lambdaWithout(i)
	})
	if k := v.cursor(); k != sel.Selected { // at λ̂ it is 0
		add(screen.Column{Top: "contribution", Bottom: "at λ = " + screen.Exact(sel.Candidates[k].Lambda)},
			func(i int) string { return screen.Signed(f.Contribution(i, k), 3) })
	}
	add(screen.Column{Left: true, Spare: 3}, func(i int) string {
		if !v.deficient(i) {
			return ""
		}
		return "rank-deficient"
	})
	return append(out, screen.Rows(columns, width, text)...)
}
