package estimator

import (
	"context"

	"lambdascope/estimator/internal/dense"
)

// workspace is the scratch of a worker, so that the inner loops do not allocate.
type workspace struct {
	episode       episode
	solver        *dense.Solver
	lanes         dense.Lanes
	theta         []float64      // d, of a fold
	slope         []float64      // d, half the derivative of H·ℓ of a fold, then C⁻ᵀ times the derivative
	whole         dense.System   // of all trajectories
	own           []float64      // sums of an item that are not kept
	block         []itemSums     // of a block of items
	folds         []leftOut      // of the block, at a λ
	others        []float64      // the systems of these folds
	systems       []dense.System // the same, one by one
	sensitivities sensitivities
}

func newWorkspace(d int, done <-chan struct{}) *workspace {
	return &workspace{
		solver: dense.NewSolver(d, done),
		theta:  make([]float64, d),
		slope:  make([]float64, d),
		whole:  make(dense.System, dense.Size(d)),
	}
}

// do runs f(ws, 0) … f(ws, n−1) by Options.Do, each with a workspace.
func (p *problem) do(ctx context.Context, n int, f func(ws *workspace, i int)) {
	p.opt.Do(ctx, n, func(i int) {
		ws := p.borrow()
		defer p.giveBack(ws)
		f(ws, i)
	})
}

// borrow returns a workspace; give it back afterwards.
func (p *problem) borrow() *workspace { return p.workspaces.Get().(*workspace) }

// giveBack returns a workspace to the pool.
func (p *problem) giveBack(ws *workspace) { p.workspaces.Put(ws) }
