package estimator

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

const (
	// FewestToChooseAgain is the Selection.Folds from which ChosenAgain says something.
	FewestToChooseAgain = 10
	// drawsOfScores is how many sets of scores it draws.
	drawsOfScores = 1000
)

// ChosenAgain returns how often another data set of this size would select each λ,
// as shares of 1, one number per candidate; nil for fewer than 10 folds. They
// are off by .10 on average: round them to 10 %. Nil, too, where Compared is false.
//
// Scores are drawn 1000 times, always the same way, from a normal distribution about
// those there are, with twice the covariance that the infinitesimal jackknife gives
// them, as they stray from their means like those of another data set:
// F + √2·Σ_j Z_j (I_j − Ī)/√(n(n−1)), Z_j standard normal and the same for all λ's;
// see Candidate.RefitSE. It takes O(k) a draw, whatever n.
func (s *Selection) ChosenAgain() []float64 {
	if s.Folds < FewestToChooseAgain || !s.Compared() {
		return nil
	}
	k := len(s.Candidates)
	random := rand.New(rand.NewPCG(1, 0))
	normal := make([]float64, k)
	scores := make([]float64, k)
	shares := make([]float64, k)
	counts := make([]int, k)
	root := s.varying.root()
	for range drawsOfScores {
		for j := range normal {
			normal[j] = random.NormFloat64()
		}
		root.times(scores, normal)
		for j := range scores {
			scores[j] = s.Candidates[j].Score + float64(math.Sqrt2*s.varying.unit*scores[j])
		}
		counts[smallestWithin(k, func(j int) float64 { return scores[j] }, s.MeanSquaredReturn)]++
	}
	for j, c := range counts {
		shares[j] = float64(c) / drawsOfScores
	}
	return shares
}

// spread is how the differences of scores from that of λ̂ vary over data sets: their
// covariance is unit²·LLᵀ.
type spread struct {
	unit float64
	rows [][]float64 // of L, one per λ
}

// difference returns the standard error of the difference of two scores.
func (s *spread) difference(j, k int) float64 {
	var sum scaledNorm
	for c, v := range s.rows[j] {
		sum.add(v - s.rows[k][c])
	}
	return s.unit * sum.root()
}

// symmetricRoot is R = U S Uᵀ, by columns, with R R = LLᵀ.
type symmetricRoot struct {
	values  []float64
	vectors [][]float64
}

// root returns the symmetric square root of LLᵀ. Unlike L it does not depend on how
// the λ's before each were described, so that rounding can't decide between draws.
func (s *spread) root() (out symmetricRoot) {
	k, m := len(s.rows), len(s.rows[0])
	if m == 0 {
		return out
	}
	l := mat.NewDense(k, m, nil)
	for j, row := range s.rows {
		l.SetRow(j, row)
	}
	var svd mat.SVD
	if !svd.Factorize(l, mat.SVDThinU) {
		return out
	}
	var u mat.Dense
	svd.UTo(&u)
	const visible = 1e-9 // of the largest
	out.values = svd.Values(nil)
	for c, v := range out.values {
		if v < visible*out.values[0] { // no draw shows it
			break
		}
		out.vectors = append(out.vectors, mat.Col(nil, c, &u))
	}
	return out
}

// times sets out to R x.
func (r symmetricRoot) times(out, x []float64) {
	clear(out)
	for c, u := range r.vectors {
		axpy(r.values[c]*dot(u, x), u, out)
	}
}
