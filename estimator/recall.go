package estimator

import (
	"context"
	"weak"
)

// recaller fills the store of leaveOut from a Cache, and gives it what it lacks.
type recaller struct {
	cache        *Cache
	turning      turning
	trajectories []weak.Pointer[Trajectory] // by item
}

// recaller returns what fills a store; nil where that is not done.
func (p *problem) recaller(items []item, s *store) *recaller {
	c := p.opt.Cache
	if c == nil || !s.moments || p.basis != nil || p.regional != nil || p.grouped() || p.r == 0 {
		return nil
	}
	sums := len(items) * (len(p.opt.Lambdas) + 1)
	if !c.holds(2*len(items), sums, sums*s.size) {
		return nil
	}
	r := &recaller{cache: c, trajectories: make([]weak.Pointer[Trajectory], len(items))}
	r.turning = turning{to: &scaling{p.features, p.kept, p.scale}, from: make(map[*scaling]*factors)}
	for i, it := range items {
		r.trajectories[i] = weak.Make(p.data[it.index])
	}
	s.cached = make([]system, (s.lambdas+1)*s.n)
	return r
}

// recall puts the systems of item i, and its moments, in the store.
func (r *recaller) recall(ctx context.Context, l *leaver, ws *workspace, i int) {
	t := l.items[i].index
	gamma, size, block := l.opt.Gamma, l.store.size, l.blockOf(t, l.sharing(false))
	systemsKey := sumsKey{trajectory: r.trajectories[i], gamma: gamma, block: block}
	momentsKey := sumsKey{r.trajectories[i], gamma, momentsBlock, l.opt.Tail == TailBootstrap && !l.data[t].terminated}

	lacking := !l.store.filled // the moments
	var turnedMoments []cachedSum
	if lacking {
		if sum := findSum(r.cache.get(momentsKey), 0); sum != nil {
			lacking = !r.take(l.store.momentsAt(i), sum, &turnedMoments)
		}
	}
	had := r.cache.get(systemsKey)
	missing, turned := ws.missing[:0], []cachedSum(nil)
	for j, k := range l.ks {
		sum := findSum(had, l.opt.Lambdas[k])
		if sum == nil || !r.take(l.store.systemAt(j, i), sum, &turned) {
			missing = append(missing, j)
		}
	}
	ws.missing = missing
	if len(missing) == 0 && !lacking {
		r.put(systemsKey, turned)
		r.put(momentsKey, turnedMoments)
		return
	}

	l.load(&ws.episode, t)
	systems, moments, longest := ws.episode.extents(gamma)
	if lacking {
		s := make(system, size)
		ws.addMoments(s.matrix(l.r), s.vector(l.r))
		*l.store.momentsAt(i) = s
		turnedMoments = append(turnedMoments, cachedSum{0, r.turning.to, moments, s})
	}
	if len(missing) > 0 {
		room := make([]float64, len(missing)*size)
		ks := ws.lacking[:0]
		for _, j := range missing {
			ks = append(ks, l.ks[j])
		}
		ws.lacking = ks
		l.accumulateAll(ctx, ws, ks, l.sharing(false), func(m int) system {
			s := system(room[m*size : (m+1)*size : (m+1)*size])
			*l.store.systemAt(missing[m], i) = s
			lambda := l.opt.Lambdas[ks[m]]
			turned = append(turned, cachedSum{lambda, r.turning.to, systems.at(gamma*lambda, longest, block), s})
			return s
		})
	}
	if ctx.Err() != nil { // perhaps in the middle of a sum
		return
	}
	r.put(systemsKey, turned)
	r.put(momentsKey, turnedMoments)
}

// put adds sums to the cache.
func (r *recaller) put(key sumsKey, sums []cachedSum) {
	if len(sums) > 0 {
		r.cache.put(key, sums)
	}
}

// take sets to to a sum in the scaling of the problem, and adds it to turned where that is
// another one than it is kept in. It returns false where that would not be exact.
func (r *recaller) take(to *system, sum *cachedSum, turned *[]cachedSum) bool {
	f := r.turning.factors(sum.scaling)
	switch {
	case !sum.extent.exact(f):
		return false
	case f.same:
		*to = sum.sum
		return true
	}
	*to = make(system, len(sum.sum))
	product(*to, sum.sum, f.all)
	*turned = append(*turned, cachedSum{sum.lambda, r.turning.to, sum.extent.turned(f), *to})
	return true
}
