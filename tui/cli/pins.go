package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lambdascope/sim/settings"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
)

const pinFlag = "pin"

const wantSettings = "want flags of settings alone, such as --gamma 0.9"

// readPins reads the flags that --pin was given, in the quotes of a shell.
func readPins(env Env, values []string) ([]*settingsFlags, error) {
	if len(values) > state.MaxPins {
		return nil, misusef("%s given %d times: want at most %d", pinFlag, len(values), state.MaxPins)
	}
	var pins []*settingsFlags
	for _, value := range values {
		p, err := readPin(env, value)
		if err != nil {
			return nil, misusef("%s %q: %w", pinFlag, value, err)
		}
		pins = append(pins, p)
	}
	return pins, nil
}

func readPin(env Env, value string) (*settingsFlags, error) {
	words, err := shell.Split(value)
	if err != nil {
		return nil, errors.New("a quote is left open")
	}
	env.Terminal.Process = false // nobody completes these flags
	c := &cobra.Command{Use: program}
	p := addSettings(c, env)
	err = c.Flags().Parse(words)
	var unknown *pflag.NotExistError
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return nil, errors.New(wantSettings)
	case errors.As(err, &unknown):
		dashes := "--"
		if unknown.GetSpecifiedShortnames() != "" {
			dashes = "-"
		}
		return nil, fmt.Errorf("unknown flag %s%s: %s", dashes, unknown.GetSpecifiedName(), wantSettings)
	case err != nil:
		return nil, flagError(c, err)
	case c.Flags().NArg() > 0:
		return nil, fmt.Errorf("argument %q: %s", c.Flags().Arg(0), wantSettings)
	}
	return p, nil
}

// resolvePins returns the settings that pins choose, each from the defaults of its
// own source, without those that are there twice. Recorded data are those of main,
// which is resolved.
func resolvePins(ctx context.Context, values []string, pins []*settingsFlags, main *settingsFlags) ([]settings.Settings, error) {
	var out []settings.Settings
	for i, p := range pins {
		resolve := p.resolve
		if p.recorded() {
			resolve = func(context.Context) (settings.Settings, error) { return p.resolveBeside(main) }
		}
		settings, err := resolve(ctx)
		if err != nil {
			return nil, misusef("%s %q: %w", pinFlag, values[i], err)
		}
		if !slices.Contains(out, settings) {
			out = append(out, settings)
		}
	}
	return out, nil
}

// resolveBeside is resolve for recorded data that are those of others.
func (s *settingsFlags) resolveBeside(main *settingsFlags) (settings.Settings, error) {
	var none settings.Settings
	switch {
	case s.flags.Changed(domainFlag):
		return none, fmt.Errorf("domain %q with data %q: want one source, a domain or a file", s.flags.Lookup(domainFlag).Value, s.data.String())
	case !main.recorded():
		return none, fmt.Errorf("data %q: want --%s with this file outside of --%s too", s.data.String(), dataFlag, pinFlag)
	case !slices.Equal(s.data.values, main.data.values):
		return none, fmt.Errorf("data %q: want %q, the file that is open", s.data.String(), main.data.String())
	}
	chosen := settings.FileDefaults(main.file)
	chosen.File = settings.JoinFiles(s.data.values)
	chosen, err := s.apply(chosen)
	if err != nil {
		return none, err
	}
	return s.env.Engine.Check(chosen)
}
