package estimator

import (
	"context"
	"fmt"
	"slices"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// Passes makes the second and the third pass of a selection, LeaveOut and Spread, given the
// sums of the first. Each pass goes over the trajectories of the sums in the same order, in
// blocks of any size. Passes takes memory for some 4k·d² and 2n·k numbers.
//
// A Passes is not safe for concurrent use; each pass works in parallel. After an error of a pass,
// do not use the Passes any more.
type Passes struct {
	sums   *Sums
	base   *problem // the nonzero features, scaled, and outlines of the trajectories left out so far
	view   *view    // at the ridge of the options, with θ per λ, then the results of passes
	totals []total  // per λ, the system of all trajectories

	// The second pass.
	zeros         []float64      // rewards in outlines
	sensitivities []dense.System // per λ, the sum over folds

	// The third pass.
	inverse  dense.System // A⁻ᵀ at λ̂
	leverage []float64    // n, at λ̂
}

// Open returns the passes after the first. The end of ctx also ends the passes.
func (s *Sums) Open(ctx context.Context) (*Passes, error) {
	if s.trajectories < 2 {
		return nil, fmt.Errorf("%d trajectories: want at least 2 to leave one out", s.trajectories)
	}
	p := &Passes{sums: s, base: emptyProblem(ctx, nil, s.dim, s.opt)}
	if err := p.setCoordinates(ctx); err != nil {
		return nil, err
	}
	k := len(p.totals)
	for range k {
		p.sensitivities = append(p.sensitivities, make(dense.System, p.base.systemSize()))
	}
	p.base.opt.Do(ctx, 1, func(int) { p.view = p.base.at(p.base.opt.Ridge) })
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	p.base.opt.Do(ctx, k, func(k int) {
		ws := p.base.borrow()
		defer p.base.giveBack(ws)
		p.totals[k].round(ws.whole)
		p.view.solveWhole(ws, k, ws.whole)
	})
	return p, ctx.Err()
}

// setCoordinates sets the scale of base, its rank, and the totals.
func (p *Passes) setCoordinates(ctx context.Context) error {
	s, base := p.sums, p.base
	base.ratios = s.ratios
	base.keep(s.size)
	gram := p.narrow(s.gram)
	gram.round(gram.sum)
	by := base.rescale(gram.sum)
	gram.sum.Scale(by)
	p.totals = make([]total, len(s.systems))
	base.opt.Do(ctx, len(p.totals), func(k int) {
		p.totals[k] = p.narrow(s.systems[k])
		p.totals[k].scale(by)
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return base.span(ctx, gram.sum)
}

// narrow returns a total restricted to the features of base.
func (p *Passes) narrow(wide total) total {
	d, ld, from := p.base.d, dense.Stride(p.base.d), dense.Stride(p.sums.dim)
	out := newTotals(1, dense.Size(d))[0]
	for a := range d {
		for b := range d + 1 {
			column := p.sums.dim // the vector
			if b < d {
				column = p.base.feature(b)
			}
			at := p.base.feature(a)*from + column
			out.sum[a*ld+b], out.rest[a*ld+b] = wide.sum[at], wide.rest[at]
		}
	}
	return out
}

// block returns a loop over some trajectories; offset is the number of trajectories in the blocks
// before. The error names a trajectory.
func (p *Passes) block(ctx context.Context, data []*Trajectory, offset int) (*foldLoop, error) {
	own := *p.base
	own.data, own.before = data, offset
	own.stop = func() bool { return ctx.Err() != nil }
	if _, err := own.measure(ctx); err != nil {
		return nil, err
	}
	if err := own.setFolds(); err != nil {
		return nil, err
	}
	own.findRepeats()
	v := *p.view
	v.problem = &own
	v.allocate()
	l := own.newStreamLoop()
	l.view, l.totals = &v, p.totals
	return l, nil
}

// newStreamLoop returns a loop that takes all λ's at once and keeps no systems. Call release in
// the end.
func (p *problem) newStreamLoop() *foldLoop {
	d := p.divide()
	d.chunk, d.keeps = len(p.opt.Lambdas), false
	d.parts = max(1, min(d.parts, p.budget/(2*p.systemSize()*d.chunk+1)))
	l := &foldLoop{problem: p, division: d, ks: p.indices()}
	l.allocate()
	return l
}

// outline returns a trajectory with the length alone, without features. Once the folds are known, a
// selection needs no more.
func (p *Passes) outline(t *Trajectory) *Trajectory {
	h := t.Len()
	p.zeros = kernels.Resize(p.zeros, max(h, len(p.zeros)))
	return &Trajectory{dim: t.dim, rewards: p.zeros[:h:h], terminated: t.terminated}
}

// Theta returns θ of LSTD(λ) on all trajectories, per λ, as Candidate.Theta. It needs the first
// pass alone.
func (p *Passes) Theta() (out [][]float64, err error) {
	out = make([][]float64, len(p.totals))
	for k, theta := range p.view.theta {
		if out[k], err = p.base.weights(theta); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// LeaveOut leaves out the next trajectories: for each, it subtracts the trajectory from the sums,
// fits the rest and scores the fit, as Select does. The error of a fold does not depend on the
// blocks.
func (p *Passes) LeaveOut(ctx context.Context, data []*Trajectory) error {
	if len(data) == 0 {
		return nil
	}
	l, err := p.block(ctx, data, len(p.base.data))
	if err != nil {
		return err
	}
	defer l.release()
	l.sensitivities = p.sensitivities
	if l.leave(ctx); ctx.Err() != nil {
		return ctx.Err()
	}
	for _, t := range data {
		p.base.data = append(p.base.data, p.outline(t))
	}
	p.base.steps += l.steps
	p.base.truncated += l.truncated
	p.base.sumG2 = append(p.base.sumG2, l.sumG2...)
	p.base.importances = append(p.base.importances, l.importances...)
	all, v := p.view, l.view
	for k := range all.errors {
		for _, j := range l.same {
			all.errors[k] = append(all.errors[k], v.errors[k][j])
			all.status[k] = append(all.status[k], v.status[k][j])
			all.influence[k] = append(all.influence[k], v.influence[k][j])
		}
	}
	return nil
}

// Selected returns the index of λ̂ after the second pass by a weighting of the LOTO errors. The
// weighting may differ from the options, because the ℓ_i do not depend on it.
func (p *Passes) Selected(w Weighting) int {
	var lengths []int
	for _, t := range p.base.data {
		lengths = append(lengths, t.Len())
	}
	return selectedBy(w, len(p.view.errors), func(k int) []float64 { return p.view.errors[k] }, lengths, p.base.sumG2)
}

// Spread makes the third pass over the next trajectories: it adds the part of refits to the
// influences, the source of the standard errors, and computes leverages at λ̂. It requires that
// LeaveOut has seen all trajectories.
func (p *Passes) Spread(ctx context.Context, data []*Trajectory) error {
	if err := p.checkLeftOut(); err != nil {
		return err
	}
	done := len(p.leverage)
	if n := done + len(data); n > len(p.base.data) {
		return fmt.Errorf("the spread of %d trajectories: want all %d", n, len(p.base.data))
	}
	if len(data) == 0 {
		return nil
	}
	l, err := p.block(ctx, data, done)
	if err != nil {
		return err
	}
	defer l.release()
	selected := p.Selected(l.opt.Weighting)
	if done == 0 {
		l.opt.Do(ctx, 1, func(int) { p.inverse = p.view.leverageWeights(p.totals[selected]) })
	}
	projected := newRows(len(p.totals), len(data))
	leverage := make([]float64, len(data))
	l.project(ctx, p.sensitivities, func(k, i int, product float64) { projected[k][i] = product })
	l.ks = []int{selected}
	l.project(ctx, []dense.System{p.inverse}, func(_, i int, product float64) { leverage[i] = product })
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for i, j := range l.same {
		p.leverage = append(p.leverage, leverage[j])
		for k := range projected {
			p.view.influence[k][done+i] += projected[k][j]
		}
	}
	return nil
}

// Leverage returns the leverage of each trajectory at λ̂ after the third pass; see
// Leverage. The slice is shared: do not change it.
func (p *Passes) Leverage() []float64 { return p.leverage }

// Selection returns the selection after all three passes. The error names the missing pass, or a
// fault of the data as Select does.
func (p *Passes) Selection(ctx context.Context) (*Selection, error) {
	if err := p.checkLeftOut(); err != nil {
		return nil, err
	}
	if n := len(p.base.data); len(p.leverage) != n {
		return nil, fmt.Errorf("the spread of %d trajectories: want all %d", len(p.leverage), n)
	}
	own := *p.base
	if err := own.setFolds(); err != nil {
		return nil, err
	}
	if err := own.measureReturns(); err != nil {
		return nil, err
	}
	if r := p.sums.reward; own.meanG2 < leastSquaredReturn && r.step > 0 {
		return nil, r.underflow()
	}
	v := *p.view
	v.problem = &own
	v.influence = make([][]float64, len(p.totals))
	for k, influence := range p.view.influence {
		v.influence[k] = slices.Clone(influence) // since complete changes the influences
	}
	if v.complete(ctx, own.indices()); ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return v.selection(ctx)
}

// underflow returns the error of rewards whose squares vanish.
func (r reward) underflow() error {
	return fmt.Errorf("trajectory %d, step %d: reward %v among returns whose squares underflow; scale the rewards up", r.trajectory, r.step, r.value)
}

// checkLeftOut returns an error unless all trajectories of the sums were left out.
func (p *Passes) checkLeftOut() error {
	if n := len(p.base.data); n != p.sums.trajectories || p.base.steps != p.sums.steps {
		return fmt.Errorf("LOTO errors of %d trajectories with %d steps: want all %d of the sums with %d", n, p.base.steps, p.sums.trajectories, p.sums.steps)
	}
	return nil
}
