package estimator

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
)

// Passes is what the second and the third pass of a selection work with, and what
// puts the selection together: the coordinates, and the systems of all trajectories,
// as the sums of the first pass have them. It takes memory for some k·d² numbers.
type Passes struct {
	sums    *Sums
	opt     Options
	wide    *problem     // all features, scaled, zero ones included: as trajectories were added up
	base    *problem     // those other than zero; wide itself where all are
	view    *ridgeView   // the coordinates that fits are made in
	systems []expansions // per λ, the system of all trajectories in those of base
}

// Open returns what the passes after the first work with. The options must have the γ
// and the λ's of the sums; ridge, weighting and tail may be any, and Method means
// nothing, as folds are solved as Cached does. Their work ends with ctx, too. The sums
// are carried, but stay what they are.
func (s *Sums) Open(ctx context.Context, opt Options) (*Passes, error) {
	opt.Method = Cached
	if opt.Do == nil {
		opt.Do = goroutines
	}
	switch err := opt.validate(); {
	case err != nil:
		return nil, err
	case opt.Gamma != s.gamma:
		return nil, fmt.Errorf("gamma %v: want %v, as the sums have it", opt.Gamma, s.gamma)
	case !slices.Equal(opt.Lambdas, s.lambdas):
		return nil, fmt.Errorf("lambdas: want those of the sums")
	case opt.Groups != nil:
		return nil, fmt.Errorf("groups: want none, as passes leave out single trajectories")
	case s.processor != runtime.GOARCH:
		return nil, fmt.Errorf("sums made on %s, which rounds otherwise than %s: want the same kind of processor", s.processor, runtime.GOARCH)
	case s.trajectories < 2:
		return nil, fmt.Errorf("%d trajectories: want at least 2 to leave one out", s.trajectories)
	}
	s.carry()
	p := &Passes{sums: s, opt: opt}
	exponents := p.coordinates(ctx)
	if err := p.span(ctx, exponents); err != nil {
		return nil, err
	}
	opt.Do(ctx, 1, func(int) { p.view = p.base.at(opt.Ridge, 0) })
	p.systems = make([]expansions, len(s.systems))
	opt.Do(ctx, len(p.systems), func(k int) { p.systems[k] = p.system(k, exponents) })
	return p, ctx.Err()
}

// coordinates sets wide and base, with their scales, and returns those of base as
// exponents of 2.
func (p *Passes) coordinates(ctx context.Context) (exponents []int) {
	s := p.sums
	wide := s.problem(ctx, nil)
	wide.opt = p.opt
	wide.opt.Ridge = 0 // which is the view's
	wide.steps, wide.truncated = s.steps, s.truncated
	base := *wide
	base.scale = nil
	for j := range s.dim {
		exponent, any := s.gram.rootExponent(j*s.dim + j)
		if !any {
			continue
		}
		wide.scale[j] = math.Ldexp(1, exponent)
		base.kept = append(base.kept, j)
		base.scale = append(base.scale, wide.scale[j])
		exponents = append(exponents, exponent)
	}
	wide.invert()
	p.wide, p.base = wide, wide
	if len(base.kept) < s.dim {
		base.d = len(base.kept)
		base.r = base.d
		base.settle()
		p.base = &base
	}
	return exponents
}

// rootExponent returns the exponent of the power of two next to the root of the i-th
// sum, carried, of squares, and whether any of these was not zero.
func (s *exactSums) rootExponent(i int) (exponent int, any bool) {
	for c := len(s.planes) - 1; c >= 0; c-- {
		top := s.planes[c][i]
		if top == 0 {
			continue
		}
		value := float64(top)
		for below := 1; below <= 2 && c >= below; below++ {
			value += math.Ldexp(float64(s.planes[c-below][i]), -below*digitBits)
		}
		log := math.Log2(value) + float64((s.low+c)*digitBits-exactBias)
		return max(-maxScale, min(maxScale, int(math.Round(log/2)))), true
	}
	return 0, false
}

// keptFeature returns the feature that is the j-th coordinate of base.
func (p *Passes) keptFeature(j int) int {
	if p.base.kept == nil {
		return j
	}
	return p.base.kept[j]
}

// span finds the rank of the features from their Gram matrix.
func (p *Passes) span(ctx context.Context, exponents []int) error {
	d := p.base.d
	if d == 0 {
		return nil
	}
	gram := p.sums.gram.expand(d*d, func(i int) (index, exponent int) {
		a, b := i/d, i%d
		return p.keptFeature(a)*p.sums.dim + p.keptFeature(b), -exponents[a] - exponents[b]
	})
	if p.base != p.wide {
		defer func() { p.wide.rank = p.base.rank }()
	}
	return p.base.span(ctx, gram[0])
}

// system returns the system of all trajectories at the k-th λ.
func (p *Passes) system(k int, exponents []int) expansions {
	d, columns := p.base.d, p.sums.dim+1
	return p.sums.systems[k].expand(d*d+d, func(i int) (index, exponent int) {
		if i >= d*d { // b
			a := i - d*d
			return p.keptFeature(a)*columns + columns - 1, -exponents[a]
		}
		a, b := i/d, i%d
		return p.keptFeature(a)*columns + p.keptFeature(b), -exponents[a] - exponents[b]
	})
}

