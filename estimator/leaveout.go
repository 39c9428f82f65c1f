package estimator

import (
	"context"
	"runtime"
	"slices"
)

// visit is what leaveOut calls. The systems it hands over are scratch and hold no
// ridge; calls run in parallel.
type visit struct {
	// open is called before any call for the λ's of some indices, in increasing
	// order, and shut after all of them; neither in parallel with others.
	open, shut func(ks []int)
	// whole is called once per λ index, with the system of all trajectories.
	whole func(ws *workspace, k int, s system)
	// fold is then called for every item; or folds, where it is not nil, for up to
	// laneCount items of a λ at once.
	fold  func(ws *workspace, f leftOut)
	folds func(ws *workspace, some []leftOut)
	// views is how many sensitivities fold sets in ws.sensitivities, 0 for none,
	// and projected what is called for every item at the end, with the product of
	// its system and the sum of each; see influence.
	views     int
	projected func(k, i, view int, product float64)
}

// leftOut is a fold.
type leftOut struct {
	k, i, count int    // the λ, the trajectory or group, and how many there are of it
	row         int    // in ws.sensitivities
	others      system // of all that is not left out
	own         system // A_i and b_i
	moments     system // S_i and c_i
}

// leaveOut goes over every fold of every λ.
//
// Each system is a sum over the trajectories it holds, never a difference, so
// nothing cancels where one trajectory outweighs the rest. Mostly no A_i is kept beyond
// the group of trajectories it is in: first each group is summed, for what lies
// outside every other one, then accumulated again to leave out its members one
// by one. That costs an accumulation more and takes memory for √n systems per λ
// in place of n; those that there is room for are kept. Very many trajectories are
// divided into groups of groups, and λ's into chunks, until memory is within the
// budget.
//
// Sensitivities are summed within a group, then over groups in their order. Their
// products with each A_i that is not kept take an accumulation more, as they need the
// sum over all folds.
func (p *problem) leaveOut(ctx context.Context, items []item, v visit) error {
	d := p.divide(len(items), v.views)
	var keep *store
	keep, d.chunk = p.keeps(items, d.chunk)
	recaller := p.recallerFor(keep)
	err := p.leaveOutBy(ctx, d, keep, recaller, items, v)
	keep.arena.free()
	return err
}

