package estimator

import (
	"context"
	"math"

	"lambdascope/estimator/internal/kernels"
	"lambdascope/estimator/internal/memory"
)

// episode is one trajectory in the coordinates of a problem: scaled and
// reduced features, differences and returns. It is scratch, filled by load.
//
// Rows are padded with zeros to whole tiles, so that the kernels need no copies.
type episode struct {
	index   int         // of the trajectory
	stop    func() bool // whether to end early
	h       int
	r       int       // coordinates
	ldx     int       // from one row of x and target to the next
	ldw     int       // from one row of w to the next
	x       []float64 // h+1 rows
	shown   bool      // whether all but scratch is; see show
	w       []float64 // h rows: w_t = x_t − γ x_{t+1}, then the reward; off-policy x_t − γκ_t x_{t+1} and κ_t r_t
	rewards []float64 // h: r_t, off-policy κ_t r_t
	carried []float64 // h: κ_{t−1}, what the decay of the trace into step t is multiplied with; nil on-policy
	g       []float64 // h: G_t, the discounted return from step t on
	target  []float64 // h rows: what predicts G_t: x_t, less the discounted last state with a bootstrapped tail
	tail    []float64 // memory of target
	poll    int       // steps of r² operations between looks at stop
	own     []float64 // a state before it is reduced
	buffer  []float64 // the features of a state that are computed
	ratios  []float64 // memory of carried, then of rewards off-policy
	decays  []float64 // of traces, off-policy

	sparse bool      // most of w is zero, and first, at and value hold the rest
	first  []int     // h+1: where in at and value step t begins
	at     []int     // the index of each number of w_t that is not zero
	value  []float64 // that number

	columns []float64 // of accumulate
}

// state returns x_t.
func (e *episode) state(t int) []float64 { return e.x[t*e.ldx : t*e.ldx+e.r : t*e.ldx+e.r] }

// change returns w_t.
func (e *episode) change(t int) []float64 { return e.w[t*e.ldw : t*e.ldw+e.r : t*e.ldw+e.r] }

// predictor returns what θ is multiplied with to predict G_t.
func (e *episode) predictor(t int) []float64 {
	return e.target[t*e.ldx : t*e.ldx+e.r : t*e.ldx+e.r]
}

// shape makes room for h transitions of r coordinates, but for x. The padding is zero:
// rows are only ever written up to r, or r+1.
func (e *episode) shape(h, r int) {
	if e.r != r {
		e.x, e.w = nil, nil
	}
	e.h, e.r, e.ldx, e.ldw = h, r, kernels.RoundUpTo(r, kernels.TileRows), kernels.RoundUpTo(r+1, kernels.TileCols)
	e.w, e.g = memory.Resize(e.w, h*e.ldw), memory.Resize(e.g, h)
	e.poll = max(1, min(chunkSteps, pollEvery/max(1, r*r)))
}

// Long episodes are handled in chunks of steps, and end early once stop says so;
// nobody reads the result then.
const chunkSteps = 1024

// load fills e with trajectory i.
func (p *problem) load(e *episode, i int) {
	if p.loaded != nil {
		e.show(&p.loaded[i])
		return
	}
	p.begin(e, i)
	p.loadStates(e, p.inverse)
	p.loadChanges(e)
	p.loadReturns(e)
}

// begin makes room for trajectory i.
func (p *problem) begin(e *episode, i int) {
	t := p.data[i]
	if e.shown {
		e.release()
	}
	e.shape(t.Len(), p.r)
	e.index, e.stop = i, p.stop
	e.sparse = false // where loading ends early, too
	e.rewards, e.carried = t.Rewards(), nil
	if ratios := t.Ratios(); ratios != nil {
		e.useRatios(ratios)
	}
}

