package estimator

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"lambdascope/estimator/internal/kernels"
)

// Refinement is the λ of least LOTO error over the whole of [0, 1], as far as a
// search finds it.
type Refinement struct {
	// Candidate is what cross-validation says of it. Diff and its errors are against
	// the λ̂ of the grid, so that Diff ≤ 0; NotRuledOut tells that λ̂ is not ruled out
	// as better on average, −Diff ≤ Quantile·RefitSE.
	Candidate
	// Evaluations is of how many λ's beyond the grid the LOTO error was computed.
	Evaluations int
}

const (
	// coarseGap is the widest gap of the grid that is not searched for further
	// minima first.
	coarseGap = 0.1
	// refineTolerance is how near to a minimum a search ends, in λ.
	refineTolerance = 1e-5
	refineMost      = 30 // evaluations in one bracket
	refineBrackets  = 3  // minima searched, the deepest first
)

// Refine minimises the LOTO error over continuous λ in [0, 1], starting from a
// selection of the same data and options: the grid, filled up where its gaps
// are wide, brackets the deepest minima, and Brent's method searches within.
// The result is never worse than λ̂ of the grid, which stays the choice where
// nothing beats it by more than rounding.
//
// An evaluation costs n solutions and, from moments kept in up to 16 MiB, 2√H
// outer products per trajectory in place of H; beyond, it costs a pass over the
// data. There are some 10 to 40.
// Errors are those of Select, and ones that tell how the selection is of other data or
// options. The λ's of the options play no part beside those of the selection.
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
	if p.keepMoments(ctx); ctx.Err() != nil {
		return nil, ctx.Err()
	}
	search := &refiner{ctx: ctx, problem: p}
	for i := range grid.Candidates {
		c := &grid.Candidates[i]
		search.points = append(search.points, refined{c.Lambda, c.LOTO, c})
	}
	search.fill()
	for _, i := range search.minima() {
		lo, mid, hi := search.points[max(0, i-1)], search.points[i], search.points[min(i+1, len(search.points)-1)]
		search.found = append(search.found, mid)
		search.brent(lo.lambda, mid, hi.lambda)
	}
	if search.err != nil {
		return nil, search.err
	}
	best := grid.Best()
	least := best.LOTO - float64(selectionTolerance*max(best.LOTO, grid.MeanSquaredReturn))
	for _, f := range search.found {
		if f.loto < least {
			best, least = f.candidate, f.loto
		}
	}
	out := &Refinement{Candidate: *best, Evaluations: search.evaluations}
	rounding := grid.rounding()
	out.Diff, out.PairedSE = meanAndError(best.Folds, grid.Best().Folds, grid.weights)
	if out.Lambda == grid.Best().Lambda {
		return out, nil
	}
	p = p.with([]float64{out.Lambda})
	var se float64
	f := p.newFolds(func(_ int, influence []float64) { se = standardError(influence, grid.influence()) })
	if _, err := p.byMethod(ctx, f); err != nil {
		return nil, err
	}
	out.RefitSE = widened(se, out.PairedSE, f.shrinkage[0], grid.Best().shrinkage)
	out.NotRuledOut = -out.Diff <= float64(grid.Quantile*out.RefitSE)+rounding
	return out, nil
}

// refined is a λ whose LOTO error is known.
type refined struct {
	lambda, loto float64
	candidate    *Candidate
}

// refiner is Refine at work. Its first error ends it.
type refiner struct {
	ctx         context.Context
	problem     *problem
	points      []refined // by increasing λ
	found       []refined // minima, and what the searches met
	evaluations int
	err         error
}

// evaluate computes the LOTO errors of some λ's, in increasing order.
func (s *refiner) evaluate(lambdas ...float64) []refined {
	if s.err != nil || len(lambdas) == 0 {
		return nil
	}
	selection, err := s.problem.with(lambdas).run(s.ctx, nil)
	if err != nil {
		s.err = err
		return nil
	}
	s.evaluations += len(lambdas)
	out := make([]refined, len(lambdas))
	for i := range out {
		c := &selection.Candidates[i]
		out[i] = refined{c.Lambda, c.LOTO, c}
	}
	return out
}

