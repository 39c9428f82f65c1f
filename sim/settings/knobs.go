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
	"lambdascope/sim/textfmt"
)

// The groups of controls, in their order.
const (
	Problem = "PROBLEM"
	Data    = "DATA"
	Method  = "METHOD"
)

// Tail is the name of the knob of truncated returns, whose control shows up for data with
// truncated trajectories.
const Tail = "tail"

// Takes reports whether a knob can be set. Domain and problem always can for a simulation,
// because each replaces the other.
func Takes(k Knob[Settings], s Settings) bool { return k.Applies(s) || k.Source && simulated(s) }

// Knobs returns the knobs of all settings, in the order of their flags.
func Knobs() []Knob[Settings] {
	return []Knob[Settings]{
		{
			Name: "domain", Help: "problem: " + strings.Join(sim.Domains(), ", "),
			Group: Problem, Label: "domain", About: Always[Settings]("the problem whose trajectories are simulated"),
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
			Group: Problem, Label: "states", Rest: true, About: Always[Settings]("a longer walk has a later reward; more to learn from as many trajectories"),
			Stops:   among(3, 5, 7, 9, 11, 15, 19, 25, 31, 41, 51),
			Get:     func(s Settings) string { return strconv.Itoa(s.Problem.States) },
			Set:     setProblem("states", wholeNumber("an odd number from 3 to 51"), func(o *sim.Options, v int) { o.States = v }),
			Applies: func(s Settings) bool { return simulated(s) && s.Problem.States != 0 },
		},
		{
			Name: "start", Help: "where Mountain Car starts: " + strings.Join(starts(), ", "),
			Group: Problem, Label: "start", Rest: true, About: Always[Settings]("where episodes begin; uniform sees states that the policy seldom meets"),
			Get:     func(s Settings) string { return s.Problem.Start },
			Set:     setProblem("start", name(strings.Join(starts(), " or ")), func(o *sim.Options, v string) { o.Start = v }),
			Applies: func(s Settings) bool { return simulated(s) && s.Problem.Start != "" },
			Choices: func(Settings) []string { return starts() },
		},
		{
			Name: targetField, Help: "target policy: how often it goes right, or acts at random",
			Group: Problem, Label: "target", Rest: true, About: aboutTarget,
			Stops:   targetStops,
			Get:     func(s Settings) string { return textfmt.Number(s.Target()) },
			Set:     setTarget,
			Applies: func(s Settings) bool { return s.Targets() != nil },
		},
		{
			Name: "features", Help: "feature map, such as poly:2 or rbf:5+bias; see guide domains",
			Group: Problem, Label: "features", About: aboutFeatures,
			Get:     Settings.FeatureMap,
			Set:     setFeatures,
			Applies: always,
			Choices: featureChoices,
		},
		{
			Name: "bounds", Help: "LOW:HIGH of observations, one for all or for each",
			Group: Problem, Label: "bounds", Rest: true, About: Always[Settings]("what obs are scaled by: LOW:HIGH for all or each; data: the file's own"),
			Get:     Settings.boundsText,
			Set:     setBounds,
			Applies: Settings.scaled,
			Needs:   "a feature map that scales observations, such as rbf",
		},
		{
			Name: "trajectories", Short: "n", Help: "trajectories n, 2 to 100000; of a file its first n",
			Group: Data, Label: "n", About: aboutTrajectories,
			Stops: among(TrajectoryCounts()...),
			Get:   func(s Settings) string { return strconv.Itoa(s.Trajectories) },
			Set: func(s *Settings, text string) error {
				v, err := strconv.Atoi(strings.TrimSpace(text))
				if err != nil || v < MinTrajectories || v > s.MostTrajectories() {
					return RangeError("trajectories", textfmt.Clip(text), "a whole number, %s", s.trajectoryRange())
				}
				s.Trajectories = v
				return nil
			},
			Applies: always,
		},
		{
			Name: "groups", Help: "leave out whole groups of a file: " + strings.Join(groupChoices(), ", "),
			Group: Data, Label: "groups", About: Always[Settings]("use: whole groups of the file are left out; ignore: single trajectories"),
			Get: func(s Settings) string {
				if s.IgnoreGroups {
					return IgnoreGroups
				}
				return useGroups
			},
			Set: func(s *Settings, text string) error {
				if !slices.Contains(groupChoices(), text) {
					return RangeError("groups", strconv.Quote(textfmt.Clip(text)), "%s", textfmt.Or(groupChoices()))
				}
				s.IgnoreGroups = text == IgnoreGroups
				return nil
			},
			Applies: func(s Settings) bool { return s.Groups > 0 },
			Needs:   "a field or column group",
			Choices: func(Settings) []string { return groupChoices() },
		},
		number(Knob[Settings]{
			Name: "gamma", Help: "discount γ, 0 to 1",
			Group: Problem, Label: "γ", About: Always[Settings]("discount: how much a reward one step later counts"),
			Stops: among(0, .5, .8, .9, .95, .98, .99, .995, 1),
		}, "0 ≤ γ ≤ 1", func(v float64) bool { return v >= 0 && v <= 1 }, func(s *Settings) *float64 { return &s.Gamma }),
		{
			Name: "lambdas", Help: "λ's, comma-separated: numbers and start:stop:step",
			Group: Method, Label: "λ grid", About: Always[Settings]("the λ's to choose from; 0 trusts the next estimate, 1 waits for the whole return"),
			Next: nextGrid,
			Get:  func(s Settings) string { return s.Lambdas },
			Set: func(s *Settings, text string) error {
				values, err := ParseLambdas(text)
				if err == nil {
					s.Lambdas = FormatLambdas(values)
				}
				return err
			},
			Applies: always,
		},
		number(Knob[Settings]{
			Name: "ridge", Help: "ridge ρ added to the diagonal of A, 0 or more",
			Group: Method, Label: "ridge", Rest: true, About: Always[Settings]("ρ on the diagonal of A; pulls all values toward zero, steadies small data"),
			Stops: among(0, .001, .01, .1, 1, 10, 100),
		}, "a number ≥ 0", func(v float64) bool { return v >= 0 && !math.IsInf(v, 1) }, func(s *Settings) *float64 { return &s.Ridge }),
		enum(Knob[Settings]{
			Name: "weighting", Help: "weights of folds",
			Group: Method, Label: "weighting", Rest: true, About: Always[Settings]("step: every step counts alike; trajectory: every trajectory does, however long"),
		}, estimator.WeightingNames(), func(s *Settings) *estimator.Weighting { return &s.Weighting }),
		enum(Knob[Settings]{
			Name: Tail, Help: "score of truncated trajectories",
			Group: Method, Label: "tail", Rest: true, About: Always[Settings]("bootstrap completes truncated returns by the fit"),
		}, estimator.TailNames(), func(s *Settings) *estimator.Tail { return &s.Tail }),
		enum(Knob[Settings]{Name: "method", Help: "computation of folds"},
			foldMethods, func(s *Settings) *FoldMethod { return &s.Method }),
		{
			Name: "seed", Help: "seed of simulated trajectories",
			Group: Data, Label: "seed", About: Always[Settings]("other random trajectories of the same problem; do the curves keep their shape?"),
			Next: nextSeed,
			Get:  func(s Settings) string { return strconv.FormatUint(s.Seed, 10) },
			Set: func(s *Settings, text string) error {
				v, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
				if err != nil {
					return RangeError("seed", textfmt.Clip(text), "a whole number from 0 to %d", uint64(math.MaxUint64))
				}
				s.Seed = v
				return nil
			},
			Applies: simulated,
		},
		{
			Name: "max-steps", Help: "transitions after which a simulated episode is truncated",
			Group: Data, Label: "max steps", Rest: true, About: Always[Settings]("episodes end after so many steps, cut off; what would have followed is not seen"),
			Stops:   among(10, 20, 30, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 100000),
			Get:     func(s Settings) string { return strconv.Itoa(s.Problem.MaxSteps) },
			Set:     setProblem("max-steps", wholeNumber("a whole number, 1 to 10000000"), func(o *sim.Options, v int) { o.MaxSteps = v }),
			Applies: simulated,
		},
	}
}

