package estimator

import (
	"context"
	"fmt"
	"slices"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// Passes makes the second and the third pass of a selection, LeaveOut and Spread, given
// the sums of the first. Each pass goes over the trajectories of the sums in their order,
// in blocks of any size. Passes takes memory for some 4k·d² and 2n·k numbers.
//
// A Passes is not safe for concurrent use; the passes themselves work in parallel. After
// an error of a pass it is of no use.
type Passes struct {
	sums   *Sums
	opt    Options
	base   *problem   // the features other than zero, scaled
	view   *ridgeView // the coordinates that fits are made in
	totals []total    // per λ, the system of all trajectories in those of base

	// The second pass.
	lengths       []int        // H_i
	steps         int          // their sum
	truncated     []bool       // n
	sumG2         []float64    // n, Σ_t G_t²
	importances   []importance // n; nil where no trajectory has ratios
	errors        [][]float64  // k×n, ℓ_i
	status        [][]FoldStatus
	influence     [][]float64 // k×n, to which the third pass adds its share; see sensitivity
	sensitivities [][]float64 // per λ, their sum over folds, padded, in coordinates of base

	// The third pass.
	selected int       // λ̂
	leverage []float64 // n, at λ̂
}

// Open returns the passes after the first, which end with ctx, too.
func (s *Sums) Open(ctx context.Context) (*Passes, error) {
	if s.trajectories < 2 {
		return nil, fmt.Errorf("%d trajectories: want at least 2 to leave one out", s.trajectories)
	}
	p := &Passes{sums: s, opt: s.opt, base: s.problem(ctx, nil)}
	if err := p.setCoordinates(ctx); err != nil {
		return nil, err
	}
	p.opt.Do(ctx, 1, func(int) { p.view = p.base.at(p.opt.Ridge, 0) })
	p.allocate()
	return p, ctx.Err()
}

// allocate allocates the results of both passes, which are as large as the sums say.
func (p *Passes) allocate() {
	n := p.sums.trajectories
	p.lengths = make([]int, 0, n)
	p.truncated = make([]bool, 0, n)
	p.sumG2 = make([]float64, 0, n)
	p.leverage = make([]float64, 0, n)
	if p.sums.ratios {
		p.importances = make([]importance, 0, n)
	}
	for range p.totals {
		p.errors = append(p.errors, make([]float64, 0, n))
		p.status = append(p.status, make([]FoldStatus, 0, n))
		p.influence = append(p.influence, make([]float64, 0, n))
		p.sensitivities = append(p.sensitivities, make([]float64, p.base.paddedSize()))
	}
}

// setCoordinates sets the scales of base, its rank, and the totals.
func (p *Passes) setCoordinates(ctx context.Context) error {
	s, base := p.sums, p.base
	base.opt = p.opt
	base.opt.Ridge = 0 // which is the view's
	base.steps, base.truncated = s.steps, s.truncated
	base.scale = nil
	var by []float64 // what features divided by their sizes are multiplied with
	for j, size := range s.size {
		if size == 0 {
			continue
		}
		norm := scaledNorm{size, s.gram.sum[j*s.dim+j] + s.gram.rest[j*s.dim+j]}
		scale := norm.powerOfTwo()
		base.kept = append(base.kept, j)
		base.scale = append(base.scale, scale)
		by = append(by, size/scale)
	}
	if base.d = len(base.kept); base.d == s.dim {
		base.kept = nil
	}
	base.r = base.d
	base.settle()
	d, q := base.d, base.systemSize()
	factors := make(dense.System, q)
	outer(factors, by)
	gram := make([]float64, d*d)
	p.narrow(gram, s.gram.sum)
	kernels.Add(gram, p.narrow(make([]float64, d*d), s.gram.rest))
	kernels.Product(gram, gram, factors[:d*d])
	p.totals = make([]total, len(s.systems))
	p.opt.Do(ctx, len(p.totals), func(k int) {
		t := newTotal(make([]float64, 2*q), q)
		p.narrow(t.sum, s.systems[k].sum)
		p.narrow(t.rest, s.systems[k].rest)
		t.scale(factors)
		p.totals[k] = t
	})
	if ctx.Err() != nil || d == 0 {
		return ctx.Err()
	}
	return base.span(ctx, gram)
}

// narrow sets out to the numbers of a matrix, and of the vector behind it where there is
// one, for the features of base alone, and returns it.
func (p *Passes) narrow(out, wide []float64) []float64 {
	dim, d := p.sums.dim, p.base.d
	if p.base.kept == nil {
		copy(out, wide)
		return out
	}
	for a, i := range p.base.kept {
		for b, j := range p.base.kept {
			out[a*d+b] = wide[i*dim+j]
		}
		if len(wide) > dim*dim {
			out[d*d+a] = wide[dim*dim+i]
		}
	}
	return out
}

// block returns a leaver at work on some trajectories, and the first that equals each;
// offset is how many came before them. The error names one.
func (p *Passes) block(ctx context.Context, data []*Trajectory, offset, views int) (l *leaver, first []int, err error) {
	if err := checkData(data, offset); err != nil {
		return nil, nil, err
	}
	own := *p.base
	own.data, own.stop = data, func() bool { return ctx.Err() != nil }
	own.sumG2 = make([]float64, len(data))
	for i, t := range data {
		if t.Dim() != p.sums.dim {
			return nil, nil, fmt.Errorf("trajectory %d has %d features: want %d, as the sums have", offset+i, t.Dim(), p.sums.dim)
		}
		if own.sumG2[i], err = t.checkedReturns(offset+i, p.sums.opt.Gamma); err != nil {
			return nil, nil, err
		}
	}
	if err := own.setGroups(); err != nil {
		return nil, nil, err
	}
	own.weigh()
	items, first := own.distinct()
	return &leaver{
		problem: &own, division: own.divide(len(items), views).atOnce(&own, views), visit: visit{views: views},
		items: items, ks: own.indices(), totals: p.totals,
	}, first, nil
}

// outline returns trajectories of some lengths without numbers: all that is asked of
// the data once folds are known.
func outline(dim int, lengths []int, truncated []bool) []*Trajectory {
	zeros := make([]float64, slices.Max(lengths))
	out := make([]Trajectory, len(lengths))
	data := make([]*Trajectory, len(lengths))
	for i, h := range lengths {
		out[i] = Trajectory{dim: dim, rewards: zeros[:h:h], terminated: !truncated[i]}
		data[i] = &out[i]
	}
	return data
}

// Theta returns θ of LSTD(λ) on all trajectories, per λ, as Candidate.Theta. It needs no
// pass but the first.
func (p *Passes) Theta(ctx context.Context) ([][]float64, error) {
	f := p.wholes(ctx, nil)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	out := make([][]float64, len(f.theta))
	for k, theta := range f.theta {
		var err error
		if out[k], err = p.view.weights(theta); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// wholes returns the fits to all trajectories, by λ, without folds.
func (p *Passes) wholes(ctx context.Context, take func(k int, influence []float64)) *folds {
	k := len(p.totals)
	f := &folds{theta: make([][]float64, k), singular: make([]bool, k), shrinkage: make([]float64, k), take: take}
	p.opt.Do(ctx, k, func(k int) {
		f.theta[k] = make([]float64, p.view.r)
		whole := make(dense.System, p.base.systemSize())
		p.totals[k].round(whole)
		p.view.whole(f, k, whole)
	})
	return f
}

// Selection returns the selection after all three passes. The error names what is
// missing, or the fault of the data, as that of Select.
func (p *Passes) Selection(ctx context.Context) (*Selection, error) {
	if err := p.checkLeftOut(); err != nil {
		return nil, err
	}
	if n := len(p.lengths); len(p.leverage) != n {
		return nil, fmt.Errorf("the spread of %d trajectories: want all %d", len(p.leverage), n)
	}
	own := *p.view.problem
	own.data = outline(p.sums.dim, p.lengths, p.truncated)
	own.sumG2, own.importances = p.sumG2, p.importances
	if err := own.setGroups(); err != nil {
		return nil, err
	}
	own.weigh()
	if err := own.measureReturns(); err != nil {
		return nil, err
	}
	if r := p.sums.reward; own.meanG2 < leastSquaredReturn && r.step > 0 {
		return nil, r.underflow()
	}
	j := own.newJackknife()
	f := p.wholes(ctx, j.take)
	f.errors = p.errors
	f.status = p.status
	for _, influence := range p.influence {
		f.influence = append(f.influence, slices.Clone(influence)) // which the jackknife keeps
	}
	if own.complete(ctx, f, own.indices(), nil); ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return own.selection(ctx, f, j)
}

// underflow returns the error of rewards whose squares vanish.
func (r reward) underflow() error {
	return fmt.Errorf("trajectory %d, step %d: reward %v among returns whose squares underflow; scale the rewards up", r.trajectory, r.step, r.value)
}

// checkLeftOut returns an error unless all trajectories of the sums were left out.
func (p *Passes) checkLeftOut() error {
	if n := len(p.lengths); n != p.sums.trajectories || p.steps != p.sums.steps {
		return fmt.Errorf("LOTO errors of %d trajectories with %d steps: want all %d of the sums with %d", n, p.steps, p.sums.trajectories, p.sums.steps)
	}
	return nil
}
