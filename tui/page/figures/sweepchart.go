package figures

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"

	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/state"
)

// sweepMost is the end of the colours of a sweep, because the eight colours then change at 1, the
// limit of what is not ruled out.
const sweepMost = 4

// sweeps is the sweep. The mouse chooses the λ and the row.
func (v *view) sweeps() picture {
	plan := v.sweepPlan()
	now := v.Page.sweep.Now
	p := picture{which: plan.over, parts: v.sweepParts}
	p.at = v.atLambda() + fmt.Sprintf(" %s = %s", plan.symbol(), plan.now)
	p.err = v.Page.sweep.Err
	if now != nil {
		p.ready = v.Page.sweep.Key == plan && now.have() > 0
		p.complete = p.ready && now.complete()
		p.count = fmt.Sprintf("%d of %d rows", now.have(), len(now.values))
	}
	p.View = page.View{
		Name: "sweep", Titles: plan.titles(),
		Spec: func(width int) *chart.Spec { return v.sweepSpec(now, width) },
		Tables: []page.Table{{
			Name: "sweep", Header: []string{plan.name(), "lambda", "loto", "diff", "diff_se", "not_ruled_out", "selected", "root_msve"},
			Rows: func() [][]string { return now.cells(!v.Hidden) },
		}},
		Mouse: func(z page.Zoning) {
			page.Cursor(z)
			drag := z.Zones[len(z.Zones)-1].Drag
			press := func(s *page.Snapshot, cell image.Point) page.Action {
				a := drag(s, cell)
				y, ok := z.Chart.Y(cell.Y - z.Area.Min.Y)
				row := int(math.Abs(math.Round(y)))
				if !ok || row >= len(now.values) {
					return a
				}
				next := s.State
				if a.State != nil {
					next = *a.State
				}
				next.Settings = plan.with(next.Settings, now.values[row])
				return page.Action{State: &next, Run: plan.name()}
			}
			z.Zone(page.Zone{Rectangle: z.Chart.Plot.Add(z.Area.Min), Press: press, Drag: drag})
		},
	}
	return p
}

// symbol is the symbol of the setting.
func (p sweepPlan) symbol() string {
	return [...]string{"n", "γ", "features", "ridge"}[p.over-state.FigureTrajectories]
}

// titles name the quantity, the longest first.
func (p sweepPlan) titles() []string {
	return []string{"LOTO error by λ and " + p.symbol(), "LOTO error"}
}

// cells has a row for each row and λ, with the true errors if asked.
func (s *sweep) cells(truth bool) (out [][]string) {
	for i, r := range s.rows {
		if r == nil {
			continue
		}
		for k := range r.Selection.Candidates {
			c := &r.Selection.Candidates[k]
			root := ""
			if truth && r.Truth != nil {
				root = report.Exact(r.RootMSVE(k))
			}
			out = append(out, []string{
				s.values[i], textfmt.Number(c.Lambda), textfmt.Number(c.LOTO), textfmt.Number(c.Diff), textfmt.Number(c.RefitSE),
				strconv.FormatBool(c.NotRuledOut), strconv.FormatBool(k == r.Selection.Selected), root,
			})
		}
	}
	return out
}

// sweepSpec is the chart of a sweep. On the screen it has the cursor, and the λ of the presenter's
// cursor in the current row.
func (v *view) sweepSpec(now *sweep, width int) *chart.Spec {
	spec := now.spec(!v.Hidden)
	if width == page.InFile {
		return spec
	}
	spec.Cursor = new(v.CursorLambda())
	if v.Styles.Glyphs() == chart.Plain { // the colours are signs that look like a line
		for i := range spec.Series {
			spec.Series[i].Line = chart.LineNone
		}
	}
	if row := slices.Index(now.values, now.plan.now); row >= 0 {
		spec.Series = append(spec.Series, v.Class.PresenterFoot(spec.Heat.X, spec.Heat.Y[row])...)
	}
	return spec
}

// spec draws the rows, gaps for missing rows, the path of λ̂ and, if asked, the truly best λ's.
func (s *sweep) spec(truth bool) *chart.Spec {
	long := [...]string{"number of trajectories n", "discount γ", "feature map", "ridge ρ"}[s.plan.over-state.FigureTrajectories]
	spec := &chart.Spec{
		X:    chart.Axis{Label: "λ"},
		Y:    chart.Axis{Label: s.plan.symbol(), Long: long},
		Heat: &chart.Heat{Name: "t s.e. above λ̂; ≤ 1 still in", Max: sweepMost},
	}
	shade := shadeApart
	lowest := s.lowest()
	if s.plan.compares() {
		most := s.mostExcess(lowest)
		spec.Heat.Name = "% above the lowest"
		spec.Heat.Max = most
		shade = func(a *analysis.Result, k int) float64 { return min(most, excess(a, k, lowest)) }
	}
	path := chart.Series{Name: "λ̂", Ink: chart.InkSelected, Line: chart.LineSolid, Marker: chart.MarkStar}
	best := chart.Series{Name: "truly best", Ink: chart.InkTruth, Marker: chart.MarkDown}
	for i, name := range s.values {
		y := float64(i)
		if s.plan.over == state.FigureFeatures { // in the order of the list from the top down
			y = -y
			path.Line = chart.LineNone
		}
		spec.Heat.Y = append(spec.Heat.Y, y)
		if name == s.plan.now {
			name = "▸ " + name
		}
		spec.Y.Ticks = append(spec.Y.Ticks, y)
		spec.Y.Names = append(spec.Y.Names, name)
		r := s.rows[i]
		if r == nil {
			continue
		}
		spec.Heat.X = figure.NewCurve(r).Lambda
		path.X = append(path.X, r.Selection.Best().Lambda)
		path.Y = append(path.Y, y)
		mark := path.Marker
		if r == lowest {
			mark = chart.MarkDiamond
		}
		path.Marks = append(path.Marks, mark)
		if truth && r.Truth != nil {
			best.X = append(best.X, r.Selection.Candidates[r.Best].Lambda)
			best.Y = append(best.Y, y)
		}
	}
	for _, r := range s.rows {
		for k := range spec.Heat.X {
			v := math.NaN()
			if r != nil {
				v = shade(r, k)
			}
			spec.Heat.Z = append(spec.Heat.Z, v)
		}
	}
	if best.X != nil {
		spec.Series = append(spec.Series, best)
	}
	spec.Series = append(spec.Series, path)
	if s.plan.compares() {
		spec.Series = append(spec.Series, chart.Series{Name: "lowest of all", Short: "lowest", Ink: chart.InkSelected, Marker: chart.MarkDiamond})
	}
	return spec
}

// mostExcess is the end of the colours of a comparison: the largest excess of all cells, up to
// twice the lowest error.
func (s *sweep) mostExcess(lowest *analysis.Result) float64 {
	const twice = 100
	const least = 1e-6
	most := least
	for _, r := range s.rows {
		for k := 0; r != nil && k < len(r.Selection.Candidates); k++ {
			most = max(most, excess(r, k, lowest))
		}
	}
	return min(twice, most)
}

// shadeApart is apart for the colours: values that are not ruled out stay below the change at 1.
func shadeApart(a *analysis.Result, k int) float64 {
	const below = .999
	if a.Selection.Candidates[k].NotRuledOut {
		return min(below, apart(a, k))
	}
	return min(sweepMost, apart(a, k))
}
