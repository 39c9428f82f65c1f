package sim

import (
	"fmt"

	"lambdascope/sim/textfmt"
)

// maxSteps bounds Options.MaxSteps, so that one episode fits in memory.
const maxSteps = 10_000_000

// Preset is what a domain starts with; where the paper says, the paper's.
type Preset struct {
	Options      Options // defaults filled in
	Gamma        float64 // γ
	Trajectories int     // n
}

// entry is what the registry knows of a domain.
type entry struct {
	preset   Preset
	features []string // the first is the default
	columns  int      // numbers of an observation, 0 where there are no maps of them
	targets  *Targets // nil where there is none but the behaviour
	build    func(Options) (Domain, error)
	steps    func(Options) float64 // mean transitions of an episode that is not truncated
}

// entries returns the domains, the default first.
func entries() []entry {
	return []entry{randomWalkEntry(), game2048Entry(), mountainCarEntry()}
}

// lookup returns the entry of the problem or of the domain that options name, a domain of
// "" being the default one.
func lookup(o Options) (entry, error) {
	switch {
	case o.Problem != nil && o.Domain != "":
		return entry{}, fmt.Errorf("domain %q: want none for problem %s", o.Domain, o.Problem.Name)
	case o.Problem != nil:
		return processEntry(o.Problem), nil
	}
	for _, e := range entries() {
		if o.Domain == "" || o.Domain == e.preset.Options.Domain {
			return e, nil
		}
	}
	return entry{}, fmt.Errorf("domain %q: want %s", o.Domain, textfmt.Or(Domains()))
}

// Domains returns the names that Options.Domain accepts, the default first.
func Domains() []string {
	var names []string
	for _, e := range entries() {
		names = append(names, e.preset.Options.Domain)
	}
	return names
}

// FeatureMaps returns the names of the feature maps of the options' domain or problem, its
// default first. Each takes "+bias" after its name in Options.Features. The
// error names a domain that does not exist.
func FeatureMaps(o Options) ([]string, error) {
	e, err := lookup(o)
	return e.features, err
}

// Defaults returns what the options' domain or problem starts with. The error
// names a domain that does not exist.
func Defaults(o Options) (Preset, error) {
	e, err := lookup(o)
	return e.preset, err
}

// New makes the domain that the options choose. The error names the first field
// that is out of range, or means nothing for the domain, and what is accepted.
func New(o Options) (Domain, error) {
	e, err := lookup(o)
	if err != nil {
		return nil, err
	}
	o.Domain = e.preset.Options.Domain
	if err := checkForeign(o, e); err != nil {
		return nil, err
	}
	if o.Features == "" {
		o.Features = e.preset.Options.Features
	}
	if o.MaxSteps == 0 {
		o.MaxSteps = e.preset.Options.MaxSteps
	}
	if o.Features, err = checkFeatures(o.Features, e.features, e.columns); err != nil {
		return nil, err
	}
	if o.MaxSteps < 1 || o.MaxSteps > maxSteps {
		return nil, fmt.Errorf("max-steps %d: want 1 to %d", o.MaxSteps, maxSteps)
	}
	if o.Target, err = e.targets.check(o.Target); err != nil {
		return nil, err
	}
	return e.build(o)
}

// MeanSteps returns about how many transitions an episode of the domain has on
// average: exactly (N+1)²/4 for the random walk with N states and for a problem, the mean
// of many episodes elsewhere, and no more than MaxSteps. The options are those of a Domain.
func MeanSteps(o Options) float64 {
	e, err := lookup(o)
	if err != nil {
		return 0
	}
	return min(e.steps(o), float64(o.MaxSteps))
}

// checkForeign returns an error for a field that means nothing for the domain:
// one that is set in o, though the domain's own defaults leave it out or, of Target,
// there is none.
func checkForeign(o Options, e entry) error {
	defaults := e.preset.Options
	switch {
	case o.States != 0 && defaults.States == 0:
		return fmt.Errorf("states %d: want none for %s", o.States, o.Name())
	case o.Start != "" && defaults.Start == "":
		return fmt.Errorf("start %q: want none for %s", o.Start, o.Name())
	case o.Target != 0 && e.targets == nil:
		return fmt.Errorf("target %v: want none for %s", o.Target, o.Name())
	}
	return nil
}
