package estimator

import (
	"context"
	"fmt"
	"math"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
	"lambdascope/estimator/internal/memory"
)

// MostRidges is how many ridges SelectRidge takes.
const MostRidges = 100

// mostFolds is how many LOTO errors SelectRidge returns: 512 MiB.
const mostFolds = 1 << 26

// SelectRidge chooses λ and the ridge together by leave-one-trajectory-out
// cross-validation. A_i and b_i do not depend on the ridge, so they are
// accumulated once for all ridges, which then cost a solution a fold each:
// the paper's trick for λ, turned on ρ (as its discussion suggests).
//
// Ridges are the candidates, strictly increasing, each ρ ≥ 0, from 1 to MostRidges of them;
// the Ridge and the Method of opt play no part. SelectRidge returns what Select would at
// each ridge, in their order, and the pair of the least LOTO error. Errors are those of
// Select, and ones that name a ridge out of range.
func SelectRidge(ctx context.Context, data []*Trajectory, ridges []float64, opt Options) (*Comparison, error) {
	if len(data) < 2 {
		return nil, fmt.Errorf("%d trajectories: want at least 2 to leave one out", len(data))
	}
	if len(ridges) < 1 || len(ridges) > MostRidges {
		return nil, fmt.Errorf("%d ridges: want 1 to %d", len(ridges), MostRidges)
	}
	for i, rho := range ridges {
		if !(rho >= 0) || math.IsInf(rho, 1) {
			return nil, fmt.Errorf("ridge %v: want a finite number ≥ 0", rho)
		}
		if i > 0 && rho <= ridges[i-1] {
			return nil, fmt.Errorf("ridge %v after %v: want increasing values", rho, ridges[i-1])
		}
	}
	opt.Ridge = 0
	opt.Method = Cached
	opt, err := opt.completed()
	if err != nil {
		return nil, err
	}
	if folds := len(ridges) * len(opt.Lambdas) * len(data); folds > mostFolds {
		return nil, fmt.Errorf("%d ridges for %d λ's and %d trajectories are %d folds: want at most %d", len(ridges), len(opt.Lambdas), len(data), folds, mostFolds)
	}
	base, err := prepare(ctx, data, opt)
	if err != nil {
		return nil, err
	}
	if err := base.checkFolds(); err != nil {
		return nil, err
	}
	base.r = base.d
	base.settle()
	items, first := base.distinct()
	var out []*Selection
	together := base.ridgesTogether(len(items), len(ridges))
	base.opt.Progress.repeat((len(ridges) + together - 1) / together)
	for ; len(ridges) > 0; ridges = ridges[min(together, len(ridges)):] {
		views := make([]*ridgeView, min(together, len(ridges)))
		for i := range views {
			views[i] = base.at(ridges[i], i)
		}
		err := base.leaveOut(ctx, items, visit{
			open: func(ks []int) {
				for _, v := range views {
					v.out.open(ks)
				}
			},
			shut: func(ks []int) {
				for _, v := range views {
					v.complete(ctx, v.out, ks, first)
				}
			},
			whole: func(ws *workspace, k int, s dense.System) {
				for _, v := range views {
					v.whole(v.out, k, s)
				}
			},
			fold: func(ws *workspace, f leftOut) {
				for _, v := range views {
					v.fold(v.out, ws, base, f)
				}
			},
			views:     len(views),
			projected: func(k, i, view int, product float64) { views[view].out.project(k, i, view, product) },
		})
		if err != nil {
			return nil, err
		}
		for _, v := range views {
			s, err := v.selection(ctx, v.out, v.jackknife)
			if err != nil {
				return nil, err
			}
			out = append(out, s)
		}
	}
	return Compare(out)
}

// ridgesTogether returns how many of the ridges may share a pass over so many items:
// all, but for what their sensitivities take.
func (p *problem) ridgesTogether(items, ridges int) int {
	for ridges > 1 {
		d := p.divide(items, ridges)
		if d.chunk >= min(len(p.opt.Lambdas), sharing) {
			break
		}
		ridges = (ridges + 1) / 2
	}
	return ridges
}

// ridgeView is a problem at one ridge, whose systems come from a base problem
// in the plain scale of the features.
type ridgeView struct {
	*problem
	index int
	*jackknife
	stretch []float64 // r, base scale over own, powers of two; nil where basis stands
	out     *folds
}

// at returns the view of a base problem at a ridge, the one of that index among
// those of a pass.
func (p *problem) at(ridge float64, index int) *ridgeView {
	own := *p
	own.opt.Ridge = ridge
	own.shape()
	v := &ridgeView{problem: &own, index: index, jackknife: own.newJackknife()}
	v.out = own.newFolds(v.take)
	if own.basis == nil {
		v.stretch = make([]float64, own.r)
		for j := range v.stretch {
			v.stretch[j] = p.scale[j] / own.scale[j]
		}
	}
	return v
}

// pull sets ws.fold to the system in the view's coordinates, its ridge included.
func (v *ridgeView) pull(ws *workspace, s dense.System) dense.System {
	out, r, d := dense.System(ws.fold), v.r, v.d
	matrix, vector := out.Matrix(r), out.Vector(r)
	if v.stretch != nil {
		for a, e := range v.stretch {
			for b, f := range v.stretch {
				matrix[a*r+b] = e * f * s[a*d+b]
			}
			vector[a] = e * s.Vector(d)[a]
		}
		v.regularize(matrix)
		return out
	}
	clear(out)
	half := memory.Resize(ws.half, d*r) // C Q
	ws.half = half
	clear(half)
	for a := range d {
		for b, c := range s[a*d : (a+1)*d] {
			if c != 0 {
				kernels.Axpy(c, v.basis[b*r:(b+1)*r], half[a*r:(a+1)*r])
			}
		}
		for b, q := range v.basis[a*r : (a+1)*r] {
			kernels.Axpy(q, half[a*r:(a+1)*r], matrix[b*r:(b+1)*r])
			vector[b] += float64(q * s.Vector(d)[a])
		}
	}
	return out
}

// whole solves for θ of all trajectories at the k-th λ.
func (v *ridgeView) whole(out *folds, k int, s dense.System) {
	ws := v.borrow()
	defer v.giveBack(ws)
	own := v.pull(ws, s)
	v.solveRegularized(out, ws, k, own)
}

// fold solves without a trajectory and scores it, in the base's coordinates.
func (v *ridgeView) fold(out *folds, ws *workspace, base *problem, f leftOut) {
	own := v.borrow()
	defer v.giveBack(own)
	theta, slope := ws.theta, ws.slope // in the base's coordinates
	out.status[f.k][f.i] = v.solveFold(own, own.theta, v.pull(own, f.others))
	v.push(theta, own.theta)
	out.errors[f.k][f.i] = base.errorFromMoments(ws, f, theta, slope)

	clear(own.slope)
	for j, e := range slope {
		if v.stretch != nil {
			own.slope[j] = v.stretch[j] * e
		} else {
			kernels.Axpy(e, v.basis[j*v.r:(j+1)*v.r], own.slope)
		}
	}
	own.solver.Again(own.slope, true)
	v.push(slope, own.slope)
	base.sensitivity(out, f, v.index, theta, slope)
}

// push sets out to what x, in the view's coordinates, is in the base's.
func (v *ridgeView) push(out, x []float64) {
	for j := range out {
		if v.stretch != nil {
			out[j] = v.stretch[j] * x[j]
		} else {
			out[j] = kernels.Dot(v.basis[j*v.r:(j+1)*v.r], x)
		}
	}
}
