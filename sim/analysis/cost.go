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
	Refine   bool // see Engine.Refine
	Leverage bool // see Engine.Leverage
	// Without is how often a selection is made again on the others; see Engine.Without.
	Without int
	// Maps are feature maps, comma-separated, that are compared in place of the analysis,
	// each at so many Ridges; see Engine.Compare.
	Maps   string
	Ridges int
	// Nested is how many times all of it is done again without a part of the trajectories.
	Nested int
}

// Cost returns about how much processor time an analysis of the settings takes,
// which are in their usual form, on one core of 2020 or later. It is a model of the
// costs that estimator.Method tells, for data of the domain's mean length, with
// rates from measurements: most analyses take between a half and twice as
// long. Recorded data cost nothing by it.
func Cost(s Settings, x Extra) time.Duration { return cost(s, x, sizesOf) }

// Expected is Cost of settings in their usual form that counts recorded data too.
func (e *Engine) Expected(s Settings, x Extra) time.Duration { return cost(s, x, e.sizes) }

// cost is Cost by sizes that are found some way.
func cost(s Settings, x Extra, of func(Settings) sizes) time.Duration {
	if x.Maps != "" {
		total := 0.0
		for name := range strings.SplitSeq(x.Maps, ",") {
			total += float64(of(s.WithFeatures(name)).compared(s.Method, x.Ridges))
		}
		return repeated(total, x.Nested)
	}
	c := of(s)
	total := c.analysis(s.Method)
	if x.Leverage {
		total += c.leverage()
	}
	total += time.Duration(x.Without) * c.selection(s.Method)
	if x.Refine {
		total += c.refine(s.Method)
	}
	return repeated(float64(total), x.Nested)
}

// repeated is the time of work that is done again some times, at most what a Duration
// holds.
func repeated(each float64, again int) time.Duration {
	return time.Duration(min(math.MaxInt64/2, each*float64(1+again)))
}

// DrawCost returns about how much processor time drawing the trajectories of the
// settings takes; see Cost.
func DrawCost(s Settings) time.Duration { return sizesOf(s).time(job{draws: 1}) }

// WeightingsCost returns about how much processor time Weightings takes; see Cost.
func WeightingsCost(s Settings) time.Duration {
	const exact = 15 // ns of a sum without rounding, and of taking a number from it
	c := sizesOf(s)
	return c.time(job{draws: 2, reads: 2, sums: 2, folds: 1, scores: 1}) + time.Duration(exact*c.k*c.n*c.d*c.d)
}

// NaiveCost returns about how much processor time NaiveCV+LSTD takes on data in memory;
// see Cost. Its errors of differences take little beside all the fits.
func NaiveCost(s Settings) time.Duration { return sizesOf(s).selection(estimator.Naive) }

// Rivals are what a selection is compared with on the same data.
type Rivals struct {
	RLSTD bool // at each λ
	Naive bool // the selection again, by estimator.Naive
}

// SelectionCost returns about how much processor time a selection on data in memory
// takes, its estimates compared with the truth, with the same for its rivals; see
// Cost.
func SelectionCost(s Settings, r Rivals) time.Duration {
	const jackknife = 1.4 // how much longer it takes with the errors of its differences
	c := sizesOf(s)
	selection := c.selection(s.Method)
	if r.Naive {
		selection += c.selection(estimator.Naive)
	}
	return time.Duration(jackknife*float64(selection)) + c.scoring(r)
}

// FitsCost returns about how much processor time the fits at all λ's to data in memory
// take, compared with the truth, with the same for RLSTD; see estimator.Fits and Cost.
func FitsCost(s Settings, r Rivals) time.Duration {
	c := sizesOf(s)
	one := c
	one.n = 1
	return c.whole() + c.time(job{reads: 1, sums: 1}) + one.time(job{folds: 1}) + c.scoring(r)
}

// scoring is what comparing estimates with the truth takes.
func (c sizes) scoring(r Rivals) time.Duration {
	total := c.time(job{scores: 1})
	if r.RLSTD {
		total += c.time(job{updates: 1, scores: 1})
	}
	return total
}

// job says how often work does each of the few things that take its time.
type job struct {
	draws   float64 // draw all trajectories
	reads   float64 // go over all features
	sums    float64 // accumulate A and b of every λ
	folds   float64 // solve every fold of every λ
	updates float64 // go over all transitions by rank-one updates, for every λ
	refits  float64 // fit every λ from the transitions, without anything kept
	scores  float64 // compare the estimates of every λ with the truth
}

// sizes are what the time of a job grows with. The zero sizes are those of what is
// not known, which takes no time.
type sizes struct {
	n, k, d  float64
	h        float64 // mean transitions of a trajectory
	density  float64 // share of a product of features that is not zero
	features float64 // ns to compute those of a state
	scored   float64 // states that estimates are compared with
	solved   float64 // states whose values are solved for together
	singular bool    // all folds are taken to be rank-deficient
	ratios   bool    // steps have importance ratios, so that each λ has its own pass
}

// sizesOf returns the sizes of settings of a domain.
func sizesOf(s Settings) sizes {
	domain, err := sim.New(s.Problem)
	if err != nil || s.Recorded() {
		return sizes{}
	}
	return s.sizes(domain.Dim(), sim.MeanSteps(s.Problem))
}

// sizes returns the sizes of settings, of recorded data too.
func (e *Engine) sizes(s Settings) sizes {
	if !s.Recorded() {
		return sizesOf(s)
	}
	f := e.file(s.Hash)
	spec, _, err := s.featureSpec()
	if f == nil || err != nil {
		return sizes{}
	}
	dim, err := spec.Dim(f.Features)
	if err != nil {
		return sizes{}
	}
	c := s.sizes(dim, float64(f.steps)/float64(max(1, f.Trajectories)))
	c.scored, c.ratios = sampleSize, f.Ratios
	return c
}

