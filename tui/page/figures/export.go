package figures

import (
	"fmt"
	"slices"
	"strconv"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// export has what there is of all figures.
func (v *view) export() page.Export {
	out := page.Export{Name: "figures"}
	if v.Result == nil {
		return out
	}
	if v.Hidden {
		out.Summary = func(int, func(string) string) []string { return []string{"The answer is hidden; z reveals it."} }
		return out
	}
	if out.Title = report.Source(v.Settings); !v.Settings.Recorded() {
		out.Title += fmt.Sprintf(", seed %d", v.Settings.Seed)
	}
	p := v.onShow()
	told := v.told()
	var columns []screen.Column
	if p.begun {
		columns = p.columns()
	}
	out.Summary = func(width int, text func(string) string) []string {
		out := slices.Clip(told)
		if columns != nil {
			out = append(out, screen.Rows(columns, width, text)...)
		}
		return out
	}
	return out
}

// table returns the rows of the sweep, one per λ.
func (s *sweepState) table() page.Table {
	out := page.Table{Name: "sweep", Header: []string{s.plan.name(), "lambda", "loto", "diff", "diff_se", "not_ruled_out", "selected", "root_msve"}}
	for _, r := range s.rows {
		if r == nil {
			continue
		}
		for k, lambda := range r.lambda {
			root := ""
			if r.root != nil {
				root = textfmt.Number(r.root[k])
			}
			out.Rows = append(out.Rows, []string{
				s.plan.text(r.at), textfmt.Number(lambda), textfmt.Number(r.loto[k]), textfmt.Number(r.diff[k]), textfmt.Number(r.se[k]),
				strconv.FormatBool(r.notRuledOut[k]), strconv.FormatBool(k == r.selected), root,
			})
		}
	}
	return out
}

// columnsOf returns a table with a row for each name and a column for each of some numbers
// of trajectories; nil for none.
func columnsOf[R any](title string, sizes []int, rows []R, of func(R) (name string, n int, text string)) []screen.Column {
	out := []screen.Column{{Top: title, Left: true}}
	for i, n := range sizes {
		// Where there is little room, the ends stay.
		out = append(out, screen.Column{Top: "n =", Bottom: strconv.Itoa(n), Spare: i % max(1, len(sizes)-1)})
	}
	for _, r := range rows {
		name, n, text := of(r)
		k := slices.Index(out[0].Cells, name)
		if k < 0 {
			k = len(out[0].Cells)
			out[0].Cells = append(out[0].Cells, name)
			for i := range out[1:] {
				out[i+1].Cells = append(out[i+1].Cells, "")
			}
		}
		if i := slices.Index(sizes, n); i >= 0 {
			out[i+1].Cells[k] = text
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return out
}

// sweepColumns returns a table with a row for each n or γ and a column for each λ;
// nil for none.
func sweepColumns(s *sweepState) []screen.Column {
	first, _ := s.ends()
	if first == nil {
		return nil
	}
	out := []screen.Column{{Top: s.plan.symbol()}, {Top: "λ̂"}}
	for k, lambda := range first.lambda {
		// Where there is little room, every second λ goes, then others.
		out = append(out, screen.Column{Top: "λ =", Bottom: textfmt.Number(lambda), Spare: 1 + k%2*len(first.lambda) + k%4})
	}
	lowest := s.lowest()
	for _, r := range s.rows {
		if r == nil {
			continue
		}
		out[0].Cells = append(out[0].Cells, s.plan.text(r.at))
		out[1].Cells = append(out[1].Cells, textfmt.Number(r.lambda[r.selected]))
		for k := range r.lambda {
			v := r.apart(k)
			if s.plan.compares() {
				v = r.excess(k, lowest)
			}
			out[k+2].Cells = append(out[k+2].Cells, textfmt.Fixed(v, 2))
		}
	}
	return out
}
