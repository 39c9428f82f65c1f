package estimator

import (
	"context"
	"slices"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
	"lambdascope/estimator/internal/memory"
)

// visit is what leaveOut calls. The systems it hands over are scratch and hold no
// ridge; calls run in parallel.
type visit struct {
	// open is called before any call for the λ's of some indices, in increasing
	// order, and shut after all of them; neither in parallel with others.
	open, shut func(ks []int)
	// whole is called once per λ index, with the system of all trajectories.
	whole func(ws *workspace, k int, s dense.System)
	// fold is then called for every item; or folds, where it is not nil, for up to
	// laneCount items of a λ at once.
	fold  func(ws *workspace, f leftOut)
	folds func(ws *workspace, some []leftOut)
	// views is how many sensitivities fold adds of each fold, 0 for none,
	// and projected what is called for every item at the end, with the product of
	// its system and the sum of each; see influence.
	views     int
	projected func(k, i, view int, product float64)
}

// leaves tells whether anything is left out. Else whole is all that is called, with the
// same systems to the last bit.
func (v *visit) leaves() bool { return v.fold != nil }

// leftOut is a fold.
type leftOut struct {
	k, i, count int            // the λ, the trajectory or group, and how many there are of it
	into        *sensitivities // where the fold adds its own, in a row
	row         int
	others      dense.System // of all that is not left out
	own         dense.System // A_i and b_i
	moments     dense.System // S_i and c_i
}

// leaveOut goes over every fold of every λ, in three passes over the items: one for the
// total of all systems, which is kept in twice the precision of a double; one for the
// folds, each the total less the item's own system; and one for the influences, which
// need the sum of the sensitivities of all folds. Where there is room for the systems of
// all items at some λ's, the first pass keeps them, and the others need not sum them again.
func (p *problem) leaveOut(ctx context.Context, items []item, v visit) error {
	passes := 2
	switch {
	case !v.leaves():
		passes = 1
	case v.views > 0:
		passes = 3
	}
	p.opt.Progress.begin(passes * len(items) * len(p.opt.Lambdas))
	d := p.divide(len(items), v.views).keeping(p, items)
	l := &leaver{problem: p, division: d, visit: v, items: items}
	defer l.rooms.Free()
	if d.keeps && v.leaves() {
		l.kept = make([]itemSums, len(items))
	}
	for ks := range slices.Chunk(p.indices(), d.chunk) {
		l.begin(ks)
		steps := []func(context.Context){l.sum, l.wholes}
		if v.leaves() {
			l.open(ks)
			steps = append(steps, l.leave, l.project, func(context.Context) { l.shut(ks) })
		}
		for _, step := range steps {
			if step(ctx); ctx.Err() != nil {
				return ctx.Err()
			}
		}
	}
	return nil
}

// indices returns those of all λ's.
func (p *problem) indices() []int {
	out := make([]int, len(p.opt.Lambdas))
	for k := range out {
		out[k] = k
	}
	return out
}

// leaver is leaveOut at work on some of the λ's.
type leaver struct {
	*problem
	division
	visit
	items         []item
	ks            []int
	rooms         memory.Arena // of what is kept, of totals and of sensitivities
	kept          []itemSums   // by item, where its sums are kept
	totals        []total      // by λ
	sensitivities [][]float64  // by λ, the sums over all folds, one view after another
}

// begin makes room for totals and sensitivities at some λ's, which are all zero.
func (l *leaver) begin(ks []int) {
	q, size := l.systemSize(), l.views*l.paddedSize()
	if l.ks == nil { // no later chunk has more
		for range ks {
			l.totals = append(l.totals, newTotal(l.rooms.Take(2*q), q))
			l.sensitivities = append(l.sensitivities, l.rooms.Take(size))
		}
	}
	l.ks, l.totals, l.sensitivities = ks, l.totals[:len(ks)], l.sensitivities[:len(ks)]
	for j := range ks {
		clear(l.totals[j].sum)
		clear(l.totals[j].rest)
		clear(l.sensitivities[j])
	}
}

// bound returns the first item of a part.
func (l *leaver) bound(part int) int { return part * len(l.items) / l.parts }

