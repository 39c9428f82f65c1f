package estimator

import (
	"context"
	"weak"
)

// recaller finds sums of the trajectories of a problem in a Cache, and gives it those that
// it lacks.
type recaller struct {
	cache        *Cache
	data         []*Trajectory
	gamma        float64
	trajectories []weak.Pointer[Trajectory]
	turning      *turning
	arena        *arena // of sums that the cache has in another scaling
}

// newRecaller returns one for the data of a problem; nil where these have no Cache, or
// too much for it.
func (p *problem) newRecaller() *recaller {
	c, n, d := p.opt.Cache, len(p.data), p.features
	if c == nil {
		return nil
	}
	const keys, others = 5, 4 // others than the systems
	sums := n * (len(p.opt.Lambdas) + others)
	if !c.holds(keys*n, sums, sums*(d*d+d)) {
		return nil
	}
	r := &recaller{cache: c, data: p.data, gamma: p.opt.Gamma, trajectories: make([]weak.Pointer[Trajectory], n)}
	for i, t := range p.data {
		r.trajectories[i] = weak.Make(t)
	}
	return r
}

// in returns one for sums in the problem's scaling as it is now, which are there until an
// arena is freed; nil for nil.
func (r *recaller) in(p *problem, a *arena) *recaller {
	if r == nil {
		return nil
	}
	out := *r
	out.arena = a
	out.turning = &turning{to: &scaling{p.features, p.kept, p.scale}, from: make(map[*scaling]*factors)}
	return &out
}

// recallerFor returns what fills a store; nil where that is not done.
func (p *problem) recallerFor(s *store) *recaller {
	if !s.moments || p.basis != nil || p.grouped() || p.r == 0 {
		return nil
	}
	r := p.known.in(p, &s.arena)
	if r != nil {
		s.cached = make([]system, (s.lambdas+1)*s.n)
	}
	return r
}

// wanted are sums of one key at some λ's.
type wanted struct {
	key     sumsKey
	lambdas []float64 // increasing; 0 for moments
	to      []*system // where each goes

	found []*cachedSum // each that the cache has; nil where it has none of use
	fresh []cachedSum  // those that it lacks, to be accumulated
	at    []int        // their places among the λ's
}

// begin empties it.
func (w *wanted) begin(key sumsKey) {
	w.key = key
	w.lambdas, w.to = w.lambdas[:0], w.to[:0]
	w.found, w.at = w.found[:0], w.at[:0]
	w.fresh = nil
}

// want adds one.
func (w *wanted) want(lambda float64, to *system) {
	w.lambdas, w.to = append(w.lambdas, lambda), append(w.to, to)
}

// find looks for all that is wanted of trajectory i in the cache, changes what is there in
// another scaling, and makes room for what is missing, systems of some size, all zero.
func (r *recaller) find(w *wanted, i, size int) {
	if len(w.to) == 0 {
		return
	}
	had, turned, missing := r.cache.get(w.key), 0, 0
	var turn turn
	for j, lambda := range w.lambdas {
		sum := findSum(had, lambda)
		switch {
		case sum == nil:
			missing++
		case sum.scaling == r.turning.to:
			*w.to[j] = sum.sum
		default:
			if turn.from != sum.scaling {
				turn = r.turn(i, w.key, sum.scaling)
			}
			switch {
			case turn.same:
				*w.to[j] = sum.sum
			case turn.exact(w.key, lambda):
				turned++
			default:
				sum = nil
				missing++
			}
		}
		w.found = append(w.found, sum)
	}
	if turned > 0 {
		r.scale(w, r.arena.take(turned*size), size)
	}
	if missing > 0 {
		w.takeRoom(r.cache.room(missing*size), size, r.turning.to)
	}
}

// scale puts what was found in another scaling in room.
func (r *recaller) scale(w *wanted, room []float64, size int) {
	var from *scaling
	var by *factors
	for j, sum := range w.found {
		if sum == nil || *w.to[j] != nil {
			continue
		}
		if sum.scaling != from { // mostly the same for all
			from, by = sum.scaling, r.turning.factors(sum.scaling)
		}
		to := system(room[:size:size])
		room = room[size:]
		product(to, sum.sum, by.all)
		*w.to[j] = to
	}
}

// takeRoom has what is missing, systems of some size, put in room.
func (w *wanted) takeRoom(room []float64, size int, s *scaling) {
	w.fresh = make([]cachedSum, 0, len(room)/size)
	for j, sum := range w.found {
		if sum != nil {
			continue
		}
		to := system(room[:size:size])
		room = room[size:]
		*w.to[j] = to
		w.at = append(w.at, j)
		w.fresh = append(w.fresh, cachedSum{lambda: w.lambdas[j], scaling: s, sum: to})
	}
}

// turn is how sums of a trajectory come from one scaling to another.
type turn struct {
	*factors
	from        *scaling
	reach       reach   // of the trajectory; nil where it does not matter
	least, most float64 // exponents of its features, in both scalings
	steps       int
}

// turn returns the one from a scaling.
func (r *recaller) turn(i int, key sumsKey, from *scaling) turn {
	out := turn{factors: r.turning.factors(from), from: from}
	if !out.possible || out.same || key.bootstrapped { // which has differences of many states
		return out
	}
	had := r.cache.get(sumsKey{trajectory: key.trajectory, gamma: r.gamma, block: reachBlock})
	if had == nil {
		return out
	}
	out.reach, out.steps = reach(had[0].sum), r.data[i].Len()
	out.least, out.most = out.reach.in(from)
	least, most := out.reach.in(r.turning.to)
	out.least, out.most = min(out.least, least), max(out.most, most)
	return out
}

// exact tells whether a sum at λ is the same numbers in both scalings.
func (t *turn) exact(key sumsKey, lambda float64) bool {
	return t.reach != nil && t.reach.within(t.least, t.most, key.gamma, key.gamma*lambda, key.block, t.steps)
}

// put gives the cache what it did not have.
func (r *recaller) put(w *wanted) {
	if len(w.fresh) > 0 {
		r.cache.put(w.key, w.fresh)
	}
}

// recall puts the systems of item i, and its moments, in the store.
func (r *recaller) recall(ctx context.Context, l *leaver, ws *workspace, i int) {
	t := l.items[i].index
	gamma, size, block := l.opt.Gamma, l.store.size, l.blockOf(t, l.sharing(false))
	systems, moments := &ws.wanted[0], &ws.wanted[1]
	systems.begin(sumsKey{trajectory: r.trajectories[t], gamma: gamma, block: block})
	for j, k := range l.ks {
		systems.want(l.opt.Lambdas[k], l.store.systemAt(j, i))
	}
	moments.begin(sumsKey{r.trajectories[t], gamma, momentsBlock, l.opt.Tail == TailBootstrap && !l.data[t].terminated})
	if !l.store.filled {
		moments.want(0, l.store.momentsAt(i))
	}
	r.find(systems, t, size)
	r.find(moments, t, size)
	if len(systems.fresh)+len(moments.fresh) > 0 {
		l.load(&ws.episode, t)
		for _, s := range moments.fresh {
			ws.addMoments(s.sum.matrix(l.r), s.sum.vector(l.r))
		}
		ks := ws.lacking[:0]
		for _, j := range systems.at {
			ks = append(ks, l.ks[j])
		}
		ws.lacking = ks
		l.accumulateAll(ctx, ws, ks, l.sharing(false), func(m int) system { return systems.fresh[m].sum })
		if ctx.Err() != nil { // perhaps in the middle of a sum
			return
		}
	}
	r.put(systems)
	r.put(moments)
}
