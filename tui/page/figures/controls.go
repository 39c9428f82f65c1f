package figures

import (
	"cmp"
	"slices"
	"strings"

	"lambdascope/tui/control"
	"lambdascope/tui/state"
)

// The names of the page's controls.
const (
	figureControl = "figure"
	sweepControl  = "sweep"
	mapsControl   = "maps"
	ridgesControl = "ridges"
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
		return append(append(out, sweep), v.listControls(group)...)
	}
	if v.figure() != state.FigureTimes {
		out = append(out, v.trials.Of(group, func() control.Control { return control.Trials(group) }))
	}
	return out
}

// listControls are those of what a sweep compares.
func (v *view) listControls(group string) []control.Control {
	switch v.State.Sweep {
	case state.SweepFeatures:
		return []control.Control{
			control.List(mapsControl, group, "maps", "feature maps, comma-separated", "feature maps that are compared, with λ chosen for each",
				func(s state.State) string { return strings.Join(mapsOf(s), ",") },
				func(s state.State) []string {
					s.Maps = ""
					return []string{strings.Join(mapsOf(s), ","), strings.Join(s.Settings.UsualMaps(true), ",")}
				}),
			control.Nested(group),
		}
	case state.SweepRidge:
		const wide = "0,0.001,0.01,0.1,1,10,100,1000"
		return []control.Control{
			control.List(ridgesControl, group, "ridges", "numbers ≥ 0, comma-separated", "ridges that are compared, with λ chosen for each",
				func(s state.State) string { return cmp.Or(s.Ridges, state.UsualRidges) },
				func(state.State) []string { return []string{state.UsualRidges, wide} }),
		}
	}
	return nil
}

// mapsOf returns the feature maps that a state compares: those that were chosen, if the
// source has them, else usual ones and the present one.
func mapsOf(s state.State) []string {
	if s.Maps != "" {
		if maps, err := s.Settings.ParseMaps(s.Maps); err == nil {
			return maps
		}
	}
	maps := s.Settings.UsualMaps(false)
	if now := s.Settings.FeatureMap(); !slices.Contains(maps, now) {
		maps = append(maps, now)
	}
	return maps
}
