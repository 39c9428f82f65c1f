package estimator

import "context"

// system is a linear system A θ = b: an r×r matrix row by row, then b.
type system []float64

func (s system) matrix(r int) []float64 { return s[: r*r : r*r] }
func (s system) vector(r int) []float64 { return s[r*r:] }

const (
	// defaultBudget bounds the numbers kept at once, for systems and sums of
	// systems: 56 MiB, less the scratch of two workers.
	defaultBudget = 7 << 20
	workerScratch = 12 // in systems
	// fanOut is into how many parts trajectories too many for the budget are
	// divided.
	fanOut = 16
)

// leaveOut goes over every fold of every λ. It calls whole once per λ index
// with the system of all trajectories, then fold for every trajectory with the
// system of all others and, for cheap errors, the moments S_i and c_i of the
// one left out. The systems are scratch and hold no ridge; calls run in
// parallel.
//
// Each system is a sum over the trajectories it holds, never a difference, so
// nothing cancels where one trajectory outweighs the rest. Trajectories are
// divided until the systems of a part fit the budget; what lies outside the part
// comes along as one sum. A level of division costs one more accumulation, and
// there is none up to budget/(r²+r) trajectories.
func (p *problem) leaveOut(ctx context.Context,
	whole func(ws *workspace, k int, s system),
	fold func(ws *workspace, k, i int, others, moments system),
) error {
	n, q := len(p.data), p.r*p.r+p.r
	count := len(p.opt.Lambdas)
	chunk := 1
	for chunk < count && p.leafSize(n, chunk+1) <= p.budget {
		chunk++
	}
	passes := (count + chunk - 1) / chunk
	chunk = (count + passes - 1) / passes // of equal size, as a pass for few costs nearly one for many
	for first := 0; first < len(p.opt.Lambdas); first += chunk {
		ks := make([]int, 0, chunk)
		for k := first; k < min(first+chunk, len(p.opt.Lambdas)); k++ {
			ks = append(ks, k)
		}
		outside := make([]system, len(ks))
		for j := range outside {
			outside[j] = make(system, q)
		}
		l := &leaver{problem: p, ks: ks, whole: whole, fold: fold}
		if l.part(ctx, 0, n, outside); ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// leaver is leaveOut at work on some of the λ's.
type leaver struct {
	*problem
	ks    []int
	whole func(ws *workspace, k int, s system)
	fold  func(ws *workspace, k, i int, others, moments system)
}

// part handles trajectories lo ≤ i < hi; outside holds, per λ, the sum over all
// others.
func (l *leaver) part(ctx context.Context, lo, hi int, outside []system) {
	n, q := hi-lo, l.r*l.r+l.r
	if n == 1 || l.leafSize(n, len(l.ks)) <= l.budget {
		l.leaf(ctx, lo, hi, outside)
		return
	}
	parts := min(n, fanOut)
	bound := func(g int) int { return lo + g*n/parts }
	sums := make([]system, len(l.ks)*parts)
	l.opt.Do(ctx, parts, func(g int) {
		ws := l.borrow()
		defer l.giveBack(ws)
		for j := range l.ks {
			sums[j*parts+g] = make(system, q)
		}
		for i := bound(g); i < bound(g+1) && ctx.Err() == nil; i++ {
			l.load(&ws.episode, i)
			l.accumulateAll(ctx, ws, l.ks, func(j int) system { return sums[j*parts+g] })
		}
	})
	if ctx.Err() != nil {
		return
	}
	if n == len(l.data) {
		l.totals(ctx, sums, outside)
	}
	inner := make([]system, len(l.ks))
	for j := range inner {
		inner[j] = make(system, q)
	}
	for g := range parts {
		for j := range l.ks {
			copy(inner[j], outside[j])
			for other, s := range sums[j*parts : (j+1)*parts] {
				if other != g {
					add(inner[j], s)
				}
			}
		}
		if l.part(ctx, bound(g), bound(g+1), inner); ctx.Err() != nil {
			return
		}
	}
}

// accumulate adds A_i and b_i at the k-th λ, of the episode loaded, to s.
func (p *problem) accumulate(ws *workspace, k int, s system) {
	ws.episode.accumulate(s.matrix(p.r), s.vector(p.r), ws.z, p.opt.Gamma*p.opt.Lambdas[k])
}

// accumulateAll adds A_i and b_i of the episode loaded, at the λ's of indices ks,
// to the system that to names for each.
func (p *problem) accumulateAll(ctx context.Context, ws *workspace, ks []int, to func(j int) system) {
	lagged := !ws.episode.sparse && lagsPay(len(ks), ws.episode.h, p.r)
	if lagged {
		ws.lags.fill(&ws.episode, p.r, len(ks))
		ws.product = resize(ws.product, ws.lags.rows*ws.lags.cols)
	}
	for j, k := range ks {
		switch {
		case ctx.Err() != nil:
			return
		case lagged:
			ws.lags.addTo(to(j), &ws.episode, ws.z, ws.product, p.opt.Gamma*p.opt.Lambdas[k])
		default:
			p.accumulate(ws, k, to(j))
		}
	}
}

// totals calls whole for each λ with the sum of its part sums.
func (l *leaver) totals(ctx context.Context, sums, outside []system) {
	parts := len(sums) / len(l.ks)
	l.opt.Do(ctx, len(l.ks), func(j int) {
		ws := l.borrow()
		defer l.giveBack(ws)
		total := system(ws.prefix)
		copy(total, outside[j])
		for _, s := range sums[j*parts : (j+1)*parts] {
			add(total, s)
		}
		l.whole(ws, l.ks[j], total)
	})
}

// leafSize returns how many numbers a leaf of n trajectories and k λ's keeps:
// systems, moments, and the sums and rests of groups.
func (p *problem) leafSize(n, k int) int {
	q := p.r*p.r + p.r
	size := groupSize(q)
	groups := (n + size - 1) / size
	return (k+1)*n*q + 2*k*groups*q + 2*workerScratch*q
}

// groupSize returns how many trajectories share one sum of all others, so that
// a worker's suffix sums stay in its cache.
func groupSize(q int) int { return max(2, min(32, (1<<16)/max(1, q))) }

// leaf handles trajectories few enough to keep the systems of each.
func (l *leaver) leaf(ctx context.Context, lo, hi int, outside []system) {
	n, r, q := hi-lo, l.r, l.r*l.r+l.r
	own := make([]float64, len(l.ks)*n*q)
	at := func(j, i int) system { return own[(j*n+i)*q : (j*n+i+1)*q : (j*n+i+1)*q] }
	moments := make([]float64, n*q)
	l.opt.Do(ctx, n, func(i int) {
		ws := l.borrow()
		defer l.giveBack(ws)
		l.load(&ws.episode, lo+i)
		l.accumulateAll(ctx, ws, l.ks, func(j int) system { return at(j, i) })
		m := system(moments[i*q : (i+1)*q])
		ws.episode.moments(m.matrix(r), m.vector(r))
	})
	if ctx.Err() != nil {
		return
	}

	size := groupSize(q)
	groups := (n + size - 1) / size
	sums := make([]system, len(l.ks)*groups)
	l.opt.Do(ctx, len(sums), func(task int) {
		j, g := task/groups, task%groups
		sum := make(system, q)
		for i := g * size; i < min(n, (g+1)*size); i++ {
			add(sum, at(j, i))
		}
		sums[task] = sum
	})
	if ctx.Err() != nil {
		return
	}
	if n == len(l.data) {
		l.totals(ctx, sums, outside)
	}
	rests := l.rests(ctx, sums, outside)
	l.opt.Do(ctx, len(sums), func(task int) {
		j, g := task/groups, task%groups
		ws := l.borrow()
		defer l.giveBack(ws)
		first, last := g*size, min(n, (g+1)*size)
		ws.suffix = resize(ws.suffix, size*q)
		after := func(i int) system { return ws.suffix[(i-first)*q : (i-first+1)*q] }
		clear(after(last - 1))
		for i := last - 1; i > first; i-- {
			copy(after(i-1), after(i))
			add(after(i-1), at(j, i))
		}
		before := system(ws.prefix)
		copy(before, rests[task])
		for i := first; i < last && ctx.Err() == nil; i++ {
			others := system(ws.fold)
			for a, v := range before {
				others[a] = v + after(i)[a]
			}
			l.fold(ws, l.ks[j], lo+i, others, moments[i*q:(i+1)*q])
			add(before, at(j, i))
		}
	})
}

// rests returns, for each of a λ's sums, the sum of all other ones and of what
// lies outside.
func (l *leaver) rests(ctx context.Context, sums, outside []system) []system {
	parts := len(sums) / len(l.ks)
	rests := make([]system, len(sums))
	l.opt.Do(ctx, len(l.ks), func(j int) {
		own, out := sums[j*parts:(j+1)*parts], rests[j*parts:(j+1)*parts]
		after := make(system, len(outside[j]))
		for g := parts - 1; g >= 0; g-- {
			out[g] = append(system(nil), after...)
			add(after, own[g])
		}
		before := append(system(nil), outside[j]...)
		for g := range parts {
			add(out[g], before)
			add(before, own[g])
		}
	})
	return rests
}
