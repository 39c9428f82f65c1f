package lesson

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/study"
	"lambdascope/sim/words"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
)

// Condition is a part of what a step waits for.
type Condition struct {
	Kind        Kind
	At          string // the λ of CursorAt, as it is written: 0.8, best
	Name, Value string // of Is and Changed
	want        string // what Is waits for, as now writes it
}

// Kind is a kind of condition.
type Kind int

// The kinds of conditions.
const (
	CursorAt     Kind = iota // the λ cursor is at some λ
	CursorMoved              // it is elsewhere than in the scene
	Is                       // a setting or an option of view has a value
	Changed                  // it has another than in the scene
	Revealed                 // the true errors are shown
	Pinned                   // a curve is pinned that is not in the scene
	TrialsDone               // the work of Trials or Figures is finished
	ReplayOpen               // a trajectory is replayed
	ReplayAtEnd              // the replay is at its last step
	LeaveOutDone             // leave-one-out has been watched to its end
)

// fixed are the conditions that have no parts.
func fixed() map[string]Kind {
	return map[string]Kind{
		"cursor moved": CursorMoved, "revealed": Revealed, "pinned": Pinned, "trials done": TrialsDone,
		"replay open": ReplayOpen, "replay at end": ReplayAtEnd, "leave-one-out done": LeaveOutDone,
	}
}

// until reads what a step waits for, and returns the scene as that makes it too. The
// error is also of what the scene meets already, and of what nothing can meet.
func (p *parser) until(text string, scene state.State) (all []Condition, done state.State, err error) {
	for _, part := range strings.Split(text, " and ") {
		c, err := readCondition(strings.Join(strings.Fields(part), " "))
		if err != nil {
			return nil, scene, err
		}
		all = append(all, c)
	}
	if done, err = applied(all, scene); err != nil {
		return nil, scene, err
	}
	if done, err = checked(p.engine, done); err != nil {
		return nil, scene, err
	}
	if err := together(all, scene, done); err != nil {
		return nil, scene, err
	}
	if err := p.anotherDomain(all, scene); err != nil {
		return nil, scene, err
	}
	for _, c := range all {
		if err := c.possible(all, scene, done); err != nil {
			return nil, scene, fmt.Errorf("%s: %w", c, err)
		}
	}
	if Met(all, Situation{State: scene, Scene: scene}) {
		return nil, scene, errAlready
	}
	return all, done, nil
}

// anotherDomain returns an error for conditions that wait for another domain, where with
// none of the others the rest can come.
func (p *parser) anotherDomain(all []Condition, scene state.State) error {
	at := slices.IndexFunc(all, func(c Condition) bool { return c.Kind == Changed && c.Name == "domain" })
	if at < 0 {
		return nil
	}
	var last error
	for _, name := range sim.Domains() {
		if name == scene.Settings.Problem.Domain {
			continue
		}
		other := slices.Clone(all)
		other[at] = Condition{Kind: Is, Name: "domain", Value: name}
		done, err := applied(other, scene)
		if err == nil {
			_, err = checked(p.engine, done)
		}
		if err == nil {
			err = together(other, scene, done)
		}
		if err == nil {
			return nil
		}
		last = err
	}
	return fmt.Errorf("%s: can't come together with the rest: %w", all[at], last)
}

// applied returns a scene as conditions make it, in whichever order they stand, and has
// them keep the values that they wait for.
func applied(all []Condition, scene state.State) (done state.State, err error) {
	done = scene
	isSource := func(c Condition) bool {
		f, ok := analysis.FieldNamed(c.Name)
		return c.Kind == Is && ok && f.Source
	}
	for pass := range 3 { // first the domain or the problem, which resets others; twice the rest, as one may need a later one
		for i := range all {
			c := &all[i]
			if isSource(*c) != (pass == 0) {
				continue
			}
			if done, err = c.apply(done); err != nil {
				return scene, err
			}
			if c.Kind == Is {
				c.want = c.now(done)
			}
		}
	}
	done.Page, err = pageOf(all, scene)
	return done, err
}

// readCondition reads one condition.
func readCondition(text string) (Condition, error) {
	if kind, ok := fixed()[text]; ok {
		return Condition{Kind: kind}, nil
	}
	if at, ok := strings.CutPrefix(text, "cursor at "); ok {
		if _, err := readLambda(at); err != nil || at == "cursor" || at == "random" {
			return Condition{}, fmt.Errorf("%s: want a λ, selected, best or worst", text)
		}
		return Condition{Kind: CursorAt, At: at}, nil
	}
	c := Condition{Kind: Is}
	name, value, ok := strings.Cut(text, " = ")
	if !ok {
		if name, ok = strings.CutSuffix(text, " changed"); ok {
			c.Kind = Changed
		}
	}
	if !ok || strings.Contains(name, " ") || c.Kind == Is && value == "" {
		return c, fmt.Errorf("%q: want one of %s, cursor at λ, NAME = VALUE or NAME changed", text, strings.Join(slices.Sorted(maps.Keys(fixed())), ", "))
	}
	c.Value = value
	if c.Name, ok = fullName(name); !ok {
		return c, fmt.Errorf("%q: want a setting or a flag of the app", name)
	}
	if c.Name == "cursor" || c.Name == "pin" {
		return c, fmt.Errorf("%q: want cursor at λ, cursor moved or pinned", text)
	}
	return c, nil
}

