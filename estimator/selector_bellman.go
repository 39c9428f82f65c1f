package estimator

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Bellman chooses the λ of the grid with the least projected Bellman error on the
// trajectory left out,
//
//	Σ_i g_iᵀ (Σ_j S_j)⁻¹ g_i, g_i = b_i − A_iθ_(i)(λ) with A_i and b_i at λ = 0,
//
// S_j = Σ_t x_t x_tᵀ. It is there for contrast, not for use: all that θ at λ = 0
// does is to bring the sum of the g_i to 0, so that the error favours λ = 0 by
// construction, and with features that lump states together, where LSTD(0) is far from
// the true values, the error does not show it. Returns do.
//
// Trajectories count by their steps. With a ridge, the fits have it, the error does not.
// Where Σ_j S_j is singular its pseudo-inverse stands for the inverse; the g_i have no
// part in what that leaves out. Of errors within rounding, 1e−9 of the least or of the
// root mean squared return, the smallest λ is chosen. It takes O(d²) a fold, where the
// grid has λ = 0 and there is room for the A_i, up to 16 MiB; else O(Hd).
type Bellman struct{}

// Name returns bellman.
func (Bellman) Name() string { return "bellman" }

// Source returns where the error is from.
func (Bellman) Source() string {
	return "the mean squared projected Bellman error of Sutton et al., ICML 2009, held out"
}

// bellmanErrors sums the projected Bellman errors of folds, as they come by.
type bellmanErrors struct {
	*problem
	unit, floor float64
	whitener    []float64   // rows of r numbers: W with WᵀW = (Σ_j S_j)⁺
	atZero      [][]float64 // A_i and b_i at λ = 0, by fold; nil where they are not kept
	errors      [][]float64 // per λ at work, those of folds
	sums        []float64   // per λ
}

func (Bellman) prepare(ctx context.Context, e *evidence) error {
	gram, err := e.gram(ctx)
	if err != nil {
		return err
	}
	b := &bellmanErrors{problem: e.problem, errors: make([][]float64, len(e.opt.Lambdas)), sums: make([]float64, len(e.opt.Lambdas))}
	b.unit, b.floor = e.unit()
	if b.whitener, err = e.whiten(ctx, gram); err != nil {
		return err
	}
	if e.opt.Lambdas[0] == 0 && e.ownSystems() && e.folds()*e.systemSize() <= keptByFold {
		b.atZero = make([][]float64, e.folds())
	}
	e.bellman, e.watchers = b, append(e.watchers, b)
	return nil
}

// whiten returns W, row by row, with WᵀW = S⁺.
func (p *problem) whiten(ctx context.Context, s []float64) (rows []float64, err error) {
	if p.r == 0 {
		return nil, nil
	}
	var eigen mat.EigenSym
	converged := false
	p.opt.Do(ctx, 1, func(int) {
		interruptible(ctx.Done(), p.r, func() { converged = eigen.Factorize(mat.NewSymDense(p.r, s), true) })
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if !converged {
		return nil, fmt.Errorf("the projected Bellman error can't be found: the eigenvalues of the features do not converge")
	}
	values := eigen.Values(nil)
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	for k, v := range values {
		if !(v > values[p.r-1]*rankTolerance*rankTolerance) {
			continue
		}
		for j := range p.r {
			rows = append(rows, vectors.At(j, k)/math.Sqrt(v))
		}
	}
	return rows, nil
}

// open makes room for the folds of some λ's.
func (b *bellmanErrors) open(ks []int) {
	for _, k := range ks {
		b.errors[k] = make([]float64, b.folds())
	}
}

func (b *bellmanErrors) whole(int, system, []float64) {}

// fold takes the error of a fold, whose fit is ws.theta.
func (b *bellmanErrors) fold(ws *workspace, f leftOut) {
	r := b.r
	if b.atZero != nil && f.k == 0 {
		b.atZero[f.i] = append([]float64(nil), f.own...)
	}
	ws.gap = resize(ws.gap, r)
	g := ws.gap
	if b.atZero != nil {
		own := system(b.atZero[f.i])
		copy(g, own.vector(r))
		for a := range g {
			g[a] -= dot(own[a*r:(a+1)*r], ws.theta)
		}
	} else {
		clear(g)
		for _, j := range b.together(f.i) {
			b.load(&ws.episode, j)
			ws.episode.residual(g, ws.theta, ws.z, 0)
		}
	}
	sum := 0.0
	for at := 0; at < len(b.whitener); at += r {
		v := dot(b.whitener[at:at+r], g) / b.unit
		sum += float64(v * v)
	}
	b.errors[f.k][f.i] = sum
}

// shut sums the folds of some λ's, first as in complete.
func (b *bellmanErrors) shut(ks, first []int) {
	for _, k := range ks {
		for i := range b.errors[k] {
			if first != nil {
				b.sums[k] += b.errors[k][first[i]]
			} else {
				b.sums[k] += b.errors[k][i]
			}
		}
		b.errors[k] = nil
	}
}

func (Bellman) choose(_ context.Context, e *evidence) (Choice, error) {
	b := e.bellman
	for k, v := range b.sums {
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return Choice{}, fmt.Errorf("λ = %v: the projected Bellman error overflows; scale the rewards down", e.opt.Lambdas[k])
		}
	}
	// smallestWithin takes a share of it, selectionTolerance, which is the root of floor's.
	scale := b.floor * float64(b.steps) / selectionTolerance
	k := smallestWithin(len(b.sums), func(k int) float64 { return b.sums[k] }, scale)
	c := &e.selection.Candidates[k]
	return Choice{Lambda: c.Lambda, Theta: c.Theta}, nil
}