// sum adds the systems of all items to the totals, by parts whose order is fixed.
func (l *leaver) sum(ctx context.Context) {
	q := l.systemSize()
	parts := make([][]total, l.parts)
	var rooms memory.Arena
	defer rooms.Free()
	l.opt.Do(ctx, l.parts, func(g int) {
		ws := l.borrow()
		defer l.giveBack(ws)
		room := rooms.Take(2 * q * len(l.ks))
		for j := range l.ks {
			parts[g] = append(parts[g], newTotal(room[2*q*j:], q))
		}
		for i := l.bound(g); i < l.bound(g+1); i++ {
			own := l.first(ctx, ws, i)
			if ctx.Err() != nil {
				return
			}
			for j, s := range own.systems {
				parts[g][j].add(s, l.items[i].count)
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

// wholes calls whole for each λ.
func (l *leaver) wholes(ctx context.Context) {
	l.opt.Do(ctx, len(l.ks), func(j int) {
		ws := l.borrow()
		defer l.giveBack(ws)
		l.totals[j].round(ws.whole)
		l.whole(ws, l.ks[j], ws.whole)
	})
}

// leave leaves out all items, a block of them at a time, and sums the sensitivities of the
// folds, by parts as sum does.
func (l *leaver) leave(ctx context.Context) {
	size := l.views * l.paddedSize()
	parts := make([][]float64, l.parts)
	var rooms memory.Arena
	defer rooms.Free()
	l.opt.Do(ctx, l.parts, func(g int) {
		ws := l.borrow()
		defer l.giveBack(ws)
		parts[g] = rooms.Take(size * len(l.ks))
		clear(parts[g])
		for first := l.bound(g); first < l.bound(g+1) && ctx.Err() == nil; first += l.block {
			l.leaveBlock(ctx, ws, first, min(l.block, l.bound(g+1)-first), parts[g])
		}
	})
	if l.views == 0 || ctx.Err() != nil {
		return
	}
	l.opt.Do(ctx, len(l.ks), func(j int) {
		for _, sums := range parts {
			kernels.Add(l.sensitivities[j], sums[j*size:(j+1)*size])
		}
	})
}

// leaveBlock leaves out n items from one on, and adds their sensitivities to sums, by λ.
func (l *leaver) leaveBlock(ctx context.Context, ws *workspace, first, n int, sums []float64) {
	q, size := l.systemSize(), l.views*l.paddedSize()
	ws.others = memory.Resize(ws.others, n*q)
	ws.block = ws.block[:0]
	for i := range n {
		own := l.again(ctx, ws, first+i, i, true)
		if ctx.Err() != nil {
			return
		}
		ws.block = append(ws.block, own)
	}
	for j, k := range l.ks {
		ws.sensitivities.shape(l.views, n, l.r)
		some := ws.some[:0]
		for i, own := range ws.block {
			same, others := l.items[first+i], dense.System(ws.others[i*q:(i+1)*q:(i+1)*q])
			l.totals[j].less(others, own.systems[j])
			some = append(some, leftOut{k: k, i: same.index, count: same.count, into: &ws.sensitivities, row: i, others: others, own: own.systems[j], moments: own.moments})
		}
		ws.some = some
		if l.folds != nil {
			l.folds(ws, some)
		} else {
			for _, f := range some {
				if ctx.Err() != nil {
					return
				}
				l.fold(ws, f)
			}
		}
		l.opt.Progress.add(n)
		ws.sensitivities.addTo(sums[j*size : (j+1)*size])
	}
}

// project calls projected for every item, λ and view.
func (l *leaver) project(ctx context.Context) {
	if l.views == 0 || ctx.Err() != nil {
		return
	}
	const most = 64 // tasks
	n, q := len(l.items), l.systemSize()
	tasks := min(n, most)
	sums := l.asSystems()
	l.opt.Do(ctx, tasks, func(task int) {
		ws := l.borrow()
		defer l.giveBack(ws)
		for i := task * n / tasks; i < (task+1)*n/tasks; i++ {
			own := l.again(ctx, ws, i, 0, false)
			if ctx.Err() != nil {
				return
			}
			for j, s := range own.systems {
				for v := range l.views {
					l.projected(l.ks[j], l.items[i].index, v, kernels.LongDot(s, sums[j][v*q:(v+1)*q]))
				}
			}
			l.opt.Progress.add(len(l.ks))
		}
	})
}

// asSystems returns the sums of sensitivities laid out as systems are.
func (l *leaver) asSystems() [][]float64 {
	r, q, size := l.r, l.systemSize(), l.paddedSize()
	ld := kernels.RoundUpTo(r+1, kernels.TileCols)
	out := make([][]float64, len(l.ks))
	for j := range out {
		out[j] = make([]float64, l.views*q)
		for v := range l.views {
			s := dense.System(out[j][v*q : (v+1)*q])
			for a := range r {
				row := l.sensitivities[j][v*size+a*ld:][:r+1]
				copy(s[a*r:(a+1)*r], row)
				s.Vector(r)[a] = row[r]
			}
		}
	}
	return out
}

// itemSums are what is summed over an item alone.
type itemSums struct {
	moments dense.System   // S_i and c_i
	systems []dense.System // A_i and b_i, by λ
}

// itemSize returns the numbers of the sums of an item at the λ's at work.
func (l *leaver) itemSize() int { return (1 + len(l.ks)) * l.systemSize() }

// layOut returns the sums of an item in some room.
func (l *leaver) layOut(room []float64) itemSums {
	q := l.systemSize()
	out := itemSums{moments: room[:q:q], systems: make([]dense.System, len(l.ks))}
	for j := range out.systems {
		out.systems[j] = room[(1+j)*q : (2+j)*q : (2+j)*q]
	}
	return out
}

// first returns the sums of item i, and keeps them where they are to be kept.
func (l *leaver) first(ctx context.Context, ws *workspace, i int) itemSums {
	if l.kept == nil {
		own := l.scratch(ws, 0)
		l.sumItem(ctx, ws, i, own, false)
		return own
	}
	own := &l.kept[i]
	known := own.moments != nil // at other λ's
	if !known {
		*own = l.layOut(l.rooms.Take(l.itemSize()))
	}
	own.systems = own.systems[:len(l.ks)]
	l.sumItem(ctx, ws, i, *own, !known)
	return *own
}

// again returns the sums of item i, which are summed again where they were not kept, in one
// of some slots of scratch.
func (l *leaver) again(ctx context.Context, ws *workspace, i, slot int, moments bool) itemSums {
	if l.kept != nil {
		return l.kept[i]
	}
	own := l.scratch(ws, slot)
	l.sumItem(ctx, ws, i, own, moments)
	return own
}

// scratch returns sums in a slot of a workspace.
func (l *leaver) scratch(ws *workspace, slot int) itemSums {
	if len(ws.slots) > 0 && len(ws.slots[0].systems) != len(l.ks) {
		ws.slots = ws.slots[:0]
	}
	// A sum over all has one slot, and folds that are left out together a block of them.
	if size := l.itemSize(); slot >= len(ws.slots) {
		count := 1
		if slot > 0 {
			count = l.block
		}
		ws.own = memory.Resize(ws.own, count*size)
		ws.slots = make([]itemSums, count)
		for s := range ws.slots {
			ws.slots[s] = l.layOut(ws.own[s*size : (s+1)*size])
		}
	}
	return ws.slots[slot]
}

// sumItem sums over item i, its moments where they are wanted.
func (l *leaver) sumItem(ctx context.Context, ws *workspace, i int, own itemSums, moments bool) {
	for _, s := range own.systems {
		clear(s)
	}
	if moments {
		clear(own.moments)
	}
	for _, t := range l.together(l.items[i].index) {
		if ctx.Err() != nil {
			return
		}
		l.load(&ws.episode, t)
		if moments {
			ws.addMoments(own.moments.Matrix(l.r), own.moments.Vector(l.r))
		}
		l.accumulateAll(ctx, ws, l.ks, len(l.ks), func(j int) dense.System { return own.systems[j] })
	}
}

// total is a sum of systems in twice the precision of a double, a rounded sum and the rest.
// So each of them can be taken away again, and what is left keeps its digits where that
// one outweighs it up to 2⁵³ times.
type total struct{ sum, rest dense.System }

// newTotal returns an empty sum of systems of q numbers, in room for two.
func newTotal(room []float64, q int) total {
	clear(room[:2*q])
	return total{dense.System(room[:q:q]), dense.System(room[q : 2*q : 2*q])}
}

// add adds a system, so many times.
func (t total) add(s dense.System, count int) { kernels.AddTwice(t.sum, t.rest, s, float64(count)) }

// merge adds another total.
func (t total) merge(o total) {
	kernels.AddTwice(t.sum, t.rest, o.sum, 1)
	kernels.Add(t.rest, o.rest)
}

// less sets out to the sum less a system.
func (t total) less(out, s dense.System) { kernels.LessTwice(out, t.sum, t.rest, s) }

// round sets out to the sum.
func (t total) round(out dense.System) { kernels.Combine(out, t.sum, t.rest, 1) }

// scale multiplies all numbers with factors, powers of two.
func (t total) scale(factors []float64) {
	kernels.Product(t.sum, t.sum, factors)
	kernels.Product(t.rest, t.rest, factors)
}
