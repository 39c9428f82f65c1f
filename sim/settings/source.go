package settings

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"lambdascope/sim"
	"lambdascope/sim/problem"
	"lambdascope/sim/textfmt"
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

// aboutSource describes a domain or a problem in a few words.
func aboutSource(_ Settings, name string) string {
	switch name {
	case "random-walk":
		return "states in a row, and a reward at the right end"
	case "2048":
		return "the game of numbered tiles, played at random"
	case "mountain-car":
		return "a car that has to swing up a hill"
	}
	return cmp.Or(problem.About(name), "a problem of a file")
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

// setDomain changes to the defaults of another domain. The seed, the grid and the method
// stay.
func setDomain(s *Settings, text string) error {
	next, err := Defaults(text)
	if err != nil || text == "" {
		return RangeError("domain", strconv.Quote(textfmt.Clip(text)), "%s", strings.Join(sim.Domains(), ", "))
	}
	s.moveTo(next)
	return nil
}

// setProcess changes to the defaults of a problem that ships, or of the present problem.
func setProcess(s *Settings, text string) error {
	p := s.Problem.Problem
	if p == nil || p.Source != text {
		var err error
		if p, err = problem.Shipped(text); err != nil {
			return RangeError("problem", strconv.Quote(textfmt.Clip(text)), "%s", textfmt.Or(problem.Names()))
		}
	}
	s.SetProblem(p)
	return nil
}

// SetProblem changes to the defaults of a problem, as SetSource does.
func (s *Settings) SetProblem(p *problem.Problem) { s.moveTo(ProblemDefaults(p)) }

// problemChoices returns the names of the problems that ship, and of the present problem.
func problemChoices(s Settings) []string {
	names := problem.Names()
	if p := s.Problem.Problem; p != nil && !slices.Contains(names, p.Source) {
		names = append(names, p.Source)
	}
	return names
}

// moveTo changes to the problem of other settings, with its usual n and γ, and keeps the settings
// that depend on no source.
func (s *Settings) moveTo(next Settings) {
	s.Problem = next.Problem
	s.Trajectories = next.Trajectories
	s.Gamma = next.Gamma
}

// Targets returns the possible target policies; nil if there is the behaviour alone.
func (s Settings) Targets() *sim.Targets {
	targets, err := sim.TargetsOf(s.Problem)
	if err != nil || s.Recorded() {
		return nil
	}
	return targets
}

// Target returns the parameter of the target policy, also where the target is the behaviour;
// 0 without a target policy.
func (s Settings) Target() float64 {
	if targets := s.Targets(); targets != nil && s.Problem.Target == 0 {
		return targets.Behaviour
	}
	return s.Problem.Target
}

// setTarget changes the target policy.
func setTarget(s *Settings, text string) error {
	want := "none"
	if targets := s.Targets(); targets != nil {
		want = targets.Range()
	}
	return option(Knob[Settings]{Name: "target"}, want, func(o *sim.Options) *float64 { return &o.Target }).Set(s, text)
}

// targetStops returns the usual target policies of a domain.
func targetStops(s Settings) []float64 {
	switch targets := s.Targets(); {
	case targets == nil:
		return nil
	case targets.Choices != nil:
		return targets.Choices
	}
	return []float64{.05, .1, .2, .3, .4, .45, .5, .55, .6, .7, .8, .9, .95}
}

// aboutTarget names the policy of the values and the policy of the data.
func aboutTarget(s Settings) string {
	targets := s.Targets()
	if targets == nil {
		return ""
	}
	what := "goes right this often"
	if s.Problem.Domain == "mountain-car" {
		what = "acts at random this often"
	}
	about := "the policy whose values are estimated " + what + "; that of the data "
	if s.Problem.Target == 0 {
		return about + "does too"
	}
	return about + textfmt.Number(targets.Behaviour)
}
