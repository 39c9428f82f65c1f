package estimator

import (
	"container/list"
	"context"
	"math"
	"slices"
	"sync"
	"weak"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
	"lambdascope/estimator/internal/memory"
)

// Cache keeps sums over single trajectories from one call to the next: A_i and b_i, and the
// moments of states and returns. A selection whose n, grid, ridge, weighting, tail or method
// differs then sums what is new alone. Options.Cache hands it to Select and the like, whose
// results are the same to the last bit without it.
//
// Sums are found by the identity of a trajectory, which a Cache does not keep alive, by γ
// and λ, and by the length of blocks, on which rounding depends: it is the same for 8 to
// 24 λ's, unless very many trajectories share the memory for them. They are in coordinates
// of the trajectory's own, which those of any data are powers of two from.
//
// A Cache holds no more than a number of bytes, and drops what was used longest ago. A
// selection uses it only where it has room for all its sums, about n·(k+1)·(d²+d) numbers
// of 8 bytes, and where a selection can have those of all trajectories in memory at once;
// not where features are linearly dependent and there is no ridge, where groups are left
// out, nor where trajectories have importance ratios.
//
// A Cache is safe for concurrent use, by calls on any data. What it drops stays in memory
// as long as a call uses it.
type Cache struct {
	mu          sync.Mutex
	limit, size int
	order       list.List // of *cachedSums, the last used in front
	entries     map[cacheKey]*list.Element
}

// NewCache returns a Cache of at most that many bytes. One of 0 keeps nothing.
func NewCache(bytes int) *Cache {
	return &Cache{limit: max(0, bytes), entries: make(map[cacheKey]*list.Element)}
}

type cacheKey struct {
	trajectory weak.Pointer[Trajectory]
	gamma      float64
}

// cachedSums is what a Cache has of a trajectory at γ. Nobody changes it.
type cachedSums struct {
	key     cacheKey
	kept    []int           // see problem
	size    []float64       // powers of two that features are divided by
	moments [2]dense.System // plain, and with the returns that TailBootstrap completes
	systems []cachedSystem
}

type cachedSystem struct {
	lambda float64
	block  int // see problem.blockOf
	system dense.System
}

// bytes returns what the sums take, about.
func (s *cachedSums) bytes() int {
	const entry, one = 300, 48
	total := entry + 8*(len(s.kept)+len(s.size)+len(s.moments[0])+len(s.moments[1]))
	for _, c := range s.systems {
		total += one + 8*len(c.system)
	}
	return total
}

// find returns the system at λ; nil where there is none.
func (s *cachedSums) find(lambda float64, block int) dense.System {
	for i := range s.systems {
		if c := &s.systems[i]; c.lambda == lambda && c.block == block {
			return c.system
		}
	}
	return nil
}

// Bytes returns how much the Cache holds.
func (c *Cache) Bytes() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.size
}

// get returns what there is of a key, for features of which some are kept; nil for nothing.
func (c *Cache) get(key cacheKey, kept []int) *cachedSums {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[key]
	if !ok {
		return nil
	}
	c.order.MoveToFront(e)
	if s := e.Value.(*cachedSums); slices.Equal(s.kept, kept) {
		return s
	}
	return nil
}

// put keeps sums, with those of the same key that they lack.
func (c *Cache) put(s *cachedSums) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[s.key]; ok {
		if had := e.Value.(*cachedSums); slices.Equal(had.kept, s.kept) {
			for i, m := range had.moments {
				if s.moments[i] == nil {
					s.moments[i] = m
				}
			}
			for _, system := range had.systems {
				if s.find(system.lambda, system.block) == nil {
					s.systems = append(s.systems, system)
				}
			}
		}
		c.remove(e)
	}
	c.entries[s.key] = c.order.PushFront(s)
	c.size += s.bytes()
	for c.size > c.limit { // drop the sums used longest ago
		c.remove(c.order.Back())
	}
}

func (c *Cache) remove(e *list.Element) {
	s := c.order.Remove(e).(*cachedSums)
	delete(c.entries, s.key)
	c.size -= s.bytes()
}

