package estimator

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"

	"lambdascope/estimator/internal/dense"
)

// Passes makes the passes of a selection after the first, given its sums: LeaveOut, Spread, and, for
// a calibration or the covariance of θ, Refit. Each pass goes over the trajectories of the sums in the
// same order, in blocks of any size. Passes takes memory for some 4k·d² numbers, and without a Spill
// for 2k numbers a trajectory.
//
// A Passes is not safe for concurrent use; each pass works in parallel. After an error of a pass,
// do not use the Passes any more.
type Passes struct {
	sums   *Sums
	base   *problem // the nonzero features, scaled, without trajectories
	view   *view    // at the ridge of the options, with θ per λ
	totals []total  // per λ, the system of all trajectories

	// The second pass.
	trajectories, steps int
	sensitivities       []dense.System // per λ, the sum over folds
	scores              []score        // per λ
	rows                *rows          // of each trajectory, per λ the error and the influence so far

	// The third pass.
	spread   int // trajectories
	selected int
	fit      *Fit         // at λ̂
	inverse  dense.System // A⁻ᵀ at λ̂
	values   quantiles    // by the fit

	// The fourth pass.
	refitted int // trajectories
	refits   *refits

	folds *keptFolds // nil with a Spill
}

// score is a λ in the course of a selection.
type score struct {
	sums      [weightings]float64 // of the errors
	errors    spread              // by the squares of weights
	deficient int

	// Of the difference from λ̂.
	diff           float64 // sum
	paired, refits spread
}

// keptFolds has the results of each fold.
type keptFolds struct {
	status    [][]FoldStatus // by λ
	influence [][]float64    // by λ
	leverage  []float64
	lengths   []int
	sumG2     []float64
}

// Spill has room for numbers outside memory, such as a temporary file: 16k bytes a trajectory.
type Spill interface {
	io.Writer
	io.ReaderAt
}

// Open returns the passes after the first. With a spill, which may be nil, memory does not grow with
// the number of trajectories, but Leverage and the Folds and the Status of candidates are nil. The end
// of ctx also ends the passes.
func (s *Sums) Open(ctx context.Context, spill Spill) (*Passes, error) {
	all := &s.summary
	if all.trajectories < 2 {
		return nil, fmt.Errorf("%d trajectories: want at least 2 to leave one out", all.trajectories)
	}
	p := &Passes{sums: s, base: emptyProblem(ctx, nil, s.dim, s.opt), rows: &rows{file: spill}, scores: make([]score, len(s.systems))}
	if p.base.meanG2 = all.meanSquare(s.opt.Weighting); p.base.meanG2 < leastSquaredReturn && s.reward.step > 0 {
		return nil, s.reward.underflow()
	}
	if spill == nil {
		p.folds = &keptFolds{status: make([][]FoldStatus, len(s.systems)), influence: make([][]float64, len(s.systems))}
	}
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
				column = p.base.kept[b]
			}
			at := p.base.kept[a]*from + column
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
	l, err := p.block(ctx, data, p.trajectories)
	if err != nil {
		return err
	}
	defer l.release()
	l.sensitivities = p.sensitivities
	if l.leave(ctx); ctx.Err() != nil {
		return ctx.Err()
	}
	row := make([]float64, 2*len(p.scores))
	for i, j := range l.same {
		square := l.foldWeights[i] * l.foldWeights[i]
		for k := range p.scores {
			s, e := &p.scores[k], l.view.errors[k][j]
			if math.IsInf(e, 0) || math.IsNaN(e) {
				return fmt.Errorf("λ = %v, trajectory %d: the squared error overflows; scale the rewards down", l.opt.Lambdas[k], p.trajectories+i)
			}
			for w := range weightings {
				s.sums[w] += float64(w.Weight(l.length[i]) * e)
			}
			s.errors.add(square, e)
			if l.view.status[k][j] == FoldDeficient {
				s.deficient++
			}
			row[2*k], row[2*k+1] = e, l.view.influence[k][j]
			if f := p.folds; f != nil {
				f.status[k] = append(f.status[k], l.view.status[k][j])
			}
		}
		if err := p.rows.append(row); err != nil {
			return err
		}
	}
	p.trajectories += len(data)
	p.steps += l.steps
	if f := p.folds; f != nil {
		f.lengths = append(f.lengths, l.length...)
		f.sumG2 = append(f.sumG2, l.sumG2...)
	}
	return nil
}

// Selected returns the index of λ̂ after the second pass by a weighting of the LOTO errors. The
// weighting may differ from the options, because the ℓ_i do not depend on it.
func (p *Passes) Selected(w Weighting) int {
	total := p.sums.summary.totalWeight(w)
	return smallestWithin(len(p.scores), func(k int) float64 { return p.scores[k].sums[w] / total }, p.sums.summary.meanSquare(w))
}

