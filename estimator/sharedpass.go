package estimator

import (
	"context"
	"math"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
	"lambdascope/estimator/internal/memory"
)

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
// H(B+1)/2 outer products once and H/B + B per λ, in place of H per λ. Off-policy, where
// the trace decays by another factor at each step, each λ has its own pass.
type lags struct {
	rows, cols int       // of x and w, in whole tiles
	block      int       // B
	blocks     int       // ⌈H/B⌉
	m          []float64 // M_τ for each τ < B, rows×cols
}

// passScratch is the scratch of a pass for one λ.
type passScratch struct {
	sum  []float64 // A_i and b_i, padded
	z, u []float64 // traces, and sums of what comes after them
}

// clean returns the padded sum for an episode, of zeros.
func (p *passScratch) clean(e *episode) []float64 {
	p.sum = memory.Resize(p.sum, e.ldx*e.ldw)
	clear(p.sum)
	return p.sum
}

// blockSize returns the B that costs least for k λ's and h steps, within 6 % of it where
// grids of like size have the same one: so the sums of one serve another, and more
// trajectories fit with what their λ's share.
func blockSize(k, h int) int {
	if 8 <= k && k <= 24 {
		k = 11
	}
	kf, hf := float64(k), float64(h)
	return max(1, int(math.Round(math.Sqrt(2*kf/(1+2*kf/hf)))))
}

// lagsPay tells whether one pass for k λ's is cheaper than a pass for each.
func lagsPay(k, h int) bool {
	const leastSteps = 24 // measured
	return h >= leastSteps && k >= 2
}

// fillBlocks sums the M_τ of an episode for blocks of that many steps.
func (l *lags) fillBlocks(e *episode, block int) {
	l.rows, l.cols = e.ldx, e.ldw
	l.block = block
	l.blocks = (e.h + block - 1) / block
	size := l.rows * l.cols
	l.m = memory.Resize(l.m, block*size)
	clear(l.m)
	for s := range block {
		for t := s; t < min(block, e.h); t++ {
			n := (e.h-1-t)/block + 1 // blocks that reach step t
			for first := 0; first < n && !e.stop(); first += chunkSteps {
				x, w := e.x[(first*block+s)*e.ldx:], e.w[(first*block+t)*e.ldw:]
				kernels.Tiles(l.m[(t-s)*size:(t-s+1)*size], l.cols, l.rows, e.r+1, x, block*e.ldx, w, block*e.ldw, min(chunkSteps, n-first))
			}
		}
	}
}

// addTo adds A_i and b_i for the decay λγ to s.
func (l *lags) addTo(s dense.System, e *episode, scratch *passScratch, decay float64) {
	s.AddPadded(l.padded(e, scratch, decay), e.r, l.cols)
}

// padded returns A_i and b_i for the decay λγ, padded as x and w are, in scratch.
func (l *lags) padded(e *episode, scratch *passScratch, decay float64) []float64 {
	size := l.rows * l.cols
	scratch.sum = memory.Resize(scratch.sum, size)
	sum := scratch.sum
	// M_0 + λγ (M_1 + λγ M_2 + … + Σ_j z_j u_jᵀ/λγ), from the last on
	if last := l.block - 1; decay == 0 || last == 0 {
		clear(sum)
	} else {
		copy(sum, l.m[last*size:])
		kernels.Horner(sum, l.m, (last-1)*size, -size, last-1, decay)
	}
	if decay != 0 {
		if l.blocks > 1 {
			l.cross(e, scratch, decay)
			for first := 0; first < l.blocks-1 && !e.stop(); first += chunkSteps {
				n := min(chunkSteps, l.blocks-1-first)
				kernels.Tiles(sum, l.cols, l.rows, e.r+1, scratch.z[first*l.rows:], l.rows, scratch.u[first*l.cols:], l.cols, n)
			}
		}
	}
	kernels.Horner(sum, l.m, 0, size, 1, decay)
	return sum
}

// addTo adds A_i and b_i for the decay λγ to s by its own pass: by what is not zero, or by
// tiles.
func (e *episode) addTo(s dense.System, ws *workspace, decay float64) {
	if e.sparse {
		e.accumulate(s.Matrix(e.r), s.Vector(e.r), ws.z, decay)
		return
	}
	s.AddPadded(e.padded(&ws.pass, decay), e.r, e.ldw)
}

// padded returns A_i and b_i for the decay λγ, padded as x and w are, in scratch.
func (e *episode) padded(scratch *passScratch, decay float64) []float64 {
	return e.paddedBy(scratch, func(z []float64, first, n int) { e.traces(z, first, n, decay) })
}

// paddedBy is padded for traces that some function sets, as episode.traces does.
func (e *episode) paddedBy(scratch *passScratch, traces func(z []float64, first, n int)) []float64 {
	sum := scratch.clean(e)
	most := min(e.h, chunkSteps)
	scratch.z = memory.Resize(scratch.z, (most+1)*e.ldx)
	z := scratch.z
	clear(z[:e.ldx])
	for first := 0; first < e.h && !e.stop(); first += chunkSteps {
		n := min(chunkSteps, e.h-first)
		traces(z, first, n)
		kernels.Tiles(sum, e.ldw, e.ldx, e.r+1, z[e.ldx:], e.ldx, e.w[first*e.ldw:], e.ldw, n)
		copy(z, z[n*e.ldx:])
	}
	return sum
}

