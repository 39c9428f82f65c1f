package estimator

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

const (
	// fewestToChooseAgain is the n from which ChosenAgain says something.
	fewestToChooseAgain = 10
	// drawsOfScores is how many sets of scores it draws.
	drawsOfScores = 1000
)

// ChosenAgain returns how often another data set of this size would select each λ,
// as shares of 1, one number per candidate; nil for fewer than 10 trajectories. They
// are off by .10 on average: round them to 10 %.
//
// Scores are drawn 1000 times, always the same way, from a normal distribution about
// those there are, with twice the covariance that the infinitesimal jackknife gives
// them, as they stray from their means like those of another data set:
// F + √2·Σ_j Z_j (I_j − Ī)/√(n(n−1)), Z_j standard normal and the same for all λ's;
// see Candidate.RefitSE. It takes O(k) a draw, whatever n.
func (s *Selection) ChosenAgain() []float64 {
	if s.spread == nil || s.Trajectories < fewestToChooseAgain {
		return nil
	}
	k := len(s.Candidates)
	random := rand.New(rand.NewPCG(1, 0))
	normal := make([]float64, k)
	scores := make([]float64, k)
	shares := make([]float64, k)
	counts := make([]int, k)
	root := s.spread.root()
	for range drawsOfScores {
		for j := range normal {
			normal[j] = random.NormFloat64()
		}
		root.times(scores, normal)
		for j := range scores {
			scores[j] = s.Candidates[j].Score + math.Sqrt2*s.spread.unit*scores[j]
		}
		counts[smallestWithin(k, func(j int) float64 { return scores[j] }, s.MeanSquaredReturn)]++
	}
	for j, c := range counts {
		shares[j] = float64(c) / drawsOfScores
	}
	return shares
}

// spread is the covariance of the differences of scores from that of λ̂, over data
// sets: unit²·LLᵀ.
type spread struct {
	unit    float64
	columns [][]float64 // of L, k numbers each
}

// difference returns the standard error of the difference of two scores.
func (s *spread) difference(j, k int) float64 {
	var sum scaledNorm
	for _, column := range s.columns {
		sum.add(column[j] - column[k])
	}
	return s.unit * sum.root()
}

// newSpread returns the spread that centered influences have, one row per λ, which it
// changes. It takes O(n·k·m) for m columns: score curves are smooth, so that few
// describe many λ's.
func newSpread(ctx context.Context, influence [][]float64) *spread {
	k, n := len(influence), len(influence[0])
	out := &spread{}
	for _, row := range influence {
		for _, v := range row {
			out.unit = max(out.unit, math.Abs(v))
		}
	}
	if out.unit == 0 {
		return out
	}
	_, exponent := math.Frexp(out.unit)
	scale := math.Sqrt(float64(n) * float64(n-1))
	rest := make([]float64, k)
	for j, row := range influence {
		for i, v := range row {
			row[i] = math.Ldexp(v, -exponent) / scale
		}
		rest[j] = dot(row, row)
	}
	out.unit = math.Ldexp(1, exponent)

	// The Cholesky factors of the inner products, the largest pivot first, until only
	// rounding is left.
	const rounding = 1e-14
	limit := 0.0
	for len(out.columns) < k && ctx.Err() == nil {
		pivot := 0
		for j, v := range rest {
			if v > rest[pivot] {
				pivot = j
			}
		}
		if len(out.columns) == 0 {
			limit = rounding * rest[pivot]
		}
		if !(rest[pivot] > limit) {
			break
		}
		column := make([]float64, k)
		for j, row := range influence {
			column[j] = dot(row, influence[pivot])
		}
		for _, before := range out.columns {
			axpy(-before[pivot], before, column)
		}
		root := math.Sqrt(rest[pivot])
		for j := range column {
			column[j] /= root
			rest[j] -= column[j] * column[j]
		}
		rest[pivot] = 0
		out.columns = append(out.columns, column)
	}
	return out
}

// symmetricRoot is R = R₁R₂ᵀ, both k×m, with R Rᵀ = LLᵀ and R symmetric.
type symmetricRoot struct {
	left, right [][]float64 // by columns
}

// root returns the symmetric square root of LLᵀ, L(LᵀL)^−½Lᵀ. Unlike L it does not
// depend on which pivots came first, so that rounding can't decide between draws.
func (s *spread) root() symmetricRoot {
	m := len(s.columns)
	if m == 0 {
		return symmetricRoot{}
	}
	gram := mat.NewSymDense(m, nil)
	for a := range m {
		for b := a; b < m; b++ {
			gram.SetSym(a, b, dot(s.columns[a], s.columns[b]))
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(gram, true) {
		return symmetricRoot{}
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	// With u_c = L q_c, LLᵀ has the eigenvectors u_c/‖u_c‖, ‖u_c‖² = d_c.
	out := symmetricRoot{}
	for c, value := range eigen.Values(nil) {
		if !(value > 0) {
			continue
		}
		u := make([]float64, len(s.columns[0]))
		for a, column := range s.columns {
			axpy(vectors.At(a, c), column, u)
		}
		scaled := make([]float64, len(u))
		axpy(1/math.Sqrt(value), u, scaled)
		out.left, out.right = append(out.left, scaled), append(out.right, u)
	}
	return out
}

// times sets out to R x.
func (r symmetricRoot) times(out, x []float64) {
	clear(out)
	for c, right := range r.right {
		axpy(dot(right, x), r.left[c], out)
	}
}
