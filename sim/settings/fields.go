package settings

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/problem"
	"lambdascope/sim/words"
)

// Field is one setting that a person can choose: a flag of the commands and a
// control of the app, read, checked and written in one place.
type Field struct {
	Name  string // the flag's name
	Short string // its one-letter form, or empty
	Help  string // one line
	// Get returns the value as text that Set reads back.
	Get func(s Settings) string
	// Set reads a value. On an error, which names the field and says what is
	// accepted, the settings are as they were.
	Set func(s *Settings, text string) error
	// Applies tells whether the field means anything for the source.
	Applies func(s Settings) bool
	// Choices lists the accepted texts where there are few; nil otherwise.
	Choices func(s Settings) []string
	// Source tells that the field chooses what is simulated: it can be set whichever
	// domain or problem that is.
	Source bool
}

// Takes tells whether the field can be set.
func (f Field) Takes(s Settings) bool { return f.Applies(s) || f.Source && simulated(s) }

// Fields returns all fields in the order in which they are best shown.
func Fields() []Field {
	return []Field{
		{
			Name: "domain", Help: "problem: " + strings.Join(sim.Domains(), ", "),
			Get:     func(s Settings) string { return s.Problem.Domain },
			Set:     setDomain,
			Applies: func(s Settings) bool { return simulated(s) && s.Problem.Problem == nil },
			Choices: func(Settings) []string { return sim.Domains() },
			Source:  true,
		},
		{
			Name: "problem", Help: "problem in place of a domain: a file or a name, of which help is a list",
			Get: func(s Settings) string {
				if s.Problem.Problem == nil {
					return ""
				}
				return s.Source()
			},
			Set:     setProcess,
			Applies: func(s Settings) bool { return s.Problem.Problem != nil },
			Choices: problemChoices,
			Source:  true,
		},
		{
			Name: "states", Help: "states of the random walk, odd, 3 to 51",
			Get:     func(s Settings) string { return strconv.Itoa(s.Problem.States) },
			Set:     setProblem("states", wholeNumber("an odd number from 3 to 51"), func(o *sim.Options, v int) { o.States = v }),
			Applies: func(s Settings) bool { return simulated(s) && s.Problem.States != 0 },
		},
		{
			Name: "start", Help: "where Mountain Car starts: " + strings.Join(starts(), ", "),
			Get:     func(s Settings) string { return s.Problem.Start },
			Set:     setProblem("start", name(strings.Join(starts(), " or ")), func(o *sim.Options, v string) { o.Start = v }),
			Applies: func(s Settings) bool { return simulated(s) && s.Problem.Start != "" },
			Choices: func(Settings) []string { return starts() },
		},
		{
			Name: targetField, Help: "target policy: how often it goes right, or acts at random",
			Get:     func(s Settings) string { return words.Number(s.Target()) },
			Set:     setTarget,
			Applies: func(s Settings) bool { return s.Targets() != nil },
		},
		{
			Name: "features", Help: "feature map, such as poly:2 or rbf:5+bias; see guide domains",
			Get:     Settings.FeatureMap,
			Set:     setFeatures,
			Applies: always,
			Choices: featureChoices,
		},
		{
			Name: "bounds", Help: "LOW:HIGH of observations, one for all or for each",
			Get:     Settings.boundsText,
			Set:     setBounds,
			Applies: Settings.scaled,
		},
		{
			Name: "trajectories", Short: "n", Help: "trajectories n, 2 to 100000; of a file its first n",
			Get: func(s Settings) string { return strconv.Itoa(s.Trajectories) },
			Set: func(s *Settings, text string) error {
				v, err := strconv.Atoi(strings.TrimSpace(text))
				if err != nil || v < MinTrajectories || v > s.MostTrajectories() {
					return RangeError("trajectories", words.Clip(text), "a whole number, %s", s.trajectoryRange())
				}
				s.Trajectories = v
				return nil
			},
			Applies: always,
		},
		{
			Name: "groups", Help: "leave out whole groups of a file: " + strings.Join(groupChoices(), ", "),
			Get: func(s Settings) string {
				if s.IgnoreGroups {
					return IgnoreGroups
				}
				return useGroups
			},
			Set: func(s *Settings, text string) error {
				if !slices.Contains(groupChoices(), text) {
					return RangeError("groups", strconv.Quote(words.Clip(text)), "%s", words.Or(groupChoices()))
				}
				s.IgnoreGroups = text == IgnoreGroups
				return nil
			},
			Applies: func(s Settings) bool { return s.Groups > 0 },
			Choices: func(Settings) []string { return groupChoices() },
		},
		number("gamma", "discount γ, 0 to 1", "0 ≤ γ ≤ 1", func(v float64) bool { return v >= 0 && v <= 1 },
			func(s *Settings) *float64 { return &s.Gamma }),
		{
			Name: "lambdas", Help: "λ's, comma-separated: numbers and start:stop:step",
			Get: func(s Settings) string { return s.Lambdas },
			Set: func(s *Settings, text string) error {
				values, err := ParseLambdas(text)
				if err == nil {
					s.Lambdas = FormatLambdas(values)
				}
				return err
			},
			Applies: always,
		},
		number("ridge", "ridge ρ added to the diagonal of A, 0 or more", "a number ≥ 0", func(v float64) bool { return v >= 0 && !math.IsInf(v, 1) },
			func(s *Settings) *float64 { return &s.Ridge }),
		enum("weighting", "weights of folds", estimator.WeightingNames(),
			func(s *Settings) *estimator.Weighting { return &s.Weighting }),
		enum("tail", "score of truncated trajectories", estimator.TailNames(),
			func(s *Settings) *estimator.Tail { return &s.Tail }),
		enum("method", "computation of folds", estimator.MethodNames(),
			func(s *Settings) *estimator.Method { return &s.Method }),
		{
			Name: "seed", Help: "seed of simulated trajectories",
			Get: func(s Settings) string { return strconv.FormatUint(s.Seed, 10) },
			Set: func(s *Settings, text string) error {
				v, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
				if err != nil {
					return RangeError("seed", words.Clip(text), "a whole number from 0 to %d", uint64(math.MaxUint64))
				}
				s.Seed = v
				return nil
			},
			Applies: simulated,
		},
		{
			Name: "max-steps", Help: "transitions after which a simulated episode is truncated",
			Get:     func(s Settings) string { return strconv.Itoa(s.Problem.MaxSteps) },
			Set:     setProblem("max-steps", wholeNumber("a whole number, 1 to 10000000"), func(o *sim.Options, v int) { o.MaxSteps = v }),
			Applies: simulated,
		},
	}
}

