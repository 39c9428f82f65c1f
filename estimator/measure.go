package estimator

import (
	"context"
	"fmt"
	"math"
)

// passGroups bounds the partial sums of a pass over all data. The order of sums depends on n
// alone, so that the result is the same on any number of processors.
const passGroups = 16

// overGroups runs f on up to passGroups ranges of trajectories and returns ctx's
// error.
func (p *problem) overGroups(ctx context.Context, f func(g, lo, hi int)) (groups int, err error) {
	n := len(p.data)
	groups = min(n, passGroups)
	p.opt.Do(ctx, groups, func(g int) { f(g, g*n/groups, (g+1)*n/groups) })
	return groups, ctx.Err()
}

// measurement is the result of a pass over some trajectories.
type measurement struct {
	norms     []columnNorm
	steps     int
	truncated int
	err       error
}

// measure sets the sizes of features and squared returns. The error names a trajectory.
func (p *problem) measure(ctx context.Context) error {
	p.features = p.data[0].Dim()
	p.sumG2 = make([]float64, len(p.data))
	if hasRatios(p.data) {
		p.importances = make([]importance, len(p.data))
	}
	parts := make([]measurement, passGroups)
	groups, err := p.overGroups(ctx, func(g, lo, hi int) {
		parts[g] = p.measurePart(ctx, lo, hi)
	})
	if err != nil {
		return err
	}
	norms := make([]columnNorm, p.features)
	for g := range groups {
		if parts[g].err != nil {
			return parts[g].err
		}
		p.steps += parts[g].steps
		p.truncated += parts[g].truncated
		for j, n := range parts[g].norms {
			norms[j].merge(n)
		}
	}
	if err := p.measureReturns(); err != nil {
		return err
	}
	for j := range norms {
		if !norms[j].any {
			continue
		}
		scale, ok := norms[j].powerOfTwo()
		if !ok {
			scale = p.carefulScale(j)
		}
		p.kept = append(p.kept, j)
		p.sizes = append(p.sizes, scale)
	}
	if p.d = len(p.kept); p.d == p.features {
		p.kept = nil
	}
	return nil
}

// pollEvery is the count of numbers that a long pass handles between checks of the context.
const pollEvery = 1 << 20

func (p *problem) measurePart(ctx context.Context, lo, hi int) (m measurement) {
	m.norms = make([]columnNorm, p.features)
	together := rowsTogether(p.features)
	seen, sums, buffer := 0, make([]float64, p.features), make([]float64, together*p.features)
	nonzero := make([]bool, p.features)
	for i := lo; i < hi; i++ {
		t := p.data[i]
		if t.Dim() != p.features {
			m.err = fmt.Errorf("trajectory %d has %d features, the first %d: want the same", i, t.Dim(), p.features)
			return m
		}
		m.steps += t.Len()
		if !t.Terminated() {
			m.truncated++
		}
		clear(sums)
		clear(nonzero)
		for first := 0; first <= t.Len(); first += together {
			n := min(together, t.Len()+1-first)
			rows := t.rowsInto(buffer, first, n)
			addSquares(sums, nonzero, rows)
			if seen += n * t.dim; seen >= pollEvery {
				if seen = 0; ctx.Err() != nil {
					return m
				}
			}
		}
		for j, sum := range sums {
			if !(sum <= math.MaxFloat64) { // only computed features can be NaN
				if m.err = t.checkFeatures(i); m.err != nil {
					return m
				}
			}
			m.norms[j].merge(columnNorm{sum, nonzero[j]})
		}
		if p.sumG2[i], m.err = t.checkedReturns(i, p.opt.Gamma); m.err != nil {
			return m
		}
		if p.importances != nil {
			p.importances[i] = t.importance(p.opt.Gamma)
		}
	}
	return m
}

// addSquares adds the squares of rows of features to sums, and marks nonzero features in nonzero,
// because squares underflow.
func addSquares(sums []float64, nonzero []bool, rows []float64) {
	for d := len(sums); len(rows) > 0; rows = rows[d:] {
		for j, v := range rows[:d] {
			sums[j] += float64(v * v)
			nonzero[j] = nonzero[j] || v != 0
		}
	}
}

// checkedReturns returns Σ_t G_t². The error names a step, and the trajectory by number.
func (t *Trajectory) checkedReturns(number int, gamma float64) (sum float64, err error) {
	if step, product := t.checkRatios(gamma); step > 0 {
		return 0, fmt.Errorf("trajectory %d, step %d: the ratios that end there multiply to %.3g, discounted: want at most %.3g", number, step, product, mostWeight)
	}
	sum, step := t.squaredReturns(gamma)
	if step > 0 {
		return 0, fmt.Errorf("trajectory %d, step %d: the squared return overflows; scale the rewards down", number, step)
	}
	return sum, nil
}

