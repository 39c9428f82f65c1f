package cli

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/words"
)

const (
	domainFlag = "domain"
	dataFlag   = "data"
	boundsFlag = "bounds"
	groupsFlag = "groups"
	targetFlag = "target"
)

// settingsFlags are the flags that choose Settings, the same for all commands.
// Their texts are collected first and applied in the order of the fields, so the
// order in which they are given doesn't matter.
type settingsFlags struct {
	env     Env
	flags   *pflag.FlagSet
	fields  []settings.Knob[settings.Settings]
	texts   []text // one per field
	data    several
	file    settings.File                     // that data names, once it is loaded
	stream  *analysis.Stream                  // how more than memory is gone about; nil where all is held
	anyMap  bool                              // whether the maps are other ones than --features
	opening func() (settings.Settings, error) // the settings where no flag chooses any; nil for the domain's defaults
}

// addSettings adds all the flags to a command.
func addSettings(c *cobra.Command, env Env) *settingsFlags {
	return addFields(c, env, settings.Knobs(), true)
}

// addFields adds the flags of some fields to a command, and where it takes
// recorded data, the flag for them.
func addFields(c *cobra.Command, env Env, fields []settings.Knob[settings.Settings], recorded bool) *settingsFlags {
	s := &settingsFlags{env: env, flags: c.Flags(), fields: fields, texts: make([]text, len(fields)), data: several{kind: "FILE"}}
	defaults := domainDefaults()
	for i, f := range fields {
		s.texts[i].kind = "value"
		s.flags.VarP(&s.texts[i], f.Name, f.Short, f.Help)
		s.flags.Lookup(f.Name).DefValue = commonDefault(f, defaults)
		if recorded && f.Name == domainFlag {
			s.flags.Var(&s.data, dataFlag, "trajectories in place of a domain: a file, folder, pattern, or -")
		}
	}
	for _, f := range fields {
		completeFlag(env, c, f.Name, func() []string {
			settings, err := s.start()
			if err != nil || f.Choices == nil {
				return nil
			}
			return f.Choices(settings)
		})
	}
	return s
}

// start returns the settings that the source which the flags name starts with, without
// reading it.
func (s *settingsFlags) start() (settings.Settings, error) {
	if s.recorded() {
		return s.unread(), nil
	}
	domain, _, _ := strings.Cut(s.flags.Lookup(domainFlag).Value.String(), ",") // of several, the first
	settings, err := settings.Defaults(domain)
	if problem := s.flags.Lookup(problemFlag); problem != nil && problem.Changed {
		err = settings.SetSource(problem.Value.String())
	}
	return settings, err
}

// unread returns the settings that files start with whose content is not known.
func (s *settingsFlags) unread() settings.Settings {
	return settings.FileDefaults(settings.File{Name: settings.JoinFiles(s.data.values), Hash: "unread", Trajectories: math.MaxInt, Groups: 1})
}

// domainDefaults returns what each domain starts with, that of the default domain first.
func domainDefaults() []settings.Settings {
	var all []settings.Settings
	for _, domain := range sim.Domains() {
		if s, err := settings.Defaults(domain); err == nil {
			all = append(all, s)
		}
	}
	return all
}

// commonDefault returns what a field starts with, for help; empty where domains
// differ.
func commonDefault(f settings.Knob[settings.Settings], defaults []settings.Settings) string {
	common := ""
	for i, s := range defaults {
		value := f.Get(s)
		switch {
		case f.Name == domainFlag:
			return value // the first is the default
		case i > 0 && value != common:
			return ""
		}
		common = value
	}
	return common
}

// resolve is checked within the limits of the session.
func (s *settingsFlags) resolve(ctx context.Context) (settings.Settings, error) {
	settings, err := s.checked(ctx)
	if err != nil {
		return settings, err
	}
	if err = s.env.Limits.Check(settings); err != nil {
		return settings, misuse{err}
	}
	return settings, nil
}

