package study

import (
	"math"
	"slices"
)

// Holds is the verdict on a claim.
type Holds int

// The verdicts on a claim.
const (
	NotChecked Holds = iota // too little was run to check it
	Unclear                 // near the threshold: chance could explain the difference
	DoesHold
	DoesNotHold
)

// String returns "not checked", "near the threshold", "holds" or "does not hold".
func (h Holds) String() string {
	return [...]string{"not checked", "near the threshold", "holds", "does not hold"}[h]
}

// FewestTrials is the smallest number of trials whose standard error is reliable enough to decide
// claims.
const FewestTrials = 10

// RoundingShare is the share of the MSVE up to which a difference counts as rounding.
const RoundingShare = 1e-9

// Evidence is a difference that a claim says is positive, with the scale of the numbers in it.
type Evidence struct {
	Mean
	Scale float64
}

// holds decides whether the difference is positive, if chance moves it by z standard errors.
func (v Evidence) holds(z float64) Holds {
	switch tolerance := RoundingShare * math.Abs(v.Scale); {
	case v.Mean.Mean-float64(z*v.SE) > tolerance:
		return DoesHold
	case v.Mean.Mean+float64(z*v.SE) <= tolerance:
		return DoesNotHold
	}
	return Unclear
}

// Decide decides whether each difference is positive, with a chance of 5 % that any verdict other
// than Unclear is wrong.
func Decide(all []Evidence) []Holds {
	z := Quantile(len(all))
	out := make([]Holds, len(all))
	for i, v := range all {
		out[i] = v.holds(z)
	}
	return out
}

// Quantile returns the number of standard errors by which chance moves any of some differences
// with a probability of at most 5 % (Bonferroni).
func Quantile(differences int) float64 {
	return math.Sqrt2 * math.Erfinv(1-0.05/float64(differences))
}

// Together returns the verdict on the claim that all verdicts hold.
func Together(all []Holds) Holds {
	switch {
	case slices.Contains(all, DoesNotHold):
		return DoesNotHold
	case slices.Contains(all, Unclear):
		return Unclear
	case len(all) == 0:
		return NotChecked
	}
	return DoesHold
}

// BestOnOtherHalf returns for each trial the index, below lambdas, of the λ with the lowest mean
// MSVE over the half of the trials without it, so that no trial picks its λ. There must be two
// trials.
func (z *SizeSummary) BestOnOtherHalf(lambdas int) func(trial int) int {
	of := z.outcomes
	var best [2]int
	for half := range best {
		least := math.Inf(1)
		for k := range lambdas {
			sum := 0.0
			for i := 1 - half; i < len(of); i += 2 {
				sum += of[i].MSVE[k]
			}
			if sum < least {
				best[half] = k
				least = sum
			}
		}
	}
	return func(trial int) int { return best[trial%2] }
}

// Above is the evidence that a is above factor times b, paired over trials.
func Above(a Side, factor float64, b Side) Evidence {
	diff := make([]float64, len(a.each))
	for i := range diff {
		diff[i] = a.each[i] - float64(factor*b.each[i])
	}
	return Evidence{meanOf(diff).with(a.truth.plus(-factor, b.truth)), a.MSVE.Mean}
}

// Below is the evidence that a is below factor times b.
func Below(a Side, factor float64, b Side) Evidence {
	v := Above(a, factor, b)
	v.Mean.Mean = -v.Mean.Mean
	return v
}

// RatioInterval returns the interval of the ratios of root MSVE, of a to b, that chance allows by
// moving a difference by z standard errors (Fieller 1954): all f for which a is neither above nor
// below f²·b. The interval ends at infinity if chance could make b 0.
func RatioInterval(a, b Side, z float64) (low, high float64) {
	at := math.Sqrt(max(0, a.MSVE.Mean) / b.MSVE.Mean)
	isAbove := func(f float64) bool { v := Above(a, f*f, b); return v.Mean.Mean > float64(z*v.SE) }
	isBelow := func(f float64) bool { v := Below(a, f*f, b); return v.Mean.Mean > float64(z*v.SE) }
	// end bisects for the first number that holds, between from (does not hold) and to (holds).
	end := func(from, to float64, holds func(f float64) bool) float64 {
		for range 40 {
			if middle := (from + to) / 2; holds(middle) {
				to = middle
			} else {
				from = middle
			}
		}
		return to
	}
	low, high = end(at, 0, isAbove), at
	for step := max(at, 1e-3); !isBelow(high); step *= 2 {
		if high += step; high > 1e6 {
			return low, math.Inf(1)
		}
	}
	return low, end(at, high, isBelow)
}

// RootGap returns √mean(a) − √mean(b), NaN for a negative mean, and the first-order effects of
// each trial and of the truth.
func RootGap(a, b Side) (gap float64, moves Side) {
	meanA, meanB := a.MSVE.Mean, b.MSVE.Mean
	rootA, rootB := math.Sqrt(meanA), math.Sqrt(meanB)
	moves.each = make([]float64, len(a.each))
	for i := range moves.each {
		moves.each[i] = (a.each[i]-meanA)/(2*rootA) - (b.each[i]-meanB)/(2*rootB)
	}
	moves.truth = a.truth.times(1/(2*rootA)).plus(-1/(2*rootB), b.truth)
	return rootA - rootB, moves
}
