package settings

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/problem"
	"lambdascope/sim/words"
)

// Settings are everything that determines a result. They are comparable: equal
// settings give equal results. Fields that mean nothing for the source are zero.
type Settings struct {
	Problem sim.Options // where trajectories are drawn from; zero for a file
	Seed    uint64      // of the random streams; zero for a file

	File string // a file of trajectories, in place of a domain: as it was named
	Hash string // SHA-256 of its content
	// FileTrajectories is how many trajectories the file has, 0 for a domain.
	FileTrajectories int
	// Columns is how many numbers an observation of the file has, Features the map of
	// them and Bounds what it scales them by, empty for what the data have; all as
	// features.Parse and features.ParseBounds read them, and zero for a domain.
	Columns          int
	Features, Bounds string
	// Groups is how many groups the trajectories of the file are of, 0 where it has none.
	// Whole groups are left out unless IgnoreGroups is set.
	Groups       int
	IgnoreGroups bool

	Trajectories int     // n, the first n of the source
	Gamma        float64 // discount
	Lambdas      string  // the grid, as FormatLambdas writes it
	Ridge        float64
	Weighting    estimator.Weighting
	Tail         estimator.Tail
	Method       estimator.Method
}

// The range of Settings.Trajectories. Of a file they may be as many as it has.
const (
	MinTrajectories = 2
	MaxTrajectories = 100_000
)

// defaultLambdas is the grid that settings start with, as UniformGrid(0.1) writes it.
const defaultLambdas = "0:1:0.1"

// Defaults returns the settings a domain starts with: the paper's. The error
// names a domain that does not exist.
func Defaults(domain string) (Settings, error) {
	return startOf(sim.Options{Domain: domain})
}

// ProblemDefaults returns the settings a problem starts with: what its file says.
func ProblemDefaults(p *problem.Problem) Settings {
	s, err := startOf(sim.Options{Problem: p})
	if err != nil {
		panic(err) // of a domain that does not exist
	}
	return s
}

// Start returns the settings that the source of some settings starts with.
func (s Settings) Start() (Settings, error) {
	if s.Recorded() {
		return FileDefaults(File{Name: s.File, Hash: s.Hash, Trajectories: s.FileTrajectories, Features: s.Columns, Groups: s.Groups}), nil
	}
	return startOf(s.Problem)
}

// startOf returns the settings that the options' domain or problem starts with.
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

// Source returns what the domain or the problem was chosen by; empty for a file.
func (s Settings) Source() string {
	if p := s.Problem.Problem; p != nil {
		return p.Source
	}
	return s.Problem.Domain
}

// Sources returns what SetSource takes: the domains, the problems that ship, known ones,
// and the one of a file that the settings are of.
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

// SetSource changes to another domain or problem with its defaults; the seed, the grid and
// the method stay. The error says what there is.
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
		return RangeError("domain", strconv.Quote(words.Clip(text)), "%s", words.Or(s.Sources(known...)))
	}
	return nil
}

// FeatureMap returns the name of the feature map, whatever the source.
func (s Settings) FeatureMap() string {
	if s.Recorded() {
		return s.Features
	}
	return s.Problem.Features
}

// mostTrajectories returns how many trajectories there may be, not knowing how many a
// file has.
func (s Settings) MostTrajectories() int {
	if s.Recorded() {
		return math.MaxInt
	}
	return MaxTrajectories
}

// trajectoryRange says how many trajectories there may be.
func (s Settings) trajectoryRange() string {
	if s.Recorded() {
		return fmt.Sprintf("%d or more", MinTrajectories)
	}
	return fmt.Sprintf("%d to %d", MinTrajectories, MaxTrajectories)
}

// normal returns the settings with the grid in its usual text, or an error that
// names the first setting out of range.
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

// RangeError returns the error of a value that is out of range: it names the setting,
// its value and what is accepted.
func RangeError(name string, value any, want string, args ...any) error {
	if value == "" {
		value = `""`
	}
	return fmt.Errorf("%s %v: want "+want, append([]any{name, value}, args...)...)
}

// dim returns the number of features of settings in their usual form.
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