// cross sets the traces z_j and the sums u_j/λγ of all blocks but the first, whose
// trace is zero. Sums within blocks are independent chains, of which several go at once.
func (l *lags) cross(e *episode, scratch *passScratch, decay float64) {
	n, block := l.blocks-1, l.block
	z, u := memory.Resize(scratch.z, n*l.rows), memory.Resize(scratch.u, n*l.cols)
	scratch.z, scratch.u = z, u
	over := 1.0 // what a whole block takes of a trace
	for range block {
		over *= decay
	}
	// Row j is of block j+1.
	for first := 0; first < n && !e.stop(); first += chunkSteps {
		some := min(chunkSteps, n-first)
		kernels.BlockSums(z[first*l.rows:], l.rows, some, e.x, first*block*e.ldx, block*e.ldx, e.ldx, block, decay)
		from := max(first, 1)
		kernels.Traces(z[(from-1)*l.rows:], z[from*l.rows:], l.rows, first+some-from, []float64{over})
	}
	// The last block may be short.
	for first := 0; first < n-1 && !e.stop(); first += chunkSteps {
		some := min(chunkSteps, n-1-first)
		kernels.BlockSums(u[first*l.cols:], l.cols, some, e.w, ((first+2)*block-1)*e.ldw, block*e.ldw, -e.ldw, block, decay)
	}
	kernels.BlockSums(u[(n-1)*l.cols:], l.cols, 1, e.w, (e.h-1)*e.ldw, 0, -e.ldw, e.h-n*block, decay)
}

// accumulate adds A_i and b_i at the k-th λ, of the episode loaded, to s.
func (p *problem) accumulate(ws *workspace, k int, s dense.System) {
	ws.episode.accumulate(s.Matrix(p.r), s.Vector(p.r), ws.z, p.opt.Gamma*p.opt.Lambdas[k])
}

// accumulateAll adds A_i and b_i of the episode loaded, at the λ's of indices ks,
// to the system that to names for each. What λ's share is laid out for so many of them,
// on which rounding depends.
func (p *problem) accumulateAll(ctx context.Context, ws *workspace, ks []int, sharing int, to func(j int) dense.System) {
	e := &ws.episode
	l := p.shared(ws, sharing)
	for j, k := range ks {
		switch {
		case ctx.Err() != nil:
			return
		case l != nil:
			l.addTo(to(j), e, &ws.pass, p.opt.Gamma*p.opt.Lambdas[k])
		default:
			p.accumulateAlone(ws, k, to(j))
		}
	}
}

// accumulateAlone adds A_i and b_i of the episode loaded, at the k-th λ, to s, by a pass
// that shares nothing with other λ's.
func (p *problem) accumulateAlone(ws *workspace, k int, s dense.System) {
	ws.episode.addTo(s, ws, p.opt.Gamma*p.opt.Lambdas[k])
}

// blockOf returns how long the blocks are of what so many λ's share of a trajectory; 0
// where a pass for each costs less.
func (p *problem) blockOf(i, lambdas int) int {
	if p.lagLambdas > 0 { // whether it is there yet or not
		lambdas = p.lagLambdas
	}
	t := p.data[i]
	switch {
	case t.ratios != nil:
		return 0
	case p.moments != nil && p.moments[i].m != nil:
		return p.moments[i].block
	case !lagsPay(lambdas, t.Len()):
		return 0
	}
	return blockSize(lambdas, t.Len())
}

// shared returns what so many λ's share of the episode loaded; nil where a pass for
// each costs less.
func (p *problem) shared(ws *workspace, lambdas int) *lags {
	e := &ws.episode
	if p.moments != nil && p.moments[e.index].m != nil {
		return &p.moments[e.index]
	}
	block := p.blockOf(e.index, lambdas)
	if block == 0 || e.sparse {
		return nil
	}
	l := &ws.lags
	if p.lagLambdas > 0 {
		l = &p.moments[e.index]
	}
	l.fillBlocks(e, block)
	return l
}

// padded returns A_i and b_i of the episode loaded, at the k-th λ, padded to whole
// tiles, in scratch.
func (p *problem) padded(ws *workspace, shared *lags, k int) []float64 {
	e, decay := &ws.episode, p.opt.Gamma*p.opt.Lambdas[k]
	switch {
	case shared != nil:
		return shared.padded(e, &ws.pass, decay)
	case !e.sparse:
		return e.padded(&ws.pass, decay)
	}
	s := dense.System(ws.fold)
	clear(s)
	p.accumulate(ws, k, s)
	sum := ws.pass.clean(e)
	for a, b := range s.Vector(p.r) {
		row := sum[a*e.ldw:]
		copy(row, s[a*p.r:(a+1)*p.r])
		row[p.r] = b
	}
	return sum
}
