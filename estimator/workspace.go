package estimator

import "lambdascope/estimator/internal/dense"

// workspace is the scratch of a worker, so that the inner loops do not allocate.
type workspace struct {
	episode episode
	solver  *dense.Solver
	lanes   dense.LaneSolver
	theta   []float64 // d, of a fold
	slope   []float64 // d, half the derivative of H·ℓ of a fold, then C⁻ᵀ times the derivative
	whole   dense.System

	// Scratch of the fold loop: the folds of a block, the sums of each, sums that are not kept,
	// and the systems without each fold.
	some          []leftOut
	block, slots  []itemSums
	others        []float64
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

// borrow returns a workspace; give it back afterwards.
func (p *problem) borrow() *workspace { return p.workspaces.Get().(*workspace) }

// giveBack returns a workspace to the pool. It clears references to kept systems, which would
// otherwise stay in memory.
func (p *problem) giveBack(ws *workspace) {
	clear(ws.some[:cap(ws.some)])
	clear(ws.block[:cap(ws.block)])
	p.workspaces.Put(ws)
}
