package analysis

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"lambdascope/estimator"
	"lambdascope/sim"
)

// Division says how states are divided into regions: as the domain does, or by k-means on
// features. The zero Division is none.
type Division struct {
	KMeans  bool
	Regions int // 2 … estimator.MostRegions
}

const (
	ownDivision    = "own"
	kmeansDivision = "kmeans"
	usualRegions   = 3 // where their number is not given
)

// DivisionNames returns the names that ParseDivision takes, without a number.
func DivisionNames() []string { return []string{ownDivision, kmeansDivision} }

// ParseDivision reads own or kmeans, with a number of regions after a colon or without, as
// in kmeans:4. The error says what is accepted.
func ParseDivision(text string) (Division, error) {
	name, count, given := strings.Cut(strings.TrimSpace(text), ":")
	d := Division{KMeans: name == kmeansDivision, Regions: usualRegions}
	var err error
	if given {
		d.Regions, err = strconv.Atoi(count)
	}
	if err != nil || !d.KMeans && name != ownDivision || d.Regions < 2 || d.Regions > estimator.MostRegions {
		return Division{}, fmt.Errorf("regions %q: want %s or %s, each with 2 to %d regions, such as %s:2", clip(text), ownDivision, kmeansDivision, estimator.MostRegions, ownDivision)
	}
	return d, nil
}

// String returns what ParseDivision takes.
func (d Division) String() string {
	name := ownDivision
	if d.KMeans {
		name = kmeansDivision
	}
	return fmt.Sprintf("%s:%d", name, d.Regions)
}

// Regions is a λ for each region of states, scored against the truth where that is known.
type Regions struct {
	*estimator.RegionSelection
	One      *Result // what it is compared with: one λ for all states
	Division Division
	Names    []string    // what each region is, in words
	Centres  [][]float64 // of k-means, in units of the features; nil without it
	Steps    []int       // how many transitions start in each
	MSVE     float64     // NaN without truth
	// HeldOut is what is left of the gain on trajectories that have no part in the
	// choice; nil where there are too few.
	HeldOut *HeldOut
}

// RootMSVE returns the root MSVE; NaN without truth.
func (r *Regions) RootMSVE() float64 { return RootMSVE(r.MSVE) }

// Share returns what share of all transitions start in a region.
func (r *Regions) Share(c int) float64 {
	return float64(r.Steps[c]) / float64(r.One.Selection.Steps)
}

// HeldOut compares λ's by region with one λ where both are chosen without the trajectories
// that they predict, which are dealt into parts as those of a Nested are. The lowest of many
// LOTO errors flatters, the more so the more λ's are chosen; these errors do not.
type HeldOut struct {
	One, Regions float64 // the errors, combined over trajectories as the LOTO error is
	// Diff is the second less the first, and SE its standard error over trajectories, as
	// if fits shared no data.
	Diff, SE float64
	Chosen   []RegionsOfPart
}

// RegionsOfPart is what was chosen without a part of the trajectories.
type RegionsOfPart struct {
	One     float64
	Regions []float64
}

// UsualParts is how many parts a HeldOut has unless that is said.
const UsualParts = 5

// parts returns the number of parts of a HeldOut for so many folds, where some were asked
// for; 0 for none.
func parts(asked, folds int) int {
	if asked > 0 {
		return asked
	}
	if n := min(UsualParts, folds); checkNested(n, folds, folds) == nil {
		return n
	}
	return 0
}

// CheckRegions returns an error that names what is wrong with the division, or the number of
// parts, for settings in their usual form. It computes nothing.
func (e *Engine) CheckRegions(s Settings, d Division, nested int) error {
	if !d.KMeans {
		if s.Recorded() {
			return fmt.Errorf("regions %s: a file has no division of its own: want %s:%d", d, kmeansDivision, d.Regions)
		}
		domain, err := sim.New(s.Problem)
		if err != nil {
			return err
		}
		divided, ok := domain.(sim.Divided)
		if !ok {
			return fmt.Errorf("regions %s: %s has no division of its own: want %s:%d", d, s.Problem.Domain, kmeansDivision, d.Regions)
		}
		if _, err := divided.Regions(d.Regions); err != nil {
			return fmt.Errorf("regions %s: %w", d, err)
		}
	}
	return checkNested(nested, e.folds(s), s.Trajectories)
}

