package estimator

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// bellman chooses by Bellman.
func (e *evidence) bellman(ctx context.Context) (Choice, error) {
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

// bellmanErrors returns the error of each λ in squared units, from its own pass over
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
