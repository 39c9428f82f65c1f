package study

import "math"

// yardstick scores estimates; see truth.Values.
type yardstick interface {
	SquaredNorm(delta []float64) float64
	MSVEErrors(thetas ...[]float64) []float64
}

// truthError is the error of a mean MSVE that comes from estimated true values, in independent
// parts; nil for exact true values. All trials share it. The error of a weighted sum of MSVEs
// is the same sum of their errors.
type truthError []float64

// plus returns e + factor·other.
func (e truthError) plus(factor float64, other truthError) truthError {
	if e == nil {
		return nil
	}
	out := make(truthError, len(e))
	for i, v := range e {
		out[i] = v + float64(factor*other[i])
	}
	return out
}

// times returns factor·e.
func (e truthError) times(factor float64) truthError { return e.plus(factor-1, e) }

// SE returns the standard error.
func (e truthError) SE() float64 {
	sum := 0.0
	for _, v := range e {
		sum += float64(v * v)
	}
	return math.Sqrt(sum)
}

// with returns the mean with the error of the truth added to its standard error.
func (m Mean) with(e truthError) Mean {
	return Mean{m.Mean, math.Hypot(m.SE, e.SE())}
}

// Side is one side of a comparison over the same trials.
type Side struct {
	each  []float64  // MSVE of each trial
	truth truthError // of their mean
}

// Mean returns the mean MSVE.
func (s Side) Mean() Mean { return meanOf(s.each).with(s.truth) }

// Sides are the sides of comparisons at a number of trajectories.
type Sides struct {
	LSTD    []Side // by λ
	ALLSTD  Side
	Printed Side   // ALLSTD weighting by trajectory
	Refined Side   // λ̂ beyond the grid
	Random  Side   // a λ drawn from the grid
	Naive   Side   // NaiveCV+LSTD
	RLSTD   []Side // by λ
}

// findSides fills in the sides of the methods that were run, for a number of λ's.
func (z *SizeSummary) findSides(lambdas int, y yardstick) {
	of := z.outcomes
	z.yardstick = y
	for k := range lambdas {
		z.Sides.LSTD = append(z.Sides.LSTD, z.At(func(int) int { return k }))
	}
	if of[0].chooses() {
		z.Sides.ALLSTD = z.At(func(j int) int { return of[j].Selected })
		z.Sides.Printed = z.At(func(j int) int { return of[j].Printed })
		share := 1 / float64(lambdas)
		z.Sides.Random = Side{of.all((*Outcome).random), z.Sides.LSTD[0].truth.times(share)}
		for _, s := range z.Sides.LSTD[1:] {
			z.Sides.Random.truth = z.Sides.Random.truth.plus(share, s.truth)
		}
	}
	if of[0].Refined != nil {
		thetas := make([][]float64, len(of))
		for j, o := range of {
			thetas[j] = o.Refined.Theta
		}
		z.Sides.Refined = Side{of.all(func(o *Outcome) float64 { return o.Refined.MSVE }), y.MSVEErrors(thetas...)}
		grid := of.mean(func(o *Outcome) float64 { return o.Loto[o.Selected] }).Mean
		z.Refined = &RefinedSummary{1 - of.mean(func(o *Outcome) float64 { return o.Refined.Loto }).Mean/grid}
	}
	if of[0].Naive != nil {
		z.Sides.Naive = z.At(func(j int) int { return of[j].Naive.Selected })
	}
	if of[0].RLSTD == nil {
		return
	}
	for k := range lambdas {
		// Outcomes lack the θ of RLSTD: the truth is assumed to move the MSVE by the same share as
		// the MSVE of LSTD.
		each := of.all(func(o *Outcome) float64 { return o.RLSTD[k] })
		z.Sides.RLSTD = append(z.Sides.RLSTD, Side{each, z.Sides.LSTD[k].truth.times(meanOf(each).Mean / meanOf(z.Sides.LSTD[k].each).Mean)})
	}
}

// At returns the side of LSTD at a λ for each trial.
func (z *SizeSummary) At(lambda func(trial int) int) Side {
	each := make([]float64, len(z.outcomes))
	thetas := make([][]float64, len(z.outcomes))
	for j, o := range z.outcomes {
		k := lambda(j)
		each[j] = o.MSVE[k]
		thetas[j] = o.Theta[k]
	}
	return Side{each, z.yardstick.MSVEErrors(thetas...)}
}

// TruthShares returns the largest shares by which estimated true values widen intervals: of
// root MSVE, and of ratios between methods. The shares are NaN with a single trial.
func (s *Summary) TruthShares() (levels, ratios float64) {
	for i := range s.Sizes {
		z := &s.Sizes[i]
		best := z.Sides.LSTD[z.Best]
		all := append([]Side{z.Sides.ALLSTD, z.Sides.Printed}, z.Sides.LSTD...)
		if z.Naive != nil {
			all = append(all, z.Sides.Naive)
		}
		for _, of := range append(all, z.Sides.RLSTD...) {
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

// widened returns the share by which the truth widens the standard error of a mean. It is 0
// where the error of the truth is rounding, relative to a scale.
func widened(values []float64, truth truthError, scale float64) float64 {
	if truth.SE() <= RoundingShare*scale {
		return 0
	}
	alone := meanOf(values)
	return alone.with(truth).SE/alone.SE - 1
}
