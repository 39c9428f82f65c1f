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

// Side is one side of a comparison over the same trials: the mean MSVE of a method.
type Side struct {
	MSVE  Mean
	each  []float64  // MSVE of each trial
	truth truthError // of their mean
}

// sideOf returns the side with an MSVE for each trial.
func sideOf(each []float64, truth truthError) Side {
	return Side{meanOf(each).with(truth), each, truth}
}

// addMethods fills in the sides of the methods that were run, for a number of λ's.
func (z *SizeSummary) addMethods(lambdas int) {
	of := z.outcomes
	for k := range lambdas {
		z.LSTD = append(z.LSTD, z.At(func(int) int { return k }))
	}
	if of[0].chooses() {
		z.ALLSTD = z.At(func(j int) int { return of[j].Selected })
		z.Printed = z.At(func(j int) int { return of[j].Printed })
		share := 1 / float64(lambdas)
		truth := z.LSTD[0].truth.times(share)
		for _, s := range z.LSTD[1:] {
			truth = truth.plus(share, s.truth)
		}
		z.Random = sideOf(of.all((*Outcome).random), truth)
	}
	if of[0].Refined != nil {
		thetas := make([][]float64, len(of))
		for j, o := range of {
			thetas[j] = o.Refined.Theta
		}
		each := of.all(func(o *Outcome) float64 { return o.Refined.MSVE })
		grid := of.mean(func(o *Outcome) float64 { return o.Loto[o.Selected] }).Mean
		lower := 1 - of.mean(func(o *Outcome) float64 { return o.Refined.Loto }).Mean/grid
		z.Refined = &RefinedSummary{sideOf(each, z.yardstick.MSVEErrors(thetas...)), lower}
	}
	if of[0].Naive != nil {
		z.Naive = of.naive(z.At(func(j int) int { return of[j].Naive.Selected }))
	}
	if of[0].RLSTD == nil {
		return
	}
	for k := range lambdas {
		// Outcomes lack the θ of RLSTD: the truth is assumed to move the MSVE by the same share as
		// the MSVE of LSTD.
		each := of.all(func(o *Outcome) float64 { return o.RLSTD[k] })
		lstd := z.LSTD[k]
		z.RLSTD = append(z.RLSTD, sideOf(each, lstd.truth.times(meanOf(each).Mean/lstd.MSVE.Mean)))
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
	return sideOf(each, z.yardstick.MSVEErrors(thetas...))
}

// TruthShares returns the largest shares by which estimated true values widen intervals: of
// root MSVE, and of ratios between methods. The shares are NaN with a single trial.
func (s *Summary) TruthShares() (levels, ratios float64) {
	for i := range s.Sizes {
		z := &s.Sizes[i]
		best := z.LSTD[z.Best]
		all := append([]Side{z.ALLSTD, z.Printed}, z.LSTD...)
		if z.Naive != nil {
			all = append(all, z.Naive.Side)
		}
		for _, of := range append(all, z.RLSTD...) {
			scale := of.MSVE.Mean
			levels = max(levels, widened(of.each, of.truth, scale))
			square := scale / best.MSVE.Mean
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