// Spread makes the third pass over the next trajectories: it adds the part of refits to the
// influences, the source of the standard errors, and computes leverages at λ̂. It requires that
// LeaveOut has seen all trajectories.
func (p *Passes) Spread(ctx context.Context, data []*Trajectory) error {
	if err := p.checkLeftOut(); err != nil {
		return err
	}
	if err := p.checkPass("spread", p.spread+len(data), len(data) == 0); err != nil || len(data) == 0 {
		return err
	}
	l, err := p.block(ctx, data, p.spread)
	if err != nil {
		return err
	}
	defer l.release()
	if p.spread == 0 {
		if err := p.beginSpread(ctx); err != nil {
			return err
		}
	}
	projected := newRows(len(p.totals), len(data))
	leverage := make([]float64, len(data))
	l.project(ctx, p.sensitivities, func(k, i int, product float64) { projected[k][i] = product })
	l.ks = []int{p.selected}
	l.project(ctx, []dense.System{p.inverse}, func(_, i int, product float64) { leverage[i] = product })
	l.opt.Do(ctx, 1, func(int) { p.values.addValues(ctx, data, p.fit) })
	if ctx.Err() != nil {
		return ctx.Err()
	}
	p.spread += len(data)
	row := make([]float64, 2*len(p.scores))
	for i, j := range l.same {
		if err := p.rows.next(row); err != nil {
			return err
		}
		for k := range p.scores {
			row[2*k+1] += projected[k][j]
		}
		p.compare(row, l.foldWeights[i])
		if f := p.folds; f != nil {
			f.leverage = append(f.leverage, leverage[j])
		}
	}
	return nil
}

// beginSpread sets λ̂ and the fit at λ̂.
func (p *Passes) beginSpread(ctx context.Context) error {
	p.selected = p.Selected(p.base.opt.Weighting)
	theta, err := p.base.weights(p.view.theta[p.selected])
	if err != nil {
		return err
	}
	p.fit = &Fit{Lambda: p.base.opt.Lambdas[p.selected], Gamma: p.base.opt.Gamma, Theta: theta, Singular: p.view.singular[p.selected]}
	p.base.opt.Do(ctx, 1, func(int) { p.inverse = p.view.leverageWeights(p.totals[p.selected]) })
	return ctx.Err()
}

// compare adds the errors and the influences of a trajectory to the differences from λ̂.
func (p *Passes) compare(row []float64, weight float64) {
	all := &p.sums.summary
	total := all.totalWeight(p.base.opt.Weighting)
	influence := func(k int) float64 {
		loto := p.scores[k].sums[p.base.opt.Weighting] / total
		return float64(float64(all.trajectories) / total * (float64(weight*(row[2*k]-loto)) + row[2*k+1]))
	}
	best := influence(p.selected)
	for k := range p.scores {
		s, own, diff := &p.scores[k], influence(k), row[2*k]-row[2*p.selected]
		s.diff += float64(weight * diff)
		s.paired.add(weight*weight, diff)
		s.refits.add(1, own-best)
		if f := p.folds; f != nil {
			f.influence[k] = append(f.influence[k], own)
		}
	}
}

// Leverage returns the leverage of each trajectory at λ̂ after the third pass; see
// Leverage. The slice is shared: do not change it.
func (p *Passes) Leverage() []float64 {
	if p.folds == nil {
		return nil
	}
	return p.folds.leverage
}

