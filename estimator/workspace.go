package estimator

import "lambdascope/estimator/internal/dense"

// workspace is the scratch of one worker, so that the inner loops allocate nothing.
type workspace struct {
	episode episode
	solver  *dense.Solver
	lanes   dense.LaneSolver
	theta   []float64 // d, of a fold
	slope   []float64 // d, half the derivative of H·ℓ of a fold, then its product with C⁻ᵀ
	whole   dense.System

	// Of the fold loop: the folds of a block, their sums, those that are not kept, and the
	// systems of all others.
	some          []leftOut
	block, slots  []itemSums
	others        []float64
	sensitivities sensitivities

	rsm rsmScratch
}

func newWorkspace(d int, done <-chan struct{}) *workspace {
	return &workspace{
		solver: dense.NewSolver(d, done),
		theta:  make([]float64, d),
		slope:  make([]float64, d),
		whole:  make(dense.System, dense.Size(d)),
		rsm:    newRSMScratch(d),
	}
}

// borrow returns a workspace; give it back afterwards.
func (p *problem) borrow() *workspace { return p.workspaces.Get().(*workspace) }

// giveBack gives a workspace back. It lets go of the systems that the loop keeps.
func (p *problem) giveBack(ws *workspace) {
	clear(ws.some[:cap(ws.some)])
	clear(ws.block[:cap(ws.block)])
	p.workspaces.Put(ws)
}
