package estimator

import "context"

// Leverage returns h_i(λ) = tr(A⁻¹A_i), one number per trajectory: how much of
// the fit rests on trajectory i. They sum to d − ρ·tr A⁻¹, and to the rank of A
// where that is deficient and its pseudo-inverse stands for A⁻¹. On truncated
// data a single h_i may be negative or large.
//
// It takes two accumulations, O(ΣH·d² + d³). Options.Lambdas, Weighting and
// Method mean nothing here; errors are those of LSTD.
func Leverage(ctx context.Context, data []*Trajectory, opt Options, lambda float64) ([]float64, error) {
	opt.Lambdas = []float64{lambda}
	p, err := newProblem(ctx, data, opt)
	if err != nil {
		return nil, err
	}
	ws := p.borrow()
	defer p.giveBack(ws)
	s := make(system, p.r*p.r+p.r)
	for i := 0; i < len(data) && ctx.Err() == nil; i++ {
		p.load(&ws.episode, i)
		p.accumulate(ws, 0, s)
	}
	p.regularize(s.matrix(p.r))
	inverse := make([]float64, p.r*p.r)
	if !ws.solver.inverse(inverse, s.matrix(p.r)) {
		ws.solver.pseudoInverse(inverse, s.matrix(p.r))
	}
	out := make([]float64, len(data))
	p.opt.Do(ctx, len(data), func(i int) {
		ws := p.borrow()
		defer p.giveBack(ws)
		p.load(&ws.episode, i)
		out[i] = ws.leverage(inverse, opt.Gamma*lambda)
	})
	return out, ctx.Err()
}

// leverage returns Σ_t w_tᵀ M z_t over the episode loaded.
func (ws *workspace) leverage(m []float64, decay float64) float64 {
	r := len(ws.z)
	clear(ws.z)
	var sum float64
	for t := range ws.episode.h {
		if t%ws.episode.poll == ws.episode.poll-1 && ws.episode.stop() {
			return 0
		}
		for j, v := range ws.episode.state(t) {
			ws.z[j] = decay*ws.z[j] + v
		}
		for i, w := range ws.episode.change(t) {
			sum += w * dot(m[i*r:(i+1)*r], ws.z)
		}
	}
	return sum
}
