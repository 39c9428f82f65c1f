package estimator

import (
	"context"
	"math"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
	"lambdascope/estimator/internal/memory"
)

// contrast is what LSTD(1), which regresses returns, and LSTD(0) say of the same states:
// how far they differ, and how far LSTD(1) varies over data sets of this size. The first
// is taken for the bias that bootstrapping has, the second for the variance that returns
// have.
type contrast struct {
	*evidence
	ones, zeros []float64 // θ₁ and θ₀
	// spread is Σ of Greedy in the unit, ld×ld, padded with zeros.
	spread      []float64
	ld          int
	unit, floor float64
	// variance has xᵀΣx of every state, by trajectory; nil where there is no room.
	variance [][]float64
}

// keptVariances is how many numbers contrast.variance has at most: 16 MiB.
const keptVariances = 2 << 20

// contrasted returns the contrast, computed once.
func (e *evidence) contrasted(ctx context.Context) (*contrast, error) {
	if e.contrast != nil {
		return e.contrast, nil
	}
	c := &contrast{evidence: e, ld: kernels.RoundUpTo(e.r, kernels.TileRows)}
	c.unit, c.floor = e.unit()
	var err error
	if c.zeros, err = c.thetaAtZero(ctx); err != nil {
		return nil, err
	}
	one, err := e.at(ctx, 1)
	if err != nil {
		return nil, err
	}
	c.ones = e.fit(ctx, one)
	if err := c.sumSpread(ctx, one); err != nil {
		return nil, err
	}
	steps := 0
	for _, it := range e.items {
		steps += e.length[it.index]
	}
	if steps <= keptVariances {
		c.variance = make([][]float64, len(e.data))
	}
	e.contrast = c
	return c, nil
}

// thetaAtZero returns θ of LSTD(0), that of the selection where it has one.
func (c *contrast) thetaAtZero(ctx context.Context) ([]float64, error) {
	if first := &c.selection.Candidates[0]; first.Lambda == 0 {
		return c.coordinates(first.Theta), nil
	}
	s, err := c.at(ctx, 0)
	if err != nil {
		return nil, err
	}
	return c.fit(ctx, s), nil
}

// sumSpread sets spread, from the system of all trajectories at λ = 1.
func (c *contrast) sumSpread(ctx context.Context, one dense.System) error {
	sum, err := c.evidence.spread(ctx, one, c.ones, c.opt.Gamma, c.unit)
	if err != nil {
		return err
	}
	c.spread = make([]float64, c.ld*c.ld)
	for a := range c.r {
		copy(c.spread[a*c.ld:], sum[a*c.r:(a+1)*c.r])
	}
	return nil
}

// difference returns θ₁ − θ in the unit.
func (c *contrast) difference(theta []float64) []float64 {
	out := make([]float64, c.r)
	for j := range out {
		out[j] = (c.ones[j] - theta[j]) / c.unit
	}
	return out
}

// trust returns what share of a squared difference is more than variance, which becomes λ:
// e²/(e² + variance), 0 where e is negligible.
func (c *contrast) trust(squared, variance, floor float64) float64 {
	if !(squared > floor) {
		return 0
	}
	return squared / (squared + max(0, variance)) // rounding can take it below 0
}

// variances returns xᵀΣx of the states that the transitions of an episode start from.
func (c *contrast) variances(ws *workspace, e *episode) []float64 {
	at, out := e.index, ws.variances
	if c.variance != nil {
		if c.variance[at] != nil {
			return c.variance[at]
		}
		out = nil
	}
	out = memory.Resize(out, e.h)
	if c.variance == nil {
		ws.variances = out
	} else {
		c.variance[at] = out
	}
	if e.sparse || e.r < kernels.TileRows {
		c.sparseVariances(ws, e, out)
		return out
	}
	const block = 64 // steps
	turned, product := memory.Resize(ws.turned, e.r*block), memory.Resize(ws.product, block*c.ld)
	ws.turned, ws.product = turned, product
	for first := 0; first < e.h && !e.stop(); first += block {
		n := min(block, e.h-first)
		for t := range block {
			if t >= n {
				for j := range e.r {
					turned[j*block+t] = 0
				}
				continue
			}
			for j, v := range e.state(first + t) {
				turned[j*block+t] = v
			}
		}
		clear(product)
		kernels.Tiles(product, c.ld, block, c.ld, turned, block, c.spread, c.ld, e.r)
		for t := range n {
			out[first+t] = kernels.Dot(product[t*c.ld:t*c.ld+e.r], e.state(first+t))
		}
	}
	return out
}

// sparseVariances is variances by the features that are not zero.
func (c *contrast) sparseVariances(ws *workspace, e *episode, out []float64) {
	at := ws.nonzero
	for t := range out {
		if t%chunkSteps == chunkSteps-1 && e.stop() {
			break
		}
		at = at[:0]
		x := e.state(t)
		for j, v := range x {
			if v != 0 {
				at = append(at, j)
			}
		}
		sum := 0.0
		for _, a := range at {
			row := c.spread[a*c.ld:]
			for _, b := range at {
				sum += float64(x[a] * row[b] * x[b])
			}
		}
		out[t] = sum
	}
	ws.nonzero = at
}

// totals returns Σ e² and Σ xᵀΣx over all states that transitions start from, in the
// unit, for e = xᵀ(θ₁ − θ₀).
func (c *contrast) totals(ctx context.Context) (squared, variance float64, err error) {
	gram, err := c.gram(ctx)
	if err != nil {
		return 0, 0, err
	}
	difference := c.difference(c.zeros)
	for a, v := range difference {
		row := gram[a*c.r : (a+1)*c.r]
		squared += float64(v * kernels.Dot(row, difference))
		variance += kernels.Dot(row, c.spread[a*c.ld:a*c.ld+c.r])
	}
	return math.Max(0, squared), math.Max(0, variance), nil
}
