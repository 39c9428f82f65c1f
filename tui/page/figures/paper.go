package figures

import (
	"fmt"
	"math"

	"lambdascope/sim/study"
	"lambdascope/sim/words"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// paper is what figures a, b and c share: one run of trials and times.
type paper struct {
	*view
	of state.Chart
}

func (p paper) which() state.Chart { return p.of }
func (p paper) begun() bool        { return p.study.Begun() }
func (p paper) current() bool      { return p.begun() && p.Settings.Problem.Name() != "" && !p.outdated() }
func (p paper) progress() string   { return p.study.progress(p.of, p.paused) }

// finished reports whether everything that the state asks for is done.
func (p paper) finished(complete bool) bool {
	return !p.Settings.Recorded() && p.current() && p.study.Key.trials == p.Trials && complete
}

// told says of what the figure is.
func (p paper) told(count string) []string {
	name := state.PageFigures.Charts()[p.of]
	out := []string{fmt.Sprintf("Figure (%s): %s.", name, figure.Title(name)), ""}
	switch {
	case !p.begun():
		return out
	case p.study.Err != nil:
		return append(out, p.study.Err.Error())
	}
	out = append(out, count, "")
	if made := p.madeOf(); made != "" {
		out = append(out, made, "")
	}
	return out
}

// at is the figures' n that is nearest to the present one, of which a readout is.
func (p paper) at() int { return nearest(figureSizes(), p.trajectories()) }

// ofTrials is what figures a and b share: a summary of the trials.
type ofTrials struct{ paper }

func (f ofTrials) ready() bool    { return f.begun() && f.study.Now.summary != nil }
func (f ofTrials) complete() bool { return f.study.run.allTrials(f.study.Now) }
func (f ofTrials) done() bool     { return f.finished(f.begun() && f.complete()) }

func (f ofTrials) told() []string {
	if !f.begun() {
		return f.paper.told("")
	}
	return f.paper.told(fmt.Sprintf("%d of %d trials.", f.study.Now.done, f.study.Key.trials))
}

// lambdas is figure a: error against λ.
type lambdas struct{ ofTrials }

func (f lambdas) columns() []screen.Column {
	return columnsOf("root MSVE", figureSizes(), f.study.Now.lambdas, func(r study.LambdaRow) (string, int, string) {
		return "λ = " + words.Number(r.Lambda), r.Trajectories, words.Rounded(r.RootMSVE, 3)
	})
}

func (f lambdas) asView() page.View {
	rows := f.study.Now.lambdas
	return page.View{
		Name: figure.NameLambda, Mouse: page.Cursor,
		Tables: tableOf(figure.NameLambda, f.Settings.Problem.Name(), rows, figure.LambdaColumns()),
		Spec:   func(width int) *chart.Spec { return f.spec(width, rows) },
	}
}

// spec is the figure, on the screen with the λ under the cursor and the curve of n, if it
// has one, brought out, and the λ of the presenter's cursor marked at the foot, as its
// curves are of several data sets.
func (f lambdas) spec(width int, rows []study.LambdaRow) *chart.Spec {
	s := figure.Lambda(rows)
	s.Y.Scale = "figure " + figure.NameLambda
	if width == page.InFile {
		return s
	}
	s.Cursor = &chart.Cursor{X: f.CursorLambda(), Ink: chart.InkCursor}
	for i := range s.Series {
		if q := &s.Series[i]; q.Name == fmt.Sprintf("n = %d", f.Settings.Trajectories) {
			q.Ink, q.Line = chart.InkCursor, chart.LineSolid
		}
	}
	s = shortNames(s, width)
	_, data := s.Extents()
	s.Series = append(s.Series, f.Class.PresenterFoot(s.Series[0].X, data.Lo)...)
	return s
}

func (f lambdas) readout() (string, []screen.Part) {
	return fmt.Sprintf(" λ = %s, n = %d", words.Number(f.CursorLambda()), f.at()), f.lambdaParts(f.study.Now, f.at())
}

// methods is figure b: error against n, a curve for each method.
type methods struct{ ofTrials }

func (f methods) columns() []screen.Column {
	return columnsOf("root MSVE", figureSizes(), f.study.Now.methods, func(r study.MethodRow) (string, int, string) {
		return r.Method, r.Trajectories, words.Rounded(r.RootMSVE, 3)
	})
}

func (f methods) asView() page.View {
	rows := f.study.Now.methods
	return page.View{
		Name: figure.NameMethods, Mouse: f.chooseSize(figureSizes()),
		Tables: tableOf(figure.NameMethods, f.Settings.Problem.Name(), rows, figure.MethodColumns()),
		Spec: func(width int) *chart.Spec {
			s := figure.Methods(rows)
			s.Y.Scale = "figure " + figure.NameMethods
			return shortNames(f.withSize(s, width), width)
		},
	}
}

func (f methods) readout() (at string, parts []screen.Part) {
	for _, r := range f.study.Now.methods {
		if r.Trajectories == f.at() {
			parts = append(parts, methodPart(r))
		}
	}
	return fmt.Sprintf(" n = %d", f.at()), parts
}

// times is figure c: training time against n.
type times struct{ paper }

func (f times) ready() bool    { return f.begun() && len(f.study.Now.times) > 0 }
func (f times) complete() bool { return f.study.run.allTimes(f.study.Now) }
func (f times) done() bool     { return f.finished(f.begun() && f.complete()) }
func (f times) told() []string {
	if !f.begun() {
		return f.paper.told("")
	}
	return f.paper.told(fmt.Sprintf("%d of %d times measured.", len(f.study.Now.times), f.study.run.mostTimes()))
}

func (f times) columns() []screen.Column {
	return columnsOf("method", figureSizes(), f.study.Now.times, func(r study.TimeRow) (string, int, string) {
		text := secondsText(r.Seconds)
		if r.Stopped {
			text = "over " + text
		}
		return r.Method, r.Trajectories, text
	})
}

func (f times) asView() page.View {
	rows := f.study.Now.times
	return page.View{
		Name: figure.NameTimes, Mouse: f.chooseSize(figureSizes()),
		Tables: tableOf(figure.NameTimes, f.Settings.Problem.Name(), rows, figure.TimeColumns()),
		Spec: func(width int) *chart.Spec {
			s := figure.Times(rows)
			s.Y.Scale = "figure " + figure.NameTimes
			return f.withSize(s, width)
		},
	}
}

func (f times) readout() (at string, parts []screen.Part) {
	for _, r := range f.study.Now.times {
		if r.Trajectories == f.at() {
			parts = append(parts, timePart(r))
		}
	}
	return fmt.Sprintf(" n = %d", f.at()), parts
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
	root, interval := words.WithInterval(at.RootMSVE, at.Low, at.High)
	out := []screen.Part{{Ink: chart.InkTruth, Text: "root MSVE " + root + interval, Short: "root MSVE " + root}}
	if best.Lambda == at.Lambda {
		out = append(out, screen.Part{Ink: chart.InkTruth, Text: "the best λ in hindsight"})
	} else {
		decimals, ok := words.IntervalDecimals(at.Low, at.High)
		if !ok {
			decimals = words.Decimals(best.RootMSVE, 3)
		}
		out = append(out, screen.Part{Ink: chart.InkTruth, Text: fmt.Sprintf("best in hindsight %s at λ = %s", words.WithDecimals(best.RootMSVE, decimals), words.Number(best.Lambda))})
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
	short := r.Method + " " + words.Rounded(r.RootMSVE, 3)
	text := short
	if !math.IsNaN(r.Lambda) {
		text += " at λ = " + words.Number(r.Lambda)
	}
	return screen.Part{Ink: methodInk(r.Method), Text: text, Short: short}
}

func timePart(r study.TimeRow) screen.Part {
	text := r.Method + " "
	if r.Stopped {
		text += "over "
	}
	return screen.Part{Ink: methodInk(r.Method), Text: text + secondsText(r.Seconds)}
}

// secondsText writes a time with its unit.
func secondsText(s float64) string {
	if s >= 1 {
		return words.Rounded(s, 2) + " s"
	}
	return words.Rounded(1000*s, 2) + " ms"
}
