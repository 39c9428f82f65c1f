package estimator

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
)

// Refinement is the λ of the lowest LOTO error on finer and finer grids in [0, 1].
type Refinement struct {
	// Candidate is the result of cross-validation at this λ. Diff and its errors are relative to
	// λ̂ of the grid, so that Diff ≤ 0. NotRuledOut reports whether λ̂ could still be the better
	// on average: −Diff ≤ Quantile·RefitSE.
	Candidate
	// Evaluations is the number of λ's evaluated beyond the grid.
	Evaluations int
}

const (
	// coarseGap is the widest gap in which a search trusts the grid to show every minimum.
	coarseGap = 0.1
	// refineRounds grids, each with refineParts parts to a gap of the grid before, end with gaps
	// of 1e-4. The LOTO error is flat at a minimum, so that a finer grid would not lower the
	// error.
	refineRounds, refineParts = 3, 10
	// refineMinima is the number of minima that the first round searches. Later rounds
	// search only the lowest, since a grid with gaps of 0.01 tells minima apart.
	refineMinima = 3
)

// Refine minimizes the LOTO error over all λ in [0, 1], starting from a selection of the same
// data and options. It fills wide gaps of the grid, then puts finer grids around the lowest
// λ's. The result is never worse than λ̂ of the grid, which stays the choice unless
// another λ beats it by more than rounding.
//
// Refine evaluates 30 to 90 λ's, each at the cost of a λ of a selection. Errors are as in Select;
// a further error names a difference between the selection and the data or options. The options'
// λ's play no part.
func Refine(ctx context.Context, data []*Trajectory, opt Options, grid *Selection) (*Refinement, error) {
	if err := grid.check(); err != nil {
		return nil, err
	}
	p, err := newProblem(ctx, data, opt)
	if err != nil {
		return nil, err
	}
	if err := p.checkReturns(); err != nil {
		return nil, err
	}
	if err := grid.checkProblem(p); err != nil {
		return nil, fmt.Errorf("the selection to refine has %w", err)
	}
	if grid.Flat() && opt.Gamma == 0 { // λ plays no part
		return &Refinement{Candidate: *grid.Best()}, nil
	}
	known := make([]*Candidate, len(grid.Candidates))
	for k := range known {
		known[k] = &grid.Candidates[k]
	}
	found, err := p.searchMinima(ctx, known)
	if err != nil {
		return nil, err
	}
	best := grid.Best()
	least := best.LOTO - grid.rounding()
	for _, c := range found {
		if c.LOTO < least {
			best, least = c, c.LOTO
		}
	}
	out := &Refinement{Candidate: *best, Evaluations: len(found)}
	d, paired := grid.difference(grid.Best(), best)
	out.Diff, out.RefitSE, out.PairedSE, out.NotRuledOut = 0-d.Diff, d.SE, paired, d.NotRuledOut
	return out, nil
}

// searchMinima returns the candidates at further λ's: first in wide gaps, then in finer grids
// around the lowest.
func (p *problem) searchMinima(ctx context.Context, known []*Candidate) (found []*Candidate, err error) {
	add := func(lambdas []float64) error {
		if len(lambdas) == 0 {
			return nil
		}
		s, err := p.with(lambdas).run(ctx)
		if err != nil {
			return err
		}
		for k := range s.Candidates {
			found = append(found, &s.Candidates[k])
			known = append(known, &s.Candidates[k])
		}
		slices.SortFunc(known, func(a, b *Candidate) int { return cmp.Compare(a.Lambda, b.Lambda) })
		return nil
	}
	if err := add(wideGaps(known)); err != nil {
		return nil, err
	}
	for round := range refineRounds {
		minima := lowest(known)
		if round > 0 {
			minima = minima[:1]
		}
		var finer []float64
		for _, i := range minima {
			for j := max(0, i-1); j < min(i+1, len(known)-1); j++ {
				finer = append(finer, between(known[j].Lambda, known[j+1].Lambda, refineParts)...)
			}
		}
		slices.Sort(finer)
		if err := add(slices.Compact(finer)); err != nil { // neighbouring minima share a gap
			return nil, err
		}
	}
	return found, nil
}

// wideGaps returns the λ's that leave no gap of more than coarseGap in [0, 1].
func wideGaps(known []*Candidate) (extra []float64) {
	fill := func(from, to float64) {
		extra = append(extra, between(from, to, math.Ceil((to-from)/coarseGap-1e-9))...)
	}
	last := 0.0
	if known[0].Lambda > 0 {
		extra = append(extra, 0)
	}
	for _, c := range known {
		fill(last, c.Lambda)
		last = c.Lambda
	}
	if last < 1 {
		fill(last, 1)
		extra = append(extra, 1)
	}
	return extra
}

// between returns the λ's that cut a gap into equal parts.
func between(from, to, parts float64) (out []float64) {
	for i := 1.0; i < parts; i++ {
		out = append(out, from+float64((to-from)*i/parts))
	}
	return out
}

// lowest returns the indices of up to refineMinima local minima, the lowest first.
func lowest(known []*Candidate) (out []int) {
	last := len(known) - 1
	for i, c := range known {
		if (i == 0 || c.LOTO <= known[i-1].LOTO) && (i == last || c.LOTO < known[i+1].LOTO) {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(known[a].LOTO, known[b].LOTO) })
	return out[:min(len(out), refineMinima)]
}
