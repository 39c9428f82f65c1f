package estimator

import (
	"context"
	"math"
	"slices"
	"sync/atomic"
	"time"
)

const (
	// keptShare is the largest share of the distinct folds that rounds have where the
	// systems of all trajectories are kept, and leanShare where each has to be
	// accumulated again. A round is lost where it drops no λ; with these, all rounds
	// together take less than a fifth of what the selection does.
	keptShare = 1. / 3
	leanShare = 1. / 6
	// leastWork is how much there must be to do for a race to save any time, in units of
	// foldWork: less takes about a millisecond, and rounds a fixed part of one.
	leastWork = 2.5e5
	// cancelled is the size of A_λ − A_i, as a share of that of A_λ, below which too
	// many of its digits are lost: what rounding leaves of a direction without data
	// has to stay below deficiencyTolerance.
	cancelled = 1e-3
	// hopeful is what share of the margin that is expected after the last round a
	// difference has to be for the race to go on.
	hopeful = .5
	// mostBuffered is how many influences wait for those of smaller λ's: 32 MiB.
	mostBuffered = 4 << 20
)

// racer is Race at work.
type racer struct {
	*problem
	Racing
	sample    *sampling
	items     []item
	first     []int       // the item's fold that equals each fold
	at        []int       // of the items, by fold
	schedule  []int       // folds scored after each round of a chunk
	bounds    []raceBound // of each round that there was
	theta     [][]float64 // by λ
	errors    [][]float64 // by λ and fold; those of items alone while λ's race
	totals    []system    // by λ, of those that race
	scored    []int       // folds by λ
	dropped   []int       // the round, from 1, by λ
	influence [][]float64 // by λ
	leader    int
	round     int
	lost      atomic.Bool   // digits of a difference
	fresh     map[int][]int // by folds scored and item, how many folds of it are not among those

	// score returns the error of a fold, whose system has no ridge; let lets go of what
	// it needs for a λ.
	score func(ws *workspace, f leftOut) float64
	let   func(k int)

	rounds, finals atomic.Int64 // nanoseconds that the folds of rounds took, and those of the λ's left
}

func newRacer(p *problem, racing Racing) *racer {
	k := len(p.opt.Lambdas)
	weights := make([]float64, p.folds())
	for i := range weights {
		weights[i] = p.foldWeight(i)
	}
	return &racer{
		problem: p, Racing: racing, sample: newSampling(weights, racing.Seed),
		totals: make([]system, k), scored: make([]int, k), dropped: make([]int, k), influence: make([][]float64, k),
		theta: make([][]float64, k), leader: -1,
	}
}

// take keeps the influences on a score, until all are there.
func (r *racer) take(k int, influence []float64) { r.influence[k] = influence }

// begin readies what is needed of folds.
func (r *racer) begin(out *folds, items []item, first []int, let func(k int), score func(ws *workspace, f leftOut) float64) {
	r.items, r.first, r.errors, r.let, r.score = items, first, out.errors, let, score
	r.at = make([]int, r.folds())
	for at, it := range items {
		r.at[it.index] = at
	}
	copy(r.theta, out.theta)
}

// chunks divides the λ's into chunks of at most some size, and a racer's schedule
// follows from whether all systems of a chunk are kept. A race has λ's of the whole grid
// in each chunk, so that the first gives a picture of it and a leader near λ̂, unless
// rounding depends on the place in a chunk.
func (r *racer) chunks(p *problem, size int, kept bool) [][]int {
	k := len(p.opt.Lambdas)
	var out [][]int
	for first := 0; first < k; first += size {
		ks := make([]int, 0, size)
		for j := first; j < min(first+size, k); j++ {
			ks = append(ks, j)
		}
		out = append(out, ks)
	}
	if r == nil {
		return out
	}
	most := leanShare
	if kept {
		most = keptShare
	}
	if k > 1 && (r.Complete || r.anySize || k*len(r.items)*r.foldWork() >= leastWork) {
		r.schedule = r.sample.schedule(most * float64(len(r.items)))
	}
	full := k / size // chunks; a last one that is smaller shares otherwise
	if !kept && p.grouped() || k*p.folds() > mostBuffered {
		return out
	}
	for c := range full {
		for j := range out[c] {
			out[c][j] = c + j*full
		}
	}
	return out
}

// foldWork returns about how long a fold takes: the square of the coordinates, and what a
// fold takes in any case.
func (r *racer) foldWork() int {
	const beside = 8
	return (r.r + beside) * (r.r + beside)
}

