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

// rankTolerance is the singular value, as a share of the largest, at or below
// which a direction of the scaled features counts as not spanned by the data.
const rankTolerance = 1e-5

// problem is a set of trajectories in the coordinates that all methods work in:
// each feature divided by its size, and, where the data span fewer directions
// than there are features and there is no ridge, projected onto those they
// span. A goes with the square of the features, so without this a feature in
// millimetres beside one in kilometres would make A look singular.
type problem struct {
	data []*Trajectory
	opt  Options
	grouping

	features  int        // of the data
	kept      []int      // those that are ever other than zero; nil where all are
	d         int        // how many those are
	r         int        // coordinates worked in
	rank      int        // of the scaled features
	missing   []float64  // d×(d−rank), of those they do not
	spanned   *mat.Dense // d×rank, an orthonormal basis of the directions they span
	steps     int        // Σ H_i
	truncated int        // trajectories cut off
	sparse    bool       // nearly all numbers are zero
	scale     []float64  // D_j, powers of two, of the features kept
	inverse   []float64  // 1/D_j, exact
	ones      []float64  // d of them
	basis     []float64  // Q, d×r row by row; nil where it is the identity
	null      []float64  // NNᵀ, d×d, of the directions not spanned, where all features are coordinates nevertheless
	ridge     []float64  // ρ/D_j², the ridge in scaled coordinates; nil without
	sumG2     []float64  // Σ_t G_{i,t}² per trajectory
	foldG2    []float64  // the same per fold, weighted by squares
	squares   []float64  // a_j per trajectory, see weigh; nil where all are 1
	meanG2    float64    // the mean squared return, weighted as the LOTO error is

	importances []importance // per trajectory; nil where none has ratios

	moments       []lags          // per trajectory, where they are kept for λ's or passes to come
	lagLambdas    int             // for how many λ's moments are filled as trajectories come by; 0 where they are not
	momentNumbers int             // of moments, about
	loaded        []episode       // by trajectory, where keepingLoaded has them
	done          <-chan struct{} // of the context all work is for
	stop          func() bool     // whether it has ended
	budget        int             // see divide
	workspaces    *sync.Pool
}

// newProblem checks the data and sets the coordinates. It makes one pass over the
// data and takes O(ΣH·d² + d³).
func newProblem(ctx context.Context, data []*Trajectory, opt Options) (*problem, error) {
	p, err := prepare(ctx, data, opt)
	if err != nil {
		return nil, err
	}
	p.opt.Do(ctx, 1, func(int) { p.shape() })
	return p, ctx.Err()
}

// prepare checks the data and finds their scale and rank.
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
	p.invert()
	if err := p.decompose(ctx); err != nil {
		return nil, err
	}
	return p, nil
}

// shape sets the coordinates to work in: with a ridge, those that it is part of
// the scale of; without, those of the directions that the data span.
func (p *problem) shape() {
	p.r = p.d
	switch {
	case p.opt.Ridge > 0:
		p.rescale()
	case p.rank == p.d:
	case p.sparse && p.opt.Method != RSM && p.complement():
	default:
		p.reduce()
	}
	p.settle()
}

// settle makes what follows from the coordinates.
func (p *problem) settle() {
	p.invert()
	r := p.r
	done := p.done
	p.workspaces = &sync.Pool{New: func() any { return newWorkspace(r, done) }}
}

// invert sets inverse to 1/D_j.
func (p *problem) invert() {
	p.inverse, p.ones = make([]float64, p.d), make([]float64, p.d)
	for j, s := range p.scale {
		p.inverse[j], p.ones[j] = 1/s, 1
	}
}

// with returns the same problem with other λ's.
func (p *problem) with(lambdas []float64) *problem {
	out := *p
	out.opt.Lambdas = lambdas
	return &out
}

// scaled sets row to D⁻¹ of a state's features, of those that are kept.
func (p *problem) scaled(row, x, inverse []float64) {
	if p.kept == nil {
		kernels.Product(row[:len(inverse)], x, inverse)
		return
	}
	for j, k := range p.kept {
		row[j] = x[k] * inverse[j]
	}
}

