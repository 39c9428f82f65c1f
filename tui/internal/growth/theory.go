package main

import (
	"math"
)

// operations returns how many multiplications and additions theory counts for a point,
// lower orders left out, whatever of them is done at once by a vector unit; NaN where it
// says nothing.
func (p point) operations() float64 {
	n, d, h, k := float64(p.N), float64(p.D), float64(p.H), float64(p.K)
	switch p.Method {
	case passes:
		return math.NaN() // they sum without rounding, which is not counted
	case naive:
		return k * n * (n*h*d*d + d*d*d/3)
	case rsm:
		return 3 * k * n * h * d * d
	}
	// The states' Gram matrix and its eigenvalues, and each trajectory's S_i.
	const eigen = 9 // times d³, with vectors
	sums := 2*n*h*d*d + n*p.accumulation()
	if p.Features == tiles {
		const active, changed = tilings, 2 * tilings // numbers of x and w that are not zero
		sums = 2*n*h*active*active + k*n*h*d*changed
	}
	fold := d * d * d / 3
	if p.updated() {
		return sums + eigen*d*d*d + 2*k*d*d*d + k*n*(h*d*d+h*h*d+h*h*h)
	}
	return sums + eigen*d*d*d + k*n*fold
}

// updated tells whether folds are left out by Woodbury's formula.
func (p point) updated() bool {
	const leastShare = 4 // of d to H, as in estimator
	return p.Method == auto && p.D > leastShare*p.H
}

// block returns B, the length in steps of the blocks that λ's share.
func (p point) block() float64 {
	h, k := float64(p.H), float64(p.K)
	return math.Max(1, math.Round(math.Sqrt(2*k/(1+2*k/h))))
}

// accumulation returns the operations for A_i at all λ's, in blocks of B steps.
func (p point) accumulation() float64 {
	d, h, k := float64(p.D), float64(p.H), float64(p.K)
	block := p.block()
	return d * d * math.Min(k*h, h*(block+1)/2+k*(h/block+block))
}

// room returns how many bytes of working memory theory counts for a selection by auto or
// what shares its sums: the systems of all trajectories at all λ's, as far as there is
// room for them, at least the partial sums that are needed at any time, and what is said
// of each fold; NaN for other methods.
func (p point) room() float64 {
	const fold, partial, parts = 20, 16, 64
	n, k := float64(p.N), float64(p.K)
	if p.Method == naive || p.Method == passes {
		return math.NaN()
	}
	return max(p.kept(), max(partial, 2*min(parts, n/8))*p.system()) + fold*n*k
}

// system returns the bytes of the system of one trajectory at one λ.
func (p point) system() float64 { return 8 * float64(p.D) * float64(p.D+1) }

// What package estimator takes at most beside its data and what it returns: keptBytes for
// all, where it keeps the systems of trajectories, and sumBytes for what λ's share of each.
const (
	sumBytes  = 16 << 20
	keptBytes = 3 * sumBytes
)

// kept returns the bytes of the systems that are kept, with what λ's share of each
// trajectory where not all have room.
func (p point) kept() float64 {
	const fewest = 3 // λ's of a chunk whose systems are kept
	one := float64(p.N) * p.system()
	shared := one * p.block()
	if p.Features == tiles { // which has a pass for each λ
		shared = 0
	}
	switch all := one * float64(p.K+1); { // with the moments
	case all <= keptBytes:
		return all
	case shared <= sumBytes && shared+one*(fewest+1) <= keptBytes:
		return keptBytes
	}
	return 0
}

// slope returns the slope of y between two sizes on logarithmic axes.
func slope(x0, y0, x1, y1 float64) float64 {
	return math.Log(y1/y0) / math.Log(x1/x0)
}
