package estimator

// gramBlock, measuredBlock and reachBlock are sumsKey.block of the Gram matrix of the
// states, of what measurePart finds, and of a reach.
const (
	gramBlock     = -2
	measuredBlock = -3
	reachBlock    = -4
)

// recallMeasured returns the sum of the squared returns of a trajectory, and sets the
// norms of its features; false where a Cache does not have them.
func (r *recaller) recallMeasured(i int, gamma float64, norms []columnNorm) (sumG2 float64, ok bool) {
	if r == nil {
		return 0, false
	}
	had := r.cache.get(sumsKey{trajectory: r.trajectories[i], gamma: gamma, block: measuredBlock})
	if had == nil {
		return 0, false
	}
	all := had[0].sum
	for j := range norms {
		norms[j] = columnNorm{all[1+2*j], all[2+2*j] != 0}
	}
	return all[0], true
}

// keepMeasured gives a Cache what recallMeasured returns, and the reach of the trajectory.
func (r *recaller) keepMeasured(i int, gamma float64, norms []columnNorm, sumG2 float64, e extents) {
	if r == nil {
		return
	}
	all := append(make(system, 0, 1+2*len(norms)), sumG2)
	for _, n := range norms {
		other := 0.0
		if n.any {
			other = 1
		}
		all = append(all, n.sum, other)
	}
	r.cache.put(sumsKey{trajectory: r.trajectories[i], gamma: gamma, block: measuredBlock}, []cachedSum{{sum: all}})
	r.cache.put(sumsKey{trajectory: r.trajectories[i], gamma: gamma, block: reachBlock}, []cachedSum{{sum: system(e.reach(r.data[i], gamma))}})
}

// gramRecaller finds Gram matrices of single trajectories.
type gramRecaller struct {
	*recaller
	wanted wanted
	gram   system
}

// gramRecaller returns one; nil where these sums are not made by tiles at once, so that
// they would be rounded otherwise.
func (p *problem) gramRecaller(r *recaller) *gramRecaller {
	if r == nil || p.d < tileRows {
		return nil
	}
	return &gramRecaller{recaller: r}
}

// find looks for the matrix of trajectory i in the cache, adds it to sum where it is there,
// and returns how many numbers of the states are zero.
func (g *gramRecaller) find(i, d int, sum []float64) (zeros int, ok bool) {
	if g == nil {
		return 0, false
	}
	g.gram = nil
	g.wanted.begin(sumsKey{trajectory: g.trajectories[i], block: gramBlock})
	g.wanted.want(0, &g.gram)
	g.recaller.find(&g.wanted, i, d*d+d)
	if len(g.wanted.fresh) > 0 {
		return 0, false
	}
	add(sum, g.gram.matrix(d))
	return g.wanted.found[0].zeros, true
}

// keep sums the matrix of h states of what was not found, and gives it to the cache; false
// where it is not made so.
func (g *gramRecaller) keep(ws *workspace, sum []float64, h, d, ld, zeros int) bool {
	if g == nil || manyZeros(zeros, h, d) {
		return false
	}
	ws.gram(g.gram.matrix(d), ws.own, h, d, ld, false)
	add(sum, g.gram.matrix(d))
	g.wanted.fresh[0].zeros = zeros
	g.put(&g.wanted)
	return true
}

// manyZeros tells whether so many numbers of some states are zero that sums skip them.
func manyZeros(zeros, h, d int) bool { return zeros*2 > h*d }