// scaledRows does so for n states from one on, of rows ld numbers apart. buffer is for
// Trajectory.rowsInto.
func (p *problem) scaledRows(out []float64, ld int, t *Trajectory, inverse, buffer []float64, first, n int) {
	rows := t.rowsInto(buffer, first, n)
	if p.kept == nil {
		kernels.ScaleRows(out, ld, rows, t.dim, inverse, n)
		return
	}
	for s := range n {
		p.scaled(out[s*ld:s*ld+p.d], rows[s*t.dim:(s+1)*t.dim], inverse)
	}
}

// countZeros returns how many numbers are zero.
func countZeros(x []float64) int {
	count := 0
	for _, v := range x {
		if v == 0 {
			count++
		}
	}
	return count
}

// decompose finds the rank of the scaled features and a basis of the directions
// they span.
func (p *problem) decompose(ctx context.Context) error {
	if p.d == 0 {
		return nil
	}
	gram, err := p.gram(ctx)
	if err != nil {
		return err
	}
	return p.span(ctx, gram)
}

// span finds the rank of the scaled features and a basis from their Gram matrix.
func (p *problem) span(ctx context.Context, gram []float64) error {
	var eigen mat.EigenSym
	converged := false
	p.opt.Do(ctx, 1, func(int) {
		dense.Interruptible(ctx.Done(), p.d, func() { converged = eigen.Factorize(mat.NewSymDense(p.d, gram), true) })
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	if !converged {
		return fmt.Errorf("the rank of the features can't be found: their eigenvalues do not converge")
	}
	values := eigen.Values(nil) // ascending
	floor := values[p.d-1] * rankTolerance * rankTolerance
	first := 0
	for first < p.d && values[first] <= floor {
		first++
	}
	p.rank = p.d - first
	if 0 < p.rank && p.rank < p.d {
		var vectors mat.Dense
		eigen.VectorsTo(&vectors)
		p.spanned = vectors.Slice(0, p.d, first, p.d).(*mat.Dense)
		for j := range p.d {
			for a := range first {
				p.missing = append(p.missing, vectors.At(j, a))
			}
		}
	}
	return nil
}

// reduce projects on the directions that the features span.
func (p *problem) reduce() {
	p.r = p.rank
	p.basis = make([]float64, p.d*p.r)
	for j := range p.d {
		for a := range p.r {
			p.basis[j*p.r+a] = p.spanned.At(j, a)
		}
	}
}

// complement is for sparse features that reduce would make dense: it keeps them
// as coordinates, and finds the projector on the directions that the data do not
// span, with which regularize then makes every matrix regular. It returns whether
// the data leave these directions out entirely, as features that are collinear by
// their nature do.
func (p *problem) complement() bool {
	const rounding = 1e-11
	missing := p.d - p.rank
	row, along := make([]float64, p.d), make([]float64, missing)
	buffer := make([]float64, p.features)
	for _, t := range p.data {
		for s := 0; s <= t.Len(); s++ {
			if s%chunkSteps == 0 && p.stop() {
				return false
			}
			p.scaled(row, t.FeaturesInto(buffer, s), p.inverse)
			clear(along)
			size := 0.0
			for j, v := range row {
				if v != 0 {
					kernels.Axpy(v, p.missing[j*missing:(j+1)*missing], along)
					size = max(size, math.Abs(v))
				}
			}
			for _, v := range along {
				if !(math.Abs(v) <= rounding*size) {
					return false
				}
			}
		}
	}
	p.null = make([]float64, p.d*p.d)
	for i := range p.d {
		for j := range p.d {
			p.null[i*p.d+j] = kernels.Dot(p.missing[i*missing:(i+1)*missing], p.missing[j*missing:(j+1)*missing])
		}
	}
	return true
}

// rescale puts the ridge into the scale, D_j = √(Σ x_j² + ρ), so that the
// diagonal of the scaled A + ρI is about 1. By the features' sizes alone a
// feature that the ridge rules would swell to ρ/D_j² and make the well-determined
// ones beside it look deficient.
func (p *problem) rescale() {
	p.ridge = make([]float64, p.d)
	p.scale = append([]float64(nil), p.scale...)
	for j, s := range p.scale {
		size := scaledNorm{}
		size.add(math.Sqrt(p.opt.Ridge))
		size.add(s)
		p.scale[j] = size.powerOfTwo()
		p.ridge[j] = p.opt.Ridge / p.scale[j] / p.scale[j]
	}
}

// gram returns Σ x̃ x̃ᵀ over all states of the data, d×d, and tells sparse features
// by the way.
func (p *problem) gram(ctx context.Context) ([]float64, error) {
	const chunk = 256 // states at a time, so that long episodes take no more room
	d := p.d
	ld := kernels.RoundUpTo(d, kernels.TileRows)
	sums := make([][]float64, passGroups)
	zeros, states := make([]int, passGroups), make([]int, passGroups)
	together := min(chunk, rowsTogether(p.features))
	scratch := sync.Pool{New: func() any {
		return &workspace{own: make([]float64, chunk*ld), episode: episode{buffer: make([]float64, together*p.features)}}
	}}
	groups, err := p.overGroups(ctx, func(g, lo, hi int) {
		ws := scratch.Get().(*workspace)
		defer scratch.Put(ws)
		sum := make([]float64, d*d)
		for i := lo; i < hi; i++ {
			t := p.data[i]
			for first := 0; first <= t.Len() && ctx.Err() == nil; first += chunk {
				h, zero := min(chunk, t.Len()+1-first), 0
				for s := 0; s < h; s += together {
					p.scaledRows(ws.own[s*ld:], ld, t, p.inverse, ws.episode.buffer, first+s, min(together, h-s))
				}
				for s := range h {
					zero += countZeros(ws.own[s*ld : s*ld+d])
				}
				ws.gram(sum, ws.own, h, d, ld, zero*2 > h*d)
				zeros[g] += zero
				states[g] += h
			}
		}
		sums[g] = sum
	})
	if err != nil {
		return nil, err
	}
	for g := 1; g < groups; g++ {
		kernels.Add(sums[0], sums[g])
		zeros[0] += zeros[g]
		states[0] += states[g]
	}
	const few = 8 // numbers other than zero: one in so many
	p.sparse = (states[0]*d-zeros[0])*few <= states[0]*d
	return sums[0], nil
}

// feature returns the number of the j-th feature that is kept.
func (p *problem) feature(j int) int {
	if p.kept == nil {
		return j
	}
	return p.kept[j]
}

// weights returns θ in the features' own units: D⁻¹ Q θ̃. The error names a
// feature so small, or rewards so large, that its weight overflows.
func (p *problem) weights(theta []float64) ([]float64, error) {
	out := make([]float64, p.features)
	for j := range p.d {
		v := p.weight(j, theta) / p.scale[j]
		at := p.feature(j)
		if out[at] = v; math.IsInf(v, 0) || math.IsNaN(v) {
			return nil, fmt.Errorf("the weight of feature %d overflows: scale the feature up or the rewards down", at+1)
		}
	}
	return out, nil
}

// coordinates returns θ in the problem's coordinates.
func (p *problem) coordinates(theta []float64) []float64 {
	out := make([]float64, p.r)
	for j := range p.d {
		v := theta[p.feature(j)] * p.scale[j]
		if p.basis == nil {
			out[j] = v
		} else {
			kernels.Axpy(v, p.basis[j*p.r:(j+1)*p.r], out)
		}
	}
	return out
}

// regularize adds ρI, in the problem's coordinates, to an r×r matrix. Where these
// have directions that the data do not span, it adds the projector on them, times
// the largest number of the matrix: of all solutions that leaves the one without a
// part there.
func (p *problem) regularize(c []float64) {
	for j, v := range p.ridge {
		c[j*p.r+j] += v
	}
	if p.null == nil {
		return
	}
	kernels.Axpy(kernels.Largest(c), p.null, c) // which is at most the largest singular value
}
