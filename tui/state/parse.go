package state

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"lambdascope/sim/problem"
	"lambdascope/sim/settings"
	"lambdascope/tui/shell"
)

// Parse reads a state from arguments, as Args writes them, of a domain's settings, or of
// those of a problem that ships or is known. Whether these have an analysis is for the
// engine to check.
func Parse(args []string, known ...*problem.Problem) (State, error) {
	return read(args, known, func(chosen bool, on Page) (State, error) {
		if !chosen {
			return openingOn(on)
		}
		settings, err := settings.Defaults("")
		return New(settings), err
	})
}

// With returns the state with what arguments, as Args writes them, say in place of
// what it says of the same. They may name a problem that ships, or is known.
func (s State) With(args []string, known ...*problem.Problem) (State, error) {
	return read(args, known, func(bool, Page) (State, error) { return s, nil })
}

// read reads arguments into a state, which may depend on whether they choose any
// settings, and on the page they name.
func read(args []string, known []*problem.Problem, from func(chosen bool, on Page) (State, error)) (State, error) {
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	chosen := addFields(set, known)
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
	opened := New(settings.Settings{})
	for _, text := range *options["page"] {
		_ = opened.setPage(text) // a wrong name is found below
	}
	next, err := from(slices.ContainsFunc(settings.Knobs(), func(f settings.Knob[settings.Settings]) bool { return set.Changed(f.Name) }), opened.Page)
	if err == nil {
		next.Settings, err = chosen(next.Settings)
	}
	if err != nil {
		return State{}, err
	}
	for _, o := range Options() {
		for _, value := range *options[o.Name] {
			if err := o.Set(&next, value); err != nil {
				return State{}, fmt.Errorf("%s %q: %w", o.Name, value, err)
			}
			if o.OfFolds && !set.Changed("page") {
				next.Page = PageFolds
			}
		}
	}
	return next, nil
}

func parse(set *pflag.FlagSet, args []string) error {
	set.Usage = func() {} // which would write to the process's standard error
	switch err := set.Parse(args); {
	case errors.Is(err, pflag.ErrHelp):
		return errors.New("--help does not apply here")
	case err != nil:
		return err
	case set.NArg() > 0:
		return fmt.Errorf("argument %q: want flags", set.Arg(0))
	}
	return nil
}

// addFields adds the flags of settings; once they are parsed, what it returns puts
// what they say into settings.
func addFields(set *pflag.FlagSet, known []*problem.Problem) func(settings.Settings) (settings.Settings, error) {
	fields := settings.Knobs()
	for _, f := range fields {
		set.StringP(f.Name, f.Short, "", f.Help)
	}
	return func(s settings.Settings) (settings.Settings, error) {
		if set.Changed("domain") && set.Changed("problem") {
			return s, errors.New("--domain does not apply to a problem")
		}
		for _, p := range known {
			if set.Changed("problem") && set.Lookup("problem").Value.String() == p.Source && !s.Recorded() {
				s.SetProblem(p)
			}
		}
		for _, f := range fields {
			switch flag := set.Lookup(f.Name); {
			case !flag.Changed:
			case !settings.Takes(f, s) && s.Recorded():
				return s, fmt.Errorf("%s does not apply to a file", f.Name)
			case !settings.Takes(f, s):
				return s, fmt.Errorf("%s does not apply to %s", f.Name, s.Problem.Name())
			default:
				if err := f.Set(&s, flag.Value.String()); err != nil {
					return s, err
				}
			}
		}
		return s, nil
	}
}

// pinOption is the option of settings whose curve stays in sight.
const pinOption = "pin"

// setPin pins the settings that flags in the quotes of a shell say, of a domain, of a
// problem or of the file that the state is of.
func setPin(s *State, text string) error {
	words, err := shell.Split(text)
	if err != nil {
		return errors.New("a quote is left open")
	}
	if len(s.Pins.List()) == MaxPins {
		return fmt.Errorf("want at most %d", MaxPins)
	}
	pinned, err := settings.Defaults("")
	if err != nil {
		return err
	}
	if s.Settings.Recorded() {
		var files []string
		if files, words = valuesOf("--data", words); files != nil {
			if settings.JoinFiles(files) != s.Settings.File {
				return fmt.Errorf("data %s: want %s, the file that is open", shell.Join(files), s.Settings.File)
			}
			if pinned, err = s.Settings.Start(); err != nil {
				return err
			}
		}
	}
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	var known []*problem.Problem
	if p := s.Settings.Problem.Problem; p != nil {
		known = append(known, p)
	}
	settings := addFields(set, known)
	if err := parse(set, words); err != nil {
		return err
	}
	if pinned, err = settings(pinned); err != nil {
		return err
	}
	s.Pins = s.Pins.With(pinned)
	return nil
}
