package estimator

import "slices"

// watcher sees the folds of a selection go by, for what a selector wants of them.
type watcher interface {
	// open makes room for the folds of some λ's, and shut is called after the last of
	// them, with first as in complete.
	open(ks []int)
	shut(ks, first []int)
	// whole sees the system of all trajectories at a λ, its ridge included, and the fit,
	// before the folds of that λ.
	whole(k int, s system, theta []float64)
	// fold sees a fold, whose fit is ws.theta; calls run in parallel.
	fold(ws *workspace, f leftOut)
}

// seeWhole shows a system of all trajectories, its ridge included, to the watchers.
func (f *folds) seeWhole(k int, s system) {
	for _, w := range f.watchers {
		w.whole(k, s, f.theta[k])
	}
}

// see shows them a fold, its fit in ws.theta.
func (f *folds) see(ws *workspace, fold leftOut) {
	for _, w := range f.watchers {
		w.fold(ws, fold)
	}
}

// keptByFold is how many numbers a watcher keeps of folds at most: 16 MiB.
const keptByFold = 2 << 20

// ownSystems tells whether the folds that watchers see come λ by λ, in increasing order,
// with the system of what is left out.
func (p *problem) ownSystems() bool { return p.opt.Method != Naive }

// atOne keeps, of the selection at λ = 1, what contrast wants: a pass over the data less.
type atOne struct {
	*problem
	k         int       // of λ = 1
	system    system    // of all trajectories, with the ridge
	theta     []float64 // the fit to it
	residuals []float64 // b_i − A_iθ by fold, r numbers each; nil where they are not kept
}

// watchOne has λ = 1 watched where the grid ends there.
func (e *evidence) watchOne() {
	e.keepStates()
	last := len(e.opt.Lambdas) - 1
	if e.one != nil || e.opt.Lambdas[last] != 1 || !e.ownSystems() || e.folds()*e.r > keptByFold {
		return
	}
	e.one = &atOne{problem: e.problem, k: last, residuals: make([]float64, e.folds()*e.r)}
	e.watchers = append(e.watchers, e.one)
}

func (o *atOne) open([]int)      {}
func (o *atOne) shut(_, _ []int) {}

func (o *atOne) whole(k int, s system, theta []float64) {
	if k == o.k {
		o.system, o.theta = slices.Clone(s), theta
	}
}

func (o *atOne) fold(ws *workspace, f leftOut) {
	if f.k != o.k {
		return
	}
	r := o.r
	out := o.residuals[f.i*r : (f.i+1)*r]
	dots(out, f.own.matrix(r), r, o.theta)
	for a, b := range f.own.vector(r) {
		out[a] = b - out[a]
	}
}
