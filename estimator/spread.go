package estimator

import (
	"context"
	"fmt"
)

// Spread is the third pass of a selection in passes: what each trajectory contributes to
// the standard errors with refits, which takes all the scores, and how much of the fit
// at λ̂ rests on it. It takes memory for some n·k numbers.
type Spread struct {
	projected [][]float64 // k×n, products with the sums of the sensitivities
	leverage  []float64   // n
}

// NewSpread returns the spread of no trajectories yet, of k λ's.
func (p *Passes) NewSpread() *Spread { return &Spread{projected: make([][]float64, len(p.systems))} }

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
	if len(s.projected) != len(o.projected) {
		return fmt.Errorf("the spread of %d λ's: want %d", len(o.projected), len(s.projected))
	}
	s.leverage = append(s.leverage, o.leverage...)
	for k := range s.projected {
		s.projected[k] = append(s.projected[k], o.projected[k]...)
	}
	return nil
}

// Spreader adds trajectories to a Spread, given the scores of all.
type Spreader struct {
	*Passes
	weights  [][]float64 // per λ, the sums of the sensitivities, padded, of all features
	leverage []float64   // so laid out, A⁻ᵀ at λ̂
	selected int
}

// Spreader returns what the third pass works with, from the scores of all trajectories
// of the sums.
func (p *Passes) Spreader(ctx context.Context, scores *Scores) (*Spreader, error) {
	s, err := p.Selection(ctx, scores, nil)
	if err != nil {
		return nil, err
	}
	out := &Spreader{Passes: p, weights: make([][]float64, len(p.systems)), selected: s.Selected}
	p.opt.Do(ctx, len(out.weights), func(k int) { out.weights[k] = p.widen(scores.sensitivities[k]) })
	p.opt.Do(ctx, 1, func(int) { out.leverage = p.widen(p.leverageAt(s.Selected)) })
	return out, ctx.Err()
}

// widen returns numbers laid out as a padded system of base as one of all features.
func (p *Passes) widen(x []float64) []float64 {
	if p.base == p.wide {
		return x
	}
	ld, wide := roundUpTo(p.base.d+1, tileCols), roundUpTo(p.wide.d+1, tileCols)
	out := make([]float64, p.wide.paddedSize())
	for a := range p.base.d {
		row := out[p.keptFeature(a)*wide:]
		for b := range p.base.d {
			row[p.keptFeature(b)] = x[a*ld+b]
		}
		row[p.wide.d] = x[a*ld+p.base.d]
	}
	return out
}

// leverageAt returns A⁻ᵀ at the k-th λ in the coordinates of base, laid out as a padded
// system: with what those of the view are in them, P, that is P A⁻ᵀ Pᵀ.
func (p *Passes) leverageAt(k int) []float64 {
	v := p.view
	ws := v.borrow()
	defer v.giveBack(ws)
	inner := make([]float64, v.paddedSize())
	v.leverageWeights(inner, v.pull(ws, p.systems[k][0]))

	d, r := p.base.d, v.r
	half := make([]float64, d*r) // A⁻ᵀPᵀ, by columns
	column, pushed := make([]float64, r), make([]float64, d)
	ldr, ld := roundUpTo(r+1, tileCols), roundUpTo(d+1, tileCols)
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
	b, err := s.block(ctx, data, len(out.leverage))
	if err != nil {
		return err
	}
	k, offset := len(s.systems), len(out.leverage)
	out.leverage = append(out.leverage, make([]float64, len(data))...)
	leverage := out.leverage[offset:]
	projected := make([][]float64, k)
	for k := range projected {
		out.projected[k] = append(out.projected[k], make([]float64, len(data))...)
		projected[k] = out.projected[k][offset:]
	}
	s.opt.Do(ctx, len(b.items), func(at int) {
		ws := b.wide.borrow()
		defer b.wide.giveBack(ws)
		i := b.items[at].index
		b.wide.load(&ws.episode, i)
		shared := b.wide.shared(ws, k)
		for k := range projected {
			if ctx.Err() != nil {
				return
			}
			own := b.wide.padded(ws, shared, k)
			projected[k][i] = longDot(own, s.weights[k])
			if k == s.selected {
				leverage[i] = longDot(own, s.leverage)
			}
		}
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	for i, j := range b.first {
		leverage[i] = leverage[j]
		for k := range projected {
			projected[k][i] = projected[k][j]
		}
	}
	return nil
}

// Compared tells whether the selection says how sure differences of scores are: all
// but one in passes without the third.
func (s *Selection) Compared() bool { return !s.uncompared }
