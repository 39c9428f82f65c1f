package estimator

import (
	"context"
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// rankTolerance is the limit of singular values of the scaled features, as a share of the
// largest. Directions at or below the limit count as not spanned.
const rankTolerance = 1e-5

// problem is a set of trajectories in scaled coordinates: each feature divided by its size, a
// power of two. Scaling is needed because A grows with the square of the features: a feature in
// millimetres beside a feature in kilometres would make A look singular.
type problem struct {
	data []*Trajectory
	opt  Options
	grouping

	features  int       // of the data
	kept      []int     // features that are ever nonzero; nil for all
	d         int       // coordinates: the number of features kept
	rank      int       // of the scaled features
	missing   []float64 // d×(d−rank), an orthonormal basis of directions that the data do not span
	clean     bool      // no state has a part along missing, beyond rounding
	steps     int       // Σ H_i
	truncated int       // trajectories cut off
	sizes     []float64 // powers of two near √Σ x_j², of the features kept
	scale     []float64 // D_j: the sizes, or the scale of scaleWith
	inverse   []float64 // 1/D_j, exact
	sumG2     []float64 // Σ_t G_{i,t}² per trajectory
	foldG2    []float64 // the same per fold, weighted by squares
	squares   []float64 // a_j per trajectory, see weigh; nil where all are 1
	meanG2    float64   // the mean squared return, weighted as the LOTO error is

	importances []importance // per trajectory; nil where no trajectory has ratios

	done       <-chan struct{} // of the context of all work
	stop       func() bool     // reports whether the context has ended
	budget     int             // see divide
	workspaces *sync.Pool
}

// newProblem checks the data and sets the coordinates for the ridge of the options. It makes
// one pass over the data and takes O(ΣH·d² + d³).
func newProblem(ctx context.Context, data []*Trajectory, opt Options) (*problem, error) {
	p, err := prepare(ctx, data, opt)
	if err != nil {
		return nil, err
	}
	p.scale = p.scaleWith(p.opt.Ridge)
	p.settle()
	return p, ctx.Err()
}

// prepare checks the data and computes the scale and the rank.
func prepare(ctx context.Context, data []*Trajectory, opt Options) (*problem, error) {
	opt, err := opt.completed()
	if err != nil {
		return nil, err
	}
	if err := checkData(data, 0); err != nil {
		return nil, err
	}
	p := &problem{data: data, opt: opt, budget: defaultBudget, done: ctx.Done(), stop: func() bool { return ctx.Err() != nil }}
	if err := p.measure(ctx); err != nil {
		return nil, err
	}
	if err := p.setGroups(); err != nil {
		return nil, err
	}
	p.weigh()
	p.scale = p.sizes
	p.settle()
	gram, err := p.gram(ctx)
	if err != nil {
		return nil, err
	}
	if err := p.span(ctx, gram); err != nil {
		return nil, err
	}
	p.opt.Do(ctx, 1, func(int) { p.clean = p.spansAll() })
	return p, ctx.Err()
}

// settle sets the fields that depend on the scale.
func (p *problem) settle() {
	p.inverse = make([]float64, p.d)
	for j, s := range p.scale {
		p.inverse[j] = 1 / s
	}
	d, done := p.d, p.done
	p.workspaces = &sync.Pool{New: func() any { return newWorkspace(d, done) }}
}

// scaleWith returns the scale of a fit with a ridge, D_j = √(Σ x_j² + ρ), so that the diagonal
// of the scaled A + ρI is about 1. Otherwise a feature far below the ridge would swell to
// ρ/D_j², and well-determined features beside it would look deficient.
func (p *problem) scaleWith(ridge float64) []float64 {
	if ridge == 0 {
		return p.sizes
	}
	out := make([]float64, p.d)
	for j, s := range p.sizes {
		size := scaledNorm{}
		size.add(math.Sqrt(ridge))
		size.add(s)
		out[j] = size.powerOfTwo()
	}
	return out
}

// with returns the same problem with other λ's.
func (p *problem) with(lambdas []float64) *problem {
	out := *p
	out.opt.Lambdas = lambdas
	return &out
}

// scaledRows sets n rows, ld numbers apart, to the scaled features of n states from state first.
// buffer is for Trajectory.rowsInto.
func (p *problem) scaledRows(out []float64, ld int, t *Trajectory, buffer []float64, first, n int) {
	rows := t.rowsInto(buffer, first, n)
	for s := range n {
		row, x := out[s*ld:][:p.d], rows[s*t.dim:(s+1)*t.dim]
		if p.kept == nil {
			for j, by := range p.inverse {
				row[j] = x[j] * by
			}
			continue
		}
		for j, k := range p.kept {
			row[j] = x[k] * p.inverse[j]
		}
	}
}

// gram returns the Gram matrix Σ x̃ x̃ᵀ over all states of the data, laid out as a system.
func (p *problem) gram(ctx context.Context) (dense.System, error) {
	sums := make([]dense.System, passGroups)
	groups, err := p.overGroups(ctx, func(g, lo, hi int) {
		ws := p.borrow()
		defer p.giveBack(ws)
		e := &ws.episode
		sums[g] = make(dense.System, p.systemSize())
		for i := lo; i < hi && ctx.Err() == nil; i++ {
			p.begin(e, i)
			p.loadStates(e)
			e.addGram(sums[g], e.x, e.h+1)
		}
	})
	if err != nil {
		return nil, err
	}
	for _, sum := range sums[1:groups] {
		kernels.Add(sums[0], sum)
	}
	return sums[0], nil
}

// span computes the rank of the scaled features, and a basis of the directions without data, from
// the Gram matrix.
func (p *problem) span(ctx context.Context, gram dense.System) error {
	if p.d == 0 {
		return nil
	}
	d := p.d
	square := make([]float64, 0, d*d)
	for i := range d {
		square = append(square, gram[i*dense.Stride(d):][:d]...)
	}
	var eigen mat.EigenSym
	converged := false
	p.opt.Do(ctx, 1, func(int) {
		dense.Interruptible(ctx.Done(), d, func() { converged = eigen.Factorize(mat.NewSymDense(d, square), true) })
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	if !converged {
		return fmt.Errorf("the rank of the features can't be found: their eigenvalues do not converge")
	}
	values := eigen.Values(nil) // ascending
	missing := 0
	for missing < d && values[missing] <= values[d-1]*rankTolerance*rankTolerance {
		missing++
	}
	p.rank = d - missing
	if missing == 0 {
		return nil
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	p.missing = make([]float64, 0, d*missing)
	for j := range d {
		for a := range missing {
			p.missing = append(p.missing, vectors.At(j, a))
		}
	}
	return nil
}

// spansAll reports whether the data have no part along the missing directions, as with features
// that are collinear by definition. If so, sums need no projection.
func (p *problem) spansAll() bool {
	if p.missing == nil {
		return true
	}
	const rounding = 1e-11
	ws := p.borrow()
	defer p.giveBack(ws)
	e := &ws.episode
	missing := p.d - p.rank
	along := make([]float64, missing)
	for i := range p.data {
		if p.stop() {
			return false
		}
		p.begin(e, i)
		p.loadStates(e)
		for t := range e.h + 1 {
			clear(along)
			size := 0.0
			for j, v := range e.state(t) {
				if v != 0 {
					kernels.Axpy(v, p.missing[j*missing:(j+1)*missing], along)
					size = max(size, math.Abs(v))
				}
			}
			if !(kernels.Largest(along) <= rounding*size) {
				return false
			}
		}
	}
	return true
}

// systemSize returns the length of a system.
func (p *problem) systemSize() int { return dense.Size(p.d) }

// feature returns the index in the data of the j-th feature kept.
func (p *problem) feature(j int) int {
	if p.kept == nil {
		return j
	}
	return p.kept[j]
}

// weights returns θ in the units of the features, D⁻¹θ̃. The error names a feature so small, or
// rewards so large, that its weight overflows.
func (p *problem) weights(theta []float64) ([]float64, error) {
	out := make([]float64, p.features)
	for j, v := range theta {
		at := p.feature(j)
		out[at] = v / p.scale[j]
		if math.IsInf(out[at], 0) || math.IsNaN(out[at]) {
			return nil, fmt.Errorf("the weight of feature %d overflows: scale the feature up or the rewards down", at+1)
		}
	}
	return out, nil
}

// coordinates returns θ in scaled coordinates.
func (p *problem) coordinates(theta []float64) []float64 {
	out := make([]float64, p.d)
	for j := range out {
		out[j] = theta[p.feature(j)] * p.scale[j]
	}
	return out
}

// view is a problem at one ridge. Fits are in the coordinates of the view, scaled with the ridge,
// so that several ridges can share the sums of a problem:
//
//	C̃ = S C S + ρD⁻², b̃ = S b, θ = S θ̃, with S the stretch.
//
// Without a ridge, the solution is within the directions that the data span. With N the basis of
// the missing directions, P = I − NNᵀ and σ the largest number of C,
//
//	C̃ = P C P + σ NNᵀ, b̃ = P b.
//
// The system C̃θ̃ = b̃ then has a single solution, without a part along N.
type view struct {
	*problem
	own     *problem  // the same with the scale of this view
	stretch []float64 // S, powers of two; nil for I
	ridge   []float64 // ρ/D_j² in the scale of this view; nil without
	null    []float64 // NNᵀ, d×d; nil without missing directions
	folds
}

// at returns the view of a problem at a ridge.
func (p *problem) at(ridge float64) *view {
	own := *p
	own.opt.Ridge = ridge
	v := &view{problem: p, own: &own}
	if ridge > 0 {
		own.scale = p.scaleWith(ridge)
		v.ridge = make([]float64, p.d)
		for j, s := range own.scale {
			v.ridge[j] = ridge / s / s
			if s != p.scale[j] && v.stretch == nil {
				v.stretch = make([]float64, p.d)
			}
		}
		for j := range v.stretch {
			v.stretch[j] = p.scale[j] / own.scale[j]
		}
	} else if missing := p.d - p.rank; p.missing != nil {
		v.null = make([]float64, p.d*p.d)
		for i := range p.d {
			for j := range p.d {
				v.null[i*p.d+j] = kernels.Dot(p.missing[i*missing:(i+1)*missing], p.missing[j*missing:(j+1)*missing])
			}
		}
	}
	v.allocate()
	return v
}

// enter converts a system to the coordinates of the view, the ridge included.
func (v *view) enter(s dense.System) {
	d, ld := v.d, dense.Stride(v.d)
	for i, by := range v.stretch {
		row := s[i*ld:][:d+1]
		for j, other := range v.stretch {
			row[j] *= by * other
		}
		row[d] *= by
	}
	for j, rho := range v.ridge {
		s[j*ld+j] += rho
	}
	if v.null == nil {
		return
	}
	if !v.clean {
		v.project(s)
	}
	size := 0.0
	for i := range d {
		size = max(size, kernels.Largest(s[i*ld:][:d])) // at most the largest singular value
	}
	for i := range d {
		kernels.Axpy(size, v.null[i*d:(i+1)*d], s[i*ld:])
	}
}

// project replaces the matrix of a system by P C P and its vector by P b.
func (v *view) project(s dense.System) {
	d, ld := v.d, dense.Stride(v.d)
	along := make([]float64, d+1)
	part := make([]float64, d)
	for i := range d {
		row := s[i*ld:][:d]
		copy(part, row)
		for j, x := range part { // C P
			kernels.Axpy(-x, v.null[j*d:(j+1)*d], row)
		}
	}
	whole := append(dense.System(nil), s...)
	for i := range d {
		clear(along)
		for j, x := range v.null[i*d : (i+1)*d] {
			kernels.Axpy(x, whole[j*ld:][:d+1], along)
		}
		kernels.Axpy(-1, along, s[i*ld:])
	}
}

// pull converts a vector that multiplies solutions, such as a slope, to the coordinates of the
// view.
func (v *view) pull(x []float64) {
	for j, by := range v.stretch {
		x[j] *= by
	}
	if v.null != nil && !v.clean {
		whole := append([]float64(nil), x...)
		for j, by := range whole {
			kernels.Axpy(-by, v.null[j*v.d:(j+1)*v.d], x)
		}
	}
}

// push converts a solution of the view, such as θ̃, to the coordinates of the problem.
func (v *view) push(x []float64) {
	for j, by := range v.stretch {
		x[j] *= by
	}
}

// inverseOf sets out, d×d, to the inverse of a matrix in the coordinates of the view, or to the
// pseudo-inverse if the matrix is rank-deficient. The result is in the coordinates of the
// problem.
func (v *view) inverseOf(out []float64, ws *workspace, s dense.System) {
	if !ws.solver.Inverse(out, s) {
		ws.solver.PseudoInverse(out, s)
	}
	for i, by := range v.stretch {
		for j, other := range v.stretch {
			out[i*v.d+j] *= by * other
		}
	}
}
