package analysis

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/features"
	"lambdascope/sim/words"
)

// mostMaps is how many feature maps may be compared.
const mostMaps = 20

// ParseMaps reads comma-separated feature maps of the settings' source, and returns their
// names in their usual form. The error says what is accepted.
func (s Settings) ParseMaps(text string) ([]string, error) {
	var out []string
	for item := range strings.SplitSeq(text, ",") {
		if err := setFeatures(&s, strings.TrimSpace(item)); err != nil {
			return nil, fmt.Errorf("maps %q: %w", clip(text), err)
		}
		name := s.FeatureMap()
		if slices.Contains(out, name) {
			return nil, fmt.Errorf("maps %q: %s comes twice: want each map once", clip(text), name)
		}
		out = append(out, name)
	}
	if len(out) > mostMaps {
		return nil, fmt.Errorf("maps: %d of them: want at most %d", len(out), mostMaps)
	}
	return out, nil
}

// WithFeatures returns the settings with another feature map of their source, named as
// ParseMaps names it.
func (s Settings) WithFeatures(name string) Settings {
	if s.Recorded() {
		s.Features = name
	} else {
		s.Problem.Features = name
	}
	return s
}

// UsualMaps returns feature maps that are worth a comparison: a few with at most 100
// features, as more take long, or one of each kind that the source has, with and without
// a bias.
func (s Settings) UsualMaps(all bool) []string {
	var out []string
	switch {
	case all && s.Recorded():
		out = recordedFeatures(s)
	case s.Recorded():
		out = s.small([]string{"identity+bias", "poly:2+bias", "fourier:3", "rbf:3+bias", "rff:50+bias"})
	default:
		own, _ := sim.FeatureMaps(s.Problem.Domain) // none of an unknown domain
		own = slices.Clip(own)
		if !all {
			return s.small(append(own, "poly:2+bias", "fourier:3"))
		}
		observed, err := sim.Observed(s.Problem.Domain)
		if err != nil {
			return own
		}
		for _, name := range append(own, observed...) {
			out = append(out, name, name+sim.BiasSuffix)
		}
	}
	return out[:min(len(out), mostMaps)]
}

// small returns those of some maps that have at most 100 features, or no more than there
// are observed.
func (s Settings) small(names []string) []string {
	const most = 100
	return slices.DeleteFunc(names, func(name string) bool {
		if !s.Recorded() {
			d, err := sim.New(s.WithFeatures(name).Problem)
			return err != nil || d.Dim() > most
		}
		spec, err := features.Parse(name)
		if err != nil {
			return true
		}
		dim, err := spec.Dim(max(1, s.Columns))
		return err != nil || dim > max(most, s.Columns+1)
	})
}

// Maps are selections from the same trajectories with several feature maps. Returns do
// not depend on features, so that their LOTO errors compare.
type Maps struct {
	Results []*Result // in the order of the maps; each names its own in its Settings
	// Best is the index of the map with the least LOTO error; see estimator.Comparison.
	Best   int
	Nested *Nested // nil if not asked for

	against []estimator.Difference // of the best λ of each map, from the best pair
}

// CompareMaps compares the results of several feature maps, of the same trajectories. Its
// error is that of estimator.Compare.
func CompareMaps(results []*Result) (*Maps, error) {
	c, err := estimator.Compare(selections(results))
	if err != nil {
		return nil, err
	}
	return &Maps{Results: results, Best: c.Best, against: c.Against}, nil
}

// selections returns those of results.
func selections(results []*Result) []*estimator.Selection {
	out := make([]*estimator.Selection, len(results))
	for i, r := range results {
		out[i] = r.Selection
	}
	return out
}

// Second returns the index of the map of the least LOTO error besides the best; −1 where
// there is no other.
func (m *Maps) Second() int { return second(selections(m.Results), m.Best) }