// sizes returns the sizes of an analysis of so many features, by the mean transitions
// of a trajectory.
func (s Settings) sizes(dim int, steps float64) sizes {
	grid, err := ParseLambdas(s.Lambdas)
	if err != nil {
		return sizes{}
	}
	c := sizes{
		n: float64(s.Trajectories), k: float64(len(grid)), d: float64(dim), h: steps,
		density: 1, features: 10, scored: 16000, ratios: s.Problem.Target != 0,
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
	switch {
	case s.Problem.Problem != nil:
		c.scored = float64(len(s.Problem.Problem.States))
		c.solved = c.scored
	case s.Problem.Domain == "random-walk":
		c.scored = c.d
	}
	// Episodes that are cut short see few directions each, and with a tiny ridge
	// features that depend on each other, as tilings and an intercept do, are next to
	// singular.
	const tiny = 1e-6 // of the number of transitions
	dependent := strings.HasPrefix(features, "tile-coding") || strings.HasSuffix(features, "+bias")
	short := !s.Recorded() && float64(s.Problem.MaxSteps) < c.d
	c.singular = short && s.Ridge < 1 || dependent && 0 < s.Ridge && s.Ridge < tiny*c.n*c.h
	return c
}

// time returns how long a job takes, by rates that were measured.
func (c sizes) time(j job) time.Duration {
	steps, square := c.n*c.h, c.d*c.d
	shared := min(c.k, 2*math.Pow(c.k, 0.62)) // passes for λ's that share them
	if c.ratios {
		shared = c.k
	}
	const most = 1e17 // ns, so that sums do not overflow
	return time.Duration(min(most, j.draws*steps*(150+c.features)+
		j.reads*steps*(15+c.features+1.2*c.d)+
		j.sums*steps*shared*(4+0.065*square*c.density)+
		j.folds*c.solutions()+
		j.updates*steps*c.k*(140+0.2*c.features+0.9*square)+
		j.refits*steps*c.k*(95+c.features+0.9*square*c.density)+
		j.scores*c.k*c.scored*(2+0.7*c.d)))
}

// solutions is the time of solving every fold. With few trajectories most lack
// directions that the whole has, and some of them take a singular value decomposition;
// where singular is set, all do.
func (c sizes) solutions() float64 {
	square, cube := c.d*c.d, c.d*c.d*c.d
	each := 300 + 7*square + c.factorisation()
	if !c.singular {
		return c.k * (c.n*each + 0.3*min(c.n, 4)*cube)
	}
	each += 3000 + 100*square + 5*cube
	if c.d > 24 { // other ways are tried first
		each += 700 * square
	}
	return c.k * c.n * each
}

// factorisation is the time of one.
func (c sizes) factorisation() float64 {
	cube := c.d * c.d * c.d
	if c.d > 64 { // large matrices are factored by blocks
		return 0.1 * cube
	}
	return 0.3 * cube
}

// starting is what an analysis of very few data is taken to need: most take less.
const starting = 10 * time.Millisecond

// solving is the time in ns of the values of N states, by N³.
const solving = 0.15

// analysis is that of Engine.Analyze.
func (c sizes) analysis(m estimator.Method) time.Duration {
	if c == (sizes{}) {
		return 0
	}
	return starting + time.Duration(1.5*c.d*c.d*c.d) + time.Duration(solving*c.solved*c.solved*c.solved) + c.time(job{draws: 1, scores: 1}) + c.selection(m)
}

// selection is the LOTO error of all λ's by a method.
func (c sizes) selection(m estimator.Method) time.Duration { return c.whole() + c.folding(m) }

// whole is what is done once for all λ's: the scale and the rank of the features.
func (c sizes) whole() time.Duration {
	return c.time(job{reads: 2}) + time.Duration(0.4*c.d*c.d*c.n*c.h*c.density)
}

// folding is the fits of all λ's with each trajectory left out.
func (c sizes) folding(m estimator.Method) time.Duration {
	switch m {
	case estimator.Naive:
		return c.time(job{reads: 2, folds: 1, refits: c.n})
	case estimator.RSM:
		return c.time(job{reads: 2, sums: 2, folds: 1, updates: 2})
	}
	total := c.time(job{reads: 2, sums: 2, folds: 1})
	if m == estimator.Woodbury {
		w := min(c.h, c.d)
		update := 0.5 * (c.h*c.d*c.d + w*w*c.d + w*w*w)
		total += time.Duration(c.k * c.n * (120*c.h + update))
	}
	return total
}

// leverage is that of Engine.Leverage.
func (c sizes) leverage() time.Duration { return c.time(job{reads: 2, sums: 1}) }

// refine is that of Engine.Refine: wide gaps of the grid are filled at once, then minima
// are searched a λ at a time.
func (c sizes) refine(m estimator.Method) time.Duration {
	const searched = 18
	fill, each := c, c
	fill.k, each.k = max(0, 11-c.k), 1
	return c.whole() + fill.folding(m) + searched*each.folding(m) + each.time(job{scores: 1})
}

// compared is that of one feature map of Engine.Compare.
func (c sizes) compared(m estimator.Method, ridges int) time.Duration {
	if ridges <= 1 || c == (sizes{}) {
		return c.analysis(m)
	}
	count := float64(ridges)
	return starting + time.Duration(1.5*c.d*c.d*c.d) + c.time(job{draws: 1, reads: 4, sums: 2, folds: count, scores: count})
}
