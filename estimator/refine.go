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
	// refineRounds finer grids, each with refineParts parts to a gap of the grid before, end with
	// gaps of 1e-4. The LOTO error is flat at a minimum, so that a finer grid would not lower the
	// error.
	refineRounds = 3
	refineParts  = 10
	// refineMinima is the number of minima that the first round searches. Later rounds
	// search only the lowest, since a grid with gaps of 0.01 tells minima apart.
	refineMinima = 3
)

// Refine minimizes the LOTO error over all λ in [0, 1], starting from a selection of the same
// data and options. It adds the λ's 0, 0.1 … 1 that the grid lacks, then puts finer grids around
// the lowest λ's. The result is never worse than λ̂ of the grid, which stays the choice
// unless another λ beats it by more than rounding.
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
	same := p.newSelection(p.opt.Ridge)
	if err := cmp.Or(grid.checkSame(same), grid.checkFits(same)); err != nil {
		return nil, fmt.Errorf("the selection to refine has %w", err)
	}
	known := slices.Clone(grid.Candidates)
	best := *grid.Best()
	lambdas := coarse(known)
	for round := 0; round <= refineRounds && !(grid.Flat() && opt.Gamma == 0); round++ { // at γ = 0 λ plays no part
		if round > 0 {
			lambdas = around(known, lowest(known, round))
		}
		if len(lambdas) == 0 {
			continue
		}
		all, err := p.with(lambdas).selections(ctx, p.opt.Ridge)
		if err != nil {
			return nil, err
		}
		known = append(known, all[0].Candidates...)
		slices.SortFunc(known, func(a, b Candidate) int { return cmp.Compare(a.Lambda, b.Lambda) })
	}
	for _, c := range known {
		if c.LOTO < best.LOTO && c.LOTO < grid.Best().LOTO-grid.rounding() {
			best = c
		}
	}
	out := &Refinement{Candidate: best, Evaluations: len(known) - len(grid.Candidates)}
	d, paired := grid.difference(grid.Best(), &best)
	out.Diff = 0 - d.Diff
	out.RefitSE = d.SE
	out.PairedSE = paired
	out.NotRuledOut = d.NotRuledOut
	return out, nil
}

// coarse returns the λ's of 0, 0.1 … 1 that are not known, so that the search starts from gaps
// narrow enough to show every minimum.
func coarse(known []Candidate) (out []float64) {
	for i := range 11 {
		lambda := float64(i) / 10
		if !slices.ContainsFunc(known, func(c Candidate) bool { return math.Abs(c.Lambda-lambda) < 1e-9 }) {
			out = append(out, lambda)
		}
	}
	return out
}

// around returns the λ's that divide the gaps beside some known λ's, by index.
func around(known []Candidate, at []int) (finer []float64) {
	for _, i := range at {
		for j := max(0, i-1); j < min(i+1, len(known)-1); j++ {
			from, to := known[j].Lambda, known[j+1].Lambda
			for part := 1.0; part < refineParts; part++ {
				finer = append(finer, from+float64((to-from)*part/refineParts))
			}
		}
	}
	slices.Sort(finer)
	return slices.Compact(finer) // neighbouring minima share a gap
}

// lowest returns the indices of the local minima to search in a round, the lowest first.
func lowest(known []Candidate, round int) (out []int) {
	for i, c := range known {
		if (i == 0 || c.LOTO <= known[i-1].LOTO) && (i == len(known)-1 || c.LOTO < known[i+1].LOTO) {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(known[a].LOTO, known[b].LOTO) })
	if round > 1 {
		return out[:1]
	}
	return out[:min(len(out), refineMinima)]
}
