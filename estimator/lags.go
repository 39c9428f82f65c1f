package estimator

import "math"

// lags accumulates A_i and b_i of many λ's in one pass over an episode. All λ's
// share x and w. The steps are cut into blocks of B, and t = jB + s is step s of
// block j. Within blocks, with both steps in the same one,
//
//	A_i(λ) += Σ_τ (λγ)^τ M_τ, M_τ = Σ_j Σ_s x_{jB+s} w_{jB+s+τ}ᵀ,
//
// where M_τ does not depend on λ; across blocks, with z_j the trace before block
// j,
//
//	A_i(λ) += Σ_j z_j u_jᵀ, u_j = Σ_s (λγ)^{s+1} w_{jB+s}.
//
// b_i is the same with the reward as one more column beside w. That is
// H(B+1)/2 outer products once and H/B + B per λ, in place of H per λ.
type lags struct {
	rows, cols int       // r, r+1 padded to whole tiles
	block      int       // B
	blocks     int       // ⌈H/B⌉
	x, w       []float64 // packed by step within the block, then by tile, then by block
	m          []float64 // M_τ for each τ < B, rows×cols
	z, u       []float64 // packed like x and w, one step: the traces and sums of a λ
	sum        []float64 // r, one u_j
}

// blockSize returns the B that costs least for k λ's and h steps.
func blockSize(k, h int) int {
	kf, hf := float64(k), float64(h)
	return max(1, int(math.Round(math.Sqrt(2*kf/(1+2*kf/hf)))))
}

// lagsPay tells whether one pass for k λ's is cheaper than a pass for each. The
// constants are the overheads of packing, measured against the plain loops.
func lagsPay(k, h, r int) bool {
	const leastFeatures, leastSteps, gain = 6, 16, 0.8
	if r < leastFeatures || h < leastSteps || k < 2 {
		return false
	}
	b := float64(blockSize(k, h))
	kf, hf := float64(k), float64(h)
	return hf*(b+1)/2+kf*(hf/b+b) < gain*kf*hf
}

// fill packs an episode for k λ's and sums its M_τ.
func (l *lags) fill(e *episode, r, k int) {
	l.rows, l.cols = roundUpTo(r, tileRows), roundUpTo(r+1, tileCols)
	l.block = blockSize(k, e.h)
	l.blocks = (e.h + l.block - 1) / l.block
	n := l.blocks
	l.x, l.w = resize(l.x, l.block*n*l.rows), resize(l.w, l.block*n*l.cols)
	clear(l.x)
	clear(l.w)
	for t := range e.h {
		j, s := t/l.block, t%l.block
		pack(l.x[s*n*l.rows:], e.x[t*r:(t+1)*r], j, n)
		w := l.w[s*n*l.cols:]
		pack(w, e.w[t*r:(t+1)*r], j, n)
		w[(r/tileCols*n+j)*tileCols+r%tileCols] = e.rewards[t]
	}
	size := l.rows * l.cols
	l.m = resize(l.m, l.block*size)
	clear(l.m)
	for s := range l.block {
		for t := s; t < l.block; t++ {
			tiles(l.m[(t-s)*size:(t-s+1)*size], l.x[s*n*l.rows:(s+1)*n*l.rows], l.w[t*n*l.cols:(t+1)*n*l.cols], l.rows, l.cols, n)
		}
	}
}

// addTo adds A_i and b_i for the decay λγ to s. trace is scratch of length r.
func (l *lags) addTo(s system, e *episode, trace, scratch []float64, decay float64) {
	r, n := len(trace), l.blocks
	size := l.rows * l.cols
	sum := scratch[:size]
	copy(sum, l.m[:size])
	power := 1.0
	for t := 1; t < l.block; t++ {
		power *= decay
		axpy(power, l.m[t*size:(t+1)*size], sum)
	}
	if n > 1 && decay != 0 {
		l.cross(e, trace, decay)
		tiles(sum, l.z, l.u, l.rows, l.cols, n)
	}
	matrix, vector := s.matrix(r), s.vector(r)
	for a := range r {
		row := sum[a*l.cols : a*l.cols+r+1]
		add(matrix[a*r:(a+1)*r], row[:r])
		vector[a] += row[r]
	}
}

// cross packs the traces z_j and the sums u_j of all blocks but the first, whose
// trace is zero.
func (l *lags) cross(e *episode, trace []float64, decay float64) {
	r, n := len(trace), l.blocks
	l.z, l.u = resize(l.z, n*l.rows), resize(l.u, n*l.cols)
	clear(l.z)
	clear(l.u)
	clear(trace)
	l.sum = resize(l.sum, r)
	for j := range n {
		first, last := j*l.block, min(e.h, (j+1)*l.block)
		if j > 0 {
			pack(l.z, trace, j, n)
			reward := l.ahead(e, first, last, decay)
			pack(l.u, l.sum, j, n)
			l.u[(r/tileCols*n+j)*tileCols+r%tileCols] = reward
		}
		if j < n-1 { // no block needs the trace after the last
			horner(trace, e.x, first*r, r, last-first, decay)
		}
	}
}

// ahead sets l.sum to Σ_s (λγ)^{s+1} w_{first+s} up to last and returns the same
// of the rewards, by Horner's rule.
func (l *lags) ahead(e *episode, first, last int, decay float64) (reward float64) {
	sum := l.sum
	r := len(sum)
	clear(sum)
	horner(sum, e.w, (last-1)*r, -r, last-first, decay)
	for a := range sum {
		sum[a] *= decay
	}
	for t := last - 1; t >= first; t-- {
		reward = decay * (reward + e.rewards[t])
	}
	return reward
}
