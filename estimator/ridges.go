package estimator

import (
	"context"
	"fmt"
	"math"
)

// Surface is the LOTO error over λ and the ridge ρ together.
type Surface struct {
	// Selections holds what Select would return at each ridge, in their order;
	// Selection.Ridge is the ridge.
	Selections []*Selection
	// Best is the index of the ridge with the least LOTO error, the first within
	// rounding; λ̂ is that of its selection.
	Best int
}

// NotRuledOut returns by how much the LOTO error of the best λ at the j-th ridge
// exceeds that at the best ridge, the standard error of that with refits, as
// Candidate.RefitSE, and whether the j-th is not ruled out as the best on average,
// as Candidate.NotRuledOut.
func (s *Surface) NotRuledOut(j int) (diff, se float64, not bool) {
	return s.Selections[j].Against(s.Selections[s.Best])
}

// MostRidges is how many ridges SelectRidge takes.
const MostRidges = 100

// mostFolds is how many LOTO errors SelectRidge returns: 512 MiB.
const mostFolds = 1 << 26

// SelectRidge chooses λ and the ridge together by leave-one-trajectory-out
// cross-validation. A_i and b_i do not depend on the ridge, so they are
// accumulated once for all ridges, which then cost a solution a fold each:
// the paper's trick for λ, turned on ρ (as its discussion suggests).
//
// Options.Ridge and Options.Method mean nothing here. Errors are those of Select,
// and ones that name a ridge out of range.
func SelectRidge(ctx context.Context, data []*Trajectory, opt Options, ridges []float64) (*Surface, error) {
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
	if folds := len(ridges) * len(opt.Lambdas) * len(data); folds > mostFolds {
		return nil, fmt.Errorf("%d ridges for %d λ's and %d trajectories are %d folds: want at most %d", len(ridges), len(opt.Lambdas), len(data), folds, mostFolds)
	}
	opt.Ridge, opt.Method = 0, Cached
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
	out := &Surface{}
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
			whole: func(ws *workspace, k int, s system) {
				for _, v := range views {
					v.whole(k, s)
				}
			},
			fold: func(ws *workspace, f leftOut) {
				for _, v := range views {
					v.fold(ws, base, f)
				}
			},
			views:     len(views),
			projected: func(k, i, view int, product float64) { views[view].out.project(k, i, view, product) },
		})
		if err != nil {
			return nil, err
		}
		for _, v := range views {
			s, err := v.selection(ctx, v.out, v.jackknife, Cached)
			if err != nil {
				return nil, err
			}
			out.Selections = append(out.Selections, s)
		}
	}
	out.Best = smallestWithin(len(out.Selections), func(k int) float64 { return out.Selections[k].Best().Score }, base.meanG2)
	return out, nil
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
func (v *ridgeView) pull(ws *workspace, s system) system {
	out, r, d := system(ws.fold), v.r, v.d
	matrix, vector := out.matrix(r), out.vector(r)
	if v.stretch != nil {
		for a, e := range v.stretch {
			for b, f := range v.stretch {
				matrix[a*r+b] = e * f * s[a*d+b]
			}
			vector[a] = e * s.vector(d)[a]
		}
		v.regularize(matrix)
		return out
	}
	clear(out)
	half := resize(ws.half, d*r) // C Q
	ws.half = half
	clear(half)
	for a := range d {
		for b, c := range s[a*d : (a+1)*d] {
			if c != 0 {
				axpy(c, v.basis[b*r:(b+1)*r], half[a*r:(a+1)*r])
			}
		}
		for b, q := range v.basis[a*r : (a+1)*r] {
			axpy(q, half[a*r:(a+1)*r], matrix[b*r:(b+1)*r])
			vector[b] += float64(q * s.vector(d)[a])
		}
	}
	return out
}

// whole solves for θ of all trajectories at the k-th λ.
func (v *ridgeView) whole(k int, s system) {
	ws := v.borrow()
	defer v.giveBack(ws)
	own := v.pull(ws, s)
	v.solveRegularized(v.out, ws, k, own)
}

// fold solves without a trajectory and scores it, in the base's coordinates.
func (v *ridgeView) fold(ws *workspace, base *problem, f leftOut) {
	own := v.borrow()
	defer v.giveBack(own)
	v.out.status[f.k][f.i] = v.solveFold(own, v.pull(own, f.others))
	v.push(ws.theta, own.theta)
	v.out.errors[f.k][f.i] = base.errorFromMoments(ws, f)

	clear(own.slope)
	for j, e := range ws.slope {
		if v.stretch != nil {
			own.slope[j] = v.stretch[j] * e
		} else {
			axpy(e, v.basis[j*v.r:(j+1)*v.r], own.slope)
		}
	}
	own.solver.again(own.slope, true)
	v.push(ws.slope, own.slope)
	base.sensitivity(v.out, ws, &ws.sensitivities, f, v.index)
}

// push sets out to what x, in the view's coordinates, is in the base's.
func (v *ridgeView) push(out, x []float64) {
	for j := range out {
		if v.stretch != nil {
			out[j] = v.stretch[j] * x[j]
		} else {
			out[j] = dot(v.basis[j*v.r:(j+1)*v.r], x)
		}
	}
}
