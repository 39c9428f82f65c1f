package state

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"lambdascope/sim/problem"
	"lambdascope/sim/recorded"
	"lambdascope/sim/settings"
	"lambdascope/tui/shell"
)

// AppFlags are the flags of the app: of the settings, the view and the pins.
type AppFlags struct {
	Settings *SettingFlags
	view     Flags[State]
	pins     []string
}

// AddApp adds the flags of the app to a set.
func AddApp(set *pflag.FlagSet) *AppFlags {
	f := &AppFlags{Settings: AddSettings(set, settings.Knobs(), true)}
	f.view = AddFlags(set, ViewKnobs())
	set.Var(Texts{&f.pins, "FLAGS"}, "pin", fmt.Sprintf("flags, in quotes, of settings whose curve stays; up to %d times", MaxPins))
	return f
}

// Chosen reports whether any flag was given.
func (f *AppFlags) Chosen() bool {
	for range f.view.Given() {
		return true
	}
	return f.Settings.Chosen() || f.pins != nil
}

// Open returns the opening state of the app for the flags.
func (f *AppFlags) Open(from Sources) (State, error) {
	on := PageExplore
	for k, text := range f.view.Given() {
		var s State
		if k.Name == "page" && k.Set(&s, text) == nil {
			on = s.Page
		}
	}
	start, err := OpeningOn(on)
	if f.Settings.Chosen() {
		start, err = settings.Defaults("")
	}
	base := newOn(on, start)
	if err != nil {
		return base, err
	}
	return f.Change(base, from)
}

// Change returns s with the given values.
func (f *AppFlags) Change(s State, from Sources) (next State, err error) {
	next = s
	if f.Settings.Data != nil { // before reading a long file
		unread := s
		unread.Settings = f.Settings.Unread()
		if err := f.changeView(&unread, from); err != nil {
			return s, err
		}
	}
	if next.Settings, err = f.Settings.Read(s.Settings, from); err == nil {
		err = f.changeView(&next, from)
	}
	if err != nil {
		return s, err
	}
	return next, nil
}

// changeView sets the values of the view and the pins. The page comes last, because --trajectory
// and --step open Folds, which a named page overrules.
func (f *AppFlags) changeView(s *State, from Sources) error {
	for _, page := range []bool{false, true} {
		for k, text := range f.view.Given() {
			if (k.Name == "page") != page {
				continue
			}
			if err := k.Set(s, text); err != nil {
				return err
			}
		}
	}
	for _, text := range f.pins {
		if err := s.pin(text, from); err != nil {
			return fmt.Errorf("pin %q: %w", text, err)
		}
	}
	return nil
}

// pin pins the settings of a text of flags, split like a shell does.
func (s *State) pin(text string, from Sources) error {
	if len(s.Pins.List()) == MaxPins {
		return fmt.Errorf("want at most %d", MaxPins)
	}
	args, err := shell.Split(text)
	if err != nil {
		return errors.New("a quote is left open")
	}
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags := AddSettings(set, settings.Knobs(), true)
	if err := parse(set, args, "flags of settings alone, such as --gamma 0.9"); err != nil {
		return err
	}
	base, err := settings.Defaults("")
	if err != nil {
		return err
	}
	pinned, err := flags.Read(base, pinSources{from, s.Settings})
	if err != nil {
		return err
	}
	s.Pins = s.Pins.With(pinned)
	return nil
}

// Parse reads a state from flags in the form of Args, which may name shipped and known problems.
// The engine checks the settings.
func Parse(args []string, known ...*problem.Problem) (State, error) {
	return parseWith(args, sources{known: known}, (*AppFlags).Open)
}

// parseWith reads a state from flags. It ignores flags of preferences, because a pasted command
// keeps the theme of the terminal.
func parseWith(args []string, from Sources, read func(*AppFlags, Sources) (State, error)) (State, error) {
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags := AddApp(set)
	AddFlags(set, PreferenceKnobs())
	if err := parse(set, args, "flags of settings or of the view, such as -n 20"); err != nil {
		return State{}, err
	}
	return read(flags, from)
}

// parse parses arguments that are all flags; want ends the error.
func parse(set *pflag.FlagSet, args []string, want string) error {
	set.Usage = func() {} // pflag's own writes to the standard error of the process
	err := set.Parse(args)
	if errors.Is(err, pflag.ErrHelp) {
		err = errors.New("--help")
	} else if err == nil && set.NArg() > 0 {
		err = fmt.Errorf("argument %q", set.Arg(0))
	}
	if err != nil {
		return fmt.Errorf("%w: want %s", err, want)
	}
	return nil
}

// sources are the sources of a typed line: shipped and known problems, and the open file. A line
// reads no disk, because sessions have none.
type sources struct {
	known []*problem.Problem
	open  settings.Settings
}

func (o sources) Problem(name string) (*problem.Problem, error) {
	known := o.known
	if p := o.open.Problem.Problem; p != nil {
		known = append(slices.Clip(known), p)
	}
	for _, p := range known {
		if p.Source == name {
			return p, nil
		}
	}
	return problem.Shipped(name)
}

func (o sources) Files(names []string, _ recorded.Repair) (settings.File, error) {
	if file, ok := o.open.OpenFile(names); ok {
		return file, nil
	}
	return settings.File{}, fmt.Errorf("data %s: to open another file, start %s --data FILE", shell.Join(names), Program)
}

// pinSources are the sources of a pin: problems and the open file, because the engine keeps a
// single file.
type pinSources struct {
	Sources
	open settings.Settings
}

func (o pinSources) Files(names []string, _ recorded.Repair) (settings.File, error) {
	if file, ok := o.open.OpenFile(names); ok {
		return file, nil
	}
	return settings.File{}, fmt.Errorf("data %s: want the file that is open, named by --data outside of --pin", shell.Join(names))
}
