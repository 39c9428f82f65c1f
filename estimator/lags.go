package estimator

import (
	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// lags sum the systems of a trajectory at many λ's. In blocks of B steps, with c = λγ and z̄_j the
// trace at the end of block j,
//
//	A_i(λ) = M_0 + c·(Σ_{τ≥1} c^{τ−1} M_τ + Σ_j z̄_{j−1} (Σ_s c^s w_{jB+s})ᵀ),
//
// M_τ = Σ x_{t−τ} w_tᵀ over the pairs within blocks, and the same for b_i. All λ's share the M_τ.
// A λ then needs an outer product a block instead of a step, and polynomials in c. 200 games of
// 2048 take two thirds of the time.
type lags struct {
	blocks       int
	x            []float64 // B groups of rows, a row for each block: the steps B−1, 2B−1, … first, the steps 0, B, … last
	w            []float64 // B groups of rows: the steps 0, B, … first
	sums         []float64 // M_τ, B systems
	total        []float64 // at one λ, a system
	starts, ends []float64 // at one λ, a row for each block: Σ_s c^s w_{jB+s}, and z̄_j
}

const (
	// lagBlock is B. Larger blocks have more sums M_τ.
	lagBlock = 4
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

// load sets the rows and M_τ.
func (l *lags) load(e *episode) {
	l.blocks = (e.h + lagBlock - 1) / lagBlock
	size := l.blocks * e.ld
	q := dense.Size(e.d)
	l.x = kernels.Resize(l.x, lagBlock*size)
	l.w = kernels.Resize(l.w, lagBlock*size)
	group := func(rows []float64, g int) []float64 { return rows[g*size:][:size] }
	for t := range l.blocks * lagBlock {
		s := t % lagBlock
		at := t / lagBlock * e.ld
		x := group(l.x, lagBlock-1-s)[at:][:e.ld]
		w := group(l.w, s)[at:][:e.ld]
		if t < e.h {
			copy(x, e.x[t*e.ld:])
			copy(w, e.w[t*e.ld:])
		} else { // the rest of the last block
			clear(x)
			clear(w)
		}
	}
	l.sums = kernels.Resize(l.sums, lagBlock*q)
	clear(l.sums)
	for s := range lagBlock {
		for t := s; t < lagBlock; t++ {
			kernels.AddOuterProducts(l.sums[(t-s)*q:], e.ld, e.d, e.d+1, group(l.x, lagBlock-1-s), e.ld, group(l.w, t), e.ld, l.blocks)
		}
	}
}

// sumLags sets a system to Σ z_t w_tᵀ and Σ z_t r_t, as sum does, after e.lags.load.
func (e *episode) sumLags(s dense.System, decay float64) {
	l := &e.lags
	ld := e.ld
	l.starts = polynomial(l.starts, l.w, lagBlock, decay)
	l.ends = polynomial(l.ends, l.x, lagBlock, decay)
	over := 1.0 // a block
	for range lagBlock {
		over *= decay
	}
	for at := ld; at < len(l.ends); at += ld {
		kernels.Axpy(over, l.ends[at-ld:at], l.ends[at:at+ld])
	}
	l.total = polynomial(l.total, l.sums[len(s):], lagBlock-1, decay)
	kernels.AddOuterProducts(l.total, ld, e.d, e.d+1, l.ends, ld, l.starts[ld:], ld, l.blocks-1)
	kernels.Combine(s, l.sums, l.total, decay)
}

// polynomial returns Σ_s c^s y_s, given n ≥ 2 rows y_s one after another, in the memory of out if
// large enough.
func polynomial(out, y []float64, n int, c float64) []float64 {
	size := len(y) / n
	out = kernels.Resize(out, size)
	kernels.Combine(out, y[(n-2)*size:], y[(n-1)*size:], c)
	for s := n - 3; s >= 0; s-- {
		kernels.Combine(out, y[s*size:], out, c)
	}
	return out
}
