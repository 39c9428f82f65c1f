package figures

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// figureControl is the name of the control of the current figure.
const figureControl = "figure"

// first returns the first available figure. Recorded data have sweeps alone, and a hidden truth leaves
// figure c and the sweeps.
func (v *view) first() state.Chart {
	switch {
	case v.Settings.Recorded():
		return state.FigureTrajectories
	case v.Hidden:
		return state.FigureTimes
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
	const group = "Figures"
	v := p.view(s)
	out := []state.Knob{v.figureKnob(group)}
	if v.figure() < state.FigureTimes {
		out = append(out, state.TrialsKnob(group))
	}
	return out
}

// figureKnob is the knob of the current figure.
func (v *view) figureKnob(group string) state.Knob {
	first := v.first()
	names := state.PageFigures.Charts()[first:]
	about := [...]string{
		"(a) error against λ, a curve for each n", "(b) error against n, a curve for each method",
		"(c) training time against n", "the LOTO error over λ and n", "the LOTO error over λ and γ",
		"the LOTO error over λ and features", "the LOTO error over λ and the ridge",
	}[v.figure()]
	return state.Knob{
		Name: figureControl, Label: figureControl, Group: group, First: true,
		Help: textfmt.Or(names), About: settings.Always[state.State](about),
		Get: func(s state.State) string { return names[max(first, s.Charts[state.PageFigures])-first] },
		Set: func(s *state.State, text string) error {
			i := slices.Index(names, text)
			if i < 0 {
				return fmt.Errorf("%s %s: want %s", figureControl, text, textfmt.Or(names))
			}
			s.Charts[state.PageFigures] = first + state.Chart(i)
			return nil
		},
		Choices: func(state.State) []string { return names },
	}
}

// playTime is the length of a play.
const playTime = 8 * time.Second

// Play goes through the rows of a sweep, or through the numbers of trajectories of figures a to c.
func (p *Page) Play(s *page.Snapshot) page.Play {
	v := p.view(s)
	plan := v.sweepPlan()
	values := strings.Fields(plan.values)
	if !v.sweeping() {
		values = nil
		for _, n := range figureSizes() {
			if n <= s.Most {
				values = append(values, strconv.Itoa(n))
			}
		}
	}
	if !s.Playing && !v.onShow().ready || len(values) == 0 {
		return page.Play{}
	}
	with := func(value string) state.State {
		next := s.State
		next.Settings = plan.with(next.Settings, value)
		return next
	}
	return page.Play{
		Does: "play", Pace: playTime / time.Duration(len(values)), Wait: !s.Current(),
		Begin: func() state.State { return with(values[0]) },
		Next: func(goal state.State) (next state.State, more bool) {
			i := slices.Index(values, plan.now) + 1
			if i == len(values) {
				next = s.State
				next.Settings = goal.Settings
				return next, false
			}
			return with(values[i]), true
		},
	}
}

// Bindings are the key for the next figure.
func (p *Page) Bindings() []page.Binding {
	next := func(s *page.Snapshot) page.Action {
		v := p.view(s)
		first := v.first()
		n := state.Chart(len(state.PageFigures.Charts())) - first
		return v.choose(first + (v.figure()-first+1)%n)
	}
	return []page.Binding{{Keys: "o", Does: "the next figure", Do: next, Hint: page.Says("figure")}}
}

// choose is the action of showing a figure.
func (v *view) choose(f state.Chart) page.Action {
	next := v.State
	next.Charts[state.PageFigures] = f
	return page.Action{State: &next, Run: figureControl}
}
