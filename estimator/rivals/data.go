// Package rivals has the paper's other ways to compute the numbers of package estimator: refits
// from raw transitions ([Naive]), ALLSTD by recursive Sherman–Morrison updates ([RSM]), and
// RLSTD(λ) ([RLSTD]). They serve comparisons and tests; package estimator is faster and keeps
// more digits.
//
// Numbers of equations and algorithms are from Mann, Penedones, Hester, Mannor: Adaptive λ
// Least-Squares Temporal Difference Learning, arXiv 1612.09465, with misprints corrected.
//
// data.go loads the transitions, naive.go and rsm.go are methods for estimator.Options, rlstd.go
// is a fit to all trajectories.
package rivals

import (
	"context"
	"sync"

	"lambdascope/estimator"
	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// data are the transitions of a frame.
type data struct {
	*estimator.Frame
	d, ld   int // coordinates, and numbers between rows
	loaded  []*episode
	workers sync.Pool // of *worker
}

// episode has the transitions of a trajectory in the coordinates of a frame, row by row.
type episode struct {
	h      int
	x      []float64 // h+1 rows: x_t
	w      []float64 // h rows: w_t = x_t − γκ_t x_{t+1}, then κ_t r_t
	ratios []float64 // κ_t; nil where all are 1
}

// worker is the scratch of a goroutine.
type worker struct {
	*data
	ctx     context.Context
	solver  *dense.Solver
	system  dense.System
	episode episode
	inverse []float64 // d×d
	z       []float64 // traces, row by row

	u, mu, vm, residue, change []float64
}

// mostLoaded bounds the numbers of loaded episodes: 40 MiB. More episodes are loaded each time.
const mostLoaded = 5 << 20

// blockSteps is the number of steps between looks at the context, and of traces in memory.
const blockSteps = 256

func newData(ctx context.Context, f *estimator.Frame) *data {
	d := len(f.Scale)
	out := &data{Frame: f, d: d, ld: dense.Stride(d)}
	out.workers.New = func() any {
		vector := func() []float64 { return make([]float64, d) }
		return &worker{
			data: out, ctx: ctx, solver: dense.NewSolver(d, ctx.Done()), system: make(dense.System, dense.Size(d)), inverse: make([]float64, d*d),
			u: vector(), mu: vector(), vm: vector(), residue: vector(), change: vector(),
		}
	}
	steps := 0
	for _, t := range f.Data {
		steps += t.Len() + 1
	}
	if 2*steps*out.ld <= mostLoaded {
		loaded := make([]*episode, len(f.Data))
		f.Options.Do(ctx, len(loaded), func(i int) {
			loaded[i] = &episode{}
			out.load(ctx, loaded[i], i)
		})
		out.loaded = loaded
	}
	return out
}

func (d *data) borrow() *worker    { return d.workers.Get().(*worker) }
func (d *data) giveBack(w *worker) { d.workers.Put(w) }

// load fills an episode with trajectory i.
func (d *data) load(ctx context.Context, e *episode, i int) {
	t := d.Data[i]
	e.h = t.Len()
	e.ratios = t.Ratios()
	e.x = kernels.Resize(e.x, (e.h+1)*d.ld)
	e.w = kernels.Resize(e.w, e.h*d.ld)
	buffer := make([]float64, t.Dim())
	for step := range e.h + 1 {
		if step%blockSteps == blockSteps-1 && ctx.Err() != nil {
			return
		}
		x, row := t.FeaturesInto(buffer, step), e.x[step*d.ld:]
		for j, feature := range d.Kept {
			row[j] = x[feature] / d.Scale[j]
		}
	}
	for step, reward := range t.Rewards() {
		ratio := 1.0
		if e.ratios != nil {
			ratio = e.ratios[step]
		}
		row := e.w[step*d.ld:][:d.d+1]
		kernels.Combine(row[:d.d], e.x[step*d.ld:], e.x[(step+1)*d.ld:], -d.Options.Gamma*ratio)
		row[d.d] = ratio * reward
	}
}

// at returns trajectory i.
func (w *worker) at(i int) *episode {
	if w.loaded != nil && w.loaded[i] != nil {
		return w.loaded[i]
	}
	w.load(w.ctx, &w.episode, i)
	return &w.episode
}

// traces calls use with the traces z_t = λγκ_{t−1} z_{t−1} + x_t of an episode, for the decay λγ:
// n rows from step first on.
func (w *worker) traces(e *episode, decay float64, use func(z []float64, first, n int)) {
	w.z = kernels.Resize(w.z, (min(e.h, blockSteps)+1)*w.ld)
	clear(w.z[:w.ld])
	for first := 0; first < e.h && w.ctx.Err() == nil; first += blockSteps {
		n := min(blockSteps, e.h-first)
		for i := range n {
			into := decay
			if t := first + i; e.ratios != nil && t > 0 {
				into *= e.ratios[t-1]
			}
			kernels.Combine(w.z[(i+1)*w.ld:][:w.ld], e.x[(first+i)*w.ld:], w.z[i*w.ld:], into)
		}
		use(w.z[w.ld:], first, n)
		copy(w.z, w.z[n*w.ld:(n+1)*w.ld])
	}
}

// eachTransition calls update with z_t, x_t and w_t of each transition.
func (w *worker) eachTransition(e *episode, decay float64, update func(t int, z, x, change []float64)) {
	const poll = 16 // updates between looks at the context
	w.traces(e, decay, func(z []float64, first, n int) {
		for i := range n {
			if i%poll == poll-1 && w.ctx.Err() != nil {
				return
			}
			t := first + i
			update(t, z[i*w.ld:][:w.d], e.x[t*w.ld:][:w.d], e.w[t*w.ld:][:w.d])
		}
	})
}

// addTo adds Σ z_t w_tᵀ and Σ z_t r_t to a system (equations 4 and 5).
func (w *worker) addTo(s dense.System, e *episode, decay float64) {
	w.traces(e, decay, func(z []float64, first, n int) {
		kernels.AddOuterProducts(s, w.ld, w.d, w.d+1, z, w.ld, e.w[first*w.ld:], w.ld, n)
	})
}

// decay returns λγ for the k-th λ.
func (d *data) decay(k int) float64 { return d.Options.Gamma * d.Options.Lambdas[k] }
