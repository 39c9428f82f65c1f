package estimator

import (
	"context"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

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
	e := &ws.episode
	if e.sparse {
		p.accumulate(ws, k, s)
		return
	}
	e.direct(s, &ws.pass, p.opt.Gamma*p.opt.Lambdas[k])
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

// addTimes adds count times x to y.
func addTimes(count int, x, y []float64) {
	if count > 0 {
		kernels.Axpy(float64(count), x, y)
	}
}
