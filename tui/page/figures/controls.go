package figures

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lambdascope/sim/study"
	"lambdascope/tui/control"
	"lambdascope/tui/state"
)

// The names of controls that the page itself turns.
const (
	figureControl = "figure"
	claimControl  = "claim"
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
				"(c) training time against n", "(d) does more data bring the error to its lowest?", "the LOTO error over λ and n, γ, features or ridge"}[v.figure()])
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
	if n := len(v.claims()); n > 0 {
		out = append(out, control.Control{
			Name: claimControl, Group: group, Label: "claim", Help: fmt.Sprintf("1 to %d", n),
			About: control.Always("which of the figure's claims is told in full below"),
			Get:   func(state.State) string { return fmt.Sprintf("%d of %d", v.claimAt()+1, n) },
			Set: func(s *state.State, text string) error {
				k, err := strconv.Atoi(strings.TrimSpace(text))
				if err != nil || k < 1 || k > n {
					return fmt.Errorf("claim %s: want 1 to %d", text, n)
				}
				s.Claim = k
				return nil
			},
			Turn: func(_ state.State, steps int) string { return fmt.Sprint(((v.claimAt()+steps)%n+n)%n + 1) },
		})
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

// claims returns what is claimed of the figure on show.
func (v *view) claims() []study.Claim { return v.onShow().claims() }

// claimAt returns which of them is told in full.
func (v *view) claimAt() int { return max(0, min(v.Claim, len(v.claims()))-1) }
