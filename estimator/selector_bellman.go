package estimator

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
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
// root mean squared return, the smallest λ is chosen. It takes the folds again, as Cached
// does, and O(Hd) for each.
type Bellman struct{}

// Name returns bellman.
func (Bellman) Name() string { return "bellman" }

// Source returns where the error is from.
func (Bellman) Source() string {
	return "the mean squared projected Bellman error of Sutton et al., ICML 2009, held out"
}

func (Bellman) choose(ctx context.Context, e *evidence) (Choice, error) {
	unit, floor := e.unit()
	sums, err := e.bellmanErrors(ctx, unit)
	if err != nil {
		return Choice{}, err
	}
	for k, v := range sums {
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return Choice{}, fmt.Errorf("λ = %v: the projected Bellman error overflows; scale the rewards down", e.opt.Lambdas[k])
		}
	}
	// smallestWithin takes a share of it, selectionTolerance, which is the root of floor's.
	scale := floor * float64(e.steps) / selectionTolerance
	k := smallestWithin(len(sums), func(k int) float64 { return sums[k] }, scale)
	c := &e.selection.Candidates[k]
	return Choice{Lambda: c.Lambda, Theta: c.Theta}, nil
}

// bellmanErrors returns the error of each λ in squared units, from a pass of its own over
// all folds, whose fits are kept for some λ's at a time.
func (e *evidence) bellmanErrors(ctx context.Context, unit float64) ([]float64, error) {
	gram, err := e.gram(ctx)
	if err != nil {
		return nil, err
	}
	whitener, err := e.whiten(ctx, gram)
	if err != nil {
		return nil, err
	}
	e.find(ctx)
	p := *e.problem
	p.opt.Progress = nil // which is that of the selection
	r := p.r
	sums := make([]float64, len(p.opt.Lambdas))
	thetas := make([][]float64, len(sums)) // of the λ's at work: by fold
	err = p.leaveOut(ctx, e.items, visit{
		open: func(ks []int) {
			for _, k := range ks {
				thetas[k] = make([]float64, p.folds()*r)
			}
		},
		whole: func(*workspace, int, dense.System) {},
		fold: func(ws *workspace, f leftOut) {
			p.regularize(f.others.Matrix(r))
			p.solveFold(ws, thetas[f.k][f.i*r:(f.i+1)*r], f.others)
		},
		shut: func(ks []int) {
			some, err := e.sumOver(ctx, len(ks), func(ws *workspace, fold int, sum []float64) {
				errors := make([]float64, len(ks)*r)
				for _, j := range p.together(fold) {
					x := e.episode(ws, j)
					for at, k := range ks {
						x.residual(errors[at*r:(at+1)*r], thetas[k][fold*r:(fold+1)*r], ws.z, 0)
					}
				}
				for at := range ks {
					for row := 0; row < len(whitener); row += r {
						v := kernels.Dot(whitener[row:row+r], errors[at*r:(at+1)*r]) / unit
						sum[at] += float64(v * v)
					}
				}
			})
			for at, k := range ks {
				if thetas[k] = nil; err == nil {
					sums[k] = some[at]
				}
			}
		},
	})
	return sums, err
}

// whiten returns W, row by row, with WᵀW = S⁺.
func (p *problem) whiten(ctx context.Context, s []float64) (rows []float64, err error) {
	if p.r == 0 {
		return nil, nil
	}
	var eigen mat.EigenSym
	converged := false
	p.opt.Do(ctx, 1, func(int) {
		dense.Interruptible(ctx.Done(), p.r, func() { converged = eigen.Factorize(mat.NewSymDense(p.r, s), true) })
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
