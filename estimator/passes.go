package estimator

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"lambdascope/estimator/internal/dense"
)

// Passes makes the passes of a selection after the first, given its sums: LeaveOut, Spread, and, for
// a calibration or the covariance of θ, Refit. Each pass goes over the trajectories of the sums in the
// same order, in blocks of any size. The results of the folds stay in memory, so that Passes selects as
// Select does.
//
// A Passes is not safe for concurrent use; each pass works in parallel. After an error of a pass,
// do not use the Passes any more.
type Passes struct {
	base          *problem // the nonzero features, scaled, without trajectories
	view          *view    // at the ridge of the options, with the results of all folds
	totals        []total  // per λ, the system of all trajectories
	sensitivities []dense.System
	done          [3]int // trajectories, by pass

	// Of the second pass on.
	fit      *Fit         // at λ̂
	selected int          // index of λ̂
	inverse  dense.System // A⁻ᵀ at λ̂
	leverage []float64    // at λ̂
	values   quantiles    // by the fit
	refits   *refits
}

// The passes after the first.
const (
	passLeaveOut = iota
	passSpread
	passRefit
)

var passNames = [...]string{"LOTO errors", "the spread", "the refits"}

// PassBytes returns the memory of the sums and the passes over n trajectories of dim features, at some
// number of λ's. Blocks of trajectories come on top.
func PassBytes(n, dim, lambdas int) int64 {
	const (
		systems = 5  // a λ: two of the sums, a sensitivity, two of a part; and one of each worker
		others  = 8  // of all λ's: the Gram matrix, the inverse, the covariance
		scratch = 10 // of each worker
		results = 2*8 + 1
		each    = 8 * 8 // of a trajectory: lengths, weights, squares and leverage
	)
	workers := runtime.GOMAXPROCS(0)
	square := 8 * int64(dim+1) * int64(dim+1)
	return int64((systems+workers)*lambdas+others+scratch*workers)*square + int64(n)*int64(each+results*lambdas)
}

// Open returns the passes after the first, which take the sums over: do not use the sums any more. The
// end of ctx also ends the passes.
func (s *Sums) Open(ctx context.Context) (*Passes, error) {
	all := &s.summary
	if all.trajectories < 2 {
		return nil, fmt.Errorf("%d trajectories: want at least 2 to leave one out", all.trajectories)
	}
	p := &Passes{base: emptyProblem(ctx, nil, s.dim, s.opt)}
	p.base.summary = s.summary
	p.base.grouping = s.grouping
	p.base.foldG2 = s.sumG2
	if p.base.meanG2 = all.meanSquare(s.opt.Weighting); p.base.meanG2 < leastSquaredReturn && s.reward.step > 0 {
		return nil, s.reward.underflow()
	}
	if err := p.setCoordinates(ctx, s); err != nil {
		return nil, err
	}
	for range p.totals {
		p.sensitivities = append(p.sensitivities, make(dense.System, p.base.systemSize()))
	}
	p.base.opt.Do(ctx, 1, func(int) { p.view = p.base.at(p.base.opt.Ridge) })
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	p.base.do(ctx, len(p.totals), func(ws *workspace, k int) {
		p.totals[k].round(ws.whole)
		p.view.solveWhole(ws, k, ws.whole)
	})
	return p, ctx.Err()
}

