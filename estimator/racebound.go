package estimator

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"
)

const (
	// fewestRaced is the least sample that the t-bound is asked of.
	fewestRaced = 16
	// firstShare is the share of the folds that the first round has.
	firstShare = 1. / 32
	// raceGrowth is by how much a round has more folds than all before it.
	raceGrowth = 1.5
	// heavyFold is how many times the mean weight a fold has that is scored in any
	// case: a sample tells nothing of one that has most of the weight and is not in it.
	heavyFold = 8
)

// sampling is the order in which the folds of a race are scored: those that are there
// in any case, and then the others at random.
type sampling struct {
	weights []float64 // by fold
	order   []int     // folds
	certain int       // the first so many are no sample
	rest    float64   // the weight of all others
	total   float64   // the weight of all
}

func newSampling(weights []float64, seed uint64) *sampling {
	s := &sampling{weights: weights}
	for _, w := range weights {
		s.total += w
	}
	most := heavyFold * s.total / float64(len(weights))
	var others []int
	for i, w := range weights {
		if w > most {
			s.order = append(s.order, i)
		} else {
			others = append(others, i)
			s.rest += w
		}
	}
	s.certain = len(s.order)
	const stream = 0x72616365 // other than that of any trajectory
	random := rand.New(rand.NewPCG(seed, stream))
	random.Shuffle(len(others), func(a, b int) { others[a], others[b] = others[b], others[a] })
	s.order = append(s.order, others...)
	return s
}

// schedule returns after how many folds λ's are compared, up to a share of all; none
// where that is too few.
func (s *sampling) schedule(most float64) []int {
	n := float64(len(s.weights))
	var out []int
	for m := max(fewestRaced, math.Ceil(firstShare*n)); m+float64(s.certain) <= most*n; m = math.Ceil(raceGrowth * m) {
		out = append(out, s.certain+int(m))
	}
	return out
}

// estimate returns the score by the first m folds of the order, of their errors by
// fold.
func (s *sampling) estimate(m int, value func(fold int) float64) float64 {
	known := 0.0
	for _, i := range s.order[:min(m, s.certain)] {
		known += s.weights[i] * value(i)
	}
	if m <= s.certain {
		return known / s.total
	}
	var sum, weight float64
	for _, i := range s.order[s.certain:m] {
		sum += s.weights[i] * value(i)
		weight += s.weights[i]
	}
	return (known + s.rest*(sum/weight)) / s.total
}

// difference is estimate with its standard error, as that of a ratio of sums over a
// sample without replacement: with N folds that are sampled, m of them, weights w and
// their means w̄ and d̄ = Σwd/Σw,
//
//	√((N−m)/(N−1)) · √(Σ(w(d−d̄)/w̄)²/(m−1)/m),
//
// times the share of the weight that the N have.
func (s *sampling) difference(m int, value func(fold int) float64) (diff, se float64) {
	diff = s.estimate(m, value)
	sample := s.order[s.certain:m]
	n, size := float64(len(s.order)-s.certain), float64(len(sample))
	if size >= n || size < 2 {
		return diff, 0
	}
	var sum, weight float64
	for _, i := range sample {
		sum += s.weights[i] * value(i)
		weight += s.weights[i]
	}
	mean := sum / weight
	var spread scaledNorm
	for _, i := range sample {
		spread.add(s.weights[i] / (weight / size) * (value(i) - mean))
	}
	se = spread.root() / math.Sqrt(size*(size-1)) * math.Sqrt((n-size)/(n-1))
	return diff, se * s.rest / s.total
}

// raceQuantile returns how many standard errors of the mean of m folds a difference
// may be off, one-sided, with probability delta for any of so many rounds and rivals.
func raceQuantile(m int, delta float64, rounds, rivals int) float64 {
	level := delta / float64(rounds*rivals)
	return -distuv.StudentsT{Sigma: 1, Nu: float64(m - 1)}.Quantile(level)
}
