package estimator

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
	"lambdascope/estimator/internal/memory"
)

// The infinitesimal jackknife (Jaeckel 1972; Efron 1982, The Jackknife, the Bootstrap
// and Other Resampling Plans, ch. 6) gets the standard error of a statistic from its
// derivatives in the weights of the observations. Here these are the trajectories,
// and the statistic is the LOTO error of a λ, in which a trajectory has two parts: as the
// one left out, and in the fits that leave out another. With v_i its weight in the
// LOTO error, V = Σv_i and F the LOTO error,
//
//	u_i = C_(i)⁻ᵀ (2v_i/H_i) Σ_t x_{i,t} e_{i,t},
//	I_j = (n/V)·[v_j(ℓ_j − F) + Σ_{i≠j} u_iᵀ(b_j − A_jθ_(i))]
//
// is the influence of trajectory j: n times the derivative of the LOTO error in its weight.
// Where groups of trajectories are left out, they are the observations, with sums over
// their trajectories in place of A_j, b_j, H_j and v_j.
// Errors of folds as such say nothing of how the fits would differ.
//
// Where C_(i) is rank-deficient its pseudo-inverse stands for the inverse. This is the
// derivative as long as the directions without data stay the same ones when weights
// change, as they do unless A_(i) loses other directions on the left than on the right:
// with truncated trajectories, states that are seen as a cut-off end alone. There the
// terms of the turning null spaces (Golub and Pereyra 1973) are left out.

// Level is the level of confidence of Candidate.NotRuledOut.
const Level = 0.95

// shrinkageLimit is the Selection.Shrinkage above which RefitSE is the wider of two.
const shrinkageLimit = 0.05

// quantile returns the one-sided quantile of Level of Student's t for so many folds of
// equal weight, with one degree of freedom less than that, but at least one.
func quantile(effective float64) float64 {
	return distuv.StudentsT{Sigma: 1, Nu: max(1, effective-1)}.Quantile(Level)
}

// sensitivities is, for each of some folds, u_i, and −θ_(i) with a 1 after it, whose
// outer products sum to the matrix, padded as a system is, that the influences are
// products with:
//
//	Σ_i u_iᵀ(b_j − A_jθ_(i)) = ⟨[A_j b_j], Σ_i u_i (−θ_(i), 1)ᵀ⟩.
//
// A view is its own problem in the coordinates of this one, with another ridge.
type sensitivities struct {
	views, n, cols int
	ldu, ldt       int
	u              []float64 // rows of ldu numbers, by view
	t              []float64 // rows of ldt numbers, by view
}

// shape makes room for n folds in each view.
func (s *sensitivities) shape(views, n, r int) {
	s.views, s.n, s.cols = views, n, r+1
	s.ldu, s.ldt = kernels.RoundUpTo(r, kernels.TileRows), kernels.RoundUpTo(r+1, kernels.TileCols)
	s.u, s.t = memory.Resize(s.u, views*n*s.ldu), memory.Resize(s.t, views*n*s.ldt)
	clear(s.u)
	clear(s.t)
}

// addTo adds the sums of the outer products to out, one view after another.
func (s *sensitivities) addTo(out []float64) {
	size := s.ldu * s.ldt
	for v := range s.views {
		kernels.Tiles(out[v*size:(v+1)*size], s.ldt, s.ldu, s.cols, s.u[v*s.n*s.ldu:], s.ldu, s.t[v*s.n*s.ldt:], s.ldt, s.n)
	}
}

// sensitivity adds a fold to its sensitivities, from θ_(i) and slope, C_(i)⁻ᵀ Σ_t x_t e_t,
// and takes from the influence of i its own part in the sums,
// u_iᵀ(b_i − A_iθ_(i)).
func (p *problem) sensitivity(out *folds, f leftOut, view int, theta, slope []float64) {
	r, s := p.r, f.into
	at := view*s.n + f.row
	u, t := s.u[at*s.ldu:][:r], s.t[at*s.ldt:][:r+1]
	weight := 2 * p.foldWeight(f.i) / float64(p.length[f.i])
	a, b := f.own.Matrix(r), f.own.Vector(r)
	own, count := 0.0, float64(f.count)
	kernels.Dots(t[:r], a, r, theta)
	for j, v := range slope {
		v *= weight
		own += float64(v * (b[j] - t[j]))
		u[j] = v * count
		t[j] = -theta[j]
	}
	t[r] = 1
	out.influence[f.k][f.i] = -own
}