// Regions chooses a λ for each region of states, from the data of an analysis; see
// estimator.SelectRegions. nested is the number of parts of the HeldOut, 0 for the usual one.
// Errors are those of CheckRegions and of Analyze.
func (e *Engine) Regions(ctx context.Context, a *Result, d Division, nested int) (*Regions, error) {
	s := a.Settings
	if err := e.CheckRegions(s, d, nested); err != nil {
		return nil, err
	}
	extra := Extra{Regions: d.Regions, Parts: parts(nested, e.folds(s))}
	out := &Regions{One: a, Division: d, MSVE: math.NaN()}
	err := e.within(ctx, s, extra, func(ctx context.Context) error {
		domain, data, err := e.data(ctx, s)
		if err != nil {
			return err
		}
		opt := e.Options(s, a.lambdas())
		done := e.beginPart(ctx, "λ by region", s, func(c costs) float64 { return c.byRegion(d.Regions) }, nil)
		defer func() { done() }()
		regions, err := e.divide(ctx, s, domain, data, out)
		if err != nil {
			return err
		}
		out.Steps = regions.Steps()
		if out.RegionSelection, err = estimator.SelectRegions(ctx, data, opt, regions, a.Selection); err != nil {
			return e.inFile(ctx, s, err)
		}
		if a.Truth != nil {
			out.MSVE = a.Truth.MSVE(out.Theta)
		}
		done()
		done = func() {}
		if extra.Parts > 0 {
			out.HeldOut, err = e.heldOut(ctx, s, data, opt, regions, extra.Parts)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// divide returns the regions of the data's states, and sets what they are.
func (e *Engine) divide(ctx context.Context, s Settings, domain sim.Domain, data []*estimator.Trajectory, out *Regions) (*estimator.Regions, error) {
	k := out.Division.Regions
	if out.Division.KMeans {
		regions, centres, err := estimator.KMeans(ctx, data, k, s.Seed, e.Do)
		if err != nil {
			return nil, e.inFile(ctx, s, err)
		}
		out.Centres = centres
		for c, centre := range centres {
			out.Names = append(out.Names, clusterName(c, centre))
		}
		return regions, nil
	}
	divided := domain.(sim.Divided)
	var err error
	if out.Names, err = divided.Regions(k); err != nil {
		return nil, err
	}
	regions := &estimator.Regions{Count: k, Of: make([][]uint8, len(data))}
	errs := make([]error, len(data))
	e.Do(ctx, len(data), func(i int) { regions.Of[i], errs[i] = divided.RegionsOf(s.Seed, i, k) })
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return regions, nil
}

// clusterName returns what a region of k-means is, with its centre where that has few
// numbers.
func clusterName(c int, centre []float64) string {
	const few = 3
	name := fmt.Sprintf("cluster %d", c+1)
	if len(centre) > few {
		return name
	}
	var numbers []string
	for _, v := range centre {
		numbers = append(numbers, strconv.FormatFloat(v, 'g', 3, 64))
	}
	return name + " around " + strings.Join(numbers, ", ")
}

// heldOut computes a HeldOut of some parts. The regions are those of all data: returns have
// no part in them.
func (e *Engine) heldOut(ctx context.Context, s Settings, data []*estimator.Trajectory, opt estimator.Options, regions *estimator.Regions, parts int) (*HeldOut, error) {
	out := new(HeldOut)
	one, many := make([]float64, len(data)), make([]float64, len(data))
	for part := range parts {
		chosen, err := e.choiceWithout(ctx, s, data, opt, regions, part, parts, one, many)
		if err != nil {
			return nil, err
		}
		out.Chosen = append(out.Chosen, chosen)
	}
	differences := make([]float64, len(data))
	for i := range differences {
		differences[i] = many[i] - one[i]
	}
	out.One, _ = estimator.Combine(data, one, opt)
	out.Regions, _ = estimator.Combine(data, many, opt)
	out.Diff, out.SE = estimator.Combine(data, differences, opt)
	if v := out.One + out.Regions + out.SE; math.IsInf(v, 0) || math.IsNaN(v) {
		return nil, fmt.Errorf("regions %d: the squared error of a part overflows; scale the rewards down", regions.Count)
	}
	return out, nil
}

// choiceWithout chooses one λ and λ's by region from all parts but one, and sets the errors
// of the part's trajectories with each.
func (e *Engine) choiceWithout(ctx context.Context, s Settings, data []*estimator.Trajectory, opt estimator.Options, regions *estimator.Regions, part, parts int, one, many []float64) (RegionsOfPart, error) {
	defer e.beginPart(ctx, fmt.Sprintf("λ by region, part %d of %d", part+1, parts), s, func(c costs) float64 {
		return c.without(regions.Count, parts)
	}, nil)()
	var others []*estimator.Trajectory
	within := &estimator.Regions{Count: regions.Count}
	groups := opt.Groups
	opt.Groups = nil
	for i, t := range data {
		if foldOf(groups, i)%parts == part {
			continue
		}
		others, within.Of = append(others, t), append(within.Of, regions.Of[i])
		if groups != nil {
			opt.Groups = append(opt.Groups, groups[i])
		}
	}
	sel, err := estimator.Select(ctx, others, opt)
	if err != nil {
		return RegionsOfPart{}, e.inFile(ctx, s, err)
	}
	by, err := estimator.SelectRegions(ctx, others, opt, within, sel)
	if err != nil {
		return RegionsOfPart{}, e.inFile(ctx, s, err)
	}
	e.Do(ctx, len(data), func(i int) {
		if foldOf(groups, i)%parts == part {
			one[i] = estimator.SquaredError(data[i], sel.Best().Theta, opt)
			many[i] = estimator.SquaredError(data[i], by.Theta, opt)
		}
	})
	return RegionsOfPart{sel.Best().Lambda, by.Lambdas}, ctx.Err()
}
