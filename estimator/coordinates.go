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
	data   []*Trajectory
	opt    Options
	before int // number of trajectories in the blocks before, for errors
	grouping

	features  int       // of the data
	kept      []int     // features that are ever nonzero
	d         int       // coordinates: the number of features kept
	rank      int       // of the scaled features
	missing   []float64 // d×(d−rank), an orthonormal basis of directions that the data do not span
	clean     bool      // no state has a part along missing, beyond rounding
	steps     int       // Σ H_i
	truncated int       // trajectories cut off
	scale     []float64 // D_j, powers of two near √Σ x_j², of the features kept
	inverse   []float64 // 1/D_j, exact
	sumG2     []float64 // Σ_t G_{i,t}² per trajectory
	foldG2    []float64 // the same per fold, weighted by squares
	squares   []float64 // a_j per trajectory, see weigh; nil without groups
	meanG2    float64   // the mean squared return, weighted as the LOTO error is
	summary   summary

	ratios      bool         // whether any trajectory has importance ratios
	importances []importance // per trajectory

	done       <-chan struct{} // of the context of all work
	stop       func() bool     // reports whether the context has ended
	budget     int             // see divide
	workspaces *sync.Pool
}

// emptyProblem returns a problem of data of some features, 0 for those of the first trajectory,
// without folds or coordinates.
func emptyProblem(ctx context.Context, data []*Trajectory, features int, opt Options) *problem {
	return &problem{data: data, opt: opt, features: features, budget: defaultBudget, done: ctx.Done(), stop: func() bool { return ctx.Err() != nil }}
}

// newProblem checks the data and sets folds and coordinates. It makes three passes over the data
// and takes O(ΣH·d² + d³).
func newProblem(ctx context.Context, data []*Trajectory, opt Options) (*problem, error) {
	opt, err := opt.completed()
	if err != nil {
		return nil, err
	}
	p := emptyProblem(ctx, data, 0, opt)
	sizes, err := p.measure(ctx)
	if err != nil {
		return nil, err
	}
	if err := p.setFolds(); err != nil {
		return nil, err
	}
	if err := p.summary.add(p); err != nil {
		return nil, err
	}
	p.meanG2 = p.summary.meanSquare(opt.Weighting)
	p.findRepeats()
	p.keep(sizes)
	gram, err := p.gram(ctx)
	if err != nil {
		return nil, err
	}
	gram.Scale(p.rescale(gram))
	if err := p.span(ctx, gram); err != nil {
		return nil, err
	}
	p.opt.Do(ctx, 1, func(int) { p.clean = p.spansAll() })
	return p, ctx.Err()
}

// keep keeps the features of nonzero size, divided by size.
func (p *problem) keep(sizes []float64) {
	p.kept = nil
	p.scale = nil
	for j, size := range sizes {
		if size > 0 {
			p.kept = append(p.kept, j)
			p.scale = append(p.scale, size)
		}
	}
	p.settle()
}

// rescale changes the scale by the Gram matrix of the features, and returns the factors.
func (p *problem) rescale(gram dense.System) (by []float64) {
	for j, size := range p.scale {
		norm := scaledNorm{size, gram[j*dense.Stride(p.d)+j]}
		scale := norm.powerOfTwo()
		by = append(by, size/scale)
		p.scale[j] = scale
	}
	p.settle()
	return by
}

// settle sets the fields that depend on the scale.
func (p *problem) settle() {
	p.d = len(p.scale)
	p.inverse = make([]float64, p.d)
	for j, s := range p.scale {
		p.inverse[j] = 1 / s
	}
	d, done := p.d, p.done
	p.workspaces = &sync.Pool{New: func() any { return newWorkspace(d, done) }}
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
	inverse := p.inverse
	for s := range n {
		row, x := out[s*ld:][:len(inverse)], rows[s*t.dim:(s+1)*t.dim]
		if p.d == p.features {
			for j, v := range x[:len(inverse)] {
				row[j] = v * inverse[j]
			}
			continue
		}
		for j, k := range p.kept {
			row[j] = x[k] * inverse[j]
		}
	}
}

// gram returns the Gram matrix Σ x̃ x̃ᵀ over all states of the data, laid out as a system.
func (p *problem) gram(ctx context.Context) (dense.System, error) {
	n := len(p.data)
	groups := min(n, passGroups)
	sums := make([]dense.System, groups)
	p.do(ctx, groups, func(ws *workspace, g int) {
		e := &ws.episode
		sums[g] = make(dense.System, p.systemSize())
		for i := g * n / groups; i < (g+1)*n/groups && ctx.Err() == nil; i++ {
			p.begin(e, i)
			p.loadStates(e)
			e.addGram(sums[g], e.x, e.h+1)
		}
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for _, sum := range sums[1:] {
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

// weights returns θ in the units of the features, D⁻¹θ̃. The error names a feature so small, or
// rewards so large, that its weight overflows.
func (p *problem) weights(theta []float64) ([]float64, error) {
	out := make([]float64, p.features)
	for j, v := range theta {
		at := p.kept[j]
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
		out[j] = theta[p.kept[j]] * p.scale[j]
	}
	return out
}

// view is a problem at one ridge. From sums C and b over trajectories in the coordinates of the
// problem, fits are in the coordinates of the view,
//
//	C̃ = S C S + ρE⁻², b̃ = S b, θ = S θ̃, with E_j = √(D_j² + ρ) and S = D E⁻¹,
//
// rounded to powers of two, so that the diagonal of C̃ is about 1. Otherwise a feature far below the
// ridge would swell to ρ/D_j², and well-determined features beside it would look deficient.
//
// Without a ridge, the solution is within the directions that the data span. With N the basis of
// the missing directions, P = I − NNᵀ and σ the largest number of C,
//
//	C̃ = P C P + σ NNᵀ, b̃ = P b.
//
// The system C̃θ̃ = b̃ then has a single solution, without a part along N.
type view struct {
	*problem
	rho     float64   // the ridge ρ
	ridge   []float64 // ρ/E_j²; nil without
	stretch []float64 // S; nil for I
	null    []float64 // NNᵀ, d×d; nil without missing directions
	folds
}

// at returns the view of a problem at a ridge.
func (p *problem) at(rho float64) *view {
	v := &view{problem: p, rho: rho}
	if rho > 0 {
		for _, scale := range p.scale {
			own := scaledNorm{}
			own.add(math.Sqrt(rho))
			own.add(scale)
			size := own.powerOfTwo()
			v.ridge = append(v.ridge, rho/size/size)
			v.stretch = append(v.stretch, scale/size)
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
	s.Scale(v.stretch)
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

// inverseOf returns the inverse of a total of trajectories, d×d, or the pseudo-inverse if the total
// is rank-deficient in the coordinates of the view. The result is in the coordinates of the problem.
func (v *view) inverseOf(t total) []float64 {
	ws := v.borrow()
	defer v.giveBack(ws)
	t.round(ws.whole)
	v.enter(ws.whole)
	out := make([]float64, v.d*v.d)
	ws.solver.Solve(ws.theta, ws.whole)
	ws.solver.Inverse(out)
	for i, by := range v.stretch {
		for j, other := range v.stretch {
			out[i*v.d+j] *= by * other
		}
	}
	return out
}
