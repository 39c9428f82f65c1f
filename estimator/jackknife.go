package estimator

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// The infinitesimal jackknife (Jaeckel 1972; Efron 1982, The Jackknife, the Bootstrap and Other
// Resampling Plans, ch. 6) computes the standard error of a statistic from the derivatives in the
// weights of the observations. Here the observations are trajectories, and the statistic is the
// LOTO error of a λ. A trajectory enters the LOTO error in two ways: as the trajectory left out,
// and in the fits without another trajectory. With v_i the weight of a trajectory in the LOTO
// error, V = Σv_i and F the LOTO error,
//
//	u_i = C_(i)⁻ᵀ (2v_i/H_i) Σ_t x_{i,t} e_{i,t},
//	I_j = (n/V)·[v_j(ℓ_j − F) + Σ_{i≠j} u_iᵀ(b_j − A_jθ_(i))]
//
// is the influence of trajectory j: n times the derivative of the LOTO error in the weight of j.
// With Options.Groups the groups are the observations, with sums over the trajectories of a group
// for A_j, b_j, H_j and v_j.
//
// Where C_(i) is rank-deficient the pseudo-inverse stands for the inverse. The result is the
// derivative as long as the directions without data do not turn when weights change. Directions
// turn only if A_(i) loses different directions on the left and on the right, because some state
// occurs only as a truncated end. The terms of turning null spaces (Golub and Pereyra 1973) are
// left out.

// Level is the level of confidence of Candidate.NotRuledOut.
const Level = 0.95

// shrinkageLimit is the Selection.Shrinkage above which RefitSE is the wider of two.
const shrinkageLimit = 0.05

// quantile returns the one-sided quantile of Level of Student's t for an effective number of
// folds, with max(1, effective−1) degrees of freedom.
func quantile(effective float64) float64 {
	return distuv.StudentsT{Sigma: 1, Nu: max(1, effective-1)}.Quantile(Level)
}

// sensitivities holds u_i and (−θ_(i), 1) for some folds. The influences are products with the
// sum of the outer products, a system:
//
//	Σ_i u_iᵀ(b_j − A_jθ_(i)) = ⟨[A_j b_j], Σ_i u_i (−θ_(i), 1)ᵀ⟩.
type sensitivities struct {
	n, d, ld int
	u, t     []float64 // up to blockFolds rows of ld numbers, n in use
}

// reset empties s for folds of d coordinates.
func (s *sensitivities) reset(d int) {
	s.n = 0
	s.d = d
	s.ld = dense.Stride(d)
	s.u = kernels.Resize(s.u, blockFolds*s.ld)
	s.t = kernels.Resize(s.t, blockFolds*s.ld)
}

// addTo adds the sum of the outer products to a system.
func (s *sensitivities) addTo(out dense.System) {
	kernels.AddOuterProducts(out, s.ld, s.d, s.d+1, s.u, s.ld, s.t, s.ld, s.n)
}

// addSensitivity adds a fold to ws.sensitivities, given θ_(i) in ws.theta and C̃⁻ᵀ Σ_t x_t e_t in
// ws.slope. It converts ws.slope to the coordinates of the problem. It starts the influence with
// −u_iᵀ(b_i − A_iθ_(i)), because the sums later include the fold itself.
func (l *foldLoop) addSensitivity(ws *workspace, f leftOut) {
	l.view.push(ws.slope)
	s := &ws.sensitivities
	u := s.u[s.n*s.ld:][:l.d]
	t := s.t[s.n*s.ld:][:l.d+1]
	s.n++
	weight := 2 * l.foldWeights[f.fold] / float64(l.length[f.fold])
	count := float64(f.count)
	own := 0.0
	for j, x := range ws.slope {
		x *= weight
		row := f.own[j*s.ld:][:l.d+1]
		own += float64(x * (row[l.d] - kernels.Dot(row[:l.d], ws.theta)))
		u[j] = x * count
		t[j] = -ws.theta[j]
	}
	t[l.d] = 1
	l.view.influence[f.k][f.fold] = -own
}

