package truth

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Least is the least MSVE that the features allow: the error of the best hypothesis in the
// paper's theorem. It is immutable.
type Least struct {
	values *Values
	theta  []float64 // minimizes the MSVE
	// chance is the expected squared distance of theta from the true minimizer, because theta
	// comes from a sample.
	chance float64
	spread float64 // standard deviation of this distance over samples
}

// Least returns the least MSVE; nil if single states score estimates, because the minimizer of
// such errors fits the states and not μ. O(d³).
func (v *Values) Least() *Least {
	switch {
	case v.Single():
		return nil
	case v.sample != nil:
		theta := v.sample.best()
		l := &Least{values: v, theta: theta}
		l.chance, l.spread = v.sample.bestChance(theta)
		return l
	}
	return &Least{values: v, theta: v.exactBest()}
}

// MSVE returns the least MSVE. Unless the truth is exact, it is an unbiased estimate.
func (l *Least) MSVE() float64 { return l.values.MSVE(l.theta) + l.chance }

// Above returns the MSVE of θ minus the least. Unless the truth is exact, it is an unbiased
// estimate and may be negative.
func (l *Least) Above(theta []float64) float64 {
	if len(theta) != len(l.theta) {
		return math.NaN()
	}
	delta := make([]float64, len(theta))
	for j, v := range theta {
		delta[j] = v - l.theta[j]
	}
	return l.values.SquaredNorm(delta) - l.chance
}

// AboveErrors returns the error of the mean Above of some θ's, in parts like MSVEErrors; nil if
// the truth is exact.
func (l *Least) AboveErrors(thetas ...[]float64) []float64 {
	out := l.values.MSVEErrors(thetas...)
	if out == nil {
		return nil
	}
	for b, e := range l.values.MSVEErrors(l.theta) {
		out[b] -= e
	}
	return append(out, l.spread) // because all θ's share it
}

// exactBest returns the θ of least norm that minimizes Σ_s μ(s)(ν(s) − x_sᵀθ)².
func (v *Values) exactBest() []float64 {
	const dependent = 1e-12 // threshold of singular values, relative to the largest
	states := v.Refs.Len()
	dim := v.Refs.Dim
	x := mat.NewDense(states, dim, nil)
	y := mat.NewDense(states, 1, nil)
	for s, mu := range v.Refs.Weights {
		root := math.Sqrt(mu)
		for j, f := range v.Refs.Features(s) {
			x.Set(s, j, root*f)
		}
		y.Set(s, 0, root*v.Nu[s])
	}
	out := make([]float64, dim)
	var svd mat.SVD
	if !svd.Factorize(x, mat.SVDThin) {
		return out
	}
	if rank := svd.Rank(dependent); rank > 0 {
		var theta mat.Dense
		svd.SolveTo(&theta, y, rank)
		mat.Col(out, 0, &theta)
	}
	return out
}

// bestChance returns the mean and the standard deviation of δᵀMδ, where δ is the error of best,
// estimated from the differences between batches.
func (s *sample) bestChance(best []float64) (mean, sd float64) {
	dim := s.gram.dim
	delta := s.fromNear(best)
	var slopes [batches][]float64 // of the MSVE at best, by batch
	for b := range slopes {
		slopes[b] = append([]float64(nil), s.slopeApart[b]...)
		for p, j := range s.gram.j {
			k := s.gram.k[p]
			v := s.gram.apart[b][p]
			slopes[b][j] -= float64(v * delta[k])
			if j != k {
				slopes[b][k] -= float64(v * delta[j])
			}
		}
	}
	x := newSums(dim)
	for p, j := range s.gram.j {
		x.gram[j*dim+s.gram.k[p]] = s.gram.mean[p]
	}
	for j := range dim {
		for b := range slopes { // a series has enough nodes for all batches
			x.cross[j][b] = slopes[b][j]
		}
	}
	if !s.bias {
		x.dropBias()
	}
	moved := x.fit()
	var squares float64
	for a := range slopes {
		for b := range slopes {
			product := 0.0
			for j := range moved {
				product += float64(moved[j][a] * slopes[b][j])
			}
			product /= batches * (batches - 1)
			if a == b {
				mean += product
			} else { // the variance is 2 tr (M⁻¹C)², where C is the covariance of the slope
				squares += float64(product * product)
			}
		}
	}
	return mean, math.Sqrt(2 * squares * batches / (batches - 1))
}
