package settings

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/problem"
	"lambdascope/sim/textfmt"
)

// Settings determine a result: equal settings give equal results. Fields without a meaning
// for the source are zero, so that settings compare.
type Settings struct {
	Problem sim.Options // where trajectories are drawn from; zero for a file
	Seed    uint64      // of the random streams; zero for a file

	File string // a file of trajectories, in place of a domain: as given by the user
	Hash string // SHA-256 of the content
	// FileTrajectories is the number of trajectories in the file, 0 for a domain.
	FileTrajectories int
	// Columns is the number of columns of an observation in the file. Features is the feature
	// map, as features.Parse reads maps. Bounds are the ends of the columns for maps with a
	// scale, as features.ParseBounds reads bounds; empty for the ends of the data. All are zero
	// for a domain.
	Columns          int
	Features, Bounds string
	// Groups is the number of groups of trajectories in the file, 0 for a file without
	// groups. A fold leaves a whole group out unless IgnoreGroups is set.
	Groups       int
	IgnoreGroups bool

	Trajectories int     // n, the first n of the source
	Gamma        float64 // discount
	Lambdas      string  // the grid, as FormatLambdas writes it
	Ridge        float64
	Weighting    estimator.Weighting
	Tail         estimator.Tail
	Method       FoldMethod
}

// FoldMethod is the way to compute the fits without each fold.
type FoldMethod int

const (
	Cached FoldMethod = iota // the fold loop of package estimator
	RSM                      // rivals.RSM
	Naive                    // rivals.Naive
)

var foldMethods = []string{"cached", "rsm", "naive"}

// String returns the name: one of the choices of the knob.
func (m FoldMethod) String() string { return foldMethods[m] }

// The range of Settings.Trajectories for a domain. A file has no upper bound.
const (
	MinTrajectories = 2
	MaxTrajectories = 100_000
)

// defaultLambdas is the default grid, in the form of FormatLambdas.
const defaultLambdas = "0:1:0.1"

// Defaults returns the default settings of a domain: the paper's. The error names an unknown
// domain.
func Defaults(domain string) (Settings, error) {
	return startOf(sim.Options{Domain: domain})
}

// ProblemDefaults returns the default settings of a problem, from its file.
func ProblemDefaults(p *problem.Problem) Settings {
	s, err := startOf(sim.Options{Problem: p})
	if err != nil {
		panic(err) // of a domain that does not exist
	}
	return s
}

// Start returns the default settings of the source of s.
func (s Settings) Start() (Settings, error) {
	if file, ok := s.OpenFile(s.Files()); ok {
		return FileDefaults(file), nil
	}
	return startOf(s.Problem)
}

// startOf returns the default settings of a domain or a problem.
func startOf(o sim.Options) (Settings, error) {
	preset, err := sim.Defaults(sim.Options{Domain: o.Domain, Problem: o.Problem})
	if err != nil {
		return Settings{}, err
	}
	return Settings{
		Problem:      preset.Options,
		Seed:         1,
		Trajectories: preset.Trajectories,
		Gamma:        preset.Gamma,
		Lambdas:      defaultLambdas,
	}, nil
}

// Source returns the name of the domain, or the name or file of the problem; empty for
// recorded trajectories.
func (s Settings) Source() string {
	if p := s.Problem.Problem; p != nil {
		return p.Source
	}
	return s.Problem.Domain
}

// SourceLabel returns the name of the source in messages and titles.
func (s Settings) SourceLabel() string {
	switch {
	case !s.Recorded():
		return s.Problem.Name()
	case s.File == "-":
		return "standard input"
	}
	return FileLabel(s.File)
}

// Sources returns the texts that SetSource accepts: the domains, the problems that ship, the
// known problems, and the present source.
func (s Settings) Sources(known ...*problem.Problem) []string {
	names := append(sim.Domains(), problem.Names()...)
	for _, p := range known {
		names = append(names, p.Source)
	}
	if now := s.Source(); now != "" && !slices.Contains(names, now) {
		names = append(names, now)
	}
	return names
}

// SetSource changes to the defaults of another domain or problem. Settings that depend on no
// source, such as the seed, the grid and the method, stay. The error lists the sources.
func (s *Settings) SetSource(text string, known ...*problem.Problem) error {
	for _, p := range known {
		if p.Source == text {
			s.SetProblem(p)
			return nil
		}
	}
	if slices.Contains(problemChoices(*s), text) {
		return setProcess(s, text)
	}
	if err := setDomain(s, text); err != nil {
		return RangeError("domain", strconv.Quote(textfmt.Clip(text)), "%s", textfmt.Or(s.Sources(known...)))
	}
	return nil
}

// FeatureMap returns the name of the feature map.
func (s Settings) FeatureMap() string {
	if s.Recorded() {
		return s.Features
	}
	return s.Problem.Features
}

// MostTrajectories returns the upper bound of Trajectories, without one for a file: the
// settings of a file that is not read yet are checked, too.
func (s Settings) MostTrajectories() int {
	if s.Recorded() {
		return math.MaxInt
	}
	return MaxTrajectories
}

// trajectoryRange returns the range of Trajectories, for errors.
func (s Settings) trajectoryRange() string {
	if s.Recorded() {
		return fmt.Sprintf("%d or more", MinTrajectories)
	}
	return fmt.Sprintf("%d to %d", MinTrajectories, MaxTrajectories)
}

// Normal returns the settings with the grid and the feature map in canonical form, so that
// settings that mean the same are equal, and the grid itself. The error names the first
// setting out of range.
func (s Settings) Normal() (Settings, []float64, error) {
	values, err := ParseLambdas(s.Lambdas)
	if err != nil {
		return s, nil, err
	}
	s.Lambdas = FormatLambdas(values)
	if s, err = s.normalFeatures(); err != nil {
		return s, nil, err
	}
	switch {
	case s.Trajectories < MinTrajectories || s.Trajectories > s.MostTrajectories():
		err = RangeError("trajectories", s.Trajectories, "%s", s.trajectoryRange())
	case !(s.Gamma >= 0 && s.Gamma <= 1):
		err = RangeError("gamma", s.Gamma, "0 ≤ γ ≤ 1")
	case !(s.Ridge >= 0) || math.IsInf(s.Ridge, 1):
		err = RangeError("ridge", s.Ridge, "a number ≥ 0")
	}
	return s, values, err
}

// RangeError returns the error of a value out of range. The error names the setting, the value and
// the accepted values.
func RangeError(name string, value any, want string, args ...any) error {
	if value == "" {
		value = `""`
	}
	return fmt.Errorf("%s %v: want "+want, append([]any{name, value}, args...)...)
}

// Dim returns the number of features. The settings are in canonical form.
func (s Settings) Dim() (int, error) {
	if s.Recorded() {
		spec, _, err := s.FeatureSpec()
		if err != nil {
			return 0, err
		}
		return spec.Dim(s.Columns)
	}
	domain, err := sim.New(s.Problem)
	if err != nil {
		return 0, err
	}
	return domain.Dim(), nil
}
