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

// paper returns what figures a, b and c share: one run of trials and times.
func (v *view) paper(of state.Chart) picture {
	w := &v.study
	p := picture{which: of, begun: w.Begun(), progress: w.progress(of, v.paused)}
	p.current = p.begun && !v.Settings.Recorded() && v.Settings.Problem.Name() != "" && !v.outdated()
	return p
}

// ofTrials returns what figures a and b share: a summary of the trials.
func (v *view) ofTrials(of state.Chart) picture {
	p := v.paper(of)
	if p.begun {
		now := v.study.Now
		p.ready = now.summary != nil
		p.complete = v.study.run.allTrials(now)
		p.count = fmt.Sprintf("%d of %d trials.", now.done, v.study.Key.trials)
	}
	return p
}

// size is the figures' n that is nearest to the current one, for the readout.
func (v *view) size() int { return nearest(figureSizes(), v.trajectories()) }

// lambdas is figure a: error against λ.
func (v *view) lambdas() picture {
	p := v.ofTrials(state.FigureLambda)
	p.view = func() page.View {
		rows := v.study.Now.lambdas
		return page.View{
			Name: figure.NameLambda, Mouse: page.Cursor,
			Tables: []page.Table{page.FigureTable(figure.NameLambda, v.Settings.Problem.Name(), func() []study.LambdaRow { return rows }, figure.LambdaColumns())},
			Spec:   func(width int) *chart.Spec { return v.lambdaSpec(width, rows) },
		}
	}
	p.readout = func() (string, []screen.Part) {
		return fmt.Sprintf(" λ = %s, n = %d", textfmt.Number(v.CursorLambda()), v.size()), v.lambdaParts(v.study.Now, v.size())
	}
	return p
}

// lambdaSpec is figure a, on the screen with the λ under the cursor and the curve of n, if it
// has one, brought out, and the λ of the presenter's cursor marked at the foot, as its
// curves are of several data sets.
func (v *view) lambdaSpec(width int, rows []study.LambdaRow) *chart.Spec {
	s := figure.Lambda(rows)
	s.Y.Scale = "figure " + figure.NameLambda
	if width == page.InFile {
		return s
	}
	s.Cursor = &chart.Cursor{X: v.CursorLambda(), Ink: chart.InkCursor}
	for i := range s.Series {
		if q := &s.Series[i]; q.Name == fmt.Sprintf("n = %d", v.Settings.Trajectories) {
			q.Ink, q.Line = chart.InkCursor, chart.LineSolid
		}
	}
	s = shortNames(s, width)
	_, data := s.Extents()
	s.Series = append(s.Series, v.Class.PresenterFoot(s.Series[0].X, data.Lo)...)
	return s
}

// methods is figure b: error against n, a curve for each method.
func (v *view) methods() picture {
	p := v.ofTrials(state.FigureMethods)
	p.view = func() page.View {
		rows := v.study.Now.methods
		return page.View{
			Name: figure.NameMethods, Mouse: v.chooseSize(figureSizes()),
			Tables: []page.Table{page.FigureTable(figure.NameMethods, v.Settings.Problem.Name(), func() []study.MethodRow { return rows }, figure.MethodColumns())},
			Spec: func(width int) *chart.Spec {
				s := figure.Methods(rows)
				s.Y.Scale = "figure " + figure.NameMethods
				return shortNames(v.withSize(s, width), width)
			},
		}
	}
	p.readout = func() (at string, parts []screen.Part) {
		return sizeReadout(v.size(), v.study.Now.methods, func(r study.MethodRow) (int, screen.Part) { return r.Trajectories, methodPart(r) })
	}
	return p
}

// sizeReadout returns the numbers of the rows for n trajectories.
func sizeReadout[R any](n int, rows []R, of func(R) (int, screen.Part)) (at string, parts []screen.Part) {
	for _, r := range rows {
		if size, part := of(r); size == n {
			parts = append(parts, part)
		}
	}
	return fmt.Sprintf(" n = %d", n), parts
}

// times is figure c: training time against n.
func (v *view) times() picture {
	p := v.paper(state.FigureTimes)
	if p.begun {
		now := v.study.Now
		p.ready = len(now.times) > 0
		p.complete = v.study.run.allTimes(now)
		p.count = fmt.Sprintf("%d of %d times measured.", len(now.times), v.study.run.mostTimes())
	}
	p.view = func() page.View {
		rows := v.study.Now.times
		return page.View{
			Name: figure.NameTimes, Mouse: v.chooseSize(figureSizes()),
			Tables: []page.Table{page.FigureTable(figure.NameTimes, v.Settings.Problem.Name(), func() []study.TimeRow { return rows }, figure.TimeColumns())},
			Spec: func(width int) *chart.Spec {
				s := figure.Times(rows)
				s.Y.Scale = "figure " + figure.NameTimes
				return v.withSize(s, width)
			},
		}
	}
	p.readout = func() (at string, parts []screen.Part) {
		return sizeReadout(v.size(), v.study.Now.times, func(r study.TimeRow) (int, screen.Part) { return r.Trajectories, timePart(r) })
	}
	return p
}

// lambdaParts gives what figure a has at the λ under the cursor, and the best
// there.
func (v *view) lambdaParts(now *found, n int) []screen.Part {
	var at, best *study.LambdaRow
	for i := range now.lambdas {
		r := &now.lambdas[i]
		if r.Trajectories != n {
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

// methodInk is the ink that figures b and c have for a method.
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

func methodPart(r study.MethodRow) screen.Part {
	short := r.Method + " " + textfmt.Rounded(r.RootMSVE, 3)
	text := short
	if !math.IsNaN(r.Lambda) {
		text += " at λ = " + textfmt.Number(r.Lambda)
	}
	return screen.Part{Ink: methodInk(r.Method), Text: text, Short: short}
}

func timePart(r study.TimeRow) screen.Part {
	return screen.Part{Ink: methodInk(r.Method), Text: r.Method + " " + timeText(r)}
}

// timeText writes the time of a row, which a method that was stopped exceeds.
func timeText(r study.TimeRow) string {
	if r.Stopped {
		return "over " + secondsText(r.Seconds)
	}
	return secondsText(r.Seconds)
}

// secondsText writes a time with its unit.
func secondsText(s float64) string {
	if s >= 1 {
		return textfmt.Rounded(s, 2) + " s"
	}
	return textfmt.Rounded(1000*s, 2) + " ms"
}