// checked returns the settings that the flags choose, in their usual form, and
// loads the file if there is one. Errors of the flags are misuse.
func (s *settingsFlags) checked(ctx context.Context) (settings.Settings, error) {
	settings, err := s.source(ctx)
	if err == nil {
		settings, err = s.apply(settings)
	}
	if err != nil {
		return settings, err
	}
	if settings, err = s.env.Engine.Check(settings); err != nil {
		return settings, misuse{err}
	}
	return settings, nil
}

// source returns the settings that the source starts with.
func (s *settingsFlags) source(ctx context.Context) (settings.Settings, error) {
	domain := s.flags.Lookup(domainFlag).Value.String()
	if s.flags.Changed(problemFlag) {
		return s.process()
	}
	switch {
	case s.recorded() && s.flags.Changed(domainFlag):
		return settings.Settings{}, misusef("domain %q with data %q: want one source, a domain or a file", domain, s.data.String())
	case !s.chosen() && s.opening != nil:
		return s.opening()
	case !s.recorded():
		return settings.Defaults("")
	case s.env.Files == nil:
		return settings.Settings{}, misusef("data %q: files can't be read in this session; want --domain %s", s.data.String(), words.Or(sim.Domains()))
	case slices.Contains(s.data.values, ""):
		return settings.Settings{}, misusef("data \"\": want the name of a file, or - for standard input")
	}
	// A wrong flag should not cost reading a long file.
	if settings, err := s.apply(s.unread()); err != nil {
		return settings, err
	}
	var err error
	if s.file, err = s.env.load(ctx, s.data.values, s.stream); err != nil {
		return settings.Settings{}, err
	}
	chosen := settings.FileDefaults(s.file)
	chosen.File = settings.JoinFiles(s.data.values)
	return chosen, nil
}

// process returns the settings that the problem starts with.
func (s *settingsFlags) process() (settings.Settings, error) {
	name := s.flags.Lookup(problemFlag).Value.String()
	switch {
	case s.flags.Changed(domainFlag):
		return settings.Settings{}, errTwoSources()
	case s.recorded():
		return settings.Settings{}, misusef("problem %q with data %q: want one source, a problem or a file of trajectories", name, s.data.String())
	}
	p, err := s.env.problem(name)
	if err != nil {
		return settings.Settings{}, err
	}
	return settings.ProblemDefaults(p), nil
}

// chosen tells whether any flag chooses settings.
func (s *settingsFlags) chosen() bool {
	return s.recorded() || slices.ContainsFunc(s.fields, func(f settings.Knob[settings.Settings]) bool { return s.flags.Changed(f.Name) })
}

func (s *settingsFlags) recorded() bool { return s.flags.Changed(dataFlag) }

// apply sets the fields whose flags were given.
func (s *settingsFlags) apply(chosen settings.Settings) (settings.Settings, error) {
	for i, f := range s.fields {
		if !s.flags.Changed(f.Name) {
			continue
		}
		if !settings.Takes(f, chosen) {
			switch {
			case f.Name == boundsFlag && chosen.Recorded() && s.anyMap:
				// It is for the maps among them that scale.
			case f.Name == boundsFlag && chosen.Recorded():
				return chosen, misusef("--%s does not apply to features %s, which are not scaled", f.Name, chosen.FeatureMap())
			case f.Name == groupsFlag && chosen.Recorded():
				return chosen, misusef("--%s does not apply to %s, which has no field or column group", f.Name, sourceName(chosen))
			default:
				return chosen, misusef("--%s does not apply to %s", f.Name, sourceName(chosen))
			}
		}
		if err := f.Set(&chosen, s.texts[i].value); err != nil {
			return chosen, misuse{err}
		}
	}
	return chosen, nil
}

// sourceName returns what messages and tables call the source.
func sourceName(s settings.Settings) string {
	switch {
	case !s.Recorded():
		return s.Problem.Name()
	case s.File == stdin:
		return stdinName
	}
	return strings.Join(s.Files(), ", ")
}