// setCoordinates sets the scale of base, its rank, and the totals.
func (p *Passes) setCoordinates(ctx context.Context, s *Sums) error {
	base := p.base
	base.keep(s.size)
	gram := base.narrow(s.gram)
	gram.round(gram.sum)
	by := base.rescale(gram.sum)
	gram.sum.Scale(by)
	p.totals = make([]total, len(s.systems))
	base.opt.Do(ctx, len(p.totals), func(k int) {
		p.totals[k] = base.narrow(s.systems[k])
		p.totals[k].scale(by)
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return base.span(ctx, gram.sum)
}

// narrow returns a total of all features restricted to the features kept. Without features of zeros it
// is the same total.
func (p *problem) narrow(wide total) total {
	if p.d == p.features {
		return wide
	}
	d, ld, from := p.d, dense.Stride(p.d), dense.Stride(p.features)
	out := newTotals(1, dense.Size(d))[0]
	for a := range d {
		for b := range d + 1 {
			column := p.features // the vector
			if b < d {
				column = p.kept[b]
			}
			at := p.kept[a]*from + column
			out.sum[a*ld+b], out.rest[a*ld+b] = wide.sum[at], wide.rest[at]
		}
	}
	return out
}

// block begins a pass over the next trajectories, and returns a loop over them for some λ's. The
// results of the loop are the ones of the view.
func (p *Passes) block(ctx context.Context, pass int, data []*Trajectory, ks []int) (*foldLoop, error) {
	before := p.done[pass]
	all := p.base.folds()
	if before+len(data) > all {
		return nil, fmt.Errorf("%s of %d trajectories: want all %d", passNames[pass], before+len(data), all)
	}
	own := *p.base
	own.data = data
	own.before = before
	own.stop = func() bool { return ctx.Err() != nil }
	if _, err := own.measure(ctx); err != nil {
		return nil, err
	}
	for i, t := range data {
		if first := p.base.length[before+i]; t.Len() != first {
			return nil, fmt.Errorf("trajectory %d has %d steps, in the first pass %d: want the same data in each pass", before+i, t.Len(), first)
		}
	}
	if err := own.setFolds(); err != nil {
		return nil, err
	}
	own.findRepeats()
	v := *p.view
	v.problem = &own
	v.errors = window(v.errors, before, len(data))
	v.status = window(v.status, before, len(data))
	v.influence = window(v.influence, before, len(data))
	if pass == passRefit { // which solves the folds again, after the influences are complete
		v.allocate()
	}
	l := own.newStreamLoop(p.totals, p.sensitivities)
	l.view = &v
	l.ks = ks
	p.done[pass] += len(data)
	return l, nil
}

// window returns n numbers of each row.
func window[T any](rows [][]T, first, n int) [][]T {
	out := make([][]T, len(rows))
	for k, row := range rows {
		out[k] = row[first:][:n]
	}
	return out
}

// newStreamLoop returns a loop that takes all λ's at once and keeps no systems. Call release in
// the end.
func (p *problem) newStreamLoop(totals []total, sensitivities []dense.System) *foldLoop {
	d := p.divide()
	d.chunk, d.keeps = len(p.opt.Lambdas), false
	d.parts = max(1, min(d.parts, p.budget/(2*p.systemSize()*d.chunk+1)))
	l := &foldLoop{problem: p, division: d, ks: p.indices(), totals: totals, sensitivities: sensitivities}
	l.allocate()
	return l
}

// finished returns an error unless a pass has seen all trajectories.
func (p *Passes) finished(pass int) error {
	if n, all := p.done[pass], p.base.folds(); n < all {
		return fmt.Errorf("%s of %d trajectories: want all %d", passNames[pass], n, all)
	}
	return nil
}

// LeaveOut leaves out the next trajectories: for each, it subtracts the trajectory from the sums,
// fits the rest and scores the fit, as Select does.
func (p *Passes) LeaveOut(ctx context.Context, data []*Trajectory) error {
	if len(data) == 0 {
		return nil
	}
	l, err := p.block(ctx, passLeaveOut, data, p.base.indices())
	if err != nil {
		return err
	}
	defer l.release()
	l.leave(ctx)
	l.view.repeat(l.ks)
	return ctx.Err()
}

// Spread makes the third pass over the next trajectories: it adds the part of refits to the
// influences, the source of the standard errors, and computes leverages at λ̂. It requires that
// LeaveOut has seen all trajectories.
func (p *Passes) Spread(ctx context.Context, data []*Trajectory) error {
	if err := p.finished(passLeaveOut); err != nil || len(data) == 0 {
		return err
	}
	l, err := p.block(ctx, passSpread, data, p.base.indices())
	if err != nil {
		return err
	}
	defer l.release()
	if p.fit == nil {
		if err := p.choose(ctx); err != nil {
			return err
		}
	}
	leverage := p.leverage[l.before:]
	l.project(ctx, p.sensitivities, func(k, i int, product float64) { l.view.influence[k][i] += product })
	l.view.repeat(l.ks)
	l.ks = []int{p.selected}
	l.project(ctx, []dense.System{p.inverse}, func(_, i int, product float64) { leverage[i] = product })
	for i, j := range l.same {
		leverage[i] = leverage[j]
	}
	l.opt.Do(ctx, 1, func(int) { p.values.addValues(ctx, data, p.fit) })
	if p.finished(passSpread) == nil {
		p.view.complete(ctx, p.base.indices())
	}
	return ctx.Err()
}

// choose sets λ̂ and the fit at λ̂.
func (p *Passes) choose(ctx context.Context) error {
	p.selected = smallestWithin(len(p.totals), func(k int) float64 {
		loto, _ := meanAndError(p.view.errors[k], nil, p.base.foldWeights)
		return loto
	}, p.base.meanG2)
	theta, err := p.base.weights(p.view.theta[p.selected])
	if err != nil {
		return err
	}
	p.fit = &Fit{Lambda: p.base.opt.Lambdas[p.selected], Gamma: p.base.opt.Gamma, Theta: theta, Singular: p.view.singular[p.selected]}
	p.leverage = make([]float64, p.base.folds())
	p.base.opt.Do(ctx, 1, func(int) { p.inverse = p.view.leverageWeights(p.totals[p.selected]) })
	return ctx.Err()
}

// Leverage returns the leverage of each trajectory at λ̂ after the third pass; see
// Leverage. The slice is shared: do not change it.
func (p *Passes) Leverage() []float64 { return p.leverage }

// Selection returns the selection after the first three passes. The error names the missing pass, or
// a fault of the data as Select does.
func (p *Passes) Selection(ctx context.Context) (*Selection, error) {
	if err := p.finished(passLeaveOut); err != nil {
		return nil, err
	}
	if err := p.finished(passSpread); err != nil {
		return nil, err
	}
	return p.view.selection(ctx)
}

// Refit makes the fourth pass over the next trajectories, for Fit and Calibration: it fits λ̂ to all
// other trajectories, and compares the predictions with the returns. It requires that Spread has seen
// all trajectories.
func (p *Passes) Refit(ctx context.Context, data []*Trajectory) error {
	if err := p.finished(passSpread); err != nil || len(data) == 0 {
		return err
	}
	l, err := p.block(ctx, passRefit, data, []int{p.selected})
	if err != nil {
		return err
	}
	defer l.release()
	l.totals = p.totals[p.selected:][:1]
	if all := &p.base.summary; p.refits == nil {
		p.refits = p.view.newRefits(p.fit, all.trajectories, all.carried(ByStep).effective(), p.base.meanG2)
		p.refits.inverse = sync.OnceValue(func() []float64 { return p.view.inverseOf(p.totals[p.selected]) })
		p.refits.limits = p.values.limits()
	}
	merge := p.refits.gather(l)
	if l.leave(ctx); ctx.Err() != nil {
		return ctx.Err()
	}
	return merge()
}

// Fit returns the fit at λ̂ with the covariance of θ after the fourth pass, as Fit.WithCovariance.
func (p *Passes) Fit(ctx context.Context) (Fit, error) {
	if err := p.finished(passRefit); err != nil {
		return Fit{}, err
	}
	return p.refits.covary(ctx)
}

// Calibration returns the calibration of the fit at λ̂ after the fourth pass, as Calibrate.
func (p *Passes) Calibration(ctx context.Context) (*Calibration, error) {
	if err := p.finished(passRefit); err != nil {
		return nil, err
	}
	return p.refits.calibration(ctx)
}