// squaredReturns returns Σ_t G_t², and the step, from 1, of an overflow, otherwise 0.
func (t *Trajectory) squaredReturns(gamma float64) (sum float64, step int) {
	var g float64
	rewards := t.Rewards()
	for s := len(rewards) - 1; s >= 0; s-- {
		if t.ratios == nil {
			g = rewards[s] + float64(gamma*g)
		} else {
			g = float64(t.ratios[s]*rewards[s]) + float64(gamma*t.ratios[s]*g)
		}
		sum += float64(g * g)
		if math.IsInf(sum, 0) {
			return sum, s + 1
		}
	}
	return sum, 0
}

// measureReturns sets the mean squared return.
func (p *problem) measureReturns() error {
	var total float64
	for i, t := range p.data {
		total += p.trajectoryWeight(i) * p.sumG2[i] / float64(t.Len())
		if math.IsInf(total, 0) {
			return fmt.Errorf("trajectory %d: the squared returns overflow; scale the rewards down", i)
		}
	}
	p.meanG2 = total / p.totalWeight()
	return nil
}

// leastSquaredReturn is the least mean squared return far enough from underflow that LOTO errors,
// and the comparisons of LOTO errors, keep all digits.
const leastSquaredReturn = 1e-280

// checkFolds returns an error for data without two folds, or with returns too small to compare.
func (p *problem) checkFolds() error {
	if p.folds() < 2 {
		return fmt.Errorf("all %d trajectories are of one group: want at least 2 groups to leave one out", len(p.data))
	}
	return p.checkReturns()
}

// checkReturns returns an error for rewards whose squares underflow, since all LOTO errors would
// be zero and every λ would silently look equally good.
func (p *problem) checkReturns() error {
	if p.meanG2 >= leastSquaredReturn {
		return nil
	}
	for i, t := range p.data {
		if s := t.firstReward(); s >= 0 {
			return (&reward{i, s + 1, t.rewards[s]}).underflow()
		}
	}
	return nil
}

// columnNorm is the sum of the squares of a feature. any reports whether any number is nonzero;
// it is needed because squares of small numbers underflow.
type columnNorm struct {
	sum float64
	any bool
}

func (c *columnNorm) merge(o columnNorm) {
	c.sum += o.sum
	c.any = c.any || o.any
}

// powerOfTwo returns the root of the sum rounded to a power of two, so that division is exact,
// and whether the sum is far from overflow and underflow.
func (c columnNorm) powerOfTwo() (scale float64, ok bool) {
	const least, most = 1e-250, 1e250
	if !(c.sum > least && c.sum < most) {
		return 0, false
	}
	return math.Ldexp(1, int(math.Round(math.Log2(c.sum)/2))), true
}

// carefulScale returns the scale of a feature whose squares overflow or vanish.
func (p *problem) carefulScale(j int) float64 {
	var norm scaledNorm
	buffer := make([]float64, p.features)
	for _, t := range p.data {
		for s := 0; s <= t.Len(); s++ {
			norm.add(t.FeaturesInto(buffer, s)[j])
		}
	}
	return norm.powerOfTwo()
}

// scaledNorm sums squares without overflow or underflow.
type scaledNorm struct{ scale, sum float64 }

func (s *scaledNorm) add(x float64) {
	if x == 0 {
		return
	}
	x = math.Abs(x)
	if x > s.scale {
		q := s.scale / x
		s.sum = 1 + float64(s.sum*q*q)
		s.scale = x
		return
	}
	q := x / s.scale
	s.sum += float64(q * q)
}

// root returns the root of the sum.
func (s *scaledNorm) root() float64 { return s.scale * math.Sqrt(s.sum) }

// powerOfTwo returns the root of the sum rounded to a power of two; 1 for an
// empty sum.
func (s *scaledNorm) powerOfTwo() float64 {
	if s.scale == 0 {
		return 1
	}
	largest, exponent := math.Frexp(s.scale)
	root, more := math.Frexp(math.Sqrt(s.sum))
	rest, carry := math.Frexp(largest * root)
	exponent += more + carry // the root is rest·2^exponent, ½ ≤ rest < 1
	if rest < math.Sqrt2/2 {
		exponent--
	}
	return math.Ldexp(1, max(-1022, min(1023, exponent)))
}

// foldWeight returns the weight of ℓ_i in the LOTO error, the sum of the weights of the
// trajectories.
func (p *problem) foldWeight(i int) float64 {
	if p.opt.Weighting == ByTrajectory {
		return float64(len(p.together(i)))
	}
	return float64(p.length[i])
}

// trajectoryWeight returns the weight of a trajectory in the LOTO error.
func (p *problem) trajectoryWeight(i int) float64 {
	if p.opt.Weighting == ByTrajectory {
		return 1
	}
	return float64(p.data[i].Len())
}

func (p *problem) totalWeight() float64 {
	if p.opt.Weighting == ByTrajectory {
		return float64(len(p.data))
	}
	return float64(p.steps)
}
