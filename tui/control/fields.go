package control

import (
	"slices"

	"lambdascope/sim/problem"
	"lambdascope/sim/settings"
	"lambdascope/sim/words"
	"lambdascope/tui/state"
)

// Field is a control of a field of the settings.
type Field struct {
	group, Name, label, about string
	rest                      bool                                        // see Control.Rest
	abouts                    func(s settings.Settings) string            // in place of about where that depends on the value
	turn                      func(s settings.Settings, steps int) string // nil goes through the field's choices or stops
	stops                     []float64                                   // a number's usual values, increasing; nil for what is no number
	stopsOf                   func(s settings.Settings) []float64         // in place of stops where they depend on the value
	value                     func(settings.Settings) float64             // with stops
}

// Control returns the control for settings. The one of domains and problems also turns to
// known problems.
func (c Field) Control(f settings.Field, now settings.Settings, known []*problem.Problem) Control {
	turn, about, stops := c.turn, Always(c.about), c.stops
	if c.stopsOf != nil {
		stops = c.stopsOf(now)
	}
	if c.abouts != nil {
		about = func(s state.State) string { return c.abouts(s.Settings) }
	}
	out := Control{
		Name: c.Name, Group: c.group, Label: c.label, Help: f.Help, About: about, Setting: true, Rest: c.rest,
		Get:  func(s state.State) string { return f.Get(s.Settings) },
		Set:  func(s *state.State, text string) error { return f.Set(&s.Settings, text) },
		Turn: func(s state.State, steps int) string { return turn(s.Settings, steps) },
	}
	if f.Source { // one control for domains and problems
		out.Help = "one of " + words.Or(now.Sources(known...))
		out.Get = func(s state.State) string { return s.Settings.Source() }
		out.Set = func(s *state.State, text string) error { return s.Settings.SetSource(text, known...) }
		turn = func(s settings.Settings, steps int) string {
			all := s.Sources(known...)
			return turnedChoice(slices.Index(all, s.Source()), steps, all)
		}
	}
	switch {
	case stops != nil:
		turn = among(stops, c.value)
		out.Slide = &Slide{stops, func(s state.State) float64 { return c.value(s.Settings) }}
	case turn == nil:
		turn = turnChoice(f)
	}
	return out
}

// TailControl is the name of the control of what completes truncated returns.
const TailControl = "tail"

// Fields returns the controls of the settings in the order in which they
// stand.
func Fields() []Field {
	return []Field{
		{group: "PROBLEM", Name: "domain", label: "domain", about: "the problem whose trajectories are simulated"},
		{group: "PROBLEM", Name: "states", label: "states", rest: true, about: "a longer walk has a later reward; more to learn from as many trajectories",
			stops: []float64{3, 5, 7, 9, 11, 15, 19, 25, 31, 41, 51}, value: func(s settings.Settings) float64 { return float64(s.Problem.States) }},
		{group: "PROBLEM", Name: "start", label: "start", rest: true, about: "where episodes begin; uniform sees states that the policy seldom meets"},
		{group: "PROBLEM", Name: "target", label: "target", rest: true, abouts: aboutTarget,
			stopsOf: targetStops, value: settings.Settings.Target},
		{group: "PROBLEM", Name: "features", label: "features", abouts: aboutFeatures},
		{group: "PROBLEM", Name: "bounds", label: "bounds", rest: true, about: "what obs are scaled by: LOW:HIGH for all or each; data: the file's own"},
		{group: "PROBLEM", Name: "gamma", label: "γ", about: "discount: how much a reward one step later counts",
			stops: []float64{0, .5, .8, .9, .95, .98, .99, .995, 1}, value: func(s settings.Settings) float64 { return s.Gamma }},
		{group: "DATA", Name: "trajectories", label: "n", abouts: aboutTrajectories,
			stops: TrajectoryCounts(), value: func(s settings.Settings) float64 { return float64(s.Trajectories) }},
		{group: "DATA", Name: "groups", label: "groups", about: "use: whole groups of the file are left out; ignore: single trajectories"},
		{group: "DATA", Name: "seed", label: "seed", about: "other random trajectories of the same problem; do the curves keep their shape?", turn: turnSeed},
		{group: "DATA", Name: "max-steps", label: "max steps", rest: true, about: "episodes end after so many steps, cut off; what would have followed is not seen",
			stops: []float64{10, 20, 30, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 100000}, value: func(s settings.Settings) float64 { return float64(s.Problem.MaxSteps) }},
		{group: "METHOD", Name: "lambdas", label: "λ grid", about: "the λ's to choose from; 0 trusts the next estimate, 1 waits for the whole return", turn: turnGrid},
		{group: "METHOD", Name: "ridge", label: "ridge", rest: true, about: "ρ on the diagonal of A; pulls all values toward zero, steadies small data",
			stops: []float64{0, .001, .01, .1, 1, 10, 100}, value: func(s settings.Settings) float64 { return s.Ridge }},
		{group: "METHOD", Name: "weighting", label: "weighting", rest: true, about: "step: every step counts alike; trajectory: every trajectory does, however long"},
		{group: "METHOD", Name: TailControl, label: "tail", rest: true, about: "bootstrap completes truncated returns by the fit"},
	}
}

// Label is what the control of a field is called, or the field where it has
// none.
func Label(f settings.Field) string {
	for _, c := range Fields() {
		if c.Name == f.Name {
			return c.label
		}
	}
	return f.Name
}
