package estimator

import (
	"math"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// episode is one trajectory in the coordinates of a problem: scratch that load fills.
//
// Rows of x, w and y are ld numbers apart, padded with zeros to whole tiles so that the kernels
// need no copies.
type episode struct {
	index   int         // of the trajectory
	stop    func() bool // reports whether to end early
	h, d    int         // transitions, coordinates
	ld      int
	x       []float64 // h+1 rows: the scaled features
	w       []float64 // h rows: w_t = x_t − γ x_{t+1}, then the reward; off-policy x_t − γκ_t x_{t+1} and κ_t r_t
	y       []float64 // h rows: the predictor of G_t, then G_t; see loadTargets
	rewards []float64 // h: r_t, off-policy κ_t r_t
	carried []float64 // h: κ_{t−1}, a factor of the decay of the trace into step t; nil on-policy

	// sparse reports whether few features are nonzero. If so, indices[states[t]:states[t+1]] are
	// the indices of the nonzero numbers of x_t, and at[first[t]:first[t+1]] the indices for w_t,
	// with d for the reward.
	sparse          bool
	states, indices []int
	first, at       []int

	// Scratch.
	buffer  []float64 // computed features
	ratios  []float64 // memory of carried, then of rewards off-policy
	z       []float64 // traces
	columns []float64 // a system by columns, see addSparse
	lags    lags
}

// chunkSteps is the number of steps between calls of stop. The results of an episode that ends
// early are never read.
const chunkSteps = 1024

// state returns x_t.
func (e *episode) state(t int) []float64 { return e.x[t*e.ld : t*e.ld+e.d : t*e.ld+e.d] }

// load fills e with trajectory i.
func (p *problem) load(e *episode, i int) {
	p.begin(e, i)
	p.loadStates(e)
	p.loadChanges(e)
}

// loadReturns fills e with trajectory i, except for w.
func (p *problem) loadReturns(e *episode, i int) {
	p.begin(e, i)
	p.loadStates(e)
	p.loadTargets(e)
}

// begin resets e to trajectory i, without states or targets.
func (p *problem) begin(e *episode, i int) {
	t := p.data[i]
	e.index, e.stop = i, p.stop
	e.h, e.d, e.ld = t.Len(), p.d, dense.Stride(p.d)
	e.sparse = false // because loading may end early
	e.y = e.y[:0]
	e.rewards, e.carried = t.Rewards(), nil
	if ratios := t.Ratios(); ratios != nil {
		e.useRatios(ratios)
	}
}

// loadStates sets x.
func (p *problem) loadStates(e *episode) {
	t := p.data[e.index]
	e.x = kernels.Resize(e.x, (e.h+1)*e.ld)
	together := min(e.h+1, rowsTogether(p.features), chunkSteps)
	e.buffer = kernels.Resize(e.buffer, together*p.features)
	for first := 0; first <= e.h && (first == 0 || !e.stop()); first += together {
		p.scaledRows(e.x[first*e.ld:], e.ld, t, e.buffer, first, min(together, e.h+1-first))
	}
	if e.sparse = e.isSparse(); e.sparse {
		e.listStates()
	}
}

// isSparse reports whether at most one number in eight is nonzero, as in 1-hot features and tile
// coding. The share is estimated from up to 16 steps.
func (e *episode) isSparse() bool {
	const fewest, share, looks = 4, 8, 16
	count, seen := 0, 0
	for t := 0; t < e.h; t += (e.h + looks - 1) / looks {
		for _, v := range e.state(t) {
			if v != 0 {
				count++
			}
		}
		seen += e.d
	}
	return e.d >= fewest && count*share <= seen
}

// loadChanges sets w, and in a sparse episode lists the nonzero numbers of w.
func (p *problem) loadChanges(e *episode) {
	e.w = kernels.Resize(e.w, e.h*e.ld)
	if e.sparse {
		clear(e.w)
		e.first, e.at = append(e.first[:0], 0), e.at[:0]
	}
	ratios := p.data[e.index].Ratios()
	for t, reward := range e.rewards {
		if t%chunkSteps == chunkSteps-1 && e.stop() {
			e.sparse = false // nothing is listed
			return
		}
		discount := p.opt.Gamma
		if ratios != nil {
			discount *= ratios[t]
		}
		row := e.w[t*e.ld:][:e.d+1]
		row[e.d] = reward
		if !e.sparse {
			kernels.Combine(row[:e.d], e.x[t*e.ld:], e.x[(t+1)*e.ld:], -discount)
			continue
		}
		for _, j := range e.nonzero(t) {
			row[j] = e.x[t*e.ld+j]
			e.at = append(e.at, j)
		}
		for _, j := range e.nonzero(t + 1) {
			if row[j] == 0 {
				e.at = append(e.at, j)
			}
			row[j] -= float64(discount * e.x[(t+1)*e.ld+j])
		}
		if reward != 0 {
			e.at = append(e.at, e.d)
		}
		e.first = append(e.first, len(e.at))
	}
}

// listStates lists the nonzero numbers of x.
func (e *episode) listStates() {
	const together = 4 // most groups of four are all zero
	e.states, e.indices = append(e.states[:0], 0), e.indices[:0]
	for t := range e.h + 1 {
		row := e.x[t*e.ld : (t+1)*e.ld] // whole tiles
		for j := 0; j < len(row); j += together {
			if four := row[j : j+together]; four[0] == 0 && four[1] == 0 && four[2] == 0 && four[3] == 0 {
				continue
			}
			for i := j; i < j+together; i++ {
				if row[i] != 0 {
					e.indices = append(e.indices, i)
				}
			}
		}
		e.states = append(e.states, len(e.indices))
	}
}

// nonzero returns the indices of the nonzero numbers of x_t, in a sparse episode.
func (e *episode) nonzero(t int) []int { return e.indices[e.states[t]:e.states[t+1]] }

// loadTargets sets y: the predictor of each return, and the return G_t. The predictor is x_t;
// with a bootstrapped tail x_t − γ^{H+1−t} x_{H+1}, off-policy with the product of the ratios
// from step t on. In groups both are multiplied by √a_i, so that squared errors count a_i times.
func (p *problem) loadTargets(e *episode) {
	if len(e.y) == e.h*e.ld {
		return
	}
	e.y = kernels.Resize(e.y, e.h*e.ld)
	trajectory, ratios := p.data[e.index], p.data[e.index].Ratios()
	last, g := e.x[e.h*e.ld:][:e.d], 0.0
	carried := 0.0 // the part of x_{H+1} in the return
	if p.opt.Tail == TailBootstrap && !trajectory.Terminated() {
		carried = 1
	}
	weight := 1.0
	if p.squares != nil {
		weight = math.Sqrt(p.squares[e.index])
	}
	for t := e.h - 1; t >= 0; t-- {
		discount := p.opt.Gamma
		if ratios != nil {
			discount *= ratios[t]
		}
		g = e.rewards[t] + float64(discount*g)
		carried *= discount
		row := e.y[t*e.ld:][:e.d+1]
		if copy(row, e.state(t)); carried != 0 {
			kernels.Axpy(-carried, last, row)
		}
		row[e.d] = g
		if weight != 1 {
			for j := range row {
				row[j] *= weight
			}
		}
	}
}

// useRatios multiplies the rewards by the importance ratios of their steps, and sets carried.
func (e *episode) useRatios(ratios []float64) {
	h := len(ratios)
	room := kernels.Resize(e.ratios, 2*h)
	e.ratios = room
	e.carried = room[:h:h]
	weighted := room[h:]
	e.carried[0] = 1 // there is no trace yet
	copy(e.carried[1:], ratios)
	for s, ratio := range ratios {
		weighted[s] = ratio * e.rewards[s]
	}
	e.rewards = weighted
}

// decayInto returns the factor of the trace into step t: the decay λγ, off-policy times κ_{t−1}.
func (e *episode) decayInto(t int, decay float64) float64 {
	if e.carried != nil {
		return decay * e.carried[t]
	}
	return decay
}

// trace updates z from the trace of step t−1 to the trace of step t.
func (e *episode) trace(z []float64, t int, decay float64) {
	for j, v := range e.state(t) {
		z[j] = float64(decay*z[j]) + v
	}
}

// sum sets a system to Σ z_t w_tᵀ and Σ z_t r_t, for the decay λγ of the trace: A_i and b_i of
// LSTD(λ), equations 4 and 5 of the paper; off-policy as in Yu 2010.
func (e *episode) sum(s dense.System, decay float64) {
	if e.lags.blocks > 0 {
		e.lags.sum(s, e.d, decay)
		return
	}
	clear(s)
	if e.sparse {
		e.addSparse(s, decay)
		return
	}
	z := kernels.Resize(e.z, (min(e.h, chunkSteps)+1)*e.ld)
	e.z = z
	clear(z[:e.ld])
	for first := 0; first < e.h && !e.stop(); first += chunkSteps {
		n := min(chunkSteps, e.h-first)
		for t := range n {
			kernels.Combine(z[(t+1)*e.ld:][:e.ld], e.x[(first+t)*e.ld:], z[t*e.ld:], e.decayInto(first+t, decay))
		}
		kernels.AddOuterProducts(s, e.ld, e.d, e.d+1, z[e.ld:], e.ld, e.w[first*e.ld:], e.ld, n)
		copy(z, z[n*e.ld:])
	}
}

// addSparse is sum for sparse features. A step adds the whole trace to the few columns where
// w_t is nonzero, so that tile coding takes a third of the time.
func (e *episode) addSparse(s dense.System, decay float64) {
	const poll = 1 << 20 // multiplications between calls of stop
	d := e.d
	e.z = kernels.Resize(e.z, d)
	e.columns = kernels.Resize(e.columns, (d+1)*d)
	z, columns := e.z[:d], e.columns
	clear(z)
	clear(columns)
	for t := range e.h {
		if (t+1)*d*d%poll < d*d && e.stop() {
			return
		}
		e.trace(z, t, e.decayInto(t, decay))
		for _, j := range e.at[e.first[t]:e.first[t+1]] {
			kernels.Axpy(e.w[t*e.ld+j], z, columns[j*d:][:d])
		}
	}
	const width = 8 // a cache line of each row at a time
	for first := 0; first <= d; first += width {
		for i := range d {
			row := s[i*e.ld:][:d+1]
			for j := first; j < min(first+width, d+1); j++ {
				row[j] += columns[j*d+i]
			}
		}
	}
}

// addGram adds Σ y yᵀ over h rows to the matrix of a system, and Σ y G to the vector if the rows
// have a return in column d. Row d of the system is undefined.
func (e *episode) addGram(s dense.System, rows []float64, h int) {
	if !e.sparse {
		for first := 0; first < h && !e.stop(); first += chunkSteps {
			part := rows[first*e.ld:]
			kernels.AddOuterProducts(s, e.ld, e.d, e.d+1, part, e.ld, part, e.ld, min(chunkSteps, h-first))
		}
		return
	}
	for t := range h {
		row := rows[t*e.ld:][:e.d+1]
		for j, v := range row[:e.d] {
			if v != 0 {
				kernels.Axpy(v, row, s[j*e.ld:])
			}
		}
	}
}

// addMoments adds to a system Σ y_t y_tᵀ and Σ y_t G_t of the predictors y_t of returns.
func (p *problem) addMoments(e *episode, s dense.System) {
	p.loadTargets(e)
	e.addGram(s, e.y, e.h)
}

// addSquaredError returns Σ_t e_t², e_t = y_tᵀθ − G_t, and adds to slope Σ_t y_t e_t, half the
// derivative.
func (p *problem) addSquaredError(e *episode, theta, slope []float64) float64 {
	p.loadTargets(e)
	sum := 0.0
	for t := range e.h {
		if t%chunkSteps == chunkSteps-1 && e.stop() {
			return 0
		}
		row := e.y[t*e.ld:][:e.d+1]
		v := kernels.Dot(row[:e.d], theta) - row[e.d]
		sum += float64(v * v)
		kernels.Axpy(v, row[:e.d], slope)
	}
	return sum
}