// number completes the knob of a number at a place in the settings.
func number(k Knob[Settings], want string, accepts func(v float64) bool, at func(*Settings) *float64) Knob[Settings] {
	k.Get = func(s Settings) string { return textfmt.Number(*at(&s)) }
	k.Set = func(s *Settings, text string) error {
		v, err := textfmt.ParseNumber(text)
		if err != nil || !accepts(v) {
			return RangeError(k.Name, textfmt.Clip(text), "%s", want)
		}
		*at(s) = v + 0 // + 0 makes −0 a 0
		return nil
	}
	k.Applies = always
	return k
}

// enum completes the knob of one of a few names at a place in the settings.
func enum[T interface {
	~int
	fmt.Stringer
}](k Knob[Settings], names []string, at func(*Settings) *T) Knob[Settings] {
	k.Help += ": " + strings.Join(names, ", ")
	k.Get = func(s Settings) string { return (*at(&s)).String() }
	k.Set = func(s *Settings, text string) error {
		i := slices.Index(names, text)
		if i < 0 {
			return RangeError(k.Name, strconv.Quote(text), "%s", textfmt.Or(names))
		}
		*at(s) = T(i)
		return nil
	}
	k.Applies = always
	k.Choices = func(Settings) []string { return names }
	return k
}

func always(Settings) bool      { return true }
func simulated(s Settings) bool { return !s.Recorded() }

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