// Selection returns the selection after the first three passes. The error names the missing pass, or
// a fault of the data as Select does.
func (p *Passes) Selection() (*Selection, error) {
	if err := p.checkLeftOut(); err != nil {
		return nil, err
	}
	if err := p.checkPass("spread", p.spread, true); err != nil {
		return nil, err
	}
	s := p.sums.summary.selection(p.base)
	s.Ridge, s.Selected, s.Shrinkage = p.view.rho, p.selected, slices.Max(p.view.shrinkage)
	thetas, err := p.Theta()
	if err != nil {
		return nil, err
	}
	n, total := float64(s.Folds), p.sums.summary.totalWeight(s.Weighting)
	s.Candidates = make([]Candidate, len(p.scores))
	for k := range s.Candidates {
		c, of := &s.Candidates[k], &p.scores[k]
		*c = Candidate{Lambda: p.base.opt.Lambdas[k], Theta: thetas[k], Singular: p.view.singular[k], shrinkage: p.view.shrinkage[k], deficient: of.deficient}
		c.LOTO, c.Diff = of.sums[s.Weighting]/total, of.diff/total
		c.SE = math.Sqrt(n/(n-1)) * of.errors.about(c.LOTO) / total
		c.PairedSE = math.Sqrt(n/(n-1)) * of.paired.about(c.Diff) / total
		if math.IsInf(c.LOTO, 0) {
			return nil, fmt.Errorf("λ = %v: the LOTO error overflows; scale the rewards down", c.Lambda)
		}
	}
	for k := range s.Candidates {
		c, refits := &s.Candidates[k], &p.scores[k].refits
		se := refits.norm.root() / math.Sqrt(n*(n-1))
		if math.IsInf(refits.mean, 0) {
			se = math.NaN() // an influence overflows
		}
		c.RefitSE = widest(se, c.PairedSE, max(c.shrinkage, s.Best().shrinkage))
		if c.NotRuledOut = c.Diff <= float64(s.Quantile*c.RefitSE)+s.rounding(); math.IsInf(c.RefitSE, 0) || math.IsNaN(c.RefitSE) {
			return nil, fmt.Errorf("λ = %v: the standard error overflows; scale the rewards down", c.Lambda)
		}
	}
	if f := p.folds; f != nil {
		p.setFolds(s, f)
	}
	return s, nil
}

// setFolds sets the results of each fold.
func (p *Passes) setFolds(s *Selection, f *keptFolds) {
	s.lengths, s.sumG2 = f.lengths, f.sumG2
	for _, h := range f.lengths {
		s.weights = append(s.weights, s.Weighting.Weight(h))
	}
	for k := range s.Candidates {
		c := &s.Candidates[k]
		c.Status, c.influence, c.deficient = f.status[k], f.influence[k], 0
		for i := range s.Folds {
			c.Folds = append(c.Folds, p.rows.all[2*(i*len(s.Candidates)+k)])
		}
	}
}

// Refit makes the fourth pass over the next trajectories, for Fit and Calibration: it fits λ̂ to all
// other trajectories, and compares the predictions with the returns. It requires that Spread has seen
// all trajectories.
func (p *Passes) Refit(ctx context.Context, data []*Trajectory) error {
	if err := p.checkPass("spread", p.spread, true); err != nil {
		return err
	}
	if err := p.checkPass("refits", p.refitted+len(data), len(data) == 0); err != nil || len(data) == 0 {
		return err
	}
	l, err := p.block(ctx, data, p.refitted)
	if err != nil {
		return err
	}
	defer l.release()
	if all := &p.sums.summary; p.refits == nil {
		p.refits = p.view.newRefits(p.fit, all.trajectories, all.carried(ByStep).effective(), p.base.meanG2)
		p.refits.inverse = sync.OnceValue(func() []float64 { return p.view.inverseOf(p.totals[p.selected]) })
		p.refits.limits = p.values.limits()
	}
	l.ks, l.totals = []int{p.selected}, p.totals[p.selected:p.selected+1]
	merge := p.refits.gather(l)
	if l.leave(ctx); ctx.Err() != nil {
		return ctx.Err()
	}
	p.refitted += len(data)
	return merge()
}

// Fit returns the fit at λ̂ with the covariance of θ after the fourth pass, as Fit.WithCovariance.
func (p *Passes) Fit(ctx context.Context) (Fit, error) {
	if err := p.checkPass("refits", p.refitted, true); err != nil {
		return Fit{}, err
	}
	return p.refits.covary(ctx)
}

// Calibration returns the calibration of the fit at λ̂ after the fourth pass, as Calibrate.
func (p *Passes) Calibration(ctx context.Context) (*Calibration, error) {
	if err := p.checkPass("refits", p.refitted, true); err != nil {
		return nil, err
	}
	return p.refits.calibration(ctx)
}

// underflow returns the error of rewards whose squares vanish.
func (r reward) underflow() error {
	return fmt.Errorf("trajectory %d, step %d: reward %v among returns whose squares underflow; scale the rewards up", r.trajectory, r.step, r.value)
}

// checkLeftOut returns an error unless all trajectories of the sums were left out.
func (p *Passes) checkLeftOut() error {
	if all := &p.sums.summary; p.trajectories != all.trajectories || p.steps != all.steps {
		return fmt.Errorf("LOTO errors of %d trajectories with %d steps: want all %d of the sums with %d", p.trajectories, p.steps, all.trajectories, all.steps)
	}
	return nil
}

// checkPass returns an error for a pass over too many trajectories, or over too few at the end.
func (p *Passes) checkPass(name string, n int, ended bool) error {
	if all := p.sums.summary.trajectories; n > all || ended && n < all {
		return fmt.Errorf("the %s of %d trajectories: want all %d", name, n, all)
	}
	return nil
}
