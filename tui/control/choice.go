package control

import (
	"fmt"
	"slices"

	"lambdascope/sim/words"
	"lambdascope/tui/state"
)

// Choice is the control of an option of view that is one of some names.
func Choice(name, group, label, about string) Control {
	o, _ := state.OptionNamed(name)
	get := func(s state.State) string {
		if given := o.Get(s); given != nil {
			return given[0]
		}
		return o.Names[0]
	}
	return Control{
		Name: name, Group: group, Label: label, Help: words.Or(o.Names), About: Always(about),
		Get: get,
		Set: setOption(o),
		Turn: func(s state.State, steps int) string {
			return turnedChoice(slices.Index(o.Names, get(s)), steps, o.Names)
		},
	}
}

// setOption reads the value of an option, and names that in an error.
func setOption(o state.Option) func(*state.State, string) error {
	return func(s *state.State, text string) error {
		if err := o.Set(s, text); err != nil {
			return fmt.Errorf("%s %s: %w", o.Name, text, err)
		}
		return nil
	}
}
