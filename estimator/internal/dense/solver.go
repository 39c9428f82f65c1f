package dense

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"lambdascope/estimator/internal/kernels"
)

const (
	// deficiencyTolerance is the singular value, as a share of the largest,
	// below which a matrix counts as rank-deficient and the value as zero.
	deficiencyTolerance = 1e-10
	// growthLimit bounds the size of U relative to the matrix. Larger growth means that
	// elimination has lost digits that the condition does not explain.
	growthLimit = 1e3
	// safetyMargin is a factor for the rounding of the LU factors.
	safetyMargin = 10
	// smallestPivot is the least number with a finite inverse, roughly.
	smallestPivot = 1e-300
	// smallestSize is the least size of a matrix whose squares keep their digits.
	smallestSize = 1e-140
)

// Solver solves n×n systems by one rule: a matrix with a singular value below deficiencyTolerance
// of the largest is rank-deficient, and the solution is of least norm, without such values.
type Solver struct {
	n    int
	lu   []float64 // n×n: a matrix, then its factors
	piv  []int
	size float64   // ‖C‖_F of the matrix factored
	left []float64 // scratch of update
	// shifted is scratch of deflated, n×n.
	shifted []float64
	// done, once closed, ends the wait for long decompositions. Results are then undefined.
	done <-chan struct{}
	last outcome   // the method of the last solve, for SolveAgain
	grow []float64 // n, scratch of the condition bound
	// start is the fixed unit vector that apart iterates from, and direction the iterate.
	start, direction []float64
}

// outcome is the method by which solve found a solution, with the data that SolveAgain needs.
type outcome struct {
	how         outcomeKind
	left, right [][]float64 // of deflation, the null spaces of Cᵀ and C
	values      []float64   // the singular values that were not dropped
	u, v        mat.Dense   // singular vectors, by columns
}

type outcomeKind uint8

const (
	byFactors outcomeKind = iota
	byDeflation
	bySingularValues
)

// NewSolver returns a solver of n×n systems. Once done is closed, the solver abandons long
// decompositions, and results are undefined.
func NewSolver(n int, done <-chan struct{}) *Solver {
	return &Solver{n: n, done: done, lu: make([]float64, n*n), piv: make([]int, n), grow: make([]float64, n)}
}

// Solve sets x to the solution of a system, and reports whether the matrix is rank-deficient. It
// does not change the system. It takes O(n³).
func (s *Solver) Solve(x []float64, system System) (deficient bool) {
	if s.n == 0 {
		return false
	}
	for i := range x {
		x[i] = system[i*Stride(s.n)+s.n]
	}
	system.copyTo(s.lu, s.n)
	if s.factor() && s.safe() {
		s.last.how = byFactors
		s.back(x)
		return false
	}
	if s.n >= deflatedSize && s.deflated(x, system) {
		return true
	}
	deficient = s.singular(system)
	s.SolveAgain(x, false)
	return deficient
}

// SolveAgain replaces y by C⁻¹y, or C⁻ᵀy if transposed, with the factors of the C last solved.
// The pseudo-inverse stands for the inverse if C is rank-deficient. It takes O(n²).
func (s *Solver) SolveAgain(y []float64, transposed bool) {
	if s.n == 0 {
		return
	}
	back := s.back
	onto := s.last.left
	along := s.last.right
	if transposed {
		back, onto, along = s.backTransposed, along, onto
	}
	switch s.last.how {
	case byFactors:
		back(y)
	case byDeflation:
		for _, u := range onto {
			kernels.Axpy(-kernels.Dot(u, y), u, y)
		}
		back(y)
		for _, v := range along {
			kernels.Axpy(-kernels.Dot(v, y), v, y)
		}
	case bySingularValues:
		from, to := &s.last.u, &s.last.v
		if transposed {
			from, to = to, from
		}
		for k, value := range s.last.values {
			coefficient := 0.0
			for i, v := range y {
				coefficient += float64(from.At(i, k) * v)
			}
			s.grow[k] = coefficient / value
		}
		clear(y)
		for k := range s.last.values {
			for i := range y {
				y[i] += float64(s.grow[k] * to.At(i, k))
			}
		}
	}
}

// Order returns the rows of the matrix last solved in the order of its pivots, nil if the matrix was
// not solved by factors.
func (s *Solver) Order() []int {
	if s.last.how != byFactors {
		return nil
	}
	order := make([]int, s.n)
	for i := range order {
		order[i] = i
	}
	for k, p := range s.piv {
		order[k], order[p] = order[p], order[k]
	}
	return order
}

// Inverse sets m, n×n, to the inverse of the matrix last solved, or to the pseudo-inverse if it is
// rank-deficient. It takes O(n³).
func (s *Solver) Inverse(m []float64) {
	n := s.n
	column := make([]float64, n)
	for j := range n {
		clear(column)
		column[j] = 1
		s.SolveAgain(column, false)
		for i, v := range column {
			m[i*n+j] = v
		}
	}
}

// back solves C x = b in place with the current factors.
func (s *Solver) back(x []float64) {
	n := s.n
	a := s.lu
	for k, p := range s.piv {
		x[k], x[p] = x[p], x[k]
	}
	product := kernels.Dot
	if n >= BlockedSize {
		product = kernels.LongDot
	}
	for i := 1; i < n; i++ {
		x[i] -= product(a[i*n:i*n+i], x)
	}
	for i := n - 1; i >= 0; i-- {
		x[i] = (x[i] - product(a[i*n+i+1:i*n+n], x[i+1:])) / a[i*n+i]
	}
}

