package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/problem"
	"lambdascope/sim/recorded"
	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/state"
)

const (
	domainFlag = "domain"
	dataFlag   = "data"
)

// defaults is the sentence of help about settings that are not given.
const defaults = "Defaults: the paper's settings for a domain; for a file, all trajectories and γ = 0.99."

// settingsFlags are the flags of settings of a command.
type settingsFlags struct {
	*state.SettingFlags
	env    Env
	flags  *pflag.FlagSet   // all of the command's
	stream *analysis.Stream // reads data beyond the memory limit again; nil to hold all data
}

// addKnobs adds the flags of settings to a command, and --data for recorded trajectories.
func addKnobs(c *cobra.Command, env Env, knobs []settings.Knob[settings.Settings], recorded bool) *settingsFlags {
	s := &settingsFlags{state.AddSettings(c.Flags(), knobs, recorded), env, c.Flags(), nil}
	s.complete(c, knobs)
	return s
}

// complete adds the defaults of domains to the help of a command, leaves out --data in a session
// without files, and completes values in shells.
func (s *settingsFlags) complete(c *cobra.Command, knobs []settings.Knob[settings.Settings]) {
	if data := s.flags.Lookup(dataFlag); data != nil {
		data.Hidden = s.env.Files == nil
	}
	defaults := domainDefaults()
	for _, k := range knobs {
		s.flags.Lookup(k.Name).DefValue = commonDefault(k, defaults)
		completeFlag(s.env, c, k.Name, func() []string {
			settings, err := s.start()
			if err != nil || k.Choices == nil {
				return nil
			}
			return k.Choices(settings)
		})
	}
}

// start returns the default settings of the source in the flags. It reads no file, because shells
// complete values with it.
func (s *settingsFlags) start() (settings.Settings, error) {
	if s.Data != nil {
		return s.Unread(), nil
	}
	domain, _, _ := strings.Cut(s.flags.Lookup(domainFlag).Value.String(), ",") // study takes several
	settings, err := settings.Defaults(domain)
	if problem := s.flags.Lookup(problemFlag); problem != nil && problem.Changed {
		err = settings.SetSource(problem.Value.String())
	}
	return settings, err
}

// domainDefaults returns the default settings of each domain, the default domain first.
func domainDefaults() (all []settings.Settings) {
	for _, domain := range sim.Domains() {
		if s, err := settings.Defaults(domain); err == nil {
			all = append(all, s)
		}
	}
	return all
}

// commonDefault returns the default of a knob for the help, or "" for a default that depends on the
// domain.
func commonDefault(k settings.Knob[settings.Settings], defaults []settings.Settings) string {
	common := k.Get(defaults[0])
	for _, s := range defaults[1:] {
		if k.Name != domainFlag && k.Get(s) != common {
			return ""
		}
	}
	return common
}

// resolve returns checked settings within the limits of the session.
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

// checked loads the files of the flags and returns the normalized settings.
func (s *settingsFlags) checked(ctx context.Context) (settings.Settings, error) {
	base, err := settings.Defaults("")
	if err != nil {
		return base, err
	}
	from := &sources{ctx: ctx, env: s.env, stream: s.stream}
	settings, err := s.Read(base, from)
	if err != nil {
		return settings, from.misuse(err)
	}
	if settings, err = s.env.Engine.Check(analysis.Request{Settings: settings}); err != nil {
		return settings, misuse{err}
	}
	return settings, nil
}

// sources reads the problems and files that flags name.
type sources struct {
	ctx    context.Context
	env    Env
	stream *analysis.Stream
	err    error // of the last source
}

func (o *sources) Problem(name string) (p *problem.Problem, err error) {
	p, o.err = o.env.problem(name)
	return p, o.err
}

func (o *sources) Files(names []string, repair recorded.Repair) (file settings.File, err error) {
	switch {
	case o.env.Files == nil:
		o.err = Misuse("data %q: files can't be read in this session; want --domain %s", strings.Join(names, " "), textfmt.Or(sim.Domains()))
	case slices.Contains(names, ""):
		o.err = Misuse("data \"\": want the name of a file, or - for standard input")
	default:
		file, o.err = o.env.load(o.ctx, names, repair, o.stream)
	}
	return file, o.err
}

// misuse returns an error of reading flags. It is wrong use, unless a source failed.
func (o *sources) misuse(err error) error {
	if o.err != nil {
		return err
	}
	return misuse{err}
}
