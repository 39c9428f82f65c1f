package figures

import (
	"image"
	"math"
	"slices"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// sweepMost is where the colours of the sweep end: the eight of them then change
// at 1, up to which a λ is not ruled out.
const sweepMost = 4

// sweeps is the sweep.
func (v *view) sweeps() picture {
	w := &v.Page.sweep
	p := picture{which: v.over(), begun: w.Begun(), progress: w.progress(v.paused), view: v.sweepView, readout: v.sweepReadout}
	if p.begun {
		p.current = w.Key == v.sweepPlan()
		p.ready = w.Now.have > 0
		p.complete = w.Now.complete()
	}
	return p
}

// sweepView is the sweep, on which the mouse chooses the λ and the row.
func (v *view) sweepView() page.View {
	now := v.Page.sweep.Now
	return page.View{
		Name:   "sweep",
		Tables: []page.Table{now.table()},
		Titles: sweepTitles(now.plan), Chosen: true,
		Spec: func(width int) *chart.Spec {
			spec := sweepSpec(now)
			if width == page.InFile {
				return spec
			}
			spec.Cursor = &chart.Cursor{X: v.CursorLambda(), Ink: chart.InkCursor}
			const wide = 90
			if width >= wide {
				spec.Notes = append(spec.Notes, chart.Note{Ink: chart.InkCursor, Text: "▸ present " + now.plan.symbol()})
			}
			if v.Styles.Glyphs() == chart.Plain { // the colours are signs that a line looks like
				spec.Series[len(spec.Series)-1].Line = chart.LineNone
			}
			if row := slices.Index(now.values, now.plan.now); row >= 0 {
				spec.Series = append(spec.Series, v.Class.PresenterFoot(spec.Heat.X, spec.Heat.Y[row])...)
			}
			return spec
		},
		Mouse: func(z page.Zoning) {
			at := func(s *page.Snapshot, at image.Point, row bool) (a page.Action) {
				if lambda, ok := page.PlotX(z.Area, z.Chart, at); ok {
					a = s.CursorTo(lambda)
				}
				if row {
					a = chooseRow(s, a, now, z.Chart, at.Y-z.Area.Min.Y)
				}
				return a
			}
			z.Zone(page.Zone{
				Rectangle: z.Chart.Plot.Add(z.Area.Min),
				Press:     func(s *page.Snapshot, cell image.Point) page.Action { return at(s, cell, true) },
				Drag:      func(s *page.Snapshot, cell image.Point) page.Action { return at(s, cell, false) },
				Wheel:     (*page.Snapshot).MoveCursor,
			})
		},
	}
}

// chooseRow adds to an action that the row at a line of the drawing becomes the present
// one.
func chooseRow(s *page.Snapshot, a page.Action, now *sweepState, d chart.Drawing, line int) page.Action {
	row, ok := d.HeatRow(line)
	if !ok {
		return a
	}
	next := s.State
	if a.State != nil {
		next = *a.State
	}
	next.Settings = now.plan.apply(next.Settings, now.values[row])
	return page.Action{State: &next, Run: now.plan.name()}
}

// sweepTitles returns what the colours mean, also in shorter ways.
func sweepTitles(p sweepPlan) []string {
	if p.compares() {
		rows := "feature map"
		if p.over == state.FigureRidge {
			rows = "ridge"
		}
		return []string{
			"LOTO error above the lowest of all, in % of that, for each " + rows + " and λ",
			"LOTO error above the lowest of all, in % of that",
			"% of LOTO error above the lowest",
		}
	}
	return []string{
		"LOTO error above that of the row's λ̂, in units of t s.e.; up to 1: not ruled out as best on average (95 %)",
		"LOTO error above that of the row's λ̂, in units of t s.e.; up to 1: not ruled out (95 %)",
		"LOTO error above λ̂'s, in units of t s.e.; up to 1: not ruled out",
		"LOTO error above λ̂'s, in t s.e.; ≤ 1: not ruled out",
		"t s.e. above λ̂; ≤ 1: not ruled out",
	}
}

// sweepSpec draws the rows that there are, the others being gaps, with the path of
// λ̂ and, where the truth is known, of the λ that is best.
func sweepSpec(s *sweepState) *chart.Spec {
	spec := &chart.Spec{
		X: chart.Axis{Label: "λ"},
		Y: chart.Axis{Label: s.plan.symbol(), Long: s.plan.long()},
	}
	heat := &chart.Heat{Name: "t s.e. above λ̂", Max: sweepMost}
	shade := (*sweepRow).shade
	lowest := s.lowest()
	if s.plan.compares() {
		spec.Notes = []chart.Note{{Marker: chart.MarkDiamond, Ink: chart.InkSelected, Text: "lowest of all", Short: "lowest"}}
		heat.Name, heat.Max = "% above the lowest", s.mostExcess()
		shade = func(r *sweepRow, k int) float64 { return min(heat.Max, r.excess(k, lowest)) }
	}
	path := chart.Series{Name: "λ̂", Ink: chart.InkSelected, Line: chart.LineSolid, Marker: chart.MarkDown}
	best := chart.Series{Name: "λ of the lowest root MSVE", Ink: chart.InkTruth, Marker: chart.MarkRing}
	for i, v := range s.values {
		y := float64(i)
		if s.plan.over == state.FigureFeatures { // in the order of the list from the top down
			y = -y
			path.Line = chart.LineNone
		}
		heat.Y = append(heat.Y, y)
		name := s.plan.text(v)
		if v == s.plan.now {
			name = "▸ " + name
		}
		spec.Y.Ticks = append(spec.Y.Ticks, y)
		spec.Y.Names = append(spec.Y.Names, name)
		if r := s.rows[i]; r != nil {
			heat.X = r.lambda
			path.X, path.Y = append(path.X, r.lambda[r.selected]), append(path.Y, y)
			mark := path.Marker
			if r == lowest {
				mark = chart.MarkDiamond
			}
			path.Marks = append(path.Marks, mark)
			if r.root != nil {
				best.X, best.Y = append(best.X, r.lambda[r.best]), append(best.Y, y)
			}
		}
	}
	for _, r := range s.rows {
		for k := range heat.X {
			v := math.NaN()
			if r != nil {
				v = shade(r, k)
			}
			heat.Z = append(heat.Z, v)
		}
	}
	spec.Heat = heat
	if best.X != nil {
		spec.Series = append(spec.Series, best)
	}
	spec.Series = append(spec.Series, path)
	return spec
}

// excess returns by how many per cent the LOTO error of the k-th λ is above the lowest of
// all rows.
func (r *sweepRow) excess(k int, lowest *sweepRow) float64 {
	least := lowest.loto[lowest.selected]
	if r.loto[k] <= least {
		return 0
	}
	return 100 * (r.loto[k]/least - 1)
}

// mostExcess is where the colours of a sweep that compares its rows end: at the largest
// excess of all cells, or at twice the lowest error where that is beyond.
func (s *sweepState) mostExcess() float64 {
	const twice, least = 100, 1e-6
	lowest, most := s.lowest(), least
	for _, r := range s.rows {
		for k := 0; r != nil && k < len(r.loto); k++ {
			most = max(most, r.excess(k, lowest))
		}
	}
	_, most = chart.RoundOutwards(0, min(twice, most))
	return most
}

// shade is apart as the colours have it: what is not ruled out stays below their
// change at 1.
func (r *sweepRow) shade(k int) float64 {
	const below = .999
	if r.notRuledOut[k] {
		return min(below, r.apart(k))
	}
	return min(sweepMost, r.apart(k))
}

// long names what is swept in full.
func (p sweepPlan) long() string {
	return [...]string{"number of trajectories n", "discount γ", "feature map", "ridge ρ"}[p.over-state.FigureTrajectories]
}
