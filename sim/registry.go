package sim

import (
	"cmp"
	"fmt"

	"lambdascope/sim/textfmt"
)

// maxSteps bounds Options.MaxSteps, so that one episode fits in memory.
const maxSteps = 10_000_000

// Preset has the defaults of a domain: the paper's, as far as given.
type Preset struct {
	Options      Options // complete
	Gamma        float64 // γ
	Trajectories int     // n
}

// entry describes a domain or a problem.
type entry struct {
	preset   Preset
	features []string // the first is the default
	columns  int      // numbers of an observation; 0 without maps of observations
	targets  *Targets // nil without target policies
	build    func(Options) (Domain, error)
	steps    func(Options) float64 // mean length of an untruncated episode, in transitions
}

// entries returns the domains, the default first.
func entries() []entry {
	return []entry{randomWalkEntry(), game2048Entry(), mountainCarEntry()}
}

// lookup returns the entry of the options' problem or domain. An empty domain is the default.
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

// Domains returns the values of Options.Domain, the default first.
func Domains() (names []string) {
	for _, e := range entries() {
		names = append(names, e.preset.Options.Domain)
	}
	return names
}

// FeatureMaps returns the names of the feature maps of the options' domain or problem, the
// default first. In Options.Features each may end in "+bias". The error names an unknown domain.
func FeatureMaps(o Options) ([]string, error) {
	e, err := lookup(o)
	return e.features, err
}

// Defaults returns the preset of the options' domain or problem. The error names an unknown
// domain.
func Defaults(o Options) (Preset, error) {
	e, err := lookup(o)
	return e.preset, err
}

// New makes the domain of the options. The error names the first field that is out of range or
// has no meaning for the domain, and the accepted values.
func New(o Options) (Domain, error) {
	e, err := lookup(o)
	if err != nil {
		return nil, err
	}
	o.Domain = e.preset.Options.Domain
	if err := checkForeign(o, e); err != nil {
		return nil, err
	}
	o.Features = cmp.Or(o.Features, e.preset.Options.Features)
	o.MaxSteps = cmp.Or(o.MaxSteps, e.preset.Options.MaxSteps)
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

// MeanSteps returns the approximate mean length of an episode of a Domain's options, in
// transitions, at most MaxSteps. The length is exact for a problem and for the random walk,
// (N+1)²/4 with N states.
func MeanSteps(o Options) float64 {
	e, err := lookup(o)
	if err != nil {
		return 0
	}
	return min(e.steps(o), float64(o.MaxSteps))
}

// checkForeign returns an error for a field without a meaning for the domain.
func checkForeign(o Options, e entry) error {
	switch defaults := e.preset.Options; {
	case o.States != 0 && defaults.States == 0:
		return fmt.Errorf("states %d: want none for %s", o.States, o.Name())
	case o.Start != "" && defaults.Start == "":
		return fmt.Errorf("start %q: want none for %s", o.Start, o.Name())
	case o.Target != 0 && e.targets == nil:
		return fmt.Errorf("target %v: want none for %s", o.Target, o.Name())
	}
	return nil
}