// loadStates sets x to the features times inverse, reduced to the directions worked in.
func (p *problem) loadStates(e *episode, inverse []float64) {
	t, r := p.data[e.index], p.r
	e.x = memory.Resize(e.x, (e.h+1)*e.ldx)
	together := min(e.h+1, rowsTogether(p.features), chunkSteps)
	e.buffer = memory.Resize(e.buffer, together*p.features)
	for first := 0; first <= e.h; first += together {
		if first > 0 && e.stop() {
			return
		}
		n := min(together, e.h+1-first)
		if p.basis == nil {
			p.scaledRows(e.x[first*e.ldx:], e.ldx, t, inverse, e.buffer, first, n)
			continue
		}
		e.own = memory.Resize(e.own, n*p.d)
		p.scaledRows(e.own, p.d, t, inverse, e.buffer, first, n)
		for s := range n {
			row := e.state(first + s)
			clear(row)
			for j, v := range e.own[s*p.d : (s+1)*p.d] {
				if v != 0 {
					kernels.Axpy(v, p.basis[j*r:(j+1)*r], row)
				}
			}
		}
	}
}

// loadChanges sets w.
func (p *problem) loadChanges(e *episode) {
	r, gamma, ratios := p.r, p.opt.Gamma, p.data[e.index].Ratios()
	together := e.ldx == e.ldw && ratios == nil // all rows, their padding included
	if together {
		kernels.Combine(e.w, e.x, e.x[e.ldx:], -gamma)
	}
	for s, reward := range e.rewards {
		if s%chunkSteps == chunkSteps-1 && e.stop() {
			return
		}
		w := e.w[s*e.ldw:][:r+1]
		w[r] = reward
		if together {
			continue
		}
		discount := gamma
		if ratios != nil {
			discount *= ratios[s]
		}
		kernels.Combine(w[:r], e.x[s*e.ldx:], e.x[(s+1)*e.ldx:], -discount)
	}
	e.thin()
}

// loadReturns sets g and target.
func (p *problem) loadReturns(e *episode) {
	t, gamma := p.data[e.index], p.opt.Gamma
	ratios := t.Ratios()
	e.target = e.x[:e.h*e.ldx]
	g := 0.0
	for s := e.h - 1; s >= 0; s-- {
		discount := gamma
		if ratios != nil {
			discount *= ratios[s]
		}
		g = e.rewards[s] + float64(discount*g)
		e.g[s] = g
	}
	if p.opt.Tail == TailBootstrap && !t.Terminated() {
		e.bootstrap(gamma, ratios)
	}
	if p.squares != nil && p.squares[e.index] != 1 {
		e.weigh(math.Sqrt(p.squares[e.index]))
	}
}

// useRatios takes the importance ratios of the steps into rewards and carried.
func (e *episode) useRatios(ratios []float64) {
	h := len(ratios)
	e.ratios = memory.Resize(e.ratios, 2*h)
	e.carried = e.ratios[:h:h]
	weighted := e.ratios[h:]
	e.carried[0] = 1 // there is no trace yet
	copy(e.carried[1:], ratios)
	for s, ratio := range ratios {
		weighted[s] = ratio * e.rewards[s]
	}
	e.rewards = weighted
}

// decayInto returns what the trace is multiplied with on its way into step t, for the
// decay λγ.
func (e *episode) decayInto(t int, decay float64) float64 {
	if e.carried != nil {
		return decay * e.carried[t]
	}
	return decay
}

// trace makes the trace of step t of that of the step before, by what that is multiplied with.
func (e *episode) trace(z []float64, t int, decay float64) {
	for j, v := range e.state(t) {
		z[j] = float64(decay*z[j]) + v
	}
}

// traces sets the rows of z, ldx numbers apart, but the first, to the traces of n steps
// from one on, for the decay λγ; the first is the trace before them.
func (e *episode) traces(z []float64, first, n int, decay float64) {
	x := e.x[first*e.ldx:]
	if e.carried == nil {
		kernels.Traces(z, x, e.ldx, n, []float64{decay})
		return
	}
	e.decays = memory.Resize(e.decays, n)
	for t := range e.decays {
		e.decays[t] = decay * e.carried[first+t]
	}
	kernels.Traces(z, x, e.ldx, n, e.decays)
}

