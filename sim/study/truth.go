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

// rlstd returns that of RLSTD, which was run, at the k-th λ.
func (z *SizeSummary) rlstd(k int) side {
	return side{z.outcomes.all(func(o *Outcome) float64 { return o.RLSTD[k] }), z.truth.rlstd[k]}
}

// sizeTruth is what the means of a SizeSummary miss by because of the truth.
type sizeTruth struct {
	yardstick
	lstd, rlstd           []shared // per λ
	allstd, random, naive shared
	selectors             []shared // of Plan.Selectors
}

// addTruth adds what the truth leaves to the standard errors.
func (s *SizeSummary) addTruth(y yardstick) {
	of, e := s.outcomes, &s.truth
	e.yardstick = y
	for k := range s.LSTD {
		e.lstd = append(e.lstd, y.MSVEErrors(of.thetas(k)...))
	}
	for k := range s.LSTD {
		s.LSTD[k] = s.LSTD[k].with(e.lstd[k])
		s.MSVEDiff[k] = s.MSVEDiff[k].with(e.lstd[k].plus(-1, e.lstd[0]))
	}
	if of[0].chooses() {
		s.addTruthOfChoice()
	}
	for k := range s.RLSTD {
		// Its θ is not kept. Both miss by about the same share.
		e.rlstd = append(e.rlstd, e.lstd[k].times(s.RLSTD[k].Mean/s.LSTD[k].Mean))
		s.RLSTD[k] = s.RLSTD[k].with(e.rlstd[k])
	}
	if s.Naive != nil {
		e.naive = y.MSVEErrors(of.thetasAt(func(o *Outcome) int { return o.Naive.Selected })...)
		s.Naive.MSVE = s.Naive.MSVE.with(e.naive)
	}
	s.TruthSE = e.lstd[s.Best].SE()
}

// addTruthOfChoice adds it to those of choosing λ.
func (s *SizeSummary) addTruthOfChoice() {
	e := &s.truth
	e.allstd = e.MSVEErrors(s.outcomes.thetasAt(func(o *Outcome) int { return o.Selected })...)
	e.random = e.lstd[0].times(1 / float64(len(e.lstd)))
	for _, at := range e.lstd[1:] {
		e.random = e.random.plus(1/float64(len(e.lstd)), at)
	}
	s.ALLSTD = s.ALLSTD.with(e.allstd)
	s.Regret = s.Regret.with(e.allstd.plus(-1, e.lstd[s.Best]))
	s.Random = s.Random.with(e.random)
	s.RandomLoss = s.RandomLoss.with(e.random.plus(-1, e.allstd))
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
		for k := range z.Selectors {
			sides = append(sides, z.selector(k))
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
