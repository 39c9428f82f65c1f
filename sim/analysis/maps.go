package analysis

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"lambdascope/estimator"
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

// withFeatures returns the settings with another feature map of their source.
func (s Settings) withFeatures(name string) Settings {
	if s.Recorded() {
		s.Features = name
	} else {
		s.Problem.Features = name
	}
	return s
}

// Maps are selections from the same trajectories with several feature maps. Returns do
// not depend on features, so that their LOTO errors compare.
type Maps struct {
	Results []*Result // in the order of the maps; each names its own in its Settings
	// Best is the index of the map with the least LOTO error; see estimator.BestOf.
	Best   int
	Nested *Nested // nil if not asked for
}

// At returns the result of the best map; its λ̂ is that of the best pair.
func (m *Maps) At() *Result { return m.Results[m.Best] }

// NotRuledOut returns how the best λ of a map compares with the best pair; see
// estimator.Selection.Against.
func (m *Maps) NotRuledOut(j int) (diff, se float64, not bool) {
	return m.Results[j].Selection.Against(m.At().Selection)
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
// no part in the choice. They are dealt into parts, trajectory i to part i modulo their
// number. For each part, the map and λ of the least LOTO error on the other parts are
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

// checkNested returns an error for a number of parts that n trajectories can't be dealt
// into, of which all but one have at least 2.
func checkNested(parts, n int) error {
	if parts == 0 || parts >= 2 && parts <= n && n-(n+parts-1)/parts >= MinTrajectories {
		return nil
	}
	return fmt.Errorf("nested %d: want 2 to %d parts of the %d trajectories, with at least 2 left when one is left out", parts, n, n)
}

// CheckMaps returns an error that names what is wrong with the maps, or the nested
// estimate, of checked settings. It computes nothing.
func (e *Engine) CheckMaps(s Settings, names []string, nested int) error {
	for _, name := range names {
		if _, err := e.Check(s.withFeatures(name)); err != nil {
			return err
		}
	}
	return checkNested(nested, s.Trajectories)
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
	out := new(Maps)
	var selections []*estimator.Selection
	for _, name := range names {
		r, err := e.Analyze(ctx, s.withFeatures(name))
		if err != nil {
			return nil, err
		}
		out.Results = append(out.Results, r)
		selections = append(selections, r.Selection)
	}
	out.Best = estimator.BestOf(selections)
	if nested == 0 {
		return out, nil
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
		var selections []*estimator.Selection
		for j, all := range data {
			sel, err := e.selectWithout(ctx, maps[j].Settings, all, opt, part, parts)
			if err != nil {
				return nil, err
			}
			selections = append(selections, sel)
		}
		best := estimator.BestOf(selections)
		pair := selections[best].Best()
		out.Chosen = append(out.Chosen, Pair{best, pair.Lambda})
		for i := part; i < s.Trajectories; i += parts {
			out.Errors[i] = estimator.SquaredError(data[best][i], pair.Theta, opt)
		}
	}
	out.Score, out.SE = estimator.Combine(data[0], out.Errors, s.Weighting)
	if math.IsInf(out.Score, 0) || math.IsNaN(out.Score) {
		return nil, fmt.Errorf("nested %d: the squared error overflows; scale the rewards down", parts)
	}
	return out, nil
}

// selectWithout selects λ for a map from the trajectories of all parts but one.
func (e *Engine) selectWithout(ctx context.Context, s Settings, all []*estimator.Trajectory, opt estimator.Options, part, parts int) (*estimator.Selection, error) {
	var others []*estimator.Trajectory
	for i, t := range all {
		if i%parts != part {
			others = append(others, t)
		}
	}
	opt.Progress = new(estimator.Progress)
	defer begin(ctx, func() step {
		what := fmt.Sprintf("part %d of %d, features %s", part+1, parts, s.FeatureMap())
		return step{what, e.Expected(s, Extra{}), opt.Progress.Share}
	})()
	sel, err := estimator.Select(ctx, others, opt)
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
	const what = " ruled out as best on average (95 %)"
	switch others := len(m.Results) - 1; {
	case others == 0:
		return fmt.Sprintf("Maps: %s has the lowest LOTO error; there is no other map to compare it with", pair)
	case len(rivals) == 0:
		return fmt.Sprintf("Maps: %s has the lowest LOTO error; every other map is%s", pair, what)
	case len(rivals) == others:
		return fmt.Sprintf("Maps: %s has the lowest LOTO error; no other map is%s", pair, what)
	case len(rivals) == 1:
		return fmt.Sprintf("Maps: %s has the lowest LOTO error; %s is not%s", pair, rivals[0], what)
	default:
		return fmt.Sprintf("Maps: %s has the lowest LOTO error; %s are not%s", pair, words.And(rivals), what)
	}
}
