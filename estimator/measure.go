package estimator

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
)

// passGroups bounds the partial sums of a pass over all data. The order of sums depends on n
// alone, so that the result is the same on any number of processors.
const passGroups = 16

// measure checks and counts the trajectories. It returns a power of two above the largest number of
// each feature, 0 for a feature of zeros. The error names a trajectory.
func (p *problem) measure(ctx context.Context) (sizes []float64, err error) {
	if err := checkData(p.data, p.before); err != nil {
		return nil, err
	}
	p.features = cmp.Or(p.features, p.data[0].Dim())
	p.steps = 0
	p.truncated = 0
	for i, t := range p.data {
		if t.Dim() != p.features {
			return nil, fmt.Errorf("trajectory %d has %d features, the first %d: want the same", p.before+i, t.Dim(), p.features)
		}
		p.steps += t.Len()
		if !t.Terminated() {
			p.truncated++
		}
		p.ratios = p.ratios || t.ratios != nil
	}
	p.sumG2 = make([]float64, len(p.data))
	p.importances = make([]importance, len(p.data))
	n := len(p.data)
	groups := min(n, passGroups)
	largest := make([][]float64, groups)
	errs := make([]error, groups)
	p.opt.Do(ctx, groups, func(g int) { largest[g], errs[g] = p.measurePart(g*n/groups, (g+1)*n/groups) })
	if err := cmp.Or(ctx.Err(), cmp.Or(errs...)); err != nil {
		return nil, err
	}
	sizes = largest[0]
	for _, of := range largest[1:] {
		for j, v := range of {
			sizes[j] = max(sizes[j], v)
		}
	}
	const maxExponent = 1022
	for j, v := range sizes {
		if v > 0 {
			_, exponent := math.Frexp(v)
			sizes[j] = math.Ldexp(1, max(-maxExponent, min(maxExponent, exponent)))
		}
	}
	return sizes, nil
}

// pollEvery is the count of numbers that a long pass handles between checks of the context.
const pollEvery = 1 << 20

// measurePart sets the squared returns and the importances of some trajectories, and returns the
// largest absolute value of each feature.
func (p *problem) measurePart(lo, hi int) (largest []float64, err error) {
	largest = make([]float64, p.features)
	together := rowsTogether(p.features)
	buffer := make([]float64, together*p.features)
	seen := 0
	for i := lo; i < hi; i++ {
		t := p.data[i]
		for first := 0; first <= t.Len(); first += together {
			n := min(together, t.Len()+1-first)
			for rows := t.rowsInto(buffer, first, n); len(rows) > 0; rows = rows[p.features:] {
				for j, v := range rows[:p.features] {
					largest[j] = max(largest[j], math.Abs(v))
				}
			}
			if seen += n * t.dim; seen >= pollEvery {
				if seen = 0; p.stop() {
					return largest, nil
				}
			}
		}
		if t.row != nil { // otherwise checked when made
			for _, v := range largest {
				if !(v <= math.MaxFloat64) {
					return nil, t.checkFeatures(p.before + i)
				}
			}
		}
		if p.sumG2[i], err = t.checkedReturns(p.before+i, p.opt.Gamma); err != nil {
			return nil, err
		}
		p.importances[i] = t.importance(p.opt.Gamma)
	}
	return largest, nil
}

// checkedReturns returns Σ_t G_t². The error names a step, and the trajectory by number.
func (t *Trajectory) checkedReturns(number int, gamma float64) (sum float64, err error) {
	if step, product := t.checkRatios(gamma); step > 0 {
		return 0, fmt.Errorf("trajectory %d, step %d: the ratios that end there multiply to %.3g, discounted: want at most %.3g", number, step, product, mostWeight)
	}
	g := 0.0
	for step, r := range slices.Backward(t.rewards) {
		if t.ratios == nil {
			g = r + float64(gamma*g)
		} else {
			g = float64(t.ratios[step]*r) + float64(gamma*t.ratios[step]*g)
		}
		if sum += float64(g * g); math.IsInf(sum, 0) {
			return 0, fmt.Errorf("trajectory %d, step %d: the squared return overflows; scale the rewards down", number, step+1)
		}
	}
	return sum, nil
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
			return reward{i, s + 1, t.rewards[s]}.underflow()
		}
	}
	return nil
}

// underflow returns the error of rewards whose squares vanish.
func (r reward) underflow() error {
	return fmt.Errorf("trajectory %d, step %d: reward %v among returns whose squares underflow; scale the rewards up", r.trajectory, r.step, r.value)
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
