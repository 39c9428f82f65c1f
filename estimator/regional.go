package estimator

import "slices"

// regional lets λ depend on the region of a state: the k-th candidate of a problem has a
// λ of each region in place of Options.Lambdas[k].
type regional struct {
	of      [][]uint8   // by trajectory, the region of each state that a transition starts from
	lambdas [][]float64 // by candidate and region
}

// regionalAt returns the same problem with candidates that have a λ of each region. It
// solves every fold from its own system.
func (p *problem) regionalAt(regions *Regions, lambdas [][]float64) *problem {
	out := *p
	out.regional = &regional{regions.Of, lambdas}
	out.opt.Method = Cached
	out.opt.Progress = nil
	out.opt.Lambdas = make([]float64, len(lambdas)) // as many, for what counts them
	return &out
}

// accumulate adds A_i and b_i of the episode loaded, at the k-th candidate, to s.
func (r *regional) accumulate(ws *workspace, gamma float64, k int, s system) {
	e := &ws.episode
	of, lambdas := r.of[e.index], r.lambdas[k]
	decays := resize(ws.decays, e.h)
	ws.decays = decays
	for t := range decays {
		decays[t] = e.decayInto(t, gamma*lambdas[of[t]])
	}
	e.varying(s, ws, decays)
}

// alike tells whether two trajectories go through the same regions.
func (r *regional) alike(i, j int) bool {
	return r == nil || slices.Equal(r.of[i], r.of[j])
}
