package estimator

import (
	"context"
	"fmt"
	"math"
	"slices"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// Passes is what the second and the third pass of a selection work with, and what
// puts the selection together: the coordinates, and the systems of all trajectories,
// as the sums of the first pass have them. It takes memory for some 2k·d² numbers.
type Passes struct {
	sums   *Sums
	opt    Options
	base   *problem   // the features other than zero, scaled
	view   *ridgeView // the coordinates that fits are made in
	totals []total    // per λ, the system of all trajectories in those of base
}

// Open returns what the passes after the first work with. Folds are solved as Cached does.
// Their work ends with ctx, too.
func (s *Sums) Open(ctx context.Context, of PassOptions) (*Passes, error) {
	opt, err := Options{
		Gamma: s.gamma, Lambdas: s.lambdas, Ridge: of.Ridge, Weighting: of.Weighting, Tail: of.Tail, Method: Cached, Do: of.Do,
	}.completed()
	switch {
	case err != nil:
		return nil, err
	case s.trajectories < 2:
		return nil, fmt.Errorf("%d trajectories: want at least 2 to leave one out", s.trajectories)
	}
	p := &Passes{sums: s, opt: opt, base: s.problem(ctx, nil)}
	if err := p.setCoordinates(ctx); err != nil {
		return nil, err
	}
	opt.Do(ctx, 1, func(int) { p.view = p.base.at(opt.Ridge, 0) })
	return p, ctx.Err()
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
		if own.sumG2[i], err = t.checkedReturns(offset+i, p.sums.gamma); err != nil {
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

// Selection puts the selection together from the folds of all trajectories, and how
// they spread. Without a spread, nil, it does not say how sure differences of LOTO errors
// are: Selection.Compared is false, and RefitSE NaN. The error names what is missing, or what is wrong
// with the data, as that of Select.
func (p *Passes) Selection(ctx context.Context, loto *LOTOErrors, spread *Spread) (*Selection, error) {
	if err := p.checkErrors(loto); err != nil {
		return nil, err
	}
	if err := p.whole(loto.lengths); err != nil {
		return nil, err
	}
	if spread != nil {
		if n := len(loto.lengths); len(spread.leverage) != n || len(spread.projected) != len(p.totals) {
			return nil, fmt.Errorf("the spread of %d trajectories: want %d, as many as there are LOTO errors", len(spread.leverage), n)
		}
	}
	own := *p.view.problem
	own.data = outline(p.sums.dim, loto.lengths, loto.truncated)
	own.sumG2, own.importances = loto.sumG2, loto.importances
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
	k := len(p.totals)
	f := &folds{
		theta:     make([][]float64, k),
		singular:  make([]bool, k),
		errors:    loto.errors,
		status:    loto.status,
		shrinkage: make([]float64, k),
		influence: make([][]float64, k),
	}
	var j *jackknife
	if spread != nil {
		j = own.newJackknife()
		f.take = j.take
	}
	p.opt.Do(ctx, k, func(k int) {
		f.theta[k] = make([]float64, own.r)
		whole := make(dense.System, p.base.systemSize())
		p.totals[k].round(whole)
		p.view.whole(f, k, whole)
		if spread != nil {
			f.influence[k] = slices.Clone(loto.own[k])
			kernels.Add(f.influence[k], spread.projected[k])
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if spread != nil {
		if own.complete(ctx, f, own.indices(), nil); ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	out, err := own.selection(ctx, f, j, Cached)
	if err == nil && spread == nil {
		out.uncompared = true
		for k := range out.Candidates {
			out.Candidates[k].RefitSE = math.NaN()
		}
	}
	return out, err
}

// underflow returns the error of rewards whose squares vanish.
func (r reward) underflow() error {
	return fmt.Errorf("trajectory %d, step %d: reward %v among returns whose squares underflow; scale the rewards up", r.trajectory, r.step, r.value)
}

// settings are those that folds depend on.
type settings struct {
	gamma     float64
	lambdas   []float64
	ridge     float64
	weighting Weighting
	tail      Tail
}

func (p *Passes) settings() settings {
	return settings{p.opt.Gamma, p.opt.Lambdas, p.opt.Ridge, p.opt.Weighting, p.opt.Tail}
}

// check returns an error where others differ.
func (s settings) check(o settings) error {
	switch {
	case s.gamma != o.gamma:
		return fmt.Errorf("gamma %v: want %v", o.gamma, s.gamma)
	case !slices.Equal(s.lambdas, o.lambdas):
		return fmt.Errorf("another grid of λ's: want the same")
	case s.ridge != o.ridge:
		return fmt.Errorf("ridge %v: want %v", o.ridge, s.ridge)
	case s.weighting != o.weighting:
		return fmt.Errorf("weighting %v: want %v", o.weighting, s.weighting)
	case s.tail != o.tail:
		return fmt.Errorf("tail %v: want %v", o.tail, s.tail)
	}
	return nil
}

// checkErrors returns an error for LOTO errors of other features or settings.
func (p *Passes) checkErrors(e *LOTOErrors) error {
	if e == nil {
		return fmt.Errorf("no LOTO errors: want those of NewLOTOErrors")
	}
	if err := p.settings().check(e.settings); err != nil {
		return fmt.Errorf("LOTO errors at %w", err)
	}
	if e.dim != p.base.d {
		return fmt.Errorf("LOTO errors of %d features other than zero: want %d", e.dim, p.base.d)
	}
	return nil
}

// whole returns an error where trajectories of some lengths are not all those of the sums.
func (p *Passes) whole(lengths []int) error {
	steps := 0
	for _, h := range lengths {
		steps += h
	}
	if len(lengths) != p.sums.trajectories || steps != p.sums.steps {
		return fmt.Errorf("LOTO errors of %d trajectories with %d steps: want all %d of the sums with %d", len(lengths), steps, p.sums.trajectories, p.sums.steps)
	}
	return nil
}