// block is some trajectories at work.
type block struct {
	*Passes
	wide, base *problem
	items      []item
	first      []int
}

// block returns trajectories to work on; offset is how many came before them. Its
// error names one.
func (p *Passes) block(ctx context.Context, data []*Trajectory, offset int) (*block, error) {
	b := &block{Passes: p}
	on := func(p *problem) *problem {
		own := *p
		own.data, own.stop = data, func() bool { return ctx.Err() != nil }
		own.sumG2 = make([]float64, len(data))
		return &own
	}
	b.wide = on(p.wide)
	b.base = b.wide
	if p.base != p.wide {
		b.base = on(p.base)
	}
	for i, t := range data {
		if t.Dim() != p.sums.dim {
			return nil, fmt.Errorf("trajectory %d has %d features: want %d, as the sums have", offset+i+1, t.Dim(), p.sums.dim)
		}
		var err error
		if b.base.sumG2[i], err = t.checkedReturns(offset+i+1, p.sums.gamma); err != nil {
			return nil, err
		}
	}
	for _, p := range []*problem{b.wide, b.base} {
		if err := p.setGroups(); err != nil {
			return nil, err
		}
	}
	b.base.weigh()
	b.items, b.first = b.base.distinct()
	return b, nil
}

// borrow returns workspaces for base and for wide, the same one where these are.
func (b *block) borrow() (base, wide *workspace, giveBack func()) {
	base = b.base.borrow()
	if b.wide == b.base {
		return base, base, func() { b.base.giveBack(base) }
	}
	wide = b.wide.borrow()
	return base, wide, func() {
		b.base.giveBack(base)
		b.wide.giveBack(wide)
	}
}

// narrow sets out, a system of base, to rows of all features, ld numbers apart: the
// matrix, with the vector as column vectorAt beside it.
func (b *block) narrow(out system, rows []float64, ld, vectorAt int) {
	d := b.base.d
	matrix, vector := out.matrix(d), out.vector(d)
	for a := range d {
		row := rows[b.keptFeature(a)*ld:]
		if b.base.kept == nil {
			copy(matrix[a*d:(a+1)*d], row)
		} else {
			for c, j := range b.base.kept {
				matrix[a*d+c] = row[j]
			}
		}
		vector[a] = row[vectorAt]
	}
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
// they spread. Without a spread, nil, it does not say how sure differences of scores
// are: Selection.Compared is false, and RefitSE NaN. The error names what is missing, or what is wrong
// with the data, as that of Select.
func (p *Passes) Selection(ctx context.Context, scores *Scores, spread *Spread) (*Selection, error) {
	if err := p.whole("scores", scores.settings, scores.dim, scores.lengths); err != nil {
		return nil, err
	}
	if spread != nil {
		if n := len(scores.lengths); len(spread.leverage) != n || len(spread.projected) != len(p.systems) {
			return nil, fmt.Errorf("the spread of %d trajectories: want %d, as many as there are scores", len(spread.leverage), n)
		}
	}
	own := *p.view.problem
	own.data = outline(p.sums.dim, scores.lengths, scores.truncated)
	own.sumG2, own.importances = scores.sumG2, scores.importances
	if err := own.setGroups(); err != nil {
		return nil, err
	}
	own.weigh()
	if err := own.measureReturns(); err != nil {
		return nil, err
	}
	if r := p.sums.reward; own.meanG2 < leastSquaredReturn && r.trajectory > 0 {
		return nil, r.underflow()
	}
	view := *p.view
	k := len(p.systems)
	f := &folds{
		theta:     make([][]float64, k),
		singular:  make([]bool, k),
		errors:    scores.errors,
		status:    scores.status,
		shrinkage: make([]float64, k),
		influence: make([][]float64, k),
	}
	var j *jackknife
	if spread != nil {
		j = own.newJackknife()
		f.take = j.take
	}
	view.out = f
	p.opt.Do(ctx, k, func(k int) {
		f.theta[k] = make([]float64, own.r)
		view.whole(k, p.systems[k][0])
		if spread != nil {
			f.influence[k] = slices.Clone(scores.own[k])
			add(f.influence[k], spread.projected[k])
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if spread != nil {
		ks := make([]int, k)
		for k := range ks {
			ks[k] = k
		}
		if own.complete(ctx, f, ks, nil); ctx.Err() != nil {
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

// whole returns an error where what is given is not of all the trajectories of the
// sums, at the settings of the passes.
func (p *Passes) whole(what string, s settings, dim int, lengths []int) error {
	if err := p.settings().check(s); err != nil {
		return fmt.Errorf("%s at %w", what, err)
	}
	steps := 0
	for _, h := range lengths {
		steps += h
	}
	if dim != p.base.d {
		return fmt.Errorf("%s of %d features other than zero: want %d", what, dim, p.base.d)
	}
	if len(lengths) != p.sums.trajectories || steps != p.sums.steps {
		return fmt.Errorf("%s of %d trajectories with %d steps: want all %d of the sums with %d", what, len(lengths), steps, p.sums.trajectories, p.sums.steps)
	}
	return nil
}
