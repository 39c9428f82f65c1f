package estimator

import (
	"context"
	"fmt"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// Spread makes the third pass over the next trajectories: it adds the share of refits to
// their influences, from which the standard errors come, and computes their leverages at
// λ̂. All trajectories must have been left out before.
func (p *Passes) Spread(ctx context.Context, data []*Trajectory) error {
	if err := p.checkLeftOut(); err != nil {
		return err
	}
	done := len(p.leverage)
	if n := done + len(data); n > len(p.lengths) {
		return fmt.Errorf("the spread of %d trajectories: want all %d", n, len(p.lengths))
	}
	if len(data) == 0 {
		return nil
	}
	l, first, err := p.block(ctx, data, done, 2)
	if err != nil {
		return err
	}
	if done == 0 {
		p.beginSpread(ctx)
	}
	k := len(p.totals)
	leverage, projected := make([]float64, len(data)), make([][]float64, k)
	for k := range k {
		projected[k] = make([]float64, len(data))
	}
	l.sensitivities = p.sensitivities
	l.projected = func(k, i, view int, product float64) {
		switch {
		case view == 0:
			projected[k][i] = product
		case k == p.selected:
			leverage[i] = product
		}
	}
	if l.project(ctx); ctx.Err() != nil {
		return ctx.Err()
	}
	for i, j := range first {
		p.leverage = append(p.leverage, leverage[j])
		for k := range projected {
			p.influence[k][done+i] += projected[k][j]
		}
	}
	return nil
}

// Leverage returns the leverage of each trajectory at λ̂ after the third pass; see
// Leverage. The slice is shared: do not change it.
func (p *Passes) Leverage() []float64 { return p.leverage }

// beginSpread sets λ̂, and lays out A⁻ᵀ at λ̂ behind the sensitivities, elsewhere zeros.
func (p *Passes) beginSpread(ctx context.Context) {
	p.selected = p.Selected(p.opt.Weighting)
	size := p.base.paddedSize()
	for k, sum := range p.sensitivities {
		p.sensitivities[k] = append(sum, make([]float64, size)...)
	}
	p.opt.Do(ctx, 1, func(int) { copy(p.sensitivities[p.selected][size:], p.leverageAt(p.selected)) })
}

// leverageAt returns A⁻ᵀ at the k-th λ in the coordinates of base, laid out as a padded
// system: with what those of the view are in them, P, that is P A⁻ᵀ Pᵀ.
func (p *Passes) leverageAt(k int) []float64 {
	v := p.view
	ws := v.borrow()
	defer v.giveBack(ws)
	inner := make([]float64, v.paddedSize())
	whole := make(dense.System, p.base.systemSize())
	p.totals[k].round(whole)
	v.leverageWeights(inner, v.pull(ws, whole))

	d, r := p.base.d, v.r
	half := make([]float64, d*r) // A⁻ᵀPᵀ, by columns
	column, pushed := make([]float64, r), make([]float64, d)
	ldr, ld := kernels.RoundUpTo(r+1, kernels.TileCols), kernels.RoundUpTo(d+1, kernels.TileCols)
	for b := range r {
		for a := range r {
			column[a] = inner[a*ldr+b]
		}
		v.push(pushed, column)
		for a, x := range pushed {
			half[a*r+b] = x
		}
	}
	out := make([]float64, p.base.paddedSize())
	for a := range d {
		v.push(out[a*ld:a*ld+d], half[a*r:(a+1)*r])
	}
	return out
}