// second returns the index of the selection of the least LOTO error besides the best.
func second(all []*estimator.Selection, best int) int {
	out := -1
	for j, s := range all {
		if j != best && (out < 0 || s.Best().LOTO < all[out].Best().LOTO) {
			out = j
		}
	}
	return out
}

// At returns the result of the best map; its λ̂ is that of the best pair.
func (m *Maps) At() *Result { return m.Results[m.Best] }

// NotRuledOut returns how the best λ of a map compares with the best pair; see
// estimator.Compare.
func (m *Maps) NotRuledOut(j int) (diff, se float64, not bool) {
	d := m.against[j]
	return d.Diff, d.SE, d.NotRuledOut
}

// Warnings returns what makes the comparison less than it seems, a sentence without a
// full stop each.
func (m *Maps) Warnings() []string {
	var out []string
	for _, r := range m.Results {
		const much = 2 // transitions for each direction, below which fits follow noise
		if sel := r.Selection; much*sel.Rank > sel.Steps {
			out = append(out, fmt.Sprintf("%s spans %d directions with %d transitions, and its fits follow their noise", r.Settings.FeatureMap(), sel.Rank, sel.Steps))
		}
	}
	if sel := m.At().Selection; sel.Truncated > 0 && sel.Tail == estimator.TailBootstrap {
		out = append(out, "each map completes the returns of truncated trajectories by its own fits, so that the LOTO errors of maps compare only in part: want --tail none")
	}
	return out
}

// Nested is the LOTO error of choosing a map and λ, estimated on trajectories that have
// no part in the choice. They are dealt into parts, trajectory i, or all of group i, to
// part i modulo their number. For each part, the map and λ of the least LOTO error on the other parts are
// fitted to these, and predict the returns of the part.
type Nested struct {
	Score, SE float64 // combined over trajectories as the LOTO error is
	Errors    []float64
	Chosen    []Pair // by part
}

// Pair is a feature map, by its index, and a λ.
type Pair struct {
	Map    int
	Lambda float64
}

// checkNested returns an error for a number of parts that n trajectories, or groups of
// them, can't be dealt into, of which all but one have at least 2.
func checkNested(parts, n, trajectories int) error {
	if parts == 0 || parts >= 2 && parts <= n && n-(n+parts-1)/parts >= MinTrajectories {
		return nil
	}
	what := "trajectories"
	if n < trajectories {
		what = "groups"
	}
	return fmt.Errorf("nested %d: want 2 to %d parts of the %d %s, with at least 2 left when one is left out", parts, n, n, what)
}

// CheckMaps returns an error that names what is wrong with the maps, or the nested
// estimate, of checked settings. It computes nothing.
func (e *Engine) CheckMaps(s Settings, names []string, nested int) error {
	for _, name := range names {
		if _, err := e.Check(s.WithFeatures(name)); err != nil {
			return err
		}
	}
	return checkNested(nested, e.folds(s), s.Trajectories)
}

