package dense

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"lambdascope/estimator/internal/kernels"
)

const (
	// deflatedSize is the least size at which deflation is faster than singular values.
	deflatedSize = 24
	// nullTolerance is a singular value, as a share of the largest, that certainly counts as zero.
	nullTolerance = 1e-13
	// smallShare is a pivot, as a share of the size of the matrix, that suggests a direction of the
	// null space.
	smallShare = 1e-8
	// mostNull bounds the dimension of a null space found by deflation.
	mostNull = 32
)

// deflated replaces y by the solution of C x = y of least norm, and reports success. It requires
// that C has a null space of few dimensions and is far from rank-deficient outside the null
// space. It adds σuvᵀ to C for directions v of the null space and u of the null space of Cᵀ, until
// the matrix is regular. With U and V of these columns, the solution is x of
// (C + σUVᵀ)x = y − UUᵀy, less the part of x in the null space. The cost is a few factorisations
// instead of singular values, so that tile coding takes .6 of the time.
func (s *Solver) deflated(y []float64, system System) bool {
	n := s.n
	s.shifted = kernels.Resize(s.shifted, n*n)
	system.copyTo(s.shifted, n)
	size := Frobenius(s.shifted) / math.Sqrt(float64(n)) // at most the largest singular value
	if !(size > 0) || math.IsInf(size, 0) {
		return false
	}
	var left, right [][]float64
	for len(right) < mostNull && s.factorNear(size) {
		before := len(right)
		for range max(1, s.smallPivots(size)) {
			u, v := s.nullVector(left, true), s.nullVector(right, false)
			if !isNull(system, u, v, size) {
				break
			}
			left, right = append(left, u), append(right, v)
		}
		if len(right) == before {
			return false
		}
		for k, u := range left[before:] {
			for i, x := range u {
				kernels.Axpy(size*x, right[before+k], s.shifted[i*n:(i+1)*n])
			}
		}
		copy(s.lu, s.shifted)
		if s.factor() && s.safe() {
			s.last.how = byDeflation
			s.last.left = left
			s.last.right = right
			s.SolveAgain(y, false)
			return true
		}
	}
	return false
}

// factorNear factors the shifted matrix, or a matrix within rounding of it if a pivot vanishes.
func (s *Solver) factorNear(size float64) bool {
	copy(s.lu, s.shifted)
	if s.factor() {
		return true
	}
	const epsilon = 0x1p-52
	for i := range s.n {
		s.shifted[i*s.n+i] += float64(4 * epsilon * size)
	}
	copy(s.lu, s.shifted)
	return s.factor()
}

// smallPivots returns the number of nearly null pivots of the current factors, usually the
// dimension of the null space.
func (s *Solver) smallPivots(size float64) (count int) {
	for i := range s.n {
		if math.Abs(s.lu[i*s.n+i]) <= smallShare*size {
			count++
		}
	}
	return count
}

// nullVector returns a vector in the null space of the matrix with the current factors, or of the
// transposed matrix, of length 1 and orthogonal to a basis. It uses inverse iteration.
func (s *Solver) nullVector(basis [][]float64, transposed bool) []float64 {
	const rounds = 3
	random := rand.New(rand.NewPCG(1, uint64(len(basis))))
	v := make([]float64, s.n)
	for i := range v {
		v[i] = random.NormFloat64()
	}
	first, second := s.backTransposed, s.back
	if transposed {
		first, second = second, first
	}
	for range rounds {
		for _, solve := range []func([]float64){first, second} {
			solve(v)
			floats.Scale(1/floats.Norm(v, math.Inf(1)), v)
		}
		for range 2 { // because one pass leaves rounding errors
			for _, u := range basis {
				kernels.Axpy(-kernels.Dot(u, v), u, v)
			}
			floats.Scale(1/Frobenius(v), v)
		}
	}
	return v
}

// isNull reports whether C maps v, and Cᵀ maps u, to zero within rounding. It is false for NaN.
func isNull(system System, u, v []float64, size float64) bool {
	n := len(v)
	image := make([]float64, n)
	sum := 0.0
	for i, x := range u {
		row := system[i*Stride(n):][:n]
		kernels.Axpy(x, row, image)
		product := kernels.LongDot(row, v)
		sum += float64(product * product)
	}
	limit := nullTolerance * size
	return math.Sqrt(sum) <= limit && Frobenius(image) <= limit
}

// backTransposed solves Cᵀ x = b in place with the current factors.
func (s *Solver) backTransposed(x []float64) {
	n := s.n
	a := s.lu
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
