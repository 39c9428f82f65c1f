package figures

import (
	"slices"

	"lambdascope/sim/settings"
	"lambdascope/tui/state"
)

// figureControl is the name of the control of the figure on show.
const figureControl = "figure"

// first returns the first of the figures that there are: recorded data have sweeps alone.
func (v *view) first() state.Chart {
	if v.Settings.Recorded() {
		return state.FigureTrajectories
	}
	return state.FigureLambda
}

// figure returns the figure on show.
func (v *view) figure() state.Chart { return max(v.first(), v.Charts[state.PageFigures]) }

// sweeping reports whether a sweep is on show.
func (v *view) sweeping() bool { return v.figure() >= state.FigureTrajectories }

// controls are the page's own.
func (v *view) controls() []state.Knob {
	const group = "FIGURES"
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

// mapsOf returns the feature maps that the sweep compares: usual ones and the present one.
func mapsOf(s settings.Settings) []string {
	maps := s.UsualMaps(false)
	if now := s.FeatureMap(); !slices.Contains(maps, now) {
		maps = append(maps, now)
	}
	return maps
}
