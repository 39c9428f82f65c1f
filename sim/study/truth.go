package study

import "math"

// yardstick is what estimates are scored with; see truth.Values.
type yardstick interface {
	SquaredNorm(delta []float64) float64
	MSVEErrors(thetas ...[]float64) []float64
}

// shared is what a mean MSVE misses by because the true values are estimated
// themselves, in independent parts; nil where they are exact. It is the same in all
// trials. What a weighted sum of MSVEs misses by is that sum of theirs.
type shared []float64

// plus returns the sum with another, times a factor.
func (s shared) plus(factor float64, other shared) shared {
	if s == nil {
		return nil
	}
	out := make(shared, len(s))
	for i, v := range s {
		out[i] = v + float64(factor*other[i])
	}
	return out
}

// times returns the multiple.
func (s shared) times(factor float64) shared { return s.plus(factor-1, s) }

// SE returns the standard error.
func (s shared) SE() float64 {
	sum := 0.0
	for _, v := range s {
		sum += float64(v * v)
	}
	return math.Sqrt(sum)
}

// with returns the mean with a standard error that has what the truth leaves besides
// what the trials do.
func (m Mean) with(s shared) Mean {
	return Mean{m.Mean, math.Hypot(m.SE, s.SE())}
}

// side is one side of a comparison over the same trials: the MSVE in each, and what
// their mean misses by because of the truth.
type side struct {
	each  []float64
	truth shared
}

// mean returns the mean MSVE.
func (s side) mean() Mean { return meanOf(s.each).with(s.truth) }

// at returns the side of LSTD at the k-th λ.
func (z *SizeSummary) at(k int) side {
	return side{z.outcomes.all(func(o *Outcome) float64 { return o.MSVE[k] }), z.truth.lstd[k]}
}

// atEach returns that of LSTD at a λ of each trial's own.
func (z *SizeSummary) atEach(lambda []int) side {
	out := side{each: make([]float64, len(lambda))}
	thetas := make([][]float64, len(lambda))
	for i, o := range z.outcomes {
		out.each[i], thetas[i] = o.MSVE[lambda[i]], o.Theta[lambda[i]]
	}
	out.truth = z.truth.MSVEErrors(thetas...)
	return out
}

// chosen returns that of ALLSTD.
func (z *SizeSummary) chosen() side {
	return side{z.outcomes.all((*Outcome).selected), z.truth.allstd}
}

// drawn returns that of LSTD at a λ drawn from the grid.
func (z *SizeSummary) drawn() side { return side{z.outcomes.all((*Outcome).random), z.truth.random} }

// chosenByNaive returns that of NaiveCV+LSTD, which was run.
func (z *SizeSummary) chosenByNaive() side {
	return side{z.outcomes.all(func(o *Outcome) float64 { return o.MSVE[o.Naive.Selected] }), z.truth.naive}
}

// rlstd returns that of RLSTD, which was run, at the k-th λ. Its θ is not kept: the truth
// moves it by about the same share as LSTD.
func (z *SizeSummary) rlstd(k int) side {
	each := z.outcomes.all(func(o *Outcome) float64 { return o.RLSTD[k] })
	return side{each, z.truth.lstd[k].times(meanOf(each).Mean / z.LSTD[k].Mean)}
}

// sizeTruth is what the means of a SizeSummary miss by because of the truth.
type sizeTruth struct {
	yardstick
	lstd                  []shared // per λ
	allstd, random, naive shared
}

// findTruth finds what means miss by.
func (z *SizeSummary) findTruth(lambdas int, y yardstick) {
	of, e := z.outcomes, &z.truth
	e.yardstick = y
	for k := range lambdas {
		e.lstd = append(e.lstd, y.MSVEErrors(of.thetas(k)...))
	}
	if of[0].chooses() {
		e.allstd = y.MSVEErrors(of.thetasAt(func(o *Outcome) int { return o.Selected })...)
		share := 1 / float64(lambdas)
		e.random = e.lstd[0].times(share)
		for _, at := range e.lstd[1:] {
			e.random = e.random.plus(share, at)
		}
	}
	if of[0].Naive != nil {
		e.naive = y.MSVEErrors(of.thetasAt(func(o *Outcome) int { return o.Naive.Selected })...)
	}
}

// TruthShares returns by what share intervals are wider than they would be if the
// truth were exact, at most: those of root MSVE at single λ's and of methods, and
// those of ratios between methods. NaN with one trial.
func (s *Summary) TruthShares() (levels, ratios float64) {
	for i := range s.Sizes {
		z := &s.Sizes[i]
		best := z.at(z.Best)
		sides := []side{z.chosen()}
		for k := range s.Lambdas {
			sides = append(sides, z.at(k))
		}
		if z.Naive != nil {
			sides = append(sides, z.chosenByNaive())
		}
		for k := range z.RLSTD {
			sides = append(sides, z.rlstd(k))
		}
		for _, of := range sides {
			scale := meanOf(of.each).Mean
			levels = max(levels, widened(of.each, of.truth, scale))
			square := scale / meanOf(best.each).Mean
			apart := make([]float64, len(of.each))
			for j := range apart {
				apart[j] = of.each[j] - float64(square*best.each[j])
			}
			ratios = max(ratios, widened(apart, of.truth.plus(-square, best.truth), scale))
		}
	}
	return levels, ratios
}

// widened returns by what share the standard error of the mean of values is larger
// because of the truth; values of that scale are rounded.
func widened(values []float64, truth shared, scale float64) float64 {
	if truth.SE() <= roundingShare*scale {
		return 0
	}
	alone := meanOf(values)
	return alone.with(truth).SE/alone.SE - 1
}