// safe reports whether the matrix with the current factors is certainly far from rank-deficient:
// σ_min/σ_max above deficiencyTolerance.
//
// The inverses of the triangular comparison matrices bound the inverses of the factors entry by
// entry (Higham, Accuracy and Stability of Numerical Algorithms, ch. 8), so |U⁻¹||L⁻¹|e costs two
// triangular solves and bounds ‖C⁻¹‖_∞ from above, with √n‖C‖_F‖C⁻¹‖_∞ ≥ κ₂. The bound can be far
// too high, so that apart decides if the bound is inconclusive.
func (s *Solver) safe() bool {
	n, a, u := s.n, s.lu, s.grow
	for i := range n {
		product, _ := absDot(a[i*n:i*n+i], u)
		u[i] = 1 + product
	}
	var grown, bound float64
	for i := n - 1; i >= 0; i-- {
		pivot := a[i*n+i]
		product, squares := absDot(a[i*n+i+1:i*n+n], u[i+1:])
		u[i] = (u[i] + product) / math.Abs(pivot)
		bound = max(bound, u[i])
		grown += squares + float64(pivot*pivot)
	}
	return sound(s.size, math.Sqrt(grown)) && (far(n, s.size, bound) || s.apart())
}

// sound reports whether factors have kept the digits of a matrix, given ‖C‖_F and ‖L‖_F‖U‖_F, or
// ‖U‖_F of partial pivoting. It is false for NaN.
func sound(size, growth float64) bool { return size > smallestSize && growth <= growthLimit*size }

// far reports whether a bound of ‖C⁻¹‖_∞ proves σ_min/σ_max above deficiencyTolerance. It is false
// for NaN.
func far(n int, size, bound float64) bool {
	return math.Sqrt(float64(n))*size*bound*safetyMargin*deficiencyTolerance < 1
}

// apart reports whether the least singular value of C with the current factors is above the
// limit of the rule. It uses inverse iteration: with B = (CᵀC)⁻¹ and a unit vector v,
//
//	e_q = (‖B^{q−1}v‖/‖B^q v‖)^½ ≥ σ_min, e_q ≤ σ_min·|α|^{−1/2q},
//
// α being the part of v in the direction of σ_min. So e_q falls towards σ_min, and a matrix at
// the limit looks m times above the limit only if |α| < m^{−2q}. apart returns true once m^{−2q}
// is under 10⁻¹⁴, after 24 steps at m = 2, and false if m falls below 2. ‖C‖_F stands for the
// largest singular value, as an upper bound.
//
// v is a fixed vector of random numbers, so that apart could miss a share of √n·10⁻¹⁴ of random
// directions. Rounding prevents even these misses: a solution with C is off by some ε‖C‖/σ_min of
// the solution's size in the direction of σ_min, 10⁻⁶ at the limit, and the next steps amplify
// this part. Therefore a single step is not enough. The margin of 2 is needed because the factors
// are off by some n·ε times the growth, bounded by safe: at the limit this moves σ_min by a third
// for n = 256, and by far less with the growth seen in practice.
func (s *Solver) apart() bool {
	const (
		margin = 2
		unseen = 1e-14
	)
	if n := s.n; len(s.start) != n {
		random := rand.New(rand.NewPCG(1, uint64(n)))
		s.start = make([]float64, n)
		s.direction = make([]float64, n)
		for i := range s.start {
			s.start[i] = random.NormFloat64()
		}
		floats.Scale(1/Frobenius(s.start), s.start)
	}
	limit := deficiencyTolerance * s.size
	v := s.direction
	copy(v, s.start)
	for q := 1; ; q++ {
		s.backTransposed(v)
		s.back(v)
		size := Frobenius(v)
		above := 1 / (math.Sqrt(size) * limit)
		if math.IsInf(above, 1) || !(above >= margin) { // also for NaN
			return false
		}
		if q > 1 && 2*float64(q)*math.Log(above) > -math.Log(unseen) {
			return true
		}
		floats.Scale(1/size, v)
	}
}

// absDot returns |x|ᵀy and xᵀx, each summed in two parts so that the additions overlap.
func absDot(x, y []float64) (product, squares float64) {
	y = y[:len(x)]
	var p0, p1, q0, q1 float64
	for len(x) >= 2 && len(y) >= 2 {
		p0 += float64(math.Abs(x[0]) * y[0])
		p1 += float64(math.Abs(x[1]) * y[1])
		q0 += float64(x[0] * x[0])
		q1 += float64(x[1] * x[1])
		x, y = x[2:], y[2:]
	}
	for i, v := range x {
		p0 += float64(math.Abs(v) * y[i])
		q0 += float64(v * v)
	}
	return p0 + p1, q0 + q1
}

// singular keeps the singular values of a matrix above the tolerance, with singular vectors, and
// reports whether any value is below.
func (s *Solver) singular(system System) (deficient bool) {
	n := s.n
	s.last.how = bySingularValues
	s.last.values = nil
	own := mat.NewDense(n, n, nil) // a copy, because an interrupted decomposition keeps reading it
	system.copyTo(own.RawMatrix().Data, n)
	if size := floats.Norm(own.RawMatrix().Data, math.Inf(1)); math.IsNaN(size) || math.IsInf(size, 0) {
		return true
	}
	var svd mat.SVD
	converged := false
	if !Interruptible(s.done, n, func() { converged = svd.Factorize(own, mat.SVDFull) }) {
		return true
	}
	if !converged {
		return true
	}
	s.last.values = svd.Values(nil)
	s.last.u.Reset()
	s.last.v.Reset()
	svd.UTo(&s.last.u)
	svd.VTo(&s.last.v)
	for k, value := range s.last.values {
		if value < deficiencyTolerance*s.last.values[0] || value == 0 {
			s.last.values = s.last.values[:k]
			return true
		}
	}
	return false
}

// Frobenius returns the root of the sum of squares.
func Frobenius(x []float64) float64 { return math.Sqrt(kernels.LongDot(x, x)) }
