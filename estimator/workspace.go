package estimator

import "lambdascope/estimator/internal/dense"

// workspace is the scratch of one worker, so that the inner loops allocate
// nothing.
type workspace struct {
	episode episode
	lags    lags
	pass    passScratch
	product []float64 // of gram, padded
	solver  *dense.Solver
	lanes   dense.LaneSolver
	some    []leftOut  // folds that are solved side by side
	block   []itemSums // of leaver: of the items that are left out together
	slots   []itemSums // those that are not kept, in own
	z       []float64  // r, the trace
	theta   []float64  // r
	slope   []float64  // r, Σ_t x_t e_t of the fold, and what the adjoint makes of it
	residue []float64  // r
	fold    []float64  // r²+r, C_(i) and y_(i)
	refits  []float64  // of naive, systems of some λ's
	whole   []float64  // r²+r, of all trajectories
	others  []float64  // of leaver: systems without some items
	own     []float64
	inverse []float64 // r²
	left    []float64 // r
	right   []float64 // r
	gain    []float64 // r, of shermanMorrison
	half    []float64 // d×r, of ridgeView

	sensitivities sensitivities // of the folds of a group
}

func newWorkspace(r int, done <-chan struct{}) *workspace {
	return &workspace{
		solver:  dense.NewSolver(r, done),
		z:       make([]float64, r),
		theta:   make([]float64, r),
		slope:   make([]float64, r),
		residue: make([]float64, r),
		fold:    make([]float64, r*r+r),
		whole:   make([]float64, r*r+r),
		inverse: make([]float64, r*r),
		left:    make([]float64, r),
		right:   make([]float64, r),
		gain:    make([]float64, r),
	}
}

// borrow returns a workspace of the problem's; give it back when done.
func (p *problem) borrow() *workspace { return p.workspaces.Get().(*workspace) }

// giveBack does so. What is pooled outlives the selection, up to two collections, and
// lets go of the systems that others keep.
func (p *problem) giveBack(ws *workspace) {
	clear(ws.some[:cap(ws.some)])
	clear(ws.block[:cap(ws.block)])
	p.workspaces.Put(ws)
}