// fullName returns the name of a setting or an option of view, which may be given by
// its one letter.
func fullName(name string) (string, bool) {
	for _, f := range analysis.Fields() {
		if f.Name == name || f.Short == name && name != "" {
			return f.Name, true
		}
	}
	_, ok := state.OptionNamed(name)
	return name, ok
}

// String returns the condition as it is written.
func (c Condition) String() string {
	switch c.Kind {
	case CursorAt:
		return "cursor at " + c.At
	case Is:
		return c.Name + " = " + c.Value
	case Changed:
		return c.Name + " changed"
	}
	for text, kind := range fixed() {
		if kind == c.Kind {
			return text
		}
	}
	return ""
}

// now returns the value that a state has of what Is and Changed name.
func (c Condition) now(s state.State) string {
	if f, ok := analysis.FieldNamed(c.Name); ok {
		return f.Get(s.Settings)
	}
	o, _ := state.OptionNamed(c.Name)
	return strings.Join(o.Get(s, analysis.File{}), " ")
}

// apply returns a state as the condition makes it, as far as that can be told without
// an analysis. The page is that of pageOf.
func (c Condition) apply(s state.State) (state.State, error) {
	switch c.Kind {
	case Is:
		return s.Command(shell.Join([]string{c.Name, c.Value}), analysis.File{})
	case Changed:
		if f, ok := analysis.FieldNamed(c.Name); ok && !f.Applies(s.Settings) {
			return s, fmt.Errorf("%s does not apply to %s", c, s.Settings.Problem.Name())
		}
	case CursorAt:
		if l, _ := readLambda(c.At); l.name == "" {
			s.Cursor = state.Some(l.value)
		}
	case Revealed:
		s.Hidden = false
	case ReplayOpen, ReplayAtEnd:
		if !s.Step.Set {
			s.Step = state.Some(0)
		}
	case LeaveOutDone:
		s.Step, s.LeaveOut = state.Optional[int]{}, state.Some(s.Settings.Trajectories)
	}
	return s, nil
}

// possible returns why a condition can never come true, or has from the start, as far
// as that can be told without an analysis.
func (c Condition) possible(all []Condition, scene, done state.State) error {
	switch c.Kind {
	case CursorAt:
		if l, _ := readLambda(c.At); l.name == "" && !changes(all, "lambdas") {
			return onGrid(done.Settings, l.value)
		}
	case CursorMoved:
		if grid, err := analysis.ParseLambdas(done.Settings.Lambdas); err == nil && len(grid) < 2 && !changes(all, "lambdas") {
			return errors.New("can't come, as the grid has one λ")
		}
	case Revealed:
		if !scene.Hidden {
			return errors.New("nothing is hidden in the scene: want --hide")
		}
	case Is, Changed:
		if c.Name == "speed" && !done.Step.Set {
			return errors.New("does not apply without a replay: want --step in the scene, or replay open")
		}
	case TrialsDone:
		if done.Page == state.PageTrials {
			return affordable("these trials", planCost(planOf(done.Settings, done.Trials)))
		}
	}
	return nil
}

// known returns why a condition can never come true that needs more than is known of
// the settings.
func (c Condition) known(e *analysis.Engine, of *analysis.Result, done state.State) error {
	switch {
	case c.Kind == Revealed && of.Truth == nil, c.Kind == CursorAt && (c.At == "best" || c.At == "worst") && of.Truth == nil:
		return errNoTruth
	case c.Kind == TrialsDone:
		_, err := study.CheckPlan(e, planOf(done.Settings, done.Trials))
		return err
	}
	return nil
}

// errNoTruth is the error of what needs true errors where there are none.
var errNoTruth = errors.New("the true errors of these settings are not known")

// onGrid returns an error for a λ that is not on the grid of settings.
func onGrid(s analysis.Settings, lambda float64) error {
	grid, err := analysis.ParseLambdas(s.Lambdas)
	if err == nil && !slices.Contains(grid, lambda) {
		err = fmt.Errorf("λ = %s is not on the grid %s", words.Number(lambda), s.Lambdas)
	}
	return err
}