// shut notes that all folds of a chunk's λ's are scored but for those that were dropped.
func (r *racer) shut(_, kept []int) {
	if r == nil {
		return
	}
	for _, k := range kept {
		r.scored[k] = r.folds()
		r.totals[k] = nil
	}
	r.countFolds()
}

// countFolds tells the Progress how many folds are scored.
func (r *racer) countFolds() {
	total := 0
	for _, m := range r.scored {
		total += m
	}
	r.opt.Progress.setFolds(total, r.folds()*len(r.scored))
}

// findFresh finds how many folds each item adds to those that are scored at a λ.
func (r *racer) findFresh() {
	r.fresh = make(map[int][]int)
	for _, m := range r.scored {
		if _, found := r.fresh[m]; found || m == r.folds() {
			continue
		}
		fresh := make([]int, len(r.items))
		for _, fold := range r.sample.order[m:] {
			fresh[r.at[r.first[fold]]]++
		}
		r.fresh[m] = fresh
	}
}

// final counts the folds of an item that are scored for good.
func (r *racer) final(f leftOut) {
	if r != nil {
		r.opt.Progress.addFolds(r.fresh[r.scored[f.k]][r.at[f.i]])
	}
}

// timed begins to count what folds of the λ's left take, until the func it returns is
// called.
func (r *racer) timed() func() {
	if r == nil {
		return func() {}
	}
	start := time.Now()
	return func() { r.finals.Add(int64(time.Since(start))) }
}

// kept returns the λ's whose folds are all scored.
func (r *racer) kept() []int {
	var out []int
	for k, dropped := range r.dropped {
		if dropped == 0 || r.Complete {
			out = append(out, k)
		}
	}
	return out
}

// raced races the λ's of a chunk, whose systems are summed by part, and returns the sums
// of those that are left.
func (l *leaver) raced(ctx context.Context, sums [][]system) [][]system {
	r := l.race
	r.run(ctx, l)
	r.findFresh()
	if ctx.Err() != nil || r.Complete {
		return sums
	}
	var kept []int
	for j, k := range l.ks {
		if r.dropped[k] == 0 {
			kept = append(kept, j)
		}
	}
	if len(kept) == len(l.ks) {
		return sums
	}
	passes := 1
	if l.views > 0 {
		passes = 2
	}
	l.opt.Progress.add(passes * len(l.items) * (len(l.ks) - len(kept)))
	for g := range sums {
		sums[g] = only(sums[g], kept)
	}
	l.ks, l.sensitivities = only(l.ks, kept), only(l.sensitivities, kept)
	l.store.keepOnly(kept)
	return sums
}

// run has the rounds of a chunk.
func (r *racer) run(ctx context.Context, l *leaver) {
	live := slices.Clone(l.ks)
	places := make([]int, len(live)) // in the chunk
	for j := range places {
		places[j] = j
	}
	known := make([]bool, len(r.items))
	from := 0
	for round, m := range r.schedule {
		if len(live) == 1 && r.champion() < 0 || len(live) == 0 || ctx.Err() != nil {
			return
		}
		var items []int
		for _, fold := range r.sample.order[from:m] {
			if at := r.at[r.first[fold]]; !known[at] {
				known[at] = true
				items = append(items, at)
			}
		}
		from = m
		if r.scoreItems(ctx, l, items, live, places); ctx.Err() != nil || r.lost.Load() {
			return
		}
		for _, k := range live {
			r.scored[k] = m
		}
		r.countFolds()
		r.round++
		if round == len(r.bounds) {
			r.bounds = append(r.bounds, newRaceBound(m-r.sample.certain, r.Delta, len(r.schedule), len(r.scored)-1))
		}
		hope := r.compare(ctx, live, m, r.bounds[round])
		stay := 0
		for j, k := range live {
			if r.dropped[k] == 0 {
				live[stay], places[stay] = k, places[j]
				stay++
			} else if !r.Complete {
				r.let(k)
				r.totals[k] = nil
			}
		}
		live, places = live[:stay], places[:stay]
		if r.Round != nil {
			if s, err := r.standing(); err == nil { // which the selection says, too
				s.SoFar = r.soFar(s)
				r.Round(s)
			}
		}
		if !hope && !r.Complete {
			return
		}
	}
}

