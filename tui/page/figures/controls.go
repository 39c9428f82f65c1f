package figures

import (
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// figureControl is the name of the control of the current figure.
const figureControl = "figure"

// first returns the first available figure, because recorded data have sweeps alone.
func (v *view) first() state.Chart {
	if v.Settings.Recorded() {
		return state.FigureTrajectories
	}
	return state.FigureLambda
}

// figure returns the current figure.
func (v *view) figure() state.Chart { return max(v.first(), v.Charts[state.PageFigures]) }

// shows reports whether a figure is the current one.
func (v *view) shows(f state.Chart) bool { return v.figure() == f }

// sweeping reports whether the current figure is a sweep.
func (v *view) sweeping() bool { return v.figure() >= state.FigureTrajectories }

// Controls are the figure, and the number of its trials.
func (p *Page) Controls(s *page.Snapshot) []state.Knob {
	const group = "FIGURES"
	v := p.view(s)
	figure := state.ChartKnob(state.PageFigures, v.first(), figureControl, group, [...]string{
		"(a) error against λ, a curve for each n", "(b) error against n, a curve for each method",
		"(c) training time against n", "the LOTO error over λ and n", "the LOTO error over λ and γ",
		"the LOTO error over λ and features", "the LOTO error over λ and the ridge"}[v.figure()])
	figure.First = true
	out := []state.Knob{figure}
	if v.figure() < state.FigureTimes {
		out = append(out, state.TrialsKnob(group))
	}
	return out
}