// repeat copies each fold of some λ's from the first equal fold.
func (v *view) repeat(ks []int) {
	for _, k := range ks {
		for i, j := range v.problem.same {
			v.errors[k][i], v.status[k][i], v.influence[k][i] = v.errors[k][j], v.status[k][j], v.influence[k][j]
		}
	}
}

// complete repeats the folds of some λ's, and completes the influences.
func (v *view) complete(ctx context.Context, ks []int) {
	p := v.problem
	scale := float64(p.folds()) / p.totalWeight
	p.opt.Do(ctx, len(ks), func(j int) {
		k := ks[j]
		v.repeat(ks[j : j+1])
		errors := v.errors[k]
		influence := v.influence[k]
		loto := 0.0
		for i, l := range errors {
			loto += float64(p.foldWeights[i] * l)
		}
		loto /= p.totalWeight
		for i, l := range errors {
			influence[i] = scale * (float64(p.foldWeights[i]*(l-loto)) + influence[i])
		}
	})
}

// shrinkageOf returns the share of θ that the ridge takes, ρ·tr A⁻¹ over the directions that the
// data span, divided by their number. A is the matrix last solved.
func (v *view) shrinkageOf(ws *workspace) float64 {
	if v.ridge == nil || v.rank == 0 {
		return 0
	}
	taken := float64(v.rank - v.d) // since a direction without data counts 1
	for j, rho := range v.ridge {
		if v.stop() {
			return 0
		}
		column := ws.slope
		clear(column)
		column[j] = 1
		ws.solver.SolveAgain(column, false)
		taken += float64(rho * column[j])
	}
	return taken / float64(v.rank)
}

// SelectedWithout returns the index of the selected λ without a fold, absent from the data and
// from the LOTO error alike. The result is to first order: from LOTO errors less a share 1/n of
// the fold's influence. A selection without the fold can differ if the fold has most of the
// weight, or all data of a feature.
func (s *Selection) SelectedWithout(fold int) int {
	return smallestWithin(len(s.Candidates), func(k int) float64 { return s.LOTOWithout(fold, k) }, s.MeanSquaredReturn)
}

// LOTOWithout returns the LOTO error of the k-th λ without a fold, to first order, like
// SelectedWithout.
func (s *Selection) LOTOWithout(fold, k int) float64 {
	c := &s.Candidates[k]
	return c.LOTO - c.influence[fold]/float64(s.Folds)
}

// compare sets the difference of the k-th candidate from the selected LOTO error.
func (s *Selection) compare(k int) error {
	c := &s.Candidates[k]
	d, paired := s.difference(c, s.Best())
	c.Diff = d.Diff
	c.RefitSE = d.SE
	c.PairedSE = paired
	c.NotRuledOut = d.NotRuledOut
	if math.IsInf(c.RefitSE, 0) || math.IsNaN(c.RefitSE) {
		return fmt.Errorf("λ = %v: the standard error overflows; scale the rewards down", c.Lambda)
	}
	return nil
}

// refitSE returns the standard error of the difference of two LOTO errors, from the influences of
// the folds on each. If the ridge shrinks either fit, derivatives alone are too narrow, so that
// the result is at least the paired standard error. The paired standard error also stands in if
// an influence overflows, because a single trajectory outweighs the rest.
func refitSE(a, b *Candidate, paired float64) float64 {
	n := float64(len(a.influence))
	mean := 0.0
	for i, v := range a.influence {
		mean += (v - b.influence[i]) / n
	}
	var spread scaledNorm
	for i, v := range a.influence {
		spread.add(v - b.influence[i] - mean)
	}
	switch se := spread.root() / math.Sqrt(n*(n-1)); {
	case math.IsNaN(se):
		return paired
	case max(a.shrinkage, b.shrinkage) > shrinkageLimit:
		return max(se, paired)
	default:
		return se
	}
}
