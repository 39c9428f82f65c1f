package dense

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"lambdascope/estimator/internal/kernels"
)

const (
	// deflatedSize is the size from which deflation beats singular values.
	deflatedSize = 24
	// nullTolerance is the singular value, as a share of the largest, below which
	// a direction certainly counts as null; between it and clearTolerance the
	// singular values themselves decide.
	nullTolerance, clearTolerance = 1e-13, 1e-8
	// mostNull is how large a null space is searched for.
	mostNull = 32
)

// deflated replaces y by the solution of C x = y: that of least norm where C has a null space
// of few dimensions and is far from rank-deficient beside it, and returns whether
// it could. With orthonormal bases V of the null space and U of that of Cᵀ, found
// by inverse iteration, the solution is that of (C + σUVᵀ)x = y − UUᵀy, less its
// part in the null space. The cost is that of two factorisations, in place of the
// singular values of C.
func (s *Solver) deflated(y, c []float64) bool {
	n := s.n
	size := floats.Norm(c, 2) / math.Sqrt(float64(n)) // at most the largest singular value
	if !(size > 0) || math.IsInf(size, 0) || !s.factorNear(c, size) {
		return false
	}
	right := s.nullSpace(c, size, false)
	if right == nil {
		return false
	}
	left := s.nullSpace(c, size, true)
	if len(left) != len(right) {
		return false
	}
	s.shifted = append(s.shifted[:0], c...)
	for k, u := range left {
		for i, v := range u {
			kernels.Axpy(size*v, right[k], s.shifted[i*n:(i+1)*n])
		}
	}
	if !s.Factor(s.shifted) || !s.safe(s.shifted) {
		return false
	}
	s.last.how, s.last.left, s.last.right = byDeflation, left, right
	s.SolveAgain(y, false)
	return true
}

// factorNear factors c, or, where a pivot vanishes, a matrix next to it.
func (s *Solver) factorNear(c []float64, size float64) bool {
	if s.Factor(c) {
		return true
	}
	const epsilon = 0x1p-52
	s.shifted = append(s.shifted[:0], c...)
	for i := range s.n {
		s.shifted[i*s.n+i] += float64(4 * epsilon * size)
	}
	return s.Factor(s.shifted)
}

// nullSpace returns an orthonormal basis of the null space of C, or of Cᵀ where
// transposed, by inverse iteration with the factors at hand; nil where it is
// empty, large, or not clearly apart from the rest.
func (s *Solver) nullSpace(c []float64, size float64, transposed bool) [][]float64 {
	n := s.n
	const rounds = 3
	width := 4
	for small := s.smallPivots(size); width <= small; {
		width *= 2
	}
	for ; width <= min(mostNull, n); width *= 2 {
		random := rand.New(rand.NewPCG(1, uint64(width)))
		block := make([][]float64, width)
		for k := range block {
			block[k] = make([]float64, n)
			for i := range block[k] {
				block[k][i] = random.NormFloat64()
			}
		}
		for range rounds {
			for _, v := range block {
				if !s.backBoth(v, transposed) {
					return nil
				}
			}
			if !orthonormalize(block) {
				return nil
			}
		}
		null, clear := ritz(c, n, block, size, transposed)
		if !clear {
			return nil
		}
		if len(null) < width {
			return null
		}
	}
	return nil
}

// smallPivots returns how many pivots of the factors at hand are nearly null, which is
// mostly the dimension of the null space.
func (s *Solver) smallPivots(size float64) int {
	count := 0
	for i := range s.n {
		if math.Abs(s.lu[i*s.n+i]) <= clearTolerance*size {
			count++
		}
	}
	return count
}

// backBoth replaces v by (CᵀC)⁻¹v, or (CCᵀ)⁻¹v, to scale; false where that is
// not finite.
func (s *Solver) backBoth(v []float64, transposed bool) bool {
	first, second := s.backTransposed, s.back
	if transposed {
		first, second = second, first
	}
	for _, solve := range []func([]float64){first, second} {
		solve(v)
		scale := floats.Norm(v, math.Inf(1))
		if !(scale > 0) || math.IsInf(scale, 0) {
			return false
		}
		floats.Scale(1/scale, v)
	}
	return true
}

// orthonormalize makes the vectors orthonormal by Gram and Schmidt, again until
// nothing is taken away: inverse iteration leaves them parallel but for rounding.
// False means that it could not.
func orthonormalize(block [][]float64) bool {
	const most = 6
	for k, v := range block {
		for pass := 0; ; pass++ {
			for _, u := range block[:k] {
				kernels.Axpy(-kernels.Dot(u, v), u, v)
			}
			norm := floats.Norm(v, 2)
			if !(norm > 1e-200) || pass == most {
				return false
			}
			floats.Scale(1/norm, v)
			if pass > 0 && norm > 0.9 {
				break
			}
		}
	}
	return true
}

// ritz returns the directions of a block that C, or Cᵀ, takes to nothing, and
// whether each direction of the block clearly is or is not one of them.
func ritz(c []float64, n int, block [][]float64, size float64, transposed bool) (null [][]float64, clear bool) {
	width := len(block)
	images := mat.NewDense(n, width, nil)
	for k, v := range block {
		image := make([]float64, n)
		for i := range n {
			row := c[i*n : (i+1)*n]
			if transposed {
				kernels.Axpy(v[i], row, image)
			} else {
				image[i] = kernels.Dot(row, v)
			}
		}
		images.SetCol(k, image)
	}
	var svd mat.SVD
	if !svd.Factorize(images, mat.SVDThinV) {
		return nil, false
	}
	var turn mat.Dense
	svd.VTo(&turn)
	for k, value := range svd.Values(nil) {
		if value > clearTolerance*size*math.Sqrt(float64(n)) {
			continue
		}
		if value > nullTolerance*size {
			return nil, false
		}
		v := make([]float64, n)
		for j, u := range block {
			kernels.Axpy(turn.At(j, k), u, v)
		}
		null = append(null, v)
	}
	return null, orthonormalize(null)
}

// backTransposed solves Cᵀ x = b in place with the factors at hand.
func (s *Solver) backTransposed(x []float64) {
	n, a := s.n, s.lu
	for i := range n {
		x[i] /= a[i*n+i]
		kernels.Axpy(-x[i], a[i*n+i+1:i*n+n], x[i+1:])
	}
	for i := n - 1; i > 0; i-- {
		kernels.Axpy(-x[i], a[i*n:i*n+i], x)
	}
	s.exchangeBack(x)
}

// exchangeBack undoes the exchanges of rows.
func (s *Solver) exchangeBack(x []float64) {
	for k := s.n - 1; k >= 0; k-- {
		p := s.piv[k]
		x[k], x[p] = x[p], x[k]
	}
}
