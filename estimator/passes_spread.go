package estimator

import (
	"context"
	"fmt"
	"slices"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// Spread is the third pass of a selection in passes: what each trajectory contributes to
// the standard errors with refits, which takes all the LOTO errors, and how much of the fit
// at λ̂ rests on it. It takes memory for some n·k numbers.
type Spread struct {
	projected [][]float64 // k×n, products with the sums of the sensitivities
	leverage  []float64   // n
}

// NewSpread returns the spread of no trajectories yet, of k λ's.
func (p *Passes) NewSpread() *Spread { return &Spread{projected: make([][]float64, len(p.totals))} }

// Len returns the number of trajectories.
func (s *Spread) Len() int { return len(s.leverage) }

// Leverage returns the leverage of each trajectory at λ̂; see Leverage. The slice is
// shared: do not change it.
func (s *Spread) Leverage() []float64 { return s.leverage }

// Grow makes room for n more trajectories.
func (s *Spread) Grow(n int) {
	s.leverage = grow(s.leverage, n)
	for k := range s.projected {
		s.projected[k] = grow(s.projected[k], n)
	}
}

// Append adds the spread of trajectories that follow these. The error is that of
// another number of λ's.
func (s *Spread) Append(o *Spread) error {
	if o == nil {
		return fmt.Errorf("no spread to append: want that of NewSpread")
	}
	if len(s.projected) != len(o.projected) {
		return fmt.Errorf("the spread of %d λ's: want %d", len(o.projected), len(s.projected))
	}
	s.leverage = append(s.leverage, o.leverage...)
	for k := range s.projected {
		s.projected[k] = append(s.projected[k], o.projected[k]...)
	}
	return nil
}

// Spreader adds trajectories to a Spread, given the LOTO errors of all.
type Spreader struct {
	*Passes
	sensitivities [][]float64 // per λ, their sums; and so laid out, A⁻ᵀ at λ̂, elsewhere zeros
	selected      int
}

// Spreader returns what the third pass works with, from the LOTO errors of all trajectories
// of the sums.
func (p *Passes) Spreader(ctx context.Context, loto *LOTOErrors) (*Spreader, error) {
	s, err := p.Selection(ctx, loto, nil)
	if err != nil {
		return nil, err
	}
	out := &Spreader{Passes: p, selected: s.Selected}
	size := p.base.paddedSize()
	for _, sum := range loto.sensitivities {
		out.sensitivities = append(out.sensitivities, append(slices.Clone(sum), make([]float64, size)...))
	}
	p.opt.Do(ctx, 1, func(int) { copy(out.sensitivities[s.Selected][size:], p.leverageAt(s.Selected)) })
	return out, ctx.Err()
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

// Add adds trajectories that are among those of the sums to a spread. After an error it
// is of no use.
func (s *Spreader) Add(ctx context.Context, out *Spread, data []*Trajectory) error {
	if out == nil || len(out.projected) != len(s.totals) {
		return fmt.Errorf("a spread that is not of these passes: want that of NewSpread")
	}
	if len(data) == 0 {
		return nil
	}
	l, first, err := s.block(ctx, data, len(out.leverage), 2)
	if err != nil {
		return err
	}
	leverage, projected := make([]float64, len(data)), make([][]float64, len(s.totals))
	for k := range projected {
		projected[k] = make([]float64, len(data))
	}
	l.sensitivities = s.sensitivities
	l.projected = func(k, i, view int, product float64) {
		switch {
		case view == 0:
			projected[k][i] = product
		case k == s.selected:
			leverage[i] = product
		}
	}
	if l.project(ctx); ctx.Err() != nil {
		return ctx.Err()
	}
	for _, j := range first {
		out.leverage = append(out.leverage, leverage[j])
		for k := range projected {
			out.projected[k] = append(out.projected[k], projected[k][j])
		}
	}
	return nil
}
