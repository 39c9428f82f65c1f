package estimator

import (
	"context"
	"slices"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// The fold loop goes over the λ's in chunks, and for each chunk three times over the items, the
// trajectories or groups to leave out:
//
//	sum      A_i, b_i ──▶ Σ_j A_j, Σ_j b_j, in twice the precision of a double ──▶ θ
//	leave    Σ_j A_j − A_i ──▶ θ_(i), ℓ_i, and u_i ──▶ Σ_i u_i (−θ_(i), 1)ᵀ
//	project  ⟨[A_j b_j], Σ_i u_i (−θ_(i), 1)ᵀ⟩ ──▶ the influence of j
//
// For several ridges the last two steps repeat, with the same sums.
//
// A chunk has as many λ's as have systems in 32 MiB, so that memory does not grow with the number
// of λ's. Each chunk loads the trajectories again. Without kept systems, 2048 with 1,000
// trajectories takes five times as long.
//
// If even a single λ has systems of more than 64 MiB, the loop keeps no systems: it takes the λ's one
// by one, and each pass sums every system again. With 100 trajectories over 256 tiles, keeping saves
// a fifth of the time.
type foldLoop struct {
	*problem
	division
	view *view
	ks   []int // the λ's of the chunk

	totals        []total        // by λ
	sensitivities []dense.System // by λ, the sums over folds
	partMemory    [][]float64    // by part, totals by λ, then sensitivities by λ
	kept          []float64      // the sums of all items; nil if the loop keeps no systems
	memory        []float64      // of all systems above

	refit Refit // of another method; usually nil
	// left, if not nil, takes each fold and θ in the coordinates of the problem. No influences
	// follow. Calls run in parallel, except those of a part.
	left func(f leftOut, theta []float64, status FoldStatus)
}

// division is the division of the loop's work. It depends on the problem alone, since it
// determines the order of sums.
type division struct {
	chunk int  // λ's at a time
	parts int  // of the items, each with its own sums
	keeps bool // whether to keep the systems of items
}

const (
	// defaultBudget is the room for the systems of a chunk, in numbers: 32 MiB. With 16 MiB, 2048
	// with 1,000 trajectories takes 1.2 times as long.
	defaultBudget = 1 << 22
	// mostParts bounds the parts; fewParts are enough to occupy many processors. Between the two,
	// the sums of parts take an eighth of the budget.
	mostParts, fewParts = 64, 8
	// blockFolds is the number of folds to solve together, if the loop keeps systems.
	blockFolds = kernels.LaneCount
)

// divide chooses the division.
func (p *problem) divide() division {
	n, k, q := len(p.items), len(p.opt.Lambdas), max(1, p.systemSize())
	most := max(1, min(k, (p.budget/n-p.momentSize())/q))
	chunks := (k + most - 1) / most
	d := division{
		chunk: (k + chunks - 1) / chunks, // of similar size, so that the largest takes little memory
		keeps: n*(p.momentSize()+q) <= 2*p.budget,
	}
	d.parts = max(1, min(mostParts, max(fewParts, p.budget/(16*q*d.chunk)), n/blockFolds))
	return d
}

// leftOut is a fold at a λ.
type leftOut struct {
	part           int          // of the loop
	k, fold, count int          // the λ, the trajectory or group, and the number of equal folds
	others         dense.System // the sums without A_i and b_i, in the coordinates of the view
	own            dense.System // A_i and b_i
	moments        dense.System // S_i and c_i; empty if errors come from the data
}

// newLoop returns a loop over all items. Call release in the end.
func (p *problem) newLoop() *foldLoop {
	l := &foldLoop{problem: p, division: p.divide()}
	l.allocate()
	return l
}

// release ends the use of the loop's systems.
func (l *foldLoop) release() { returnTable(l.memory) }

// allocate takes memory for the systems of a loop that has no totals and sensitivities of its own. The
// contents are arbitrary.
func (l *foldLoop) allocate() {
	q := l.systemSize()
	size := 2 * l.parts * l.chunk * q
	if l.totals == nil {
		size += 3 * l.chunk * q
	}
	if l.keeps {
		size += len(l.items) * l.itemSize()
	}
	l.memory = borrowTable(size)
	free := l.memory
	take := func(n int) []float64 {
		room := free[:n:n]
		free = free[n:]
		return room
	}
	if l.totals == nil {
		l.totals = totalsIn(take(2*l.chunk*q), l.chunk, q)
		for range l.chunk {
			l.sensitivities = append(l.sensitivities, take(q))
		}
	}
	for range l.parts {
		l.partMemory = append(l.partMemory, take(2*l.chunk*q))
	}
	if l.keeps {
		l.kept = take(len(l.items) * l.itemSize())
	}
}

// run computes all folds of all λ's, for some views.
func (l *foldLoop) run(ctx context.Context, views ...*view) error {
	l.opt.Progress.begin((1 + 2*len(views)) * len(l.items) * len(l.opt.Lambdas))
	return l.eachChunk(ctx, func() {
		for _, v := range views {
			l.view = v
			for _, s := range l.sensitivities {
				clear(s)
			}
			l.wholes(ctx)
			l.leave(ctx)
			if l.left == nil { // left needs no influences
				l.project(ctx, l.sensitivities, func(k, fold int, product float64) { v.influence[k][fold] += product })
			}
			if ctx.Err() != nil {
				return
			}
			v.complete(ctx, l.ks)
		}
	})
}

// eachChunk calls use for each chunk of the λ's, with the totals.
func (l *foldLoop) eachChunk(ctx context.Context, use func()) error {
	totals := l.totals
	sensitivities := l.sensitivities
	for l.ks = range slices.Chunk(l.indices(), l.chunk) {
		l.totals = totals[:len(l.ks)]
		l.sensitivities = sensitivities[:len(l.ks)]
		for _, t := range l.totals {
			t.clear()
		}
		if l.sum(ctx); ctx.Err() == nil {
			use()
		}
		if ctx.Err() != nil {
			break
		}
	}
	return ctx.Err()
}

// indices returns the indices of all λ's.
func (p *problem) indices() []int {
	out := make([]int, len(p.opt.Lambdas))
	for k := range out {
		out[k] = k
	}
	return out
}

// overItems divides the items into parts, and calls f with the range of items of each part.
func (l *foldLoop) overItems(ctx context.Context, parts int, f func(ws *workspace, part, first, last int)) {
	n := len(l.items)
	l.do(ctx, parts, func(ws *workspace, part int) { f(ws, part, part*n/parts, (part+1)*n/parts) })
}

// sum adds the systems of all items to the totals, by parts in a fixed order.
func (l *foldLoop) sum(ctx context.Context) {
	q := l.systemSize()
	parts := make([][]total, l.parts)
	l.overItems(ctx, l.parts, func(ws *workspace, part, first, last int) {
		sums := totalsIn(l.partMemory[part], len(l.ks), q)
		parts[part] = sums
		for _, t := range sums {
			t.clear()
		}
		for i := first; i < last; i++ {
			own := l.room(ws, i)
			l.sumItem(ctx, ws, i, own, l.keeps && l.ks[0] == 0) // later chunks find the moments
			if ctx.Err() != nil {
				return
			}
			for j, t := range sums {
				t.add(own.system(j, q), l.items[i].count)
			}
			l.opt.Progress.add(len(l.ks))
		}
	})
	if ctx.Err() != nil {
		return
	}
	l.opt.Do(ctx, len(l.ks), func(j int) {
		for _, t := range parts {
			l.totals[j].merge(t[j])
		}
	})
}

// wholes fits the view to all trajectories.
func (l *foldLoop) wholes(ctx context.Context) {
	l.do(ctx, len(l.ks), func(ws *workspace, j int) {
		l.totals[j].round(ws.whole)
		l.view.solveWhole(ws, l.ks[j], ws.whole)
	})
}

// leave leaves out all items, block by block, and sums the sensitivities of the folds, by parts
// in a fixed order.
func (l *foldLoop) leave(ctx context.Context) {
	q := l.systemSize()
	l.overItems(ctx, l.parts, func(ws *workspace, part, first, last int) {
		sums := l.partMemory[part][:len(l.ks)*q]
		clear(sums)
		block := blockFolds
		if !l.keeps { // there is scratch for one item
			block = 1
		}
		for ; first < last && ctx.Err() == nil; first += block {
			l.leaveBlock(ctx, ws, part, first, min(first+block, last), sums)
		}
	})
	if ctx.Err() != nil {
		return
	}
	l.opt.Do(ctx, len(l.ks), func(j int) {
		for _, sums := range l.partMemory {
			kernels.Add(l.sensitivities[j], sums[j*q:][:q])
		}
	})
}

// leaveBlock leaves out some items of a part, and adds the sensitivities to sums, by λ.
func (l *foldLoop) leaveBlock(ctx context.Context, ws *workspace, part, first, last int, sums []float64) {
	q := l.systemSize()
	ws.others = kernels.Resize(ws.others, (last-first)*q)
	ws.block = ws.block[:0]
	for i := first; i < last; i++ {
		ws.block = append(ws.block, l.again(ctx, ws, i, true))
	}
	for j, k := range l.ks {
		ws.sensitivities.reset(l.d)
		ws.folds = ws.folds[:0]
		for i, own := range ws.block {
			f := leftOut{part, k, l.items[first+i].index, l.items[first+i].count, ws.others[i*q:][:q], own.system(j, q), own.moments}
			l.totals[j].less(f.others, f.own)
			l.view.enter(f.others)
			ws.folds = append(ws.folds, f)
		}
		if ctx.Err() != nil {
			return
		}
		l.solveFolds(ws)
		ws.sensitivities.addTo(sums[j*q:][:q])
		l.opt.Progress.add(last - first)
	}
}

// project calls use with the product of every item with weights, by λ.
func (l *foldLoop) project(ctx context.Context, weights []dense.System, use func(k, fold int, product float64)) {
	q := l.systemSize()
	l.overItems(ctx, min(len(l.items), mostParts), func(ws *workspace, _, first, last int) {
		for i := first; i < last; i++ {
			own := l.again(ctx, ws, i, false)
			if ctx.Err() != nil {
				return
			}
			for j, k := range l.ks {
				use(k, l.items[i].index, kernels.LongDot(own.system(j, q), weights[j]))
			}
			l.opt.Progress.add(len(l.ks))
		}
	})
}

// itemSums are the sums over a single item.
type itemSums struct {
	moments dense.System // S_i and c_i; empty if errors come from the data
	systems []float64    // A_i and b_i, by λ
}

// system returns A_i and b_i at the j-th λ, q numbers.
func (s itemSums) system(j, q int) dense.System { return s.systems[j*q:][:q] }

// itemSize returns the length of the sums of an item.
func (l *foldLoop) itemSize() int {
	return l.momentSize() + l.chunk*l.systemSize()
}

// momentSize returns the length of moments. It is 0 if errors come from the data, because a pass
// over the data is cheap beside the solution of a large system.
func (p *problem) momentSize() int {
	if p.d >= dense.BlockedSize {
		return 0
	}
	return p.systemSize()
}

// room returns the memory for the sums of item i: kept, or scratch.
func (l *foldLoop) room(ws *workspace, i int) itemSums {
	size := l.itemSize()
	moments := l.momentSize()
	var memory []float64
	if l.keeps {
		memory = l.kept[i*size:][:size:size]
	} else {
		ws.own = kernels.Resize(ws.own, size)
		memory = ws.own
	}
	return itemSums{memory[:moments:moments], memory[moments:]}
}

// again returns the sums of item i after the first step: the kept sums, or otherwise sums computed
// again, with moments if needed.
func (l *foldLoop) again(ctx context.Context, ws *workspace, i int, moments bool) itemSums {
	own := l.room(ws, i)
	if !l.keeps {
		l.sumItem(ctx, ws, i, own, moments)
	}
	return own
}

// sumItem sets own to the sums of item i, with moments if needed.
func (l *foldLoop) sumItem(ctx context.Context, ws *workspace, i int, own itemSums, moments bool) {
	q := l.systemSize()
	if moments {
		clear(own.moments)
	}
	for member, t := range l.together(l.items[i].index) {
		if ctx.Err() != nil {
			return
		}
		e := &ws.episode
		l.load(e, t)
		if moments && len(own.moments) > 0 {
			l.addMoments(e, own.moments)
		}
		sum := e.sum
		if e.lagged(len(l.ks)) {
			e.lags.load(e)
			sum = e.sumLags
		}
		for j, k := range l.ks {
			s := own.system(j, q)
			decay := l.opt.Gamma * l.opt.Lambdas[k]
			if member == 0 {
				sum(s, decay)
			} else {
				sum(ws.whole, decay)
				kernels.Add(s, ws.whole)
			}
		}
	}
}
