package truth

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Least is the least MSVE that features allow, by which estimates are judged: the best
// hypothesis of the paper's theorem. It is immutable.
type Least struct {
	values *Values
	theta  []float64
	// chance is what the squared distance to theta has on average because theta is of a
	// sample: at the true best θ it would be 0.
	chance float64
}

// Least returns the least MSVE; nil where estimates are scored on single states, whose
// own best θ fits them, not μ. O(d³).
func (v *Values) Least() *Least {
	switch {
	case v.Single():
		return nil
	case v.sample != nil:
		theta := v.sample.best()
		return &Least{values: v, theta: theta, chance: v.sample.bestChance(theta)}
	}
	return &Least{values: v, theta: v.exactBest()}
}

// Theta returns a θ of the least MSVE. The slice is shared: do not change it.
func (l *Least) Theta() []float64 { return l.theta }

// MSVE returns the least MSVE. Where the truth is not exact it is an unbiased estimate.
func (l *Least) MSVE() float64 { return l.values.MSVE(l.theta) + l.chance }

// Above returns by how much the MSVE of θ exceeds the least. Where the truth is not exact
// it is an unbiased estimate, and may be below 0.
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

// AboveErrors returns what the mean Above of some θ's misses by, in parts, as MSVEErrors
// does; nil where the truth is exact.
func (l *Least) AboveErrors(thetas ...[]float64) []float64 {
	out := l.values.MSVEErrors(thetas...)
	for b, e := range l.values.MSVEErrors(l.theta) {
		out[b] -= e
	}
	return out
}

// exactBest returns the θ of the least Σ_s μ(s)(ν(s) − x_sᵀθ)², of least norm.
func (v *Values) exactBest() []float64 {
	const dependent = 1e-12 // singular values, relative to the largest
	states, dim := v.Refs.Len(), v.Refs.Dim
	x, y := mat.NewDense(states, dim, nil), mat.NewDense(states, 1, nil)
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

// bestChance returns E δᵀMδ of the difference δ of best from the θ that it estimates, by
// how the batches differ.
func (s *sample) bestChance(best []float64) float64 {
	dim := s.gram.dim
	delta := s.fromNear(best)
	var slopes [batches][]float64 // of the MSVE at best, of each batch
	for b := range slopes {
		slopes[b] = append([]float64(nil), s.slopeApart[b]...)
		for p, j := range s.gram.j {
			k, v := s.gram.k[p], s.gram.apart[b][p]
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
		for b := range slopes { // there are nodes enough
			x.cross[j][b] = slopes[b][j]
		}
	}
	if !s.bias {
		x.dropBias()
	}
	sum := 0.0
	for j, moved := range x.fit() {
		for b := range slopes {
			sum += float64(moved[b] * slopes[b][j])
		}
	}
	return sum / (batches * (batches - 1))
}