// weigh multiplies what predicts the returns, and these, so that squared errors count
// the square of that times.
func (e *episode) weigh(by float64) {
	e.tail = memory.Resize(e.tail, e.h*e.ldx)
	for i, v := range e.target { // perhaps tail itself
		e.tail[i] = by * v
	}
	e.target = e.tail
	for t := range e.g {
		e.g[t] *= by
	}
}

// bootstrap sets target to x_t − γ^{H+1−t} x_{H+1}, off-policy with the product of the
// ratios from step t on before x_{H+1}.
func (e *episode) bootstrap(gamma float64, ratios []float64) {
	e.tail = memory.Resize(e.tail, e.h*e.ldx)
	e.target = e.tail
	last, discount := e.x[e.h*e.ldx:], 1.0
	for t := e.h - 1; t >= 0; t-- {
		discount *= gamma
		if ratios != nil {
			discount *= ratios[t]
		}
		row, x := e.tail[t*e.ldx:(t+1)*e.ldx], e.x[t*e.ldx:(t+1)*e.ldx]
		for j, v := range x {
			row[j] = v - float64(discount*last[j])
		}
	}
}

// thin lists the numbers of w that are not zero, where they are few: 1-hot
// features and tile coding have two sets of them a step.
func (e *episode) thin() {
	const leastFeatures, share = 4, 4 // worth it for a quarter of at least four
	const looks = 16                  // at as many steps
	e.sparse = false
	if e.r < leastFeatures {
		return
	}
	count, seen := 0, 0
	for t := 0; t < e.h; t += (e.h + looks - 1) / looks {
		for _, v := range e.change(t) {
			if v != 0 {
				count++
			}
		}
		seen += e.r
	}
	if e.sparse = count*share <= seen; !e.sparse {
		return
	}
	e.first, e.at, e.value = append(e.first[:0], 0), e.at[:0], e.value[:0]
	for t := range e.h {
		w, j := e.change(t), 0
		for ; j+4 <= len(w); j += 4 { // mostly zeros
			if four := w[j : j+4 : j+4]; four[0] != 0 || four[1] != 0 || four[2] != 0 || four[3] != 0 {
				e.list(four, j)
			}
		}
		e.list(w[j:], j)
		e.first = append(e.first, len(e.at))
	}
}

// list adds some numbers of w, from the j-th on, to the list of those that are not zero.
func (e *episode) list(some []float64, j int) {
	for i, v := range some {
		if v != 0 {
			e.at, e.value = append(e.at, j+i), append(e.value, v)
		}
	}
}

// keptLoaded is how many numbers the episodes have at most that are kept loaded: 40 MiB.
const keptLoaded = 5 << 20

// keepingLoaded returns the problem with all episodes loaded, where there is room, for a
// method that goes through the data many times.
func (p *problem) keepingLoaded(ctx context.Context) *problem {
	rows := p.steps + len(p.data)
	if 2*rows*(kernels.RoundUpTo(p.r, kernels.TileRows)+kernels.RoundUpTo(p.r+1, kernels.TileCols)) > keptLoaded {
		return p
	}
	loaded := make([]episode, len(p.data))
	_, err := p.overGroups(ctx, func(_, lo, hi int) {
		var scratch episode
		for i := lo; i < hi && ctx.Err() == nil; i++ {
			e := &loaded[i]
			e.own, e.buffer = scratch.own, scratch.buffer
			p.load(e, i)
			scratch.own, scratch.buffer = e.own, e.buffer
			e.own, e.buffer = nil, nil
		}
	})
	if err != nil {
		return p
	}
	out := *p
	out.loaded = loaded
	return &out
}

// show makes e what another episode has loaded, which is not to be written to, with
// its own scratch.
func (e *episode) show(from *episode) {
	own, buffer, columns, decays := e.own, e.buffer, e.columns, e.decays
	*e = *from
	e.own, e.buffer, e.columns, e.decays, e.shown = own, buffer, columns, decays, true
}

// release empties e but for its scratch.
func (e *episode) release() {
	e.show(new(episode))
	e.shown = false
}