// champion returns the λ of the least LOTO error of those whose folds are all scored, −1
// where there is none.
func (r *racer) champion() int {
	best, least := -1, math.Inf(1)
	for k, m := range r.scored {
		if m < r.folds() || r.dropped[k] > 0 {
			continue
		}
		if s := r.estimate(k, m); s < least {
			best, least = k, s
		}
	}
	return best
}

// compare finds the leader by the first m folds, and drops those λ's that are settled to
// be worse. It returns whether any other may be by the last round.
func (r *racer) compare(ctx context.Context, live []int, m int, bound raceBound) (hope bool) {
	rivals := live
	if c := r.champion(); c >= 0 {
		rivals = append(slices.Clone(live), c)
	}
	estimates := make([]float64, len(rivals))
	r.opt.Do(ctx, len(rivals), func(j int) { estimates[j] = r.estimate(rivals[j], m) })
	least := math.Inf(1)
	for j, v := range estimates {
		if v < least {
			r.leader, least = rivals[j], v
		}
	}
	rounding := selectionTolerance * max(least, r.meanG2)
	narrowing := r.sample.narrowing(m, r.schedule[len(r.schedule)-1])
	near := make([]bool, len(live))
	r.opt.Do(ctx, len(live), func(j int) {
		k := live[j]
		if k == r.leader {
			return
		}
		d := r.sample.difference(m, r.errorsFrom(k, r.leader))
		margin := bound.margin(d)
		if d.diff > margin+rounding {
			r.dropped[k] = r.round
			return
		}
		near[j] = d.diff > float64(hopeful*narrowing*margin)+rounding
	})
	return slices.Contains(near, true)
}

// estimate returns the score of a λ by the first m folds.
func (r *racer) estimate(k, m int) float64 {
	errors := r.errors[k]
	return r.sample.estimate(m, func(fold int) float64 { return errors[r.first[fold]] })
}

// errorsFrom returns by how much errors of a λ exceed those of another.
func (r *racer) errorsFrom(k, other int) func(fold int) float64 {
	a, b := r.errors[k], r.errors[other]
	return func(fold int) float64 {
		at := r.first[fold]
		return a[at] - b[at]
	}
}

// difference returns by how much the score of a λ exceeds that of another by the first m
// folds, and how far that may be off.
func (r *racer) difference(k, other, m int) (diff, margin float64) {
	d := r.sample.difference(m, r.errorsFrom(k, other))
	if round := slices.Index(r.schedule, m); round >= 0 {
		margin = r.bounds[round].margin(d)
	}
	return d.diff, margin
}

// scoreItems scores the folds of items at the λ's that are live, from A_λ − A_i.
func (r *racer) scoreItems(ctx context.Context, l *leaver, items, live, places []int) {
	q, n := l.systemSize(), l.r
	store := l.store
	kept := 0 // of the live λ's, the first so many have their systems kept
	for kept < len(live) && places[kept] < store.lambdas {
		kept++
	}
	sizes := make([]float64, len(live)) // of A_λ
	r.opt.Do(ctx, len(live), func(j int) { sizes[j] = largest(r.totals[live[j]].matrix(n)) })
	r.opt.Do(ctx, len(items), func(task int) {
		start := time.Now()
		defer func() { r.rounds.Add(int64(time.Since(start))) }()
		ws := l.borrow()
		defer l.giveBack(ws)
		at := items[task]
		it := l.items[at]
		ws.own = resize(ws.own, (len(live)-kept+2)*q)
		clear(ws.own)
		scratch := func(j int) system { return ws.own[j*q : (j+1)*q : (j+1)*q] }
		others, moments := scratch(0), scratch(1)
		if store.moments {
			moments = store.momentsOf(at)
		} else {
			for _, t := range l.together(it.index) {
				if ctx.Err() != nil {
					return
				}
				l.load(&ws.episode, t)
				l.accumulateAll(ctx, ws, live[kept:], l.sharing(true), func(j int) system { return scratch(2 + j) })
				ws.addMoments(moments.matrix(n), moments.vector(n))
			}
		}
		for j, k := range live {
			if ctx.Err() != nil {
				return
			}
			own := scratch(max(0, 2+j-kept))
			if j < kept {
				own = store.system(places[j], at)
			}
			for i, v := range r.totals[k] {
				others[i] = v - own[i]
			}
			if size := largest(others.matrix(n)); !(size >= cancelled*sizes[j]) {
				r.lost.Store(true)
				return
			}
			r.errors[k][it.index] = r.score(ws, leftOut{k: k, i: it.index, count: it.count, others: others, own: own, moments: moments})
		}
	})
}
