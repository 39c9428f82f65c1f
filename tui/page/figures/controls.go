package figures

import (
	"slices"

	"lambdascope/sim/analysis"
	"lambdascope/tui/control"
	"lambdascope/tui/state"
)

// The names of the page's controls.
const (
	figureControl = "figure"
	sweepControl  = "sweep"
)

// figure returns the figure on show. Recorded data have the sweep alone.
func (v *view) figure() state.Figure {
	if v.Settings.Recorded() {
		return state.FigureSweep
	}
	return v.State.Figure
}

// controls are the page's own.
func (v *view) controls() []control.Control {
	const group = "FIGURES"
	var out []control.Control
	if !v.Settings.Recorded() {
		figure := v.choices.Of(v.figure(), func() control.Control {
			return control.Choice(figureControl, group, "figure", [...]string{
				"(a) error against λ, a curve for each n", "(b) error against n, a curve for each method",
				"(c) training time against n", "the LOTO error over λ and n, γ, features or ridge"}[v.figure()])
		})
		figure.First = true
		out = append(out, figure)
	}
	if v.figure() == state.FigureSweep {
		sweep := v.sweeps.Of(group, func() control.Control {
			return control.Choice(sweepControl, group, "over", "what the rows of the sweep differ in")
		})
		sweep.First = v.Settings.Recorded()
		return append(out, sweep)
	}
	if v.figure() != state.FigureTimes {
		out = append(out, v.trials.Of(group, func() control.Control { return control.Trials(group) }))
	}
	return out
}

// mapsOf returns the feature maps that the sweep compares: usual ones and the present one.
func mapsOf(s analysis.Settings) []string {
	maps := s.UsualMaps(false)
	if now := s.FeatureMap(); !slices.Contains(maps, now) {
		maps = append(maps, now)
	}
	return maps
}
