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

// schedule returns after how many folds λ's are compared, at most some; none where that
// is too few.
func (s *sampling) schedule(most float64) []int {
	var out []int
	for m := max(fewestRaced, math.Ceil(firstShare*float64(len(s.weights)))); m+float64(s.certain) <= most; m = math.Ceil(raceGrowth * m) {
		out = append(out, s.certain+int(m))
	}
	return out
}

// estimate returns the score by the first m folds of the order, of their errors by
// fold.
func (s *sampling) estimate(m int, value func(fold int) float64) float64 {
	known := 0.0
	for _, i := range s.order[:min(m, s.certain)] {
		known += float64(s.weights[i] * value(i))
	}
	if m <= s.certain {
		return known / s.total
	}
	var sum, weight float64
	for _, i := range s.order[s.certain:m] {
		sum += float64(s.weights[i] * value(i))
		weight += s.weights[i]
	}
	return (known + float64(s.rest*(sum/weight))) / s.total
}

// left returns √((N−m)/(N−1)), N folds being sampled: what the errors of a sample have left
// of those with replacement, as its folds become all.
func (s *sampling) left(m int) float64 {
	n, size := float64(len(s.order)-s.certain), float64(m-s.certain)
	return math.Sqrt((n - size) / (n - 1))
}

// narrowing returns what share of a standard error after m folds there is after more.
func (s *sampling) narrowing(m, more int) float64 {
	return s.left(more) / s.left(m) * math.Sqrt(float64(m-s.certain)/float64(more-s.certain))
}

// sampled is what a sample without replacement says of a difference of scores.
type sampled struct {
	diff float64
	// se is the standard error of diff, as that of a ratio of sums: with N folds that
	// are sampled, m of them, weights w and their means w̄ and d̄ = Σwd/Σw,
	// √((N−m)/(N−1)) · √(Σz²/(m−1)/m), z = w(d−d̄)/w̄.
	se float64
	// largest is the largest |z|/m, times the same root.
	largest float64
}

// difference is estimate with what it takes to say how far it may be off.
func (s *sampling) difference(m int, value func(fold int) float64) sampled {
	out := sampled{diff: s.estimate(m, value)}
	sample := s.order[s.certain:m]
	n, size := float64(len(s.order)-s.certain), float64(len(sample))
	if size >= n || size < 2 {
		return out
	}
	var sum, weight float64
	for _, i := range sample {
		sum += float64(s.weights[i] * value(i))
		weight += s.weights[i]
	}
	mean := sum / weight
	var spread scaledNorm
	for _, i := range sample {
		z := s.weights[i] / (weight / size) * (value(i) - mean)
		spread.add(z)
		out.largest = max(out.largest, math.Abs(z))
	}
	left := s.left(m) * s.rest / s.total
	out.se = spread.root() / math.Sqrt(size*(size-1)) * left
	out.largest *= left / size
	return out
}

// raceBound says how far a difference may be off after a round.
type raceBound struct {
	quantile float64 // of Student's t
	tail     float64 // ln(1/α)/3, of Bernstein's inequality
}

// newRaceBound returns the bound for samples of m folds: one-sided, exceeded with
// probability α = δ/(rounds·rivals), so that none of so many rounds and rivals exceeds
// it with probability 1 − δ.
func newRaceBound(m int, delta float64, rounds, rivals int) raceBound {
	level := delta / float64(rounds*rivals)
	return raceBound{
		quantile: -distuv.StudentsT{Sigma: 1, Nu: float64(m - 1)}.Quantile(level),
		tail:     -math.Log(level) / 3,
	}
}

// margin is that of Bernstein's inequality, with Student's quantile in place of
// √(2 ln(1/α)) and with the variance and the range that the sample has. By the quantile
// alone, differences of a few folds, which are skewed, would too often look settled.
func (b raceBound) margin(d sampled) float64 {
	return float64(b.quantile*d.se) + float64(b.tail*d.largest)
}