// Maps selects λ with each of some feature maps, named as ParseMaps names them, and
// compares them; nested is the number of parts of a Nested, 0 for none. Errors are those
// of Analyze.
func (e *Engine) Maps(ctx context.Context, s Settings, names []string, nested int) (*Maps, error) {
	s, lambdas, err := e.check(s)
	if err == nil {
		err = e.CheckMaps(s, names, nested)
	}
	if err != nil {
		return nil, err
	}
	extra := Extra{Maps: strings.Join(names, ","), Nested: nested}
	if err := e.Limits(ctx).CheckExtra(s, extra); err != nil {
		return nil, err
	}
	var results []*Result
	for _, name := range names {
		r, err := e.Analyze(ctx, s.WithFeatures(name))
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	out, err := CompareMaps(results)
	if err != nil || nested == 0 {
		return out, err
	}
	err = e.within(ctx, s, extra, func(ctx context.Context) (err error) {
		out.Nested, err = e.nested(ctx, out.Results, lambdas, nested)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// nested computes a Nested of some parts for the maps of results.
func (e *Engine) nested(ctx context.Context, maps []*Result, lambdas []float64, parts int) (*Nested, error) {
	var data [][]*estimator.Trajectory
	for _, r := range maps {
		_, all, err := e.data(ctx, r.Settings)
		if err != nil {
			return nil, err
		}
		data = append(data, all)
	}
	s := maps[0].Settings
	opt := e.Options(s, lambdas)
	out := &Nested{Errors: make([]float64, s.Trajectories)}
	for part := range parts {
		var others []*estimator.Selection
		for j, of := range data {
			name := fmt.Sprintf("part %d of %d, features %s", part+1, parts, maps[j].Settings.FeatureMap())
			sel, err := e.selectOn(ctx, maps[j].Settings, of, opt, name, func(fold int) bool { return fold%parts != part })
			if err != nil {
				return nil, err
			}
			others = append(others, sel)
		}
		compared, err := estimator.Compare(others)
		if err != nil {
			return nil, err
		}
		best := compared.Best
		pair := others[best].Best()
		out.Chosen = append(out.Chosen, Pair{best, pair.Lambda})
		for i, t := range data[best] {
			if foldOf(opt.Groups, i)%parts == part {
				if out.Errors[i], err = estimator.SquaredError(t, pair.Theta, opt.Gamma, opt.Tail); err != nil {
					return nil, err
				}
			}
		}
	}
	var err error
	if out.Score, out.SE, err = estimator.Combine(data[0], out.Errors, opt.Weighting, opt.Groups); err != nil {
		return nil, err
	}
	if math.IsInf(out.Score, 0) || math.IsNaN(out.Score) {
		return nil, fmt.Errorf("nested %d: the squared error overflows; scale the rewards down", parts)
	}
	return out, nil
}

// selectOn selects λ for a map on the trajectories of some folds; name is what progress calls
// it.
func (e *Engine) selectOn(ctx context.Context, s Settings, all []*estimator.Trajectory, opt estimator.Options, name string, stays func(fold int) bool) (*estimator.Selection, error) {
	var some []*estimator.Trajectory
	groups := opt.Groups
	opt.Groups = nil
	for i, t := range all {
		if !stays(foldOf(groups, i)) {
			continue
		}
		some = append(some, t)
		if groups != nil {
			opt.Groups = append(opt.Groups, groups[i])
		}
	}
	opt.Progress = new(estimator.Progress)
	defer progressOf(ctx).begin(name, e.Expected(s, Extra{}), opt.Progress.Share)()
	sel, err := estimator.Select(ctx, some, opt)
	return sel, e.inFile(ctx, s, err)
}

// Counts returns how many parts chose each map.
func (n *Nested) Counts(maps int) []int {
	out := make([]int, maps)
	for _, p := range n.Chosen {
		out[p.Map]++
	}
	return out
}

// Verdict says in a sentence which pair of a map and λ has the least LOTO error and how
// sure that is.
func (m *Maps) Verdict() string {
	at := m.At()
	pair := fmt.Sprintf("%s with λ = %s", at.Settings.FeatureMap(), words.Number(at.Selection.Best().Lambda))
	var rivals []string
	for j, r := range m.Results {
		if _, _, not := m.NotRuledOut(j); not && j != m.Best {
			rivals = append(rivals, r.Settings.FeatureMap())
		}
	}
	return "Maps: " + pair + " has the lowest LOTO error; " + rivalsText("map", rivals, len(m.Results)-1)
}

// rivalsText says which of some others are not ruled out as best on average.
func rivalsText(what string, rivals []string, others int) string {
	const as = " ruled out as best on average (95 %)"
	switch {
	case others == 0:
		return "there is no other " + what + " to compare it with"
	case len(rivals) == 0:
		return "every other " + what + " is" + as
	case len(rivals) == others:
		return "no other " + what + " is" + as
	case len(rivals) == 1:
		return rivals[0] + " is not" + as
	default:
		return words.And(rivals) + " are not" + as
	}
}
