package estimator

import (
	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// lags sum the systems of a trajectory at many λ's. In blocks of B steps, with c = λγ and z̄_j the
// trace at the end of block j,
//
//	A_i(λ) = Σ_τ c^τ M_τ + Σ_j z̄_{j−1} (Σ_s c^{s+1} w_{jB+s})ᵀ,   M_τ = Σ x_{t−τ} w_tᵀ,
//
// M_τ over the pairs within blocks, and the same for b_i. All λ's share the sums M_τ, and each sum
// over s or τ is an outer product of the powers of c at all λ's. 200 games of 2048 take two thirds
// of the time.
type lags struct {
	blocks       int
	x, w         []float64 // B groups of rows, a row for each block: the steps s, B+s, 2B+s, …
	sums         []float64 // M_τ, B systems
	powers       []float64 // c⁰ … c^B, at all λ's
	reversed     []float64 // c^{B−1} … c⁰
	starts, ends []float64 // by λ and block: Σ_s c^{s+1} w_{jB+s}, and z̄_j
}

const (
	// lagBlock is B. Larger blocks have more sums M_τ.
	lagBlock = 6
	// leastLagged and leastLags are the least numbers of λ's and steps, because fewer take less
	// time without lags. Beyond mostLags steps a call of a kernel would not notice the end of a
	// context soon.
	leastLagged = 5
	leastLags   = 24
	mostLags    = 4096
)

// lagged reports whether lags save time at k λ's.
func (e *episode) lagged(k int) bool {
	return k >= leastLagged && !e.sparse && e.ratios == nil && leastLags <= e.h && e.h <= mostLags
}

// sumLags adds to systems Σ z_t w_tᵀ and Σ z_t r_t, for some decays. systems has dense.Size numbers
// for each decay, and room for whole tiles of decays.
func (e *episode) sumLags(systems []float64, decays []float64) {
	l := &e.lags
	l.load(e)
	l.setPowers(decays)
	k := len(decays)
	ld := e.ld
	q := dense.Size(e.d)
	size := l.blocks * ld
	tiles := kernels.RoundUpTo(k, kernels.TileRows)
	for _, sums := range []*[]float64{&l.starts, &l.ends} {
		*sums = kernels.Resize(*sums, tiles*size)
		clear(*sums)
	}
	kernels.AddOuterProducts(systems, q, k, q, l.powers, tiles, l.sums, q, lagBlock)
	kernels.AddOuterProducts(l.starts, size, k, size, l.powers[tiles:], tiles, l.w, size, lagBlock)
	kernels.AddOuterProducts(l.ends, size, k, size, l.reversed, tiles, l.x, size, lagBlock)
	for i := range k {
		ends := l.ends[i*size:][:size]
		over := l.powers[lagBlock*tiles+i]
		for at := ld; at < size; at += ld {
			kernels.Axpy(over, ends[at-ld:at], ends[at:at+ld])
		}
		kernels.AddOuterProducts(systems[i*q:], ld, e.d, e.d+1, ends, ld, l.starts[i*size+ld:], ld, l.blocks-1)
	}
}

// load sets the rows and M_τ.
func (l *lags) load(e *episode) {
	l.blocks = (e.h + lagBlock - 1) / lagBlock
	size := l.blocks * e.ld
	q := dense.Size(e.d)
	l.x = kernels.Resize(l.x, lagBlock*size)
	l.w = kernels.Resize(l.w, lagBlock*size)
	for s := e.h % lagBlock; s > 0 && s < lagBlock; s++ { // the end of the last block
		clear(l.x[(s+1)*size-e.ld : (s+1)*size])
		clear(l.w[(s+1)*size-e.ld : (s+1)*size])
	}
	for t := range e.h {
		to := t%lagBlock*size + t/lagBlock*e.ld
		copy(l.x[to:], e.x[t*e.ld:(t+1)*e.ld])
		copy(l.w[to:], e.w[t*e.ld:(t+1)*e.ld])
	}
	l.sums = kernels.Resize(l.sums, lagBlock*q)
	clear(l.sums)
	for s := range lagBlock {
		for t := s; t < lagBlock; t++ {
			kernels.AddOuterProducts(l.sums[(t-s)*q:], e.ld, e.d, e.d+1, l.x[s*size:], e.ld, l.w[t*size:], e.ld, l.blocks)
		}
	}
}

// setPowers sets the powers of the decays, in whole tiles.
func (l *lags) setPowers(decays []float64) {
	tiles := kernels.RoundUpTo(len(decays), kernels.TileRows)
	l.powers = kernels.Resize(l.powers, (lagBlock+1)*tiles)
	l.reversed = kernels.Resize(l.reversed, lagBlock*tiles)
	for i := range tiles {
		power := 1.0
		for s := range lagBlock + 1 {
			if l.powers[s*tiles+i] = power; s < lagBlock {
				l.reversed[(lagBlock-1-s)*tiles+i] = power
			}
			if i < len(decays) {
				power *= decays[i]
			}
		}
	}
}
