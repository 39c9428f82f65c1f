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
	rewards []float64 // h: r_t
	ratios  []float64 // h: κ_t; nil on-policy

	// sparse reports whether few features are nonzero. If so, at[first[t]:first[t+1]] are the
	// columns of the nonzero numbers of w_t, with d for the reward.
	sparse    bool
	first, at []int

	// Scratch.
	buffer  []float64 // computed features
	z       []float64 // traces
	columns []float64 // a system by columns, see sumSparse
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
	e.index = i
	e.stop = p.stop
	e.h = t.Len()
	e.d = p.d
	e.ld = dense.Stride(p.d)
	e.sparse = false // because loading may end early
	e.y = e.y[:0]
	e.rewards = t.rewards
	e.ratios = t.ratios
}

// step returns the reward of step t and the discount of the values after it, both multiplied by κ_t off-policy.
func (p *problem) step(e *episode, t int) (reward, discount float64) {
	if e.ratios == nil {
		return e.rewards[t], p.opt.Gamma
	}
	return e.ratios[t] * e.rewards[t], p.opt.Gamma * e.ratios[t]
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
	e.sparse = e.isSparse()
}

// isSparse reports whether at most one number in eight is nonzero, as in 1-hot features and tile
// coding. The share is estimated from up to 16 steps.
func (e *episode) isSparse() bool {
	const (
		fewest = 4
		share  = 8
		looks  = 16
	)
	var count, seen int
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
	e.first = append(e.first[:0], 0)
	e.at = e.at[:0]
	for t := range e.h {
		if t%chunkSteps == chunkSteps-1 && e.stop() {
			e.sparse = false // nothing is listed
			return
		}
		reward, discount := p.step(e, t)
		row := e.w[t*e.ld:][:e.ld]
		kernels.Combine(row[:e.d], e.x[t*e.ld:], e.x[(t+1)*e.ld:], -discount)
		row[e.d] = reward
		if e.sparse {
			e.at = appendNonzero(e.at, row)
			e.first = append(e.first, len(e.at))
		}
	}
}

// appendNonzero appends the indices of the nonzero numbers of a row of whole tiles.
func appendNonzero(at []int, row []float64) []int {
	const together = 4 // most groups of four are all zero
	for j := 0; j < len(row); j += together {
		if four := row[j:][:together]; four[0] == 0 && four[1] == 0 && four[2] == 0 && four[3] == 0 {
			continue
		}
		for i := j; i < j+together; i++ {
			if row[i] != 0 {
				at = append(at, i)
			}
		}
	}
	return at
}

// loadTargets sets y: the predictor of each return, and the return G_t. The predictor is x_t;
// with a bootstrapped tail x_t − γ^{H+1−t} x_{H+1}, off-policy with the product of the ratios
// from step t on. In groups both are multiplied by √a_i, so that squared errors count a_i times.
func (p *problem) loadTargets(e *episode) {
	if len(e.y) == e.h*e.ld {
		return
	}
	e.y = kernels.Resize(e.y, e.h*e.ld)
	last := e.x[e.h*e.ld:][:e.d]
	g := 0.0
	carried := 0.0 // the part of x_{H+1} in the return
	if p.opt.Tail == TailBootstrap && !p.data[e.index].Terminated() {
		carried = 1
	}
	weight := 1.0
	if p.squares != nil {
		weight = math.Sqrt(p.squares[e.index])
	}
	for t := e.h - 1; t >= 0; t-- {
		reward, discount := p.step(e, t)
		g = reward + float64(discount*g)
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

// decayInto returns the factor of the trace into step t: the decay λγ, off-policy times κ_{t−1}.
func (e *episode) decayInto(t int, decay float64) float64 {
	if e.ratios == nil || t == 0 {
		return decay
	}
	return decay * e.ratios[t-1]
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
	clear(s)
	if e.sparse {
		e.sumSparse(s, decay)
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

// sumSparse is sum for sparse features. A step adds the whole trace to the few columns where
// w_t is nonzero, so that tile coding takes a third of the time.
func (e *episode) sumSparse(s dense.System, decay float64) {
	const poll = 1 << 20 // multiplications between calls of stop
	d := e.d
	e.z = kernels.Resize(e.z, d)
	e.columns = kernels.Resize(e.columns, (d+1)*d)
	z := e.z[:d]
	columns := e.columns
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
				row[j] = columns[j*d+i]
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
func (p *problem) addSquaredError(e *episode, theta, slope []float64) (sum float64) {
	p.loadTargets(e)
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
