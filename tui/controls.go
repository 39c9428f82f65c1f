package tui

import (
	"fmt"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"lambdascope/estimator"
	"lambdascope/sim/study"
	"lambdascope/tui/state"
)

// control is something on the screen that can be turned: a setting or a choice of
// a page, with a label, a place and a sentence about it.
type control struct {
	name  string
	group string
	label string
	help  string // what is accepted, while it is typed
	about string // one sentence for a learner
	get   func(s state.State) string
	// set reads a value; on an error, which names the control and says what is
	// accepted, the scene is as it was.
	set func(s *state.State, text string) error
	// turn returns the text of the value a number of steps away; the present
	// one where there is no further.
	turn func(s state.State, steps int) string
	// enter is what Enter does in place of typing a value; nil for that.
	enter  func() tea.Cmd
	enters string // what that is, for the footer
	// slide is where the value lies among those that turning goes through; nil
	// where they have no order.
	slide *slide
}

// bigStep is how many steps a big turn takes.
const bigStep = 4

// controls returns the controls on the screen, in order: those of the settings
// that mean something for them, the tail only where trajectories are truncated or
// it has been turned, and those of the page.
func (m *model) controls() []control {
	var out []control
	for _, c := range fieldControls() {
		field, ok := study.FieldNamed(c.name)
		if !ok || !field.Applies(m.Settings) || c.name == tailControl && !m.tailMatters() {
			continue
		}
		out = append(out, c.control(field))
	}
	return append(out, m.pages[m.Page].controls()...)
}

// fieldControl is a control of a field of the settings.
type fieldControl struct {
	group, name, label, about string
	turn                      func(s study.Settings, steps int) string // nil goes through the field's choices or stops
	stops                     []float64                                // a number's usual values, increasing; nil for what is no number
	value                     func(study.Settings) float64             // with stops
}

func (c fieldControl) control(f study.Field) control {
	turn := c.turn
	out := control{
		name: c.name, group: c.group, label: c.label, help: f.Help, about: c.about,
		get:  func(s state.State) string { return f.Get(s.Settings) },
		set:  func(s *state.State, text string) error { return f.Set(&s.Settings, text) },
		turn: func(s state.State, steps int) string { return turn(s.Settings, steps) },
	}
	switch {
	case c.stops != nil:
		turn = among(c.stops, c.value)
		out.slide = &slide{c.stops, func(s state.State) float64 { return c.value(s.Settings) }}
	case turn == nil:
		turn = turnChoice(f)
	}
	return out
}

const tailControl = "tail"

// tailMatters tells whether the tail's control is shown. One in use stays when
// other data are drawn.
func (m *model) tailMatters() bool {
	truncated := m.analysis != nil && m.analysis.Selection.Truncated > 0
	return truncated || m.focus == tailControl || m.Settings.Tail != estimator.TailNone
}

// fieldControls returns the controls of the settings in the order in which they
// stand.
func fieldControls() []fieldControl {
	return []fieldControl{
		{group: "PROBLEM", name: "domain", label: "domain", about: "the problem whose trajectories are simulated"},
		{group: "PROBLEM", name: "states", label: "states", about: "a longer walk has a later reward; more to learn from as many trajectories",
			stops: []float64{3, 5, 7, 9, 11, 15, 19, 25, 31, 41, 51}, value: func(s study.Settings) float64 { return float64(s.Problem.States) }},
		{group: "PROBLEM", name: "start", label: "start", about: "where episodes begin; uniform sees states that the policy seldom meets"},
		{group: "PROBLEM", name: "features", label: "features", about: "what the estimate sees of a state; the fewer, the more states share one value"},
		{group: "PROBLEM", name: "gamma", label: "γ", about: "discount: how much a reward one step later counts",
			stops: []float64{0, .5, .8, .9, .95, .98, .99, .995, 1}, value: func(s study.Settings) float64 { return s.Gamma }},
		{group: "DATA", name: "trajectories", label: "n", about: "more trajectories narrow every band",
			stops: trajectoryCounts(), value: func(s study.Settings) float64 { return float64(s.Trajectories) }},
		{group: "DATA", name: "seed", label: "seed", about: "other random trajectories of the same problem; do the curves keep their shape?", turn: turnSeed},
		{group: "METHOD", name: "lambdas", label: "λ grid", about: "the λ's to choose from; 0 trusts the next estimate, 1 waits for the whole return", turn: turnGrid},
		{group: "METHOD", name: "ridge", label: "ridge", about: "ρ on the diagonal of A; pulls all values toward zero, steadies small data",
			stops: []float64{0, .001, .01, .1, 1, 10, 100}, value: func(s study.Settings) float64 { return s.Ridge }},
		{group: "METHOD", name: "weighting", label: "weighting", about: "step: every step counts alike; trajectory: every trajectory does, however long"},
		{group: "METHOD", name: tailControl, label: "tail", about: "bootstrap completes truncated returns by the fit"},
	}
}

// trajectoryCounts are the n a person wants: 2 3 5 7 10 15 20 30 50 70 100 …
func trajectoryCounts() []float64 {
	counts := []float64{2, 3, 5, 7}
	for decade := 10.0; decade < study.MaxTrajectories; decade *= 10 {
		for _, v := range []float64{1, 1.5, 2, 3, 5, 7} {
			counts = append(counts, v*decade)
		}
	}
	return append(counts, study.MaxTrajectories)
}

// among returns a turn through given values, in increasing order.
func among(values []float64, get func(study.Settings) float64) func(study.Settings, int) string {
	return func(s study.Settings, steps int) string { return turnedAmong(values, get(s), steps) }
}

// turnedAmong returns the text of the value that is steps away from another, of
// given ones in increasing order. From a value between two, one step goes to the
// next of them.
func turnedAmong(values []float64, from float64, steps int) string {
	at, exact := slices.BinarySearch(values, from)
	if !exact && steps > 0 {
		at-- // the first step up lands on the value above
	}
	at = max(0, min(len(values)-1, at+steps))
	next := values[at]
	if (next-from)*float64(steps) < 0 { // beyond the last value already
		next = from
	}
	return strconv.FormatFloat(next, 'f', -1, 64)
}

// turnChoice returns a turn through a field's choices, round and round.
func turnChoice(f study.Field) func(study.Settings, int) string {
	return func(s study.Settings, steps int) string {
		if f.Choices == nil {
			return f.Get(s)
		}
		choices := f.Choices(s)
		at := slices.Index(choices, f.Get(s)) + steps
		return choices[(at%len(choices)+len(choices))%len(choices)]
	}
}

func turnSeed(s study.Settings, steps int) string {
	seed := s.Seed + uint64(steps)
	if steps < 0 && uint64(-steps) > s.Seed {
		seed = 0
	}
	return fmt.Sprint(seed)
}

// turnGrid goes through grids from 0 to 1, from coarse to fine.
func turnGrid(s study.Settings, steps int) string {
	spacings := []float64{.25, .2, .1, .05, .02, .01}
	values, err := study.ParseLambdas(s.Lambdas)
	if err != nil {
		return s.Lambdas
	}
	spacing, uniform := study.GridStep(values)
	if !uniform {
		return study.UniformGrid(.1)
	}
	at := 0
	for at < len(spacings)-1 && spacings[at] > spacing {
		at++
	}
	return study.UniformGrid(spacings[max(0, min(len(spacings)-1, at+steps))])
}
