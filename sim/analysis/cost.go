package analysis

import (
	"math"
	"strings"
	"time"

	"lambdascope/estimator"
	"lambdascope/sim"
)

// Extra is what a command asks for beyond an analysis.
type Extra struct {
	Ridges   int  // a selection at each of so many ridges, see Engine.RidgeSurface
	Refine   bool // see Engine.Refine
	Leverage bool // see Engine.Leverage
	// Selectors is how many choose from the same data; see Engine.AnalyzeBy.
	Selectors int
	// Maps are feature maps, comma-separated, to select with each, and Nested is how many
	// times again without a part of the trajectories; see Engine.Maps.
	Maps   string
	Nested int
}

// Cost returns about how much processor time an analysis of the settings takes,
// which are in their usual form, on one core of 2020 or later. It is a model of the
// costs that estimator.Method tells, for data of the domain's mean length, with
// coefficients from measurements: most analyses take between a half and twice as
// long. Recorded data cost nothing by it.
func Cost(s Settings, x Extra) time.Duration {
	return cost(s, x, newCosts)
}

// Expected is Cost of settings in their usual form that counts recorded data too.
func (e *Engine) Expected(s Settings, x Extra) time.Duration { return cost(s, x, e.costs) }

// cost is Cost by sizes that are found some way.
func cost(s Settings, x Extra, sizes func(Settings) (costs, bool)) time.Duration {
	c, ok := sizes(s)
	if !ok {
		return 0
	}
	total := c.analysis(s.Method)
	if x.Leverage {
		total += c.leverage()
	}
	if x.Selectors > 0 {
		total += c.selectors()
	}
	if x.Refine {
		total += c.refine(s.Method)
	}
	if x.Ridges > 0 {
		total += c.ridges(x.Ridges)
	}
	out := time.Duration(total)
	if x.Maps != "" {
		for name := range strings.SplitSeq(x.Maps, ",") {
			out += cost(s.WithFeatures(name), Extra{}, sizes) * time.Duration(1+x.Nested)
		}
	}
	return out
}

// DrawCost returns about how much processor time drawing the trajectories of the
// settings takes; see Cost.
func DrawCost(s Settings) time.Duration {
	c, ok := newCosts(s)
	if !ok {
		return 0
	}
	return time.Duration(c.draw())
}

// Rivals are what a selection is compared with on the same data.
type Rivals struct {
	RLSTD bool // at each λ
	Naive bool // the selection again, by estimator.Naive
	// Selectors are applied to the same data; see estimator.SelectBy.
	Selectors bool
}

// SelectionCost returns about how much processor time a selection on data in memory
// takes, its estimates compared with the truth, with the same for its rivals; see
// Cost.
func SelectionCost(s Settings, r Rivals) time.Duration {
	c, ok := newCosts(s)
	if !ok {
		return 0
	}
	total := jackknife*c.selection(s.Method) + c.score()
	if r.RLSTD {
		total += c.updates() + c.score()
	}
	if r.Naive {
		total += jackknife * c.selection(estimator.Naive)
	}
	if r.Selectors {
		total += c.selectors()
	}
	return time.Duration(total)
}

// NaiveCost returns about how much processor time NaiveCV+LSTD takes on data in memory;
// see Cost. Its errors of differences take little beside all the fits.
func NaiveCost(s Settings) time.Duration {
	c, ok := newCosts(s)
	if !ok {
		return 0
	}
	return time.Duration(c.selection(estimator.Naive))
}

// jackknife is how much longer a selection takes with the errors of its differences,
// which the times below leave out.
const jackknife = 1.4

// tinyRidge is a ridge, as a share of the number of transitions, that does too little
// for a matrix that is singular without it.
const tinyRidge = 1e-6

// costs has the sizes that the time of a selection grows with. All times are in
// nanoseconds.
type costs struct {
	n, k, d  float64
	h        float64 // mean transitions of a trajectory
	density  float64 // share of a product of features that is not zero
	features float64 // time to compute those of a state
	cubes    float64 // time of a factorisation for each d³
	scored   float64 // states that estimates are held against
	singular bool    // all folds are taken to be rank-deficient
	ratios   bool    // steps have importance ratios, so that each λ has a pass of its own
}

func newCosts(s Settings) (costs, bool) {
	domain, err := sim.New(s.Problem)
	if err != nil || s.Recorded() {
		return costs{}, false
	}
	return s.costs(domain.Dim(), sim.MeanSteps(s.Problem))
}

// costs returns the sizes of an analysis, of recorded data too.
func (e *Engine) costs(s Settings) (costs, bool) {
	if !s.Recorded() {
		return newCosts(s)
	}
	f := e.file(s.Hash)
	spec, _, err := s.featureSpec()
	if f == nil || err != nil {
		return costs{}, false
	}
	dim, err := spec.Dim(f.Features)
	if err != nil {
		return costs{}, false
	}
	c, ok := s.costs(dim, float64(f.steps)/float64(max(1, f.Trajectories)))
	c.scored, c.ratios = sampleSize, f.Ratios
	return c, ok
}

