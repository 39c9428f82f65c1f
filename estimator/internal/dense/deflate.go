package dense

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"lambdascope/estimator/internal/kernels"
)

const (
	// deflatedSize is the least size at which deflation is faster than singular values.
	deflatedSize = 24
	// nullTolerance and clearTolerance are singular values as shares of the largest. A direction
	// below nullTolerance certainly is null, and above clearTolerance certainly is not. Between
	// the two, deflation fails so that singular values decide.
	nullTolerance, clearTolerance = 1e-13, 1e-8
	// mostNull bounds the dimension of a null space found by iteration.
	mostNull = 32
)

// deflated replaces y by the solution of C x = y of least norm, and reports success. It requires
// that C has a null space of few dimensions and is far from rank-deficient outside the null
// space. With orthonormal bases V of the null space and U of the null space of Cᵀ, by inverse
// iteration, the solution is x of (C + σUVᵀ)x = y − UUᵀy, less the part of x in the null space.
// The cost is two factorisations instead of the singular values of C.
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

// factorNear factors c, or a matrix within rounding of c if a pivot vanishes.
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

// nullSpace returns an orthonormal basis of the null space of C, or of Cᵀ where transposed, by
// inverse iteration with the current factors. It returns nil if the null space is empty, larger
// than mostNull, or not clearly apart from other directions.
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

// smallPivots returns the number of nearly null pivots of the current factors, usually the
// dimension of the null space.
func (s *Solver) smallPivots(size float64) int {
	count := 0
	for i := range s.n {
		if math.Abs(s.lu[i*s.n+i]) <= clearTolerance*size {
			count++
		}
	}
	return count
}

// backBoth replaces v by a multiple of (CᵀC)⁻¹v, or of (CCᵀ)⁻¹v if transposed. It returns false
// if the result is not finite.
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

// orthonormalize makes the vectors orthonormal by Gram–Schmidt, and reports success. It repeats
// until hardly anything changes, because inverse iteration leaves the vectors parallel except for
// rounding.
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

// ritz returns the directions of a block that C, or Cᵀ if transposed, maps to zero. clear reports
// whether each direction of the block clearly is or is not null.
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

// backTransposed solves Cᵀ x = b in place with the current factors.
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