// number returns the field of a number, which at finds in settings.
func number(name, help, want string, accepts func(v float64) bool, at func(*Settings) *float64) Field {
	return Field{
		Name: name, Help: help,
		Get: func(s Settings) string { return words.Number(*at(&s)) },
		Set: func(s *Settings, text string) error {
			v, err := parseNumber(text)
			if err != nil || !accepts(v) {
				return RangeError(name, words.Clip(text), "%s", want)
			}
			*at(s) = v + 0 // + 0 makes −0 a 0
			return nil
		},
		Applies: always,
	}
}

// enum returns the field of one of a few names, in the order of their constants, which at
// finds in settings.
func enum[T interface {
	~int
	fmt.Stringer
}](name, help string, names []string, at func(*Settings) *T) Field {
	return Field{
		Name: name, Help: help + ": " + strings.Join(names, ", "),
		Get: func(s Settings) string { return (*at(&s)).String() },
		Set: func(s *Settings, text string) error {
			i := slices.Index(names, text)
			if i < 0 {
				return RangeError(name, strconv.Quote(text), "%s", words.Or(names))
			}
			*at(s) = T(i)
			return nil
		},
		Applies: always,
		Choices: func(Settings) []string { return names },
	}
}

func always(Settings) bool      { return true }
func simulated(s Settings) bool { return !s.Recorded() }

// setDomain changes to another domain with its defaults; the seed, the grid and
// the method stay.
func setDomain(s *Settings, text string) error {
	next, err := Defaults(text)
	if err != nil || text == "" {
		return RangeError("domain", strconv.Quote(words.Clip(text)), "%s", strings.Join(sim.Domains(), ", "))
	}
	s.moveTo(next)
	return nil
}

// setProcess changes to a problem with its defaults: one that ships, or the one at hand.
func setProcess(s *Settings, text string) error {
	p := s.Problem.Problem
	if p == nil || p.Source != text {
		var err error
		if p, err = problem.Shipped(text); err != nil {
			return RangeError("problem", strconv.Quote(words.Clip(text)), "%s", words.Or(problem.Names()))
		}
	}
	s.SetProblem(p)
	return nil
}

// SetProblem changes to a problem with its defaults, as SetSource does.
func (s *Settings) SetProblem(p *problem.Problem) { s.moveTo(ProblemDefaults(p)) }