// costs returns the sizes of an analysis of so many features, by the mean transitions
// of a trajectory.
func (s Settings) costs(dim int, steps float64) (costs, bool) {
	grid, err := ParseLambdas(s.Lambdas)
	if err != nil {
		return costs{}, false
	}
	c := costs{
		n: float64(s.Trajectories), k: float64(len(grid)), d: float64(dim), h: steps,
		density: 1, features: 10, cubes: 0.3, scored: 16000,
	}
	if c.d > 64 { // large matrices are factored by blocks
		c.cubes = 0.1
	}
	features := s.FeatureMap()
	switch {
	case strings.HasPrefix(features, "rbf"):
		c.features = 600
	case strings.HasPrefix(features, "fourier"), strings.HasPrefix(features, "rff"):
		c.features = 15 * c.d // a cosine each
	case strings.HasPrefix(features, "tile-coding"):
		c.density, c.features = 0.04, 100
	}
	if s.Problem.Domain == "random-walk" {
		c.scored = c.d
	}
	// Episodes that are cut short see few directions each, and with a tiny ridge
	// features that depend on each other, as tilings and an intercept do, are next to
	// singular.
	dependent := strings.HasPrefix(features, "tile-coding") || strings.HasSuffix(features, "+bias")
	short, tiny := !s.Recorded() && float64(s.Problem.MaxSteps) < c.d, 0 < s.Ridge && s.Ridge < tinyRidge*c.steps()
	c.singular = short && s.Ridge < 1 || tiny && dependent
	c.ratios = s.Problem.Target != 0
	return c, true
}

// steps returns the transitions of all trajectories.
func (c costs) steps() float64 { return c.n * c.h }

// starting is what an analysis of very few data is taken to need: most take less.
const starting = 10 * time.Millisecond

// start is what every analysis takes, and finding the rank of its features.
func (c costs) start() float64 { return float64(starting) + 1.5*c.d*c.d*c.d }

func (c costs) draw() float64 { return c.steps() * (150 + c.features) }

// loads is what it takes to read all data so many times.
func (c costs) loads(times float64) float64 {
	return times * c.steps() * (15 + c.features + 1.2*c.d)
}

// accumulation is that of all A and b for all λ's, so many times; λ's share a pass
// unless there are importance ratios.
func (c costs) accumulation(times float64) float64 {
	shared := min(c.k, 2*math.Pow(c.k, 0.62))
	if c.ratios {
		shared = c.k
	}
	return times * c.steps() * shared * (4 + 0.065*c.d*c.d*c.density)
}

// folds is the solution of every fold. With few trajectories most lack directions
// that the whole has, and some of them take a singular value decomposition; where
// singular is set, all do.
func (c costs) folds() float64 {
	cube := c.d * c.d * c.d
	each := 300 + 7*c.d*c.d + c.cubes*cube
	if c.singular {
		singular := 3000 + 100*c.d*c.d + 5*cube
		if c.d > 24 { // other ways are tried first
			singular += 700 * c.d * c.d
		}
		return c.k * c.n * (each + singular)
	}
	return c.k * (c.n*each + 0.3*min(c.n, 4)*cube)
}

// analysis is that of Engine.Analyze.
func (c costs) analysis(m estimator.Method) float64 {
	return c.start() + c.draw() + c.selection(m) + c.chosenAgain() + c.score()
}

// updates is a pass of rank-one updates for each λ.
func (c costs) updates() float64 {
	return c.steps() * c.k * (140 + 0.2*c.features + 0.9*c.d*c.d)
}

// selection is the LOTO error of all λ's by a method.
func (c costs) selection(m estimator.Method) float64 { return c.whole() + c.folding(m) }

// whole is what is done once for all λ's: the scale and the rank of the features.
func (c costs) whole() float64 { return c.loads(2) + 0.4*c.d*c.d*c.steps()*c.density }

// folding is the fits of all λ's with each trajectory left out.
func (c costs) folding(m estimator.Method) float64 {
	shared := c.loads(2) + c.folds()
	switch m {
	case estimator.Naive:
		return shared + c.n*c.k*c.steps()*(95+c.features+0.9*c.d*c.d*c.density)
	case estimator.RSM:
		return shared + c.accumulation(2) + 2*c.updates()
	case estimator.Woodbury:
		w := min(c.h, c.d)
		update := c.h*c.d*c.d + w*w*c.d + w*w*w
		return shared + c.accumulation(2) + c.k*(c.steps()*120+c.n*0.5*update)
	}
	return shared + c.accumulation(2)
}

// leverage is that of Engine.Leverage.
func (c costs) leverage() float64 { return c.loads(2) + c.accumulation(1) }

// refine is that of Engine.Refine: wide gaps of the grid are filled at once, then minima
// are searched a λ at a time.
func (c costs) refine(m estimator.Method) float64 {
	const searched = 18
	fill, each := c, c
	fill.k, each.k = max(0, 11-c.k), 1
	return c.whole() + fill.folding(m) + searched*each.folding(m) + each.score()
}

// ridges is that of Engine.RidgeSurface.
func (c costs) ridges(count int) float64 {
	return c.loads(4) + c.accumulation(2) + float64(count)*c.folds()
}

// selectors is that of all selectors beside the selection.
func (c costs) selectors() float64 {
	once := c
	once.k = 1
	cube := c.d * c.d * c.d
	return c.loads(3) + once.accumulation(9) + c.n*4*c.d*c.d + c.k*c.n*3*c.d*c.d + 10*c.cubes*cube
}

// chosenAgain is that of drawing scores again.
func (c costs) chosenAgain() float64 {
	if c.n < 10 {
		return 0
	}
	return 40e3 * c.k
}

// score is that of holding the estimates against the truth.
func (c costs) score() float64 { return c.k * c.scored * (2 + 0.7*c.d) }

// WeightingsCost returns about how much processor time Weightings takes; see Cost.
func WeightingsCost(s Settings) time.Duration {
	c, ok := newCosts(s)
	if !ok {
		return 0
	}
	const exact = 15 // of a sum without rounding, and of taking a number from it
	return time.Duration(2*c.draw() + c.loads(2) + c.accumulation(2) + c.folds() + exact*c.k*c.n*c.d*c.d + c.score())
}