// moveTo changes to the defaults of a source and keeps the settings that depend on
// no source.
func (s *Settings) moveTo(next Settings) {
	next.Seed, next.Lambdas = s.Seed, s.Lambdas
	next.Ridge, next.Weighting, next.Tail, next.Method = s.Ridge, s.Weighting, s.Tail, s.Method
	*s = next
}

// setProblem returns a Set of one of the domain's options. A change that the domain refuses
// is not made.
func setProblem[T any](name string, parse func(string) (T, error), assign func(*sim.Options, T)) func(*Settings, string) error {
	return func(s *Settings, text string) error {
		v, err := parse(text)
		if err != nil {
			return RangeError(name, textfmt.Clip(text), "%s", err.Error())
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

// name returns a parser of names. The error is want.
func name(want string) func(string) (string, error) {
	return func(text string) (string, error) {
		if text == "" { // would stand for the default
			return "", errors.New(want)
		}
		return text, nil
	}
}

// starts returns the values of Options.Start for Mountain Car, the default first.
func starts() []string { return []string{"default", "uniform"} }

// targetField is the name of the knob of the target policy.
const targetField = "target"

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
	targets := s.Targets()
	if targets != nil && s.Problem.Target == 0 {
		return targets.Behaviour
	}
	return s.Problem.Target
}

// setTarget changes the target policy.
func setTarget(s *Settings, text string) error {
	v, err := textfmt.ParseNumber(text)
	if err != nil || !(v > 0) { // 0 would stand for the behaviour
		want := "none"
		if targets := s.Targets(); targets != nil {
			want = targets.Range()
		}
		return RangeError(targetField, textfmt.Clip(text), "%s", want)
	}
	return setProblem(targetField, textfmt.ParseNumber, func(o *sim.Options, v float64) { o.Target = v })(s, text)
}

// wholeNumber returns a parser of positive whole numbers. The error is want.
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

// KnobNamed returns the knob of a name; false for an unknown name.
func KnobNamed(name string) (k Knob[Settings], ok bool) {
	all := Knobs()
	i := slices.IndexFunc(all, func(k Knob[Settings]) bool { return k.Name == name })
	if i < 0 {
		return k, false
	}
	return all[i], true
}

// Args returns the flags that choose the settings, without defaults of the source. The
// states of a walk are always there, because without flags the app opens on a different walk.
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
	for _, f := range Knobs() {
		if !f.Source && f.Applies(s) && (f.Get(s) != f.Get(base) || f.Name == "states") {
			args = append(args, "--"+f.Name, f.Get(s))
		}
	}
	return args
}

// setFeatures sets the feature map.
func setFeatures(s *Settings, text string) error {
	if !s.Recorded() {
		return setProblem("features", name("the name of a feature map"), func(o *sim.Options, v string) { o.Features = v })(s, text)
	}
	next := *s
	next.Features = text
	return s.become(next)
}