// cacheFor returns the Cache that sums of so many items are kept in; nil for none.
func (p *problem) cacheFor(items int) *Cache {
	c := p.opt.Cache
	if c == nil || p.basis != nil || p.grouped() || p.importances != nil || p.loaded != nil || p.r == 0 || p.moments != nil && p.lagLambdas == 0 {
		return nil
	}
	if need := 8 * items * (len(p.opt.Lambdas) + 1) * p.systemSize(); need > c.limit {
		return nil
	}
	return c
}

// recall sets the sums of item i from the cache as far as it has them, and gives it those
// that it lacks.
func (l *leaver) recall(ctx context.Context, ws *workspace, i int, own itemSums) {
	t := l.items[i].index
	sharing := max(l.sharedFor, len(l.ks))
	block, tail := l.blockOf(t, sharing), 0
	if l.opt.Tail == TailBootstrap && !l.data[t].terminated {
		tail = 1
	}
	fresh := &cachedSums{key: cacheKey{weak.Make(l.data[t]), l.opt.Gamma}, kept: l.problem.kept}
	had := l.cache.get(fresh.key, fresh.kept)
	if had == nil {
		had = new(cachedSums)
	}
	q := l.systemSize()
	moments, systems := had.moments[tail], ws.cached[:0]
	lacking := ws.lacking[:0]
	for _, k := range l.ks {
		s := had.find(l.opt.Lambdas[k], block)
		if s == nil {
			s = make(dense.System, q)
			lacking = append(lacking, k)
			fresh.systems = append(fresh.systems, cachedSystem{l.opt.Lambdas[k], block, s})
		}
		systems = append(systems, s)
	}
	ws.cached, ws.lacking = systems, lacking
	fresh.size = had.size
	if moments == nil || len(lacking) > 0 {
		fresh.size = make([]float64, l.r)
		l.loadOwn(&ws.episode, t, fresh.size)
		if moments == nil {
			moments = make(dense.System, q)
			ws.addMoments(moments.Matrix(l.r), moments.Vector(l.r))
			fresh.moments[tail] = moments
		}
		l.accumulateAll(ctx, ws, lacking, sharing, func(m int) dense.System { return fresh.systems[m].system })
		if ctx.Err() != nil { // perhaps in the middle of a sum
			return
		}
		l.cache.put(fresh)
	}
	factors := memory.Resize(ws.factors, q)
	ws.factors = factors
	kernels.Product(ws.left, fresh.size, l.inverse)
	outer(factors, ws.left)
	kernels.Product(own.moments, moments, factors)
	for j, s := range systems {
		kernels.Product(own.systems[j], s, factors)
	}
}

// loadOwn loads trajectory i in its own coordinates, and sets size to the powers of two
// that features are divided by: their sizes in this trajectory, 0 for what is always zero.
func (p *problem) loadOwn(e *episode, i int, size []float64) {
	p.begin(e, i)
	p.loadStates(e, p.ones)
	e.own = memory.Resize(e.own, 2*p.r)
	sums, inverse := e.own[:p.r], e.own[p.r:]
	clear(sums)
	kernels.AddSquares(sums, e.x, e.ldx, e.h+1)
	for j, sum := range sums {
		var ok bool
		if size[j], ok = (columnNorm{sum: sum}).powerOfTwo(); !ok {
			size[j] = e.carefulSize(j)
		}
		if inverse[j] = 1; size[j] > 0 {
			inverse[j] = 1 / size[j]
		}
	}
	kernels.ScaleRows(e.x, e.ldx, e.x, e.ldx, inverse, e.h+1)
	p.loadChanges(e)
	p.loadReturns(e)
}

// carefulSize returns the size of a coordinate whose squares overflow or vanish.
func (e *episode) carefulSize(j int) float64 {
	const maxExponent = 1022
	most := 0.0
	for t := range e.h + 1 {
		most = max(most, math.Abs(e.state(t)[j]))
	}
	if most == 0 {
		return 0
	}
	return math.Ldexp(1, max(-maxExponent, min(maxExponent, math.Ilogb(most))))
}
