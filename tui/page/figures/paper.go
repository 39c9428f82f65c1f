package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// paper returns the common parts of figures a, b and c.
func (v *view) paper(which state.Chart, spec func() *chart.Spec) picture {
	name := state.PageFigures.Charts()[which]
	p := picture{
		which: which, err: v.trials.Err,
		ready: v.trials.Now.Summary != nil && !v.Hidden && !v.Settings.Recorded() && !v.outdated(),
		count: fmt.Sprintf("%d of %d trials.", v.trials.Now.Done, v.trials.Key.trials),
		at:    fmt.Sprintf(" n = %d", v.size()),
	}
	p.complete = p.ready && v.allTrials()
	p.View = page.View{
		Name: name, Mouse: chooseSize,
		Titles: []string{"(" + name + ") " + figure.Title(name), "(" + name + ") " + figure.ShortTitle(name)},
		Spec: func(width int) *chart.Spec {
			s := spec()
			s.Y.Scale = "figure " + name
			s.Y.Over = v.reach[name]
			if ticks := s.X.Ticks; width != page.InFile && len(ticks) > 0 {
				s.Cursor = new(nearest(ticks, float64(v.Settings.Trajectories)))
			}
			return s
		},
	}
	return p
}

// size is the size of the figures nearest to the current n, for the readout.
func (v *view) size() int { return nearest(figureSizes(), float64(v.Settings.Trajectories)) }

// nearest returns the size nearest to n by their ratio.
func nearest[T int | float64](sizes []T, n float64) T {
	apart := func(size T) float64 { return math.Abs(math.Log(float64(size) / n)) }
	return slices.MinFunc(sizes, func(a, b T) int { return cmp.Compare(apart(a), apart(b)) })
}

// chooseSize lets the mouse choose n on a chart over numbers of trajectories.
func chooseSize(z page.Zoning) {
	z.PlotZone(z.Area, z.Chart, func(s *page.Snapshot, n float64) page.Action {
		next := s.State
		next.Settings.Trajectories = nearest(figureSizes(), n)
		return page.Action{State: &next, Run: "trajectories"}
	}, nil)
}

// atLambda returns the λ of the cursor for the readout; "" before any result, when there is no cursor.
func (v *view) atLambda() string {
	if v.Result == nil {
		return ""
	}
	return fmt.Sprintf(" λ = %s,", textfmt.Number(v.CursorLambda()))
}

// lambdas is figure a: error against λ. On the screen the λ under the cursor and the curve of n stand
// out. The λ of the presenter's cursor is marked at the foot, because the curves are of several data
// sets.
func (v *view) lambdas() picture {
	summary := v.trials.Now.Summary
	p := v.paper(state.FigureLambda, func() *chart.Spec { return figure.Lambda(summary.LambdaRows()) })
	p.at = v.atLambda() + p.at
	p.Mouse = page.Cursor
	p.Tables = []page.Table{page.FigureTable(p.Name, v.Settings.Problem.Name(), summary.LambdaRows, figure.LambdaColumns())}
	p.parts = func() []screen.Part { return v.lambdaParts(summary) }
	spec := p.Spec
	p.Spec = func(width int) *chart.Spec {
		s := spec(width)
		if width == page.InFile {
			return s
		}
		s.Cursor = new(v.CursorLambda())
		for i := range s.Series {
			if q := &s.Series[i]; q.Name == fmt.Sprintf("n = %d", v.Settings.Trajectories) {
				q.Ink = chart.InkCursor
				q.Line = chart.LineSolid
			}
		}
		_, data := s.Extents()
		s.Series = append(s.Series, v.Class.PresenterFoot(s.Series[0].X, data.Lo)...)
		return s
	}
	return p
}

// lambdaParts are the numbers of figure a at the λ under the cursor and at the best λ.
func (v *view) lambdaParts(s *study.Summary) []screen.Part {
	i := slices.Index(figureSizes(), v.size())
	m := len(s.Lambdas)
	rows := s.LambdaRows()[i*m : (i+1)*m]
	at := rows[page.Nearest(s.Lambdas, v.CursorLambda())]
	best := rows[s.Sizes[i].Best]
	root, interval := textfmt.WithInterval(at.RootMSVE, at.Low, at.High)
	decimals, ok := textfmt.IntervalDecimals(at.Low, at.High)
	if !ok {
		decimals = textfmt.Decimals(best.RootMSVE, 3)
	}
	hindsight := fmt.Sprintf("best in hindsight %s at λ = %s", textfmt.WithDecimals(best.RootMSVE, decimals), textfmt.Number(best.Lambda))
	if best.Lambda == at.Lambda {
		hindsight = "the best λ in hindsight"
	}
	return []screen.Part{
		{Ink: chart.InkTruth, Text: "root MSVE " + root + interval, Short: "root MSVE " + root},
		{Ink: chart.InkTruth, Text: hindsight},
		{Ink: chart.InkEstimate, Text: fmt.Sprintf("λ̂ in %d of %d trials", at.Chosen, at.Trials)},
	}
}

// methods is figure b: error against n, a curve for each method.
func (v *view) methods() picture {
	s := v.trials.Now.Summary
	p := v.paper(state.FigureMethods, func() *chart.Spec { return figure.Methods(s.MethodRows()) })
	p.Tables = []page.Table{page.FigureTable(p.Name, v.Settings.Problem.Name(), s.MethodRows, figure.MethodColumns())}
	p.parts = func() (parts []screen.Part) {
		for _, r := range s.MethodRows() {
			if r.Trajectories != v.size() {
				continue
			}
			look := figure.Look(r.Method)
			short := look.Name + " " + textfmt.Rounded(r.RootMSVE, 3)
			text := short
			if !math.IsNaN(r.Lambda) {
				text += " at λ = " + textfmt.Number(r.Lambda)
			}
			parts = append(parts, screen.Part{Ink: look.Ink, Text: text, Short: short})
		}
		return parts
	}
	return p
}

// measured is figure c: training time against n.
func (v *view) measured() picture {
	rows := v.times.Now
	p := v.paper(state.FigureTimes, func() *chart.Spec { return figure.Times(rows) })
	p.err = v.times.Err
	p.ready = len(rows) > 0 && !v.Settings.Recorded() && !v.outdated()
	p.complete = p.ready && v.allTimes()
	p.count = fmt.Sprintf("%d of %d times measured.", len(rows), mostTimes())
	all := func() []study.TimeRow { return rows }
	p.Tables = []page.Table{page.FigureTable(p.Name, v.Settings.Problem.Name(), all, figure.TimeColumns())}
	p.parts = func() (parts []screen.Part) {
		for _, r := range rows {
			if r.Trajectories == v.size() {
				look := figure.Look(r.Method)
				parts = append(parts, screen.Part{Ink: look.Ink, Text: look.Name + " " + report.TimeText(r)})
			}
		}
		return parts
	}
	return p
}