// problemChoices returns the names of the problems that ship, and of the one at hand.
func problemChoices(s Settings) []string {
	names := problem.Names()
	if p := s.Problem.Problem; p != nil && !slices.Contains(names, p.Source) {
		names = append(names, p.Source)
	}
	return names
}

// moveTo makes the settings those that another source starts with, but for what does not
// depend on the source.
func (s *Settings) moveTo(next Settings) {
	next.Seed, next.Lambdas = s.Seed, s.Lambdas
	next.Ridge, next.Weighting, next.Tail, next.Method = s.Ridge, s.Weighting, s.Tail, s.Method
	*s = next
}

// setProblem returns a Set that changes one of the domain's options and keeps
// the change if the domain accepts it.
func setProblem[T any](name string, parse func(string) (T, error), assign func(*sim.Options, T)) func(*Settings, string) error {
	return func(s *Settings, text string) error {
		v, err := parse(text)
		if err != nil {
			return RangeError(name, words.Clip(text), "%s", err.Error())
		}
		problem := s.Problem
		assign(&problem, v)
		d, err := sim.New(problem)
		if err != nil {
			return err
		}
		s.Problem = d.Options()
		return nil
	}
}

// name returns a parser of names, whose error says what is wanted.
func name(want string) func(string) (string, error) {
	return func(text string) (string, error) {
		if text == "" { // would stand for the default
			return "", errors.New(want)
		}
		return text, nil
	}
}

// starts returns what Options.Start takes where it means anything, the default
// first.
func starts() []string { return []string{"default", "uniform"} }

// targetField is the name of the field of the target policy.
const targetField = "target"

// Targets returns what the target policy can be; nil where that is the behaviour alone.
func (s Settings) Targets() *sim.Targets {
	targets, err := sim.TargetsOf(s.Problem)
	if err != nil || s.Recorded() {
		return nil
	}
	return targets
}

// Target returns the target policy, that of the behaviour too, as the field target
// writes it; 0 where there is none.
func (s Settings) Target() float64 {
	targets := s.Targets()
	if targets != nil && s.Problem.Target == 0 {
		return targets.Behaviour
	}
	return s.Problem.Target
}

// setTarget changes the target policy.
func setTarget(s *Settings, text string) error {
	v, err := parseNumber(text)
	if err != nil || !(v > 0) { // 0 would stand for the behaviour
		want := "none"
		if targets := s.Targets(); targets != nil {
			want = targets.Range()
		}
		return RangeError(targetField, words.Clip(text), "%s", want)
	}
	return setProblem(targetField, parseNumber, func(o *sim.Options, v float64) { o.Target = v })(s, text)
}

// wholeNumber returns a parser of positive whole numbers, whose error says what
// is wanted.
func wholeNumber(want string) func(string) (int, error) {
	return func(text string) (int, error) {
		v, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || v < 1 { // zero would stand for the default
			return 0, errors.New(want)
		}
		return v, nil
	}
}

func featureChoices(s Settings) []string {
	if s.Recorded() {
		return recordedFeatures(s)
	}
	maps, err := sim.FeatureMaps(s.Problem)
	if err != nil {
		return nil
	}
	var names []string
	for _, m := range maps {
		names = append(names, m, m+sim.BiasSuffix)
	}
	return names
}

// FieldNamed returns the field of that name, and whether there is one.
func FieldNamed(name string) (Field, bool) {
	fields := Fields()
	i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == name })
	if i < 0 {
		return Field{}, false
	}
	return fields[i], true
}

// Args returns the flags that choose the settings: those that differ from the
// defaults of their source, and of a walk its states, as the app opens on other
// settings where no flag chooses any.
func (s Settings) Args() []string {
	base, err := s.Start()
	if err != nil {
		return nil
	}
	var args []string
	if s.Recorded() {
		for _, name := range s.Files() {
			args = append(args, "--data", name)
		}
	} else if s.Problem.Problem != nil {
		args = append(args, "--problem", s.Source())
	} else if first := sim.Domains()[0]; s.Problem.Domain != first {
		args = append(args, "--domain", s.Problem.Domain)
	}
	for _, f := range Fields() {
		if !f.Source && f.Applies(s) && (f.Get(s) != f.Get(base) || f.Name == "states") {
			args = append(args, "--"+f.Name, f.Get(s))
		}
	}
	return args
}

// setFeatures sets the feature map of whichever source.
func setFeatures(s *Settings, text string) error {
	if !s.Recorded() {
		return setProblem("features", name("the name of a feature map"), func(o *sim.Options, v string) { o.Features = v })(s, text)
	}
	next := *s
	next.Features = text
	return s.become(next)
}
