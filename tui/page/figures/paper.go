package figures

import (
	"fmt"
	"math"

	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// paper returns the parts that figures a, b and c share.
func (v *view) paper(which state.Chart) picture {
	name := state.PageFigures.Charts()[which]
	p := picture{which: which, ready: v.trials.Now.Summary != nil && !v.Settings.Recorded() && !v.outdated()}
	p.complete = p.ready && v.allTrials()
	p.count = fmt.Sprintf("%d of %d trials.", v.trials.Now.Done, v.trials.Key.trials)
	p.at = fmt.Sprintf(" n = %d", v.size())
	sign := ""
	if v.shows(which) {
		sign = "▸ "
	}
	p.View = page.View{
		Name: name, Mouse: chooseSize,
		Titles: []string{
			fmt.Sprintf("%sfigure (%s) %s", sign, name, figure.Title(name)),
			fmt.Sprintf("%sfigure (%s) %s", sign, name, figure.ShortTitle(name)),
			fmt.Sprintf("%s(%s) %s", sign, name, figure.ShortTitle(name)),
		},
	}
	return p
}

// size is the size of the figures nearest to the current n, for the readout.
func (v *view) size() int { return nearest(figureSizes(), float64(v.Settings.Trajectories)) }

// lambdas is figure a: error against λ.
func (v *view) lambdas() picture {
	p, s := v.paper(state.FigureLambda), v.trials.Now.Summary
	p.Mouse = page.Cursor
	p.Spec = func(width int) *chart.Spec { return v.lambdaSpec(width, s.LambdaRows()) }
	p.Tables = []page.Table{page.FigureTable(p.Name, v.Settings.Problem.Name(), s.LambdaRows, figure.LambdaColumns())}
	p.at = fmt.Sprintf(" λ = %s, n = %d", textfmt.Number(v.CursorLambda()), v.size())
	p.parts = func() []screen.Part { return v.lambdaParts(s.LambdaRows()) }
	return p
}

// lambdaSpec is figure a. On the screen the λ under the cursor and the curve of n stand out. The λ of
// the presenter's cursor is marked at the foot, because the curves are of several data sets.
func (v *view) lambdaSpec(width int, rows []study.LambdaRow) *chart.Spec {
	s := figure.Lambda(rows)
	s.Y.Scale = "figure " + figure.NameLambda
	if width == page.InFile {
		return s
	}
	s.Cursor = &chart.Cursor{X: v.CursorLambda(), Ink: chart.InkCursor}
	for i := range s.Series {
		if q := &s.Series[i]; q.Name == fmt.Sprintf("n = %d", v.Settings.Trajectories) {
			q.Ink = chart.InkCursor
			q.Line = chart.LineSolid
		}
	}
	s = shortNames(s, width)
	_, data := s.Extents()
	s.Series = append(s.Series, v.Class.PresenterFoot(s.Series[0].X, data.Lo)...)
	return s
}

// methods is figure b: error against n, a curve for each method.
func (v *view) methods() picture {
	p, s := v.paper(state.FigureMethods), v.trials.Now.Summary
	p.Spec = func(width int) *chart.Spec {
		spec := figure.Methods(s.MethodRows())
		spec.Y.Scale = "figure " + figure.NameMethods
		return shortNames(v.withSize(spec, width), width)
	}
	p.Tables = []page.Table{page.FigureTable(p.Name, v.Settings.Problem.Name(), s.MethodRows, figure.MethodColumns())}
	p.parts = func() (parts []screen.Part) {
		for _, r := range s.MethodRows() {
			if r.Trajectories != v.size() {
				continue
			}
			short := r.Method + " " + textfmt.Rounded(r.RootMSVE, 3)
			text := short
			if !math.IsNaN(r.Lambda) {
				text += " at λ = " + textfmt.Number(r.Lambda)
			}
			parts = append(parts, screen.Part{Ink: methodInk(r.Method), Text: text, Short: short})
		}
		return parts
	}
	return p
}

// measured is figure c: training time against n.
func (v *view) measured() picture {
	p, rows := v.paper(state.FigureTimes), v.times.Now
	p.ready = len(rows) > 0 && !v.Settings.Recorded() && !v.outdated()
	p.complete = p.ready && v.allTimes()
	p.count = fmt.Sprintf("%d of %d times measured.", len(rows), mostTimes())
	p.Spec = func(width int) *chart.Spec {
		s := figure.Times(rows)
		s.Y.Scale = "figure " + figure.NameTimes
		return v.withSize(s, width)
	}
	all := func() []study.TimeRow { return rows }
	p.Tables = []page.Table{page.FigureTable(p.Name, v.Settings.Problem.Name(), all, figure.TimeColumns())}
	p.parts = func() (parts []screen.Part) {
		for _, r := range rows {
			if r.Trajectories == v.size() {
				parts = append(parts, screen.Part{Ink: methodInk(r.Method), Text: r.Method + " " + timeText(r)})
			}
		}
		return parts
	}
	return p
}

// lambdaParts are the numbers of figure a at the λ under the cursor and at the best λ.
func (v *view) lambdaParts(rows []study.LambdaRow) []screen.Part {
	var at, best *study.LambdaRow
	for i := range rows {
		r := &rows[i]
		if r.Trajectories != v.size() {
			continue
		}
		if at == nil || math.Abs(r.Lambda-v.CursorLambda()) < math.Abs(at.Lambda-v.CursorLambda()) {
			at = r
		}
		if best == nil || r.RootMSVE < best.RootMSVE {
			best = r
		}
	}
	if at == nil {
		return nil
	}
	root, interval := textfmt.WithInterval(at.RootMSVE, at.Low, at.High)
	out := []screen.Part{{Ink: chart.InkTruth, Text: "root MSVE " + root + interval, Short: "root MSVE " + root}}
	if best.Lambda == at.Lambda {
		out = append(out, screen.Part{Ink: chart.InkTruth, Text: "the best λ in hindsight"})
	} else {
		decimals, ok := textfmt.IntervalDecimals(at.Low, at.High)
		if !ok {
			decimals = textfmt.Decimals(best.RootMSVE, 3)
		}
		out = append(out, screen.Part{Ink: chart.InkTruth, Text: fmt.Sprintf("best in hindsight %s at λ = %s", textfmt.WithDecimals(best.RootMSVE, decimals), textfmt.Number(best.Lambda))})
	}
	return append(out, screen.Part{Ink: chart.InkEstimate, Text: fmt.Sprintf("λ̂ in %d of %d trials", at.Chosen, at.Trials)})
}

// methodInk is the ink of a method in figures b and c.
func methodInk(name string) chart.Ink {
	switch name {
	case study.NameALLSTD, study.NameRSM:
		return chart.InkEstimate
	case study.NameLSTDBest, study.NameLSTDWorst, study.NameLSTD:
		return chart.InkTruth
	case study.NameRLSTDBest, study.NameRLSTDWorst, study.NameRLSTD:
		return chart.InkThird
	}
	return chart.InkText
}

// timeText is the time of a row, a lower bound if the method was stopped.
func timeText(r study.TimeRow) string {
	text := textfmt.Rounded(1000*r.Seconds, 2) + " ms"
	if r.Seconds >= 1 {
		text = textfmt.Rounded(r.Seconds, 2) + " s"
	}
	if r.Stopped {
		return "over " + text
	}
	return text
}