// leaveOutBy is leaveOut with a division, and what keeps and recalls systems.
func (p *problem) leaveOutBy(ctx context.Context, d division, keep *store, recaller *recaller, items []item, v visit) error {
	passes := 2
	if v.views > 0 {
		passes = 3
	}
	p.opt.Progress.begin(passes * len(items) * len(p.opt.Lambdas))
	all := make([]int, len(p.opt.Lambdas))
	for k := range all {
		all[k] = k
	}
	for ks := range slices.Chunk(all, d.chunk) {
		l := &leaver{problem: p, division: d, items: items, visit: v, store: keep, recaller: recaller, ks: ks}
		for range ks {
			l.sensitivities = append(l.sensitivities, make([]float64, v.views*p.paddedSize()))
		}
		keep.open(len(l.ks))
		l.open(l.ks)
		if l.part(ctx, 0, len(items), make([]system, len(l.ks))); ctx.Err() != nil {
			return ctx.Err()
		}
		if l.project(ctx); ctx.Err() != nil {
			return ctx.Err()
		}
		if l.shut(l.ks); ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// leaver is leaveOut at work on some of the λ's.
type leaver struct {
	*problem
	division
	visit
	store         *store
	recaller      *recaller // nil without a Cache
	items         []item
	ks            []int
	sensitivities [][]float64 // per λ, the sums over all folds, one view after another
}

// sharing returns for how many λ's what they share of an episode is laid out: all, or
// those of them whose systems are not kept.
func (l *leaver) sharing(withoutKept bool) int {
	if withoutKept {
		return len(l.ks) - l.store.lambdas
	}
	return len(l.ks)
}

// part handles items lo ≤ i < hi; outside holds, per λ, the sum over all
// others, nil for none.
func (l *leaver) part(ctx context.Context, lo, hi int, outside []system) {
	n := hi - lo
	groups := (n + l.group - 1) / l.group
	parts := min(groups, l.fanOut)
	bound := func(g int) int { return lo + g*n/parts }
	var rooms arena
	defer rooms.free()
	sums := l.sums(ctx, &rooms, parts, bound)
	if ctx.Err() != nil {
		return
	}
	if n == len(l.items) {
		l.totals(ctx, sums)
	}
	if l.rests(ctx, sums, outside); ctx.Err() != nil {
		return
	}
	if parts < groups {
		for g := range parts {
			if l.part(ctx, bound(g), bound(g+1), sums[g]); ctx.Err() != nil {
				return
			}
		}
		return
	}
	// In rounds, so that many processors do not take more scratch than there is.
	scratch := l.systemSize() * (len(l.ks) + 2) * l.group
	round := parts
	if min(runtime.GOMAXPROCS(0), parts)*scratch > scratchBudget {
		round = max(1, scratchBudget/scratch)
	}
	for first := 0; first < parts && ctx.Err() == nil; first += round {
		l.opt.Do(ctx, min(round, parts-first), func(g int) {
			ws := l.borrow()
			defer l.giveBack(ws)
			l.members(ctx, ws, bound(first+g), bound(first+g+1), sums[first+g])
		})
	}
	if l.views > 0 && ctx.Err() == nil {
		l.opt.Do(ctx, len(l.ks), func(j int) {
			all := l.sensitivities[j]
			for g := range parts {
				add(all, sums[g][j][:len(all)])
			}
		})
	}
}

// sums returns, by part and λ, the sums of the systems of each part, with the
// capacity of sumSize, in rooms.
func (l *leaver) sums(ctx context.Context, rooms *arena, parts int, bound func(g int) int) [][]system {
	q := l.systemSize()
	sums := make([][]system, parts)
	l.opt.Do(ctx, parts, func(g int) {
		ws := l.borrow()
		defer l.giveBack(ws)
		room := l.sumSize(l.views)
		own := rooms.take(len(l.ks) * room)
		clear(own)
		for j := range l.ks {
			sums[g] = append(sums[g], own[j*room:j*room+q:(j+1)*room])
		}
		all := bound(parts)-bound(0) == len(l.items) // and not a part of them
		if all {
			l.store.clear(bound(g), bound(g+1))
		}
		for i := bound(g); i < bound(g+1) && ctx.Err() == nil; i++ {
			if all {
				l.opt.Progress.add(len(l.ks))
			}
			l.sum(ctx, ws, i, all, sums[g])
		}
	})
	return sums
}

// sum adds the systems of item i to sums, one per λ, once for each trajectory like it.
// The first time it fills what is kept of the item.
func (l *leaver) sum(ctx context.Context, ws *workspace, i int, first bool, sums []system) {
	q, from, count := l.systemSize(), l.store.lambdas, l.items[i].count
	switch {
	case first && l.recaller != nil:
		if l.recaller.recall(ctx, l, ws, i); ctx.Err() != nil {
			return
		}
	case first:
		from = 0
	}
	if from < len(l.ks) {
		ws.own = resize(ws.own, len(l.ks)*q)
		if count > 1 {
			clear(ws.own)
		}
		for _, t := range l.together(l.items[i].index) {
			if ctx.Err() != nil {
				return
			}
			l.load(&ws.episode, t)
			if first && l.store.moments && !l.store.filled {
				moments := l.store.momentsOf(i)
				ws.addMoments(moments.matrix(l.r), moments.vector(l.r))
			}
			l.accumulateAll(ctx, ws, l.ks[from:], l.sharing(!first), func(j int) system {
				switch j += from; {
				case j < l.store.lambdas:
					return l.store.system(j, i)
				case count == 1:
					return sums[j]
				}
				return ws.own[j*q : (j+1)*q]
			})
		}
	}
	for j, s := range sums {
		switch {
		case j < l.store.lambdas:
			addTimes(count, l.store.system(j, i), s)
		case count > 1:
			addTimes(count, ws.own[j*q:(j+1)*q], s)
		}
	}
}

// totals calls whole for each λ with the sum over all parts.
func (l *leaver) totals(ctx context.Context, sums [][]system) {
	l.opt.Do(ctx, len(l.ks), func(j int) {
		ws := l.borrow()
		defer l.giveBack(ws)
		total := system(ws.prefix)
		clear(total)
		for _, s := range sums {
			add(total, s[j])
		}
		l.whole(ws, l.ks[j], total)
	})
}

// rests turns each part's sum into the sum over all other parts and what lies
// outside.
func (l *leaver) rests(ctx context.Context, sums [][]system, outside []system) {
	q := l.systemSize()
	l.opt.Do(ctx, len(l.ks), func(j int) {
		ws := l.borrow()
		defer l.giveBack(ws)
		parts := len(sums)
		ws.suffix = resize(ws.suffix, parts*q)
		after := func(g int) system { return ws.suffix[g*q : (g+1)*q] }
		clear(after(parts - 1))
		for g := parts - 1; g > 0; g-- {
			combine(after(g-1), after(g), sums[g][j], 1)
		}
		before := system(ws.prefix)
		clear(before)
		if outside[j] != nil {
			copy(before, outside[j])
		}
		for g := range parts {
			rest := after(g)
			add(rest, before)
			add(before, sums[g][j])
			copy(sums[g][j], rest)
		}
	})
}

// members leaves out items lo ≤ i < hi one by one; rest holds, per λ, the
// sum over all others, and in the end the sensitivities of the folds.
func (l *leaver) members(ctx context.Context, ws *workspace, lo, hi int, rest []system) {
	n, q := hi-lo, l.systemSize()
	store := l.store
	ws.own = resize(ws.own, (len(l.ks)-store.lambdas+1)*n*q)
	clear(ws.own)
	at := func(j, i int) system {
		if j < store.lambdas {
			return store.system(j, lo+i)
		}
		j -= store.lambdas
		return ws.own[(j*n+i)*q : (j*n+i+1)*q : (j*n+i+1)*q]
	}
	momentsOf := func(i int) system { return at(len(l.ks), i) }
	if store.moments {
		momentsOf = func(i int) system { return store.momentsOf(lo + i) }
	} else {
		for i := range n {
			moments := momentsOf(i)
			for _, t := range l.together(l.items[lo+i].index) {
				if ctx.Err() != nil {
					return
				}
				l.load(&ws.episode, t)
				l.accumulateAll(ctx, ws, l.ks[store.lambdas:], l.sharing(true), func(j int) system { return at(store.lambdas+j, i) })
				ws.addMoments(moments.matrix(l.r), moments.vector(l.r))
			}
		}
	}
	ws.suffix = resize(ws.suffix, n*q)
	after := func(i int) system { return ws.suffix[i*q : (i+1)*q] }
	for j, k := range l.ks {
		clear(after(n - 1))
		for i := n - 1; i > 0; i-- {
			combine(after(i-1), after(i), at(j, i), float64(l.items[lo+i].count))
		}
		before := rest[j]
		ws.sensitivities.shape(l.views, n, l.r)
		for first := 0; first < n; first += laneCount {
			if ctx.Err() != nil {
				return
			}
			some := ws.some[:0]
			for i := first; i < min(n, first+laneCount); i++ {
				others := after(i)
				same := l.items[lo+i]
				if same.count == 1 {
					passOn(others, before[:q], at(j, i))
				} else {
					add(others, before)
					addTimes(same.count-1, at(j, i), others)
					addTimes(same.count, at(j, i), before)
				}
				some = append(some, leftOut{k: k, i: same.index, count: same.count, row: i, others: others, own: at(j, i), moments: momentsOf(i)})
			}
			ws.some = some
			if l.folds != nil {
				l.folds(ws, some)
				l.opt.Progress.add(len(some))
				continue
			}
			for _, f := range some {
				if ctx.Err() != nil {
					return
				}
				l.fold(ws, f)
				l.opt.Progress.add(1)
			}
		}
		ws.sensitivities.sum(rest[j][:l.views*l.paddedSize()])
	}
}
