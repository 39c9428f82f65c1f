package lesson

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/study"
	"lambdascope/sim/words"
	"lambdascope/tui/state"
)

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
		if possible := c.rule().possible; possible != nil {
			if err := possible(c, all, scene, done); err != nil {
				return nil, scene, fmt.Errorf("%s: %w", c, err)
			}
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
			if apply := c.rule().apply; apply != nil {
				if err := apply(*c, &done); err != nil {
					return scene, err
				}
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
	var fixed []string // those that have no parts
	for k, r := range rules() {
		switch r.text {
		case "":
		case text:
			return Condition{Kind: Kind(k)}, nil
		default:
			fixed = append(fixed, r.text)
		}
	}
	if at, ok := strings.CutPrefix(text, "cursor at "); ok {
		l, err := readLambda(at)
		if err != nil || at == "cursor" || at == "random" {
			return Condition{}, fmt.Errorf("%s: want a λ, selected, best or worst", text)
		}
		return Condition{Kind: CursorAt, At: at, at: l}, nil
	}
	c := Condition{Kind: Is}
	name, value, ok := strings.Cut(text, " = ")
	if !ok {
		if name, ok = strings.CutSuffix(text, " changed"); ok {
			c.Kind = Changed
		}
	}
	if !ok || strings.Contains(name, " ") || c.Kind == Is && value == "" {
		return c, fmt.Errorf("%q: want one of %s, cursor at λ, NAME = VALUE or NAME changed", text, strings.Join(slices.Sorted(slices.Values(fixed)), ", "))
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

// known returns why a condition can never come true that needs more than is known of
// the settings.
func (c Condition) known(e *analysis.Engine, of *analysis.Result, done state.State) error {
	switch {
	case c.Kind == Revealed && of.Truth == nil, (c.at.name == "best" || c.at.name == "worst") && of.Truth == nil:
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
		return notOnGrid(s, lambda)
	}
	return err
}

func notOnGrid(s analysis.Settings, lambda float64) error {
	return fmt.Errorf("λ = %s is not on the grid %s", words.Number(lambda), s.Lambdas)
}
