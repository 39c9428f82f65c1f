package estimator

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// The infinitesimal jackknife (Jaeckel 1972; Efron 1982, The Jackknife, the Bootstrap
// and Other Resampling Plans, ch. 6) gets the standard error of a statistic from its
// derivatives in the weights of the observations. Here these are the trajectories,
// and the statistic is the score of a λ, in which a trajectory has two parts: as the
// one left out, and in the fits that leave out another. With v_i its weight in the
// score, V = Σv_i and F the score,
//
//	u_i = C_(i)⁻ᵀ (2v_i/H_i) Σ_t x_{i,t} e_{i,t},
//	I_j = (n/V)·[v_j(ℓ_j − F) + Σ_{i≠j} u_iᵀ(b_j − A_jθ_(i))]
//
// is the influence of trajectory j: n times the derivative of the score in its weight.
// Errors of folds as such say nothing of how the fits would differ.

// Level is the level of confidence of Candidate.NotRuledOut.
const Level = 0.95

// shrinkageLimit is the Selection.Shrinkage above which RefitSE is the wider of two.
const shrinkageLimit = 0.05

// quantile returns the one-sided quantile of Level of Student's t with n−1 degrees of
// freedom.
func quantile(n int) float64 {
	return distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}.Quantile(Level)
}

// sensitivities is, for each of some folds, u_i, and −θ_(i) with a 1 after it, whose
// outer products sum to the matrix, padded as a system is, that the influences are
// products with:
//
//	Σ_i u_iᵀ(b_j − A_jθ_(i)) = ⟨[A_j b_j], Σ_i u_i (−θ_(i), 1)ᵀ⟩.
//
// A view is a problem of its own in the coordinates of this one, with another ridge.
type sensitivities struct {
	views, n, ldu, ldt int
	u                  []float64 // rows of ldu numbers, by view
	t                  []float64 // rows of ldt numbers, by view
}

// shape makes room for n folds in each view.
func (s *sensitivities) shape(views, n, r int) {
	s.views, s.n, s.ldu, s.ldt = views, n, roundUpTo(r, tileRows), roundUpTo(r+1, tileCols)
	s.u, s.t = resize(s.u, views*n*s.ldu), resize(s.t, views*n*s.ldt)
	clear(s.u)
	clear(s.t)
}

// sum sets out to the sums of the outer products, one view after another.
func (s *sensitivities) sum(out []float64) {
	clear(out)
	size := s.ldu * s.ldt
	for v := range s.views {
		tiles(out[v*size:(v+1)*size], s.ldu, s.ldt, s.u[v*s.n*s.ldu:], s.ldu, s.t[v*s.n*s.ldt:], s.ldt, s.n)
	}
}

// ownViews returns how many sensitivities a fold has, for visit.
func (p *problem) ownViews() int {
	if p.plain {
		return 0
	}
	return 1
}

// sensitivity adds a fold to s, from θ_(i) = ws.theta and C_(i)⁻ᵀ Σ_t x_t e_t =
// ws.slope, and takes from the influence of i its own part in the sums,
// u_iᵀ(b_i − A_iθ_(i)).
func (p *problem) sensitivity(out *folds, ws *workspace, s *sensitivities, f leftOut, view int) {
	r := p.r
	at := view*s.n + f.row
	u, t := s.u[at*s.ldu:][:r], s.t[at*s.ldt:][:r+1]
	weight := 2 * p.foldWeight(f.i) / float64(p.data[f.i].Len())
	a, b := f.own.matrix(r), f.own.vector(r)
	own, count := 0.0, float64(f.count)
	for j, v := range ws.slope {
		v *= weight
		own += v * (b[j] - dot(a[j*r:(j+1)*r], ws.theta))
		u[j] = v * count
		t[j] = -ws.theta[j]
	}
	t[r] = 1
	out.influence[f.k][f.i] = -own
}

// project completes what refits contribute to an influence.
func (f *folds) project(k, i, _ int, product float64) { f.influence[k][i] += product }

// shrinkage returns what share of θ the ridge takes, given the diagonal of A⁻¹:
// ρ·tr A⁻¹ over the directions that the data span, divided by their number.
func (p *problem) shrinkage(diagonal func(j int) float64) float64 {
	if p.ridge == nil || p.rank == 0 || p.plain {
		return 0
	}
	taken := float64(p.rank - p.r) // a direction without data counts 1
	for j, v := range p.ridge {
		if p.stop() {
			return 0
		}
		taken += v * diagonal(j)
	}
	return taken / float64(p.rank)
}

// compare fills in what compares the candidates with the selected one, its influences
// included; f.influence is lost.
func (p *problem) compare(ctx context.Context, s *Selection, f *folds) error {
	best := s.Best()
	rounding := s.rounding()
	p.opt.Do(ctx, len(s.Candidates), func(k int) {
		c := &s.Candidates[k]
		c.Diff, c.PairedSE = meanAndError(c.Folds, best.Folds, s.weights)
		if !p.plain {
			p.completeInfluence(f.influence[k], c)
		}
	})
	if p.plain || ctx.Err() != nil {
		return ctx.Err()
	}
	for k := range s.Candidates {
		s.Shrinkage = max(s.Shrinkage, f.shrinkage[k])
	}
	s.Quantile = quantile(s.Trajectories)
	s.influence = append([]float64(nil), f.influence[s.Selected]...)
	errs := make([]error, len(s.Candidates))
	p.opt.Do(ctx, len(s.Candidates), func(k int) {
		c := &s.Candidates[k]
		c.shrinkage = f.shrinkage[k]
		se := center(f.influence[k], s.influence)
		if math.IsInf(se, 0) || math.IsNaN(se) {
			errs[k] = fmt.Errorf("λ = %v: the standard error overflows; scale the rewards down", c.Lambda)
			return
		}
		c.RefitSE = widened(se, c.PairedSE, c.shrinkage, f.shrinkage[s.Selected])
		c.NotRuledOut = c.Diff <= s.Quantile*c.RefitSE+rounding
	})
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	p.opt.Do(ctx, 1, func(int) { s.spread = newSpread(ctx, f.influence) })
	return ctx.Err()
}

// completeInfluence sets the influences of the trajectories on a candidate's score
// from what refits contribute.
func (p *problem) completeInfluence(influence []float64, c *Candidate) {
	scale := float64(len(p.data)) / p.totalWeight()
	for i, l := range c.Folds {
		influence[i] = scale * (p.foldWeight(i)*(l-c.Score) + influence[i])
	}
}

// center subtracts the influences on the reference from others, and their mean, and
// returns the standard error of the difference of the two scores. With a ridge
// influences do not sum to zero.
func center(influence, reference []float64) (se float64) {
	n := float64(len(influence))
	var sum float64
	for i, v := range reference {
		influence[i] -= v
		sum += influence[i]
	}
	mean := sum / n
	var spread scaledNorm
	for i := range influence {
		influence[i] -= mean
		spread.add(influence[i])
	}
	if math.IsNaN(mean) {
		return mean
	}
	return spread.root() / math.Sqrt(n*(n-1))
}

// widened returns the standard error of a difference of scores: where the ridge
// shrinks either fit, derivatives alone are too narrow, and it is the wider of two.
func widened(se, paired, shrinkage, other float64) float64 {
	if max(shrinkage, other) > shrinkageLimit {
		return max(se, paired)
	}
	return se
}