// selectionViews is how many sensitivities a fold of a selection has, for visit.
const selectionViews = 1

// views returns how many sensitivities a fold has, for visit.
func (f *folds) views() int {
	if f.take == nil {
		return 0
	}
	return selectionViews
}

// open makes room for what is kept of the folds of some λ's.
func (f *folds) open(ks []int) {
	if f.take == nil {
		return
	}
	for _, k := range ks {
		f.influence[k] = make([]float64, len(f.errors[k]))
	}
}

// project completes what refits contribute to an influence.
func (f *folds) project(k, i, _ int, product float64) { f.influence[k][i] += product }

// complete copies each fold of some λ's from the first one that equals it, where first is
// not nil, and hands on the influences.
func (p *problem) complete(ctx context.Context, f *folds, ks, first []int) {
	scale := float64(p.folds()) / p.totalWeight()
	p.opt.Do(ctx, len(ks), func(j int) {
		k := ks[j]
		errors, status, influence := f.errors[k], f.status[k], f.influence[k]
		for i, j := range first {
			errors[i], status[i] = errors[j], status[j]
			if influence != nil {
				influence[i] = influence[j]
			}
		}
		if influence == nil {
			return
		}
		loto := 0.0
		for i, l := range errors {
			loto += float64(p.foldWeight(i) * l)
		}
		loto /= p.totalWeight()
		for i, l := range errors {
			influence[i] = scale * (float64(p.foldWeight(i)*(l-loto)) + influence[i])
		}
	})
	if f.take == nil {
		return
	}
	p.opt.Do(ctx, 1, func(int) {
		for _, k := range ks {
			if ctx.Err() != nil {
				return
			}
			f.take(k, f.influence[k])
			f.influence[k] = nil
		}
	})
}

// shrinkage returns what share of θ the ridge takes, given the diagonal of A⁻¹:
// ρ·tr A⁻¹ over the directions that the data span, divided by their number.
func (p *problem) shrinkage(diagonal func(j int) float64) float64 {
	if p.ridge == nil || p.rank == 0 {
		return 0
	}
	taken := float64(p.rank - p.r) // a direction without data counts 1
	for j, v := range p.ridge {
		if p.stop() {
			return 0
		}
		taken += float64(v * diagonal(j))
	}
	return taken / float64(p.rank)
}

// jackknife is the influences of n trajectories on the LOTO errors of all λ's, each set
// centered: with a ridge they do not sum to zero. Scores are smooth in λ, so that
// there are far fewer directions than λ's.
type jackknife struct {
	unit       float64     // of parts, a power of two
	directions [][]float64 // orthonormal, n numbers each
	parts      [][]float64 // per λ, along the directions that there were when it came
	means      []float64   // per λ, what centering took
}

// newJackknife returns one for the LOTO errors of a problem.
func (p *problem) newJackknife() *jackknife {
	j := &jackknife{unit: 1}
	if p.meanG2 > 0 {
		_, exponent := math.Frexp(p.meanG2)
		j.unit = math.Ldexp(1, exponent-1) // squares of influences keep their range
	}
	return j
}

// take adds the influences on the next LOTO error, by increasing λ, and keeps the slice.
func (j *jackknife) take(_ int, influence []float64) {
	const rounding = 1e-12 // of the size
	n := float64(len(influence))
	mean := 0.0
	for _, v := range influence {
		mean += v / n
	}
	j.means = append(j.means, mean)
	root := math.Sqrt(n * (n - 1))
	for i, v := range influence {
		influence[i] = (v - mean) / j.unit / root
	}
	size := dense.Frobenius(influence)
	part := make([]float64, len(j.directions), len(j.directions)+1)
	// Gram and Schmidt; again where what is left becomes a direction, for the rounding
	// of the first time.
	for range 2 {
		for c, q := range j.directions {
			along := kernels.LongDot(q, influence)
			part[c] += along
			kernels.Axpy(-along, q, influence)
		}
		if !(dense.Frobenius(influence) > rounding*size) {
			j.parts = append(j.parts, part)
			return
		}
	}
	rest := dense.Frobenius(influence)
	floats.Scale(1/rest, influence)
	j.directions = append(j.directions, influence)
	j.parts = append(j.parts, append(part, rest))
}

