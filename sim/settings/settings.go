package settings

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/features"
	"lambdascope/sim/recorded"
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
	// Seams is the repair of the episodes of the file on reading.
	Seams recorded.Repair
	// Levels are the values of columns of labels in the file.
	Levels features.Levels

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

// The groups of controls, in their order.
const (
	Problem = "Problem"
	Data    = "Data"
	Method  = "Method"
)

// Tail is the name of the knob of truncated returns, whose control shows up for data with
// truncated trajectories.
const Tail = "tail"

// Knobs returns the knobs of all settings, in the order of their flags.
func Knobs() []Knob[Settings] {
	starts := []string{"default", "uniform"}
	return []Knob[Settings]{
		{
			Name: "domain", Help: "problem: " + strings.Join(sim.Domains(), ", "),
			Group: Problem, Label: "domain", About: Always[Settings]("the problem whose trajectories are simulated"),
			Get:     func(s Settings) string { return s.Problem.Domain },
			Set:     setDomain,
			Applies: func(s Settings) bool { return simulated(s) && s.Problem.Problem == nil },
			Choices: func(Settings) []string { return sim.Domains() },
			Says:    aboutSource,
			Source:  true,
		},
		{
			Name: "problem", Help: "problem in place of a domain: a file or a name; see guide domains",
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
		option(Knob[Settings]{
			Name: "states", Help: "states of the random walk, odd, 3 to 51",
			Group: Problem, Label: "states", Rest: true, About: Always[Settings]("a longer walk has a later reward; more to learn from as many trajectories"),
			Stops: among(3, 5, 7, 9, 11, 15, 19, 25, 31, 41, 51),
		}, "an odd number from 3 to 51", func(o *sim.Options) *int { return &o.States }),
		option(Knob[Settings]{
			Name: "start", Help: "where Mountain Car starts: " + strings.Join(starts, ", "),
			Group: Problem, Label: "start", Rest: true, About: Always[Settings]("where episodes begin; uniform sees states that the policy seldom meets"),
			Choices: func(Settings) []string { return starts },
		}, textfmt.Or(starts), func(o *sim.Options) *string { return &o.Start }),
		{
			Name: "target", Help: "target policy: how often it goes right, or acts at random",
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
			Says: func(s Settings, value string) string {
				_ = setFeatures(&s, value) // a choice
				return aboutFeatures(s)
			},
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
			Check: func(s Settings) error {
				if v := s.Trajectories; v < MinTrajectories || v > s.MostTrajectories() {
					return RangeError("trajectories", v, "a whole number, %s", s.trajectoryRange())
				}
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
		{
			Name: "seams", Help: "where episodes meet: " + strings.Join(recorded.RepairNames(), ", "),
			Get:     func(s Settings) string { return s.Seams.String() },
			Set:     setSeams,
			Applies: Settings.Recorded,
			Needs:   "a file",
			Choices: seamChoices,
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
			JSON:    func(s Settings) any { return s.Grid() },
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
		option(Knob[Settings]{
			Name: "max-steps", Help: "transitions after which a simulated episode is truncated",
			Group: Data, Label: "max steps", Rest: true, About: Always[Settings]("episodes end after so many steps, cut off; what would have followed is not seen"),
			Stops: among(10, 20, 30, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 100000),
		}, "a whole number, 1 to 10000000", func(o *sim.Options) *int { return &o.MaxSteps }),
	}
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

// Takes reports whether a knob can be set. Domain and problem always can for a simulation,
// because each replaces the other.
func Takes(k Knob[Settings], s Settings) bool { return k.Applies(s) || k.Source && simulated(s) }

func always(Settings) bool      { return true }
func simulated(s Settings) bool { return !s.Recorded() }

// The range of Settings.Trajectories for a domain. A file has no upper bound.
const (
	MinTrajectories = 2
	MaxTrajectories = 100_000
)

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

// TrajectoryCounts returns the usual n: 2 3 5 7 10 15 20 30 50 70 100 …
func TrajectoryCounts() []float64 {
	counts := []float64{2, 3, 5, 7}
	for decade := 10.0; decade < MaxTrajectories; decade *= 10 {
		for _, v := range []float64{1, 1.5, 2, 3, 5, 7} {
			counts = append(counts, v*decade)
		}
	}
	return append(counts, MaxTrajectories)
}

// aboutTrajectories describes n.
func aboutTrajectories(s Settings) string {
	if s.Groups > 0 && !s.IgnoreGroups {
		return "the file's first n; more groups usually shorten the bars"
	}
	return "more data usually shortens the bars"
}

func nextSeed(s Settings, steps int) string {
	seed := s.Seed + uint64(steps)
	if steps < 0 && uint64(-steps) > s.Seed {
		seed = 0
	}
	return fmt.Sprint(seed)
}

// Resolve returns the settings with the grid and the feature map in canonical form, so that
// settings that mean the same are equal. The error names the first setting out of range.
func (s Settings) Resolve() (Settings, error) {
	values, err := ParseLambdas(s.Lambdas)
	if err != nil {
		return s, err
	}
	s.Lambdas = FormatLambdas(values)
	if s, err = s.normalFeatures(); err != nil {
		return s, err
	}
	for _, k := range Knobs() {
		if k.Check == nil {
			continue
		}
		if err := k.Check(s); err != nil {
			return s, err
		}
	}
	return s, nil
}

// Grid returns the λ's of valid settings.
func (s Settings) Grid() []float64 {
	values, _ := ParseLambdas(s.Lambdas)
	return values
}

// RangeError returns the error of a value out of range. The error names the setting, the value and
// the accepted values.
func RangeError(name string, value any, want string, args ...any) error {
	if value == "" {
		value = `""`
	}
	return fmt.Errorf("%s %v: want "+want, append([]any{name, value}, args...)...)
}

// Args returns the flags that choose the settings, without defaults of the source. The
// states of a walk are always there, because without flags the app opens on a different walk.
func (s Settings) Args() (args []string) {
	base, err := s.Start()
	if err != nil {
		return nil
	}
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

// FeatureMap returns the name of the feature map.
func (s Settings) FeatureMap() string {
	if s.Recorded() {
		return s.Features
	}
	return s.Problem.Features
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
