package state

import (
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"lambdascope/sim/analysis"
	"lambdascope/tui/shell"
)

// Parse reads a state from arguments, as Args writes them, of a domain's settings.
// Whether these have an analysis is for the engine to check.
func Parse(args []string) (State, error) {
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	settings := addFields(set)
	options := make(map[string]*[]string)
	for _, o := range Options() {
		options[o.Name] = set.StringArray(o.Name, nil, o.Help)
		if o.Kind == "" {
			set.Lookup(o.Name).NoOptDefVal = "true"
		}
	}
	if err := parse(set, args); err != nil {
		return State{}, err
	}
	from, err := settings()
	if err != nil {
		return State{}, err
	}
	s := New(from)
	for _, o := range Options() {
		for _, value := range *options[o.Name] {
			if err := o.Set(&s, value); err != nil {
				return State{}, fmt.Errorf("%s %q: %w", o.Name, value, err)
			}
			if o.Opens && !set.Changed("page") {
				s.Page = o.Of.Value
			}
		}
	}
	return s, nil
}

func parse(set *pflag.FlagSet, args []string) error {
	switch err := set.Parse(args); {
	case err != nil:
		return err
	case set.NArg() > 0:
		return fmt.Errorf("argument %q: want flags", set.Arg(0))
	}
	return nil
}

// addFields adds the flags of settings; what they say is there once they are parsed.
func addFields(set *pflag.FlagSet) func() (analysis.Settings, error) {
	fields := analysis.Fields()
	for _, f := range fields {
		set.StringP(f.Name, f.Short, "", f.Help)
	}
	return func() (analysis.Settings, error) {
		s, err := analysis.Defaults("")
		for _, f := range fields {
			switch flag := set.Lookup(f.Name); {
			case err != nil:
				return s, err
			case !flag.Changed:
			case !f.Applies(s):
				return s, fmt.Errorf("%s: means nothing for %s", f.Name, s.Problem.Domain)
			default:
				err = f.Set(&s, flag.Value.String())
			}
		}
		return s, err
	}
}

// setPin pins the settings of a domain that flags in the quotes of a shell say.
func setPin(s *State, text string) error {
	words, err := shell.Split(text)
	if err != nil {
		return errors.New("a quote is left open")
	}
	if len(s.Pins.List()) == MaxPins {
		return fmt.Errorf("want at most %d", MaxPins)
	}
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	settings := addFields(set)
	if err := parse(set, words); err != nil {
		return err
	}
	pinned, err := settings()
	if err != nil {
		return err
	}
	s.Pins = s.Pins.With(pinned)
	return nil
}