// differences returns the parts of the differences from the LOTO error of one λ, all of the
// same length, in the unit.
func (j *jackknife) differences(from int) [][]float64 {
	m := len(j.directions)
	out := make([][]float64, len(j.parts))
	for k, part := range j.parts {
		out[k] = make([]float64, m)
		copy(out[k], part)
		kernels.Axpy(-1, j.parts[from], out[k][:len(j.parts[from])])
	}
	return out
}

// influence returns the n influences on the LOTO error of the k-th λ, centered.
func (j *jackknife) influence(k, n int) []float64 {
	out := make([]float64, n)
	for c, v := range j.parts[k] {
		kernels.Axpy(v, j.directions[c], out)
	}
	floats.Scale(math.Sqrt(float64(n)*float64(n-1)), out)
	floats.Scale(j.unit, out)
	return out
}

// influenceOf returns the influence of fold i of n on the LOTO error of the k-th λ.
func (j *jackknife) influenceOf(i, k, n int) float64 {
	sum := 0.0
	for c, v := range j.parts[k] {
		sum += float64(v * j.directions[c][i])
	}
	return j.means[k] + float64(sum*math.Sqrt(float64(n)*float64(n-1))*j.unit)
}

// influence returns the influence of each fold on the LOTO error of λ̂, centered.
func (s *Selection) influence() []float64 { return s.jackknife.influence(s.Selected, s.Folds) }

// SelectedWithout returns the index of the λ that would be selected without a fold, taken
// out of the data and of the LOTO error alike, to first order: by LOTO errors less a share
// 1/n of its influence on each. Where a trajectory takes a feature with it, or most of the
// weight, selecting on the others can give another.
func (s *Selection) SelectedWithout(fold int) int {
	return smallestWithin(len(s.Candidates), func(k int) float64 { return s.LOTOWithout(fold, k) }, s.MeanSquaredReturn)
}

// LOTOWithout returns the LOTO error of the k-th λ without a fold, to first order, like
// SelectedWithout.
func (s *Selection) LOTOWithout(fold, k int) float64 {
	return s.Candidates[k].LOTO - s.jackknife.influenceOf(fold, k, s.Folds)/float64(s.Folds)
}

// compare fills in how sure the differences of LOTO errors from the selected one are.
func (s *Selection) compare(j *jackknife, shrinkage []float64) error {
	s.Quantile = quantile(s.Effective)
	differences := j.differences(s.Selected)
	rounding := s.rounding()
	for k := range s.Candidates {
		c := &s.Candidates[k]
		c.shrinkage = shrinkage[k]
		s.Shrinkage = max(s.Shrinkage, c.shrinkage)
		se := dense.Frobenius(differences[k]) * j.unit
		if math.IsInf(se, 0) || math.IsNaN(se) {
			return fmt.Errorf("λ = %v: the standard error overflows; scale the rewards down", c.Lambda)
		}
		c.RefitSE = widened(se, c.PairedSE, c.shrinkage, shrinkage[s.Selected])
		c.NotRuledOut = c.Diff <= float64(s.Quantile*c.RefitSE)+rounding
	}
	s.jackknife = j
	s.varying = &spread{j.unit, differences}
	return nil
}

// standardError returns the standard error of a difference of two LOTO errors from the
// influences of the trajectories on each.
func standardError(influence, other []float64) float64 {
	n := float64(len(influence))
	mean := 0.0
	for i, v := range influence {
		mean += (v - other[i]) / n
	}
	var spread scaledNorm
	for i, v := range influence {
		spread.add(v - other[i] - mean)
	}
	return spread.root() / math.Sqrt(n*(n-1))
}

// widened returns the standard error of a difference of LOTO errors: where the ridge
// shrinks either fit, derivatives alone are too narrow, and it is the wider of two.
func widened(se, paired, shrinkage, other float64) float64 {
	if max(shrinkage, other) > shrinkageLimit {
		return max(se, paired)
	}
	return se
}

// spread is how the differences of LOTO errors from that of λ̂ vary over data sets: their
// covariance is unit²·LLᵀ.
type spread struct {
	unit float64
	rows [][]float64 // of L, one per λ
}

// difference returns the standard error of the difference of two LOTO errors.
func (s *spread) difference(j, k int) float64 {
	var sum scaledNorm
	for c, v := range s.rows[j] {
		sum.add(v - s.rows[k][c])
	}
	return s.unit * sum.root()
}
