package state

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"

	"github.com/spf13/pflag"

	"lambdascope/sim/problem"
	"lambdascope/sim/recorded"
	"lambdascope/sim/settings"
)

// Flags are the flags of knobs on a flag set. A knob reads its text after the earlier flags have
// been applied, because the accepted values can depend on them.
type Flags[S any] struct {
	set   *pflag.FlagSet
	knobs []settings.Knob[S]
}

// AddFlags adds a flag for each knob to a set.
func AddFlags[S any](set *pflag.FlagSet, knobs []settings.Knob[S]) Flags[S] {
	for _, k := range knobs {
		text := &Text{Kind: cmp.Or(k.Kind, "value")}
		if k.Switch {
			text.Kind = "bool" // for which the help shows no kind
		}
		set.VarP(text, k.Name, k.Short, k.Help)
		if k.Switch {
			set.Lookup(k.Name).NoOptDefVal = "true"
		}
	}
	return Flags[S]{set, knobs}
}

// Given iterates over the knobs of given flags, with the values.
func (f Flags[S]) Given() iter.Seq2[settings.Knob[S], string] {
	return func(yield func(settings.Knob[S], string) bool) {
		for _, k := range f.knobs {
			if f.set.Changed(k.Name) && !yield(k, f.set.Lookup(k.Name).Value.String()) {
				return
			}
		}
	}
}

// Text is the value of a flag that is read after the flags before it. The last value counts.
type Text struct {
	Value string
	Kind  string // of value, in the help
}

func (t *Text) String() string { return t.Value }

func (t *Text) Type() string { return t.Kind }

func (t *Text) Set(value string) error {
	t.Value = value
	return nil
}

// Texts is the value of a repeatable flag.
type Texts struct {
	Values *[]string
	Kind   string // of a value, in the help
}

func (t Texts) String() string { return "" }
func (t Texts) Type() string   { return t.Kind }

func (t Texts) Set(text string) error {
	*t.Values = append(*t.Values, text)
	return nil
}

// Sources opens problems and files by name.
type Sources interface {
	Problem(name string) (*problem.Problem, error)
	Files(names []string, repair recorded.Repair) (settings.File, error)
}

// SettingFlags are the flags of settings.
type SettingFlags struct {
	Flags[settings.Settings]
	Data []string // the files of --data
}

// AddSettings adds the flags of knobs to a set, and --data if the command takes recorded
// trajectories.
func AddSettings(set *pflag.FlagSet, knobs []settings.Knob[settings.Settings], recorded bool) *SettingFlags {
	f := &SettingFlags{Flags: Flags[settings.Settings]{set, knobs}}
	for i, k := range knobs {
		AddFlags(set, knobs[i:i+1])
		if recorded && k.Name == "domain" {
			set.Var(Texts{&f.Data, "FILE"}, "data", "trajectories in place of a domain: a file, folder, pattern, or -")
		}
	}
	return f
}

// Chosen reports whether a flag of the settings was given.
func (f *SettingFlags) Chosen() bool {
	for range f.Given() {
		return true
	}
	return f.Data != nil
}

// Read returns base, or the defaults of the files of --data, with the given values. It checks the
// flags first, because reading a file may take long.
func (f *SettingFlags) Read(base settings.Settings, from Sources) (settings.Settings, error) {
	if f.Data == nil {
		return f.Apply(base, from)
	}
	for _, other := range []string{"domain", "problem"} {
		if f.set.Changed(other) {
			return base, fmt.Errorf("%s %q with data %q: want one source", other, f.set.Lookup(other).Value, settings.FileLabel(settings.JoinFiles(f.Data)))
		}
	}
	unread, err := f.Apply(f.Unread(), from) // before reading a long file
	if err != nil {
		return base, err
	}
	file, err := from.Files(f.Data, unread.Seams)
	if err != nil {
		return base, err
	}
	base = settings.FileDefaults(file)
	base.File = settings.JoinFiles(f.Data)
	return f.Apply(base, from)
}

// Unread returns the default settings of the files of --data without reading them, with the
// loosest bounds: any number of trajectories, and groups.
func (f *SettingFlags) Unread() settings.Settings {
	return settings.FileDefaults(settings.File{Name: settings.JoinFiles(f.Data), Hash: settings.Unread, Trajectories: math.MaxInt, Groups: 1})
}

// notApplied returns the error of a knob without a meaning for the source of s.
func notApplied(k settings.Knob[settings.Settings], s settings.Settings) error {
	if k.Needs != "" && s.Recorded() {
		return fmt.Errorf("--%s does not apply to %s: it needs %s", k.Name, s.SourceLabel(), k.Needs)
	}
	return fmt.Errorf("--%s does not apply to %s", k.Name, s.SourceLabel())
}

// Apply returns s with the given values. The error names the first flag that does not apply, or
// the accepted values.
func (f *SettingFlags) Apply(s settings.Settings, from Sources) (settings.Settings, error) {
	if f.set.Changed("domain") && f.set.Changed("problem") {
		return s, errors.New("--domain does not apply to a problem")
	}
	for k, text := range f.Given() {
		if !settings.Takes(k, s) {
			return s, notApplied(k, s)
		}
		if k.Name == "problem" {
			p, err := from.Problem(text)
			if err != nil {
				return s, err
			}
			s.SetProblem(p)
		} else if err := k.Set(&s, text); err != nil {
			return s, err
		}
	}
	return s, nil
}