// fill adds points where the gaps of the grid, the ends of [0, 1] included, are
// wide.
func (s *refiner) fill() {
	var extra []float64
	last := 0.0
	gap := func(to float64) {
		parts := math.Ceil((to-last)/coarseGap - 1e-9)
		for i := 1.0; i < parts; i++ {
			extra = append(extra, last+(to-last)*i/parts)
		}
		last = to
	}
	if s.points[0].lambda > 0 {
		extra = append(extra, 0)
	}
	for _, p := range s.points {
		gap(p.lambda)
	}
	if last < 1 {
		gap(1)
		extra = append(extra, 1)
	}
	added := s.evaluate(extra...)
	s.found = append(s.found, added...)
	s.points = append(s.points, added...)
	slices.SortFunc(s.points, func(a, b refined) int { return cmp.Compare(a.lambda, b.lambda) })
}

// minima returns the points that no neighbour is below, the deepest first.
func (s *refiner) minima() []int {
	if s.err != nil {
		return nil
	}
	var out []int
	for i, p := range s.points {
		if (i == 0 || p.loto <= s.points[i-1].loto) && (i == len(s.points)-1 || p.loto < s.points[i+1].loto) {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int {
		if s.points[a].loto < s.points[b].loto {
			return -1
		}
		return 1
	})
	return out[:min(len(out), refineBrackets)]
}

// brent searches the least LOTO error between two λ's, with the least known between
// them, by golden sections and parabolas through the three lowest points (Brent,
// Algorithms for Minimization without Derivatives, ch. 5).
func (s *refiner) brent(lo float64, start refined, hi float64) {
	const golden = 0.3819660112501051 // (3 − √5)/2
	best, second, third := start, start, start
	var step, before float64 // the last step and the one before it
	for range refineMost {
		middle := float64((lo + hi) / 2)
		if math.Abs(best.lambda-middle) <= 2*refineTolerance-float64((hi-lo)/2) {
			return
		}
		parabolic := false
		if math.Abs(before) > refineTolerance {
			r := float64((best.lambda - second.lambda) * (best.loto - third.loto))
			q := float64((best.lambda - third.lambda) * (best.loto - second.loto))
			p := float64((best.lambda-third.lambda)*q) - float64((best.lambda-second.lambda)*r)
			if q = 2 * (q - r); q > 0 {
				p = -p
			}
			q = math.Abs(q)
			if math.Abs(p) < math.Abs(q*before/2) && p > q*(lo-best.lambda) && p < q*(hi-best.lambda) {
				before, step = step, p/q
				parabolic = true
				if u := best.lambda + step; u-lo < 2*refineTolerance || hi-u < 2*refineTolerance {
					step = math.Copysign(refineTolerance, middle-best.lambda)
				}
			}
		}
		if !parabolic {
			before = lo - best.lambda
			if best.lambda < middle {
				before = hi - best.lambda
			}
			step = golden * before
		}
		if math.Abs(step) < refineTolerance {
			step = math.Copysign(refineTolerance, step)
		}
		// Rounding must not leave [0, 1].
		got := s.evaluate(min(1, max(0, best.lambda+step)))
		if s.err != nil {
			return
		}
		u := got[0]
		s.found = append(s.found, u)
		if u.loto <= best.loto {
			if u.lambda < best.lambda {
				hi = best.lambda
			} else {
				lo = best.lambda
			}
			best, second, third = u, best, second
			continue
		}
		if u.lambda < best.lambda {
			lo = u.lambda
		} else {
			hi = u.lambda
		}
		if u.loto <= second.loto || second.lambda == best.lambda {
			second, third = u, second
		} else if u.loto <= third.loto || third.lambda == best.lambda || third.lambda == second.lambda {
			third = u
		}
	}
}

// keptMoments is how many numbers keepMoments keeps at most.
const keptMoments = 2 << 20

// keepMoments keeps what all λ's share of each trajectory, in blocks of √H steps,
// so that a λ to come takes no pass over the data; nothing where that is too much.
func (p *problem) keepMoments(ctx context.Context) {
	block := func(i int) int { return int(math.Round(math.Sqrt(float64(p.data[i].Len())))) }
	total := 0
	for i := range p.data {
		if p.data[i].ratios != nil {
			continue
		}
		total += block(i) * kernels.RoundUpTo(p.r, kernels.TileRows) * kernels.RoundUpTo(p.r+1, kernels.TileCols)
	}
	if total > keptMoments {
		return
	}
	moments := make([]lags, len(p.data))
	p.opt.Do(ctx, len(p.data), func(i int) {
		ws := p.borrow()
		defer p.giveBack(ws)
		if p.load(&ws.episode, i); !ws.episode.sparse && ws.episode.carried == nil {
			moments[i].fillBlocks(&ws.episode, block(i))
		}
	})
	p.moments, p.momentNumbers = moments, total
}
