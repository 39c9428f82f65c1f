package tui

import (
	"fmt"
	"slices"
	"strconv"

	"lambdascope/estimator"
	"lambdascope/sim/study"
)

// control is a setting on the screen: a field with a label, a place, a way to
// turn it and a sentence about it.
type control struct {
	study.Field
	group string
	label string
	about string // one sentence for a learner
	// turn returns the text of the value a number of steps away; the present
	// one where there is no further.
	turn func(s study.Settings, steps int) string
}

// bigStep is how many steps a big turn takes.
const bigStep = 4

// controls returns the controls on the screen, in order: those that mean
// something for the settings, and the tail only where trajectories are truncated
// or it has been turned.
func (m *model) controls() []control {
	var out []control
	for _, c := range allControls() {
		field, ok := study.FieldNamed(c.Name)
		if !ok || !field.Applies(m.settings) || c.Name == tailControl && !m.tailMatters() {
			continue
		}
		c.Field = field
		if c.turn == nil {
			c.turn = turnChoice(field)
		}
		out = append(out, c)
	}
	return out
}

const tailControl = "tail"

// tailMatters tells whether the tail's control is shown. One in use stays when
// other data are drawn.
func (m *model) tailMatters() bool {
	truncated := m.analysis != nil && m.analysis.Selection.Truncated > 0
	return truncated || m.focus == tailControl || m.settings.Tail != estimator.TailNone
}

// allControls returns the controls in the order in which they stand; of their
// fields only the names are set.
func allControls() []control {
	return []control{
		{group: "PROBLEM", Field: study.Field{Name: "domain"}, label: "domain", about: "the problem whose trajectories are simulated"},
		{group: "PROBLEM", Field: study.Field{Name: "states"}, label: "states", about: "a longer walk has a later reward: more to learn from as many trajectories",
			turn: among([]float64{3, 5, 7, 9, 11, 15, 19, 25, 31, 41, 51}, func(s study.Settings) float64 { return float64(s.Problem.States) })},
		{group: "PROBLEM", Field: study.Field{Name: "start"}, label: "start", about: "where episodes begin: uniform sees states that the policy seldom meets"},
		{group: "PROBLEM", Field: study.Field{Name: "features"}, label: "features", about: "what the estimate sees of a state; the fewer, the more states share one value"},
		{group: "PROBLEM", Field: study.Field{Name: "gamma"}, label: "γ", about: "discount: how much a reward one step later counts",
			turn: among([]float64{0, .5, .8, .9, .95, .98, .99, .995, 1}, func(s study.Settings) float64 { return s.Gamma })},
		{group: "DATA", Field: study.Field{Name: "trajectories"}, label: "n", about: "more trajectories narrow every band",
			turn: among(trajectoryCounts(), func(s study.Settings) float64 { return float64(s.Trajectories) })},
		{group: "DATA", Field: study.Field{Name: "seed"}, label: "seed", about: "other random trajectories of the same problem; do the curves keep their shape?", turn: turnSeed},
		{group: "METHOD", Field: study.Field{Name: "lambdas"}, label: "λ grid", about: "the λ's to choose from; 0 trusts the next estimate, 1 waits for the whole return", turn: turnGrid},
		{group: "METHOD", Field: study.Field{Name: "ridge"}, label: "ridge", about: "ρ on the diagonal of A: pulls all values toward zero, steadies small data",
			turn: among([]float64{0, .001, .01, .1, 1, 10, 100}, func(s study.Settings) float64 { return s.Ridge })},
		{group: "METHOD", Field: study.Field{Name: "weighting"}, label: "weighting", about: "step: every step counts alike; trajectory: every trajectory does, however long"},
		{group: "METHOD", Field: study.Field{Name: tailControl}, label: "tail", about: "bootstrap completes truncated returns by the fit"},
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

// among returns a turn through given values, in increasing order. From a value
// between two, one step goes to the next of them.
func among(values []float64, get func(study.Settings) float64) func(study.Settings, int) string {
	return func(s study.Settings, steps int) string {
		at, exact := slices.BinarySearch(values, get(s))
		if !exact && steps > 0 {
			at-- // the first step up lands on the value above
		}
		at = max(0, min(len(values)-1, at+steps))
		next := values[at]
		if (next-get(s))*float64(steps) < 0 { // beyond the last value already
			next = get(s)
		}
		return strconv.FormatFloat(next, 'f', -1, 64)
	}
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
