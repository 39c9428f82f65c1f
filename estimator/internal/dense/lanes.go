package dense

import (
	"math"

	"lambdascope/estimator/internal/kernels"
)

// Lanes solves kernels.LaneCount systems side by side, a system in each lane of the vector
// registers. 200 games of 2048 then take .75 of the time, because the rows of a small system
// are too short to fill registers.
//
// All systems use the row order of one similar matrix, such as the sum over all trajectories. Systems
// with small pivots in this order are left to Solver.
type Lanes struct {
	Theta []float64 // n numbers of all systems side by side: the solutions
	Slope []float64 // n side by side, in and out of Transposed

	n     int
	order []int
	a     []float64 // n rows of n+1 numbers side by side: the factors, and L⁻¹b
	grow  []float64 // n side by side, scratch of the condition bound
	ones  []float64 // n side by side: a factor or a vector of no effect
}

// Solve sets Theta to the solutions of some systems, at most kernels.LaneCount, and reports which
// systems are certainly far from rank-deficient. Theta has no solution of the others. order is
// Solver.Order of the similar matrix. It takes O(n³).
func (s *Lanes) Solve(systems []System, order []int) (solved [kernels.LaneCount]bool) {
	s.reshape(order)
	s.load(systems)
	size := s.squares(false)
	s.factor()
	upper := s.squares(true)
	lower, bound := s.substitute()
	for lane := range systems {
		size := math.Sqrt(size[lane])
		growth := math.Sqrt(float64(s.n)+lower[lane]) * math.Sqrt(upper[lane])
		solved[lane] = sound(size, growth) && far(s.n, size, bound[lane])
	}
	return solved
}

func (s *Lanes) reshape(order []int) {
	s.order = order
	n := len(order)
	if s.n == n {
		return
	}
	s.n = n
	s.a = make([]float64, n*(n+1)*kernels.LaneCount)
	s.Theta = make([]float64, n*kernels.LaneCount)
	s.Slope = make([]float64, n*kernels.LaneCount)
	s.grow = make([]float64, n*kernels.LaneCount)
	s.ones = make([]float64, n*kernels.LaneCount)
	for i := range s.ones {
		s.ones[i] = 1
	}
}

// row returns columns from to to of row i, of all systems.
func (s *Lanes) row(i, from, to int) []float64 {
	first := i * (s.n + 1)
	return s.a[(first+from)*kernels.LaneCount : (first+to)*kernels.LaneCount]
}

// at returns the i-th numbers of all systems.
func at(x []float64, i int) *[kernels.LaneCount]float64 {
	return (*[kernels.LaneCount]float64)(x[i*kernels.LaneCount:])
}

// load copies the systems to the lanes. The last system fills the spare lanes.
func (s *Lanes) load(systems []System) {
	for i, from := range s.order {
		row := s.row(i, 0, s.n+1)
		for lane := range kernels.LaneCount {
			Put(row, lane, systems[min(lane, len(systems)-1)][from*Stride(s.n):][:s.n+1])
		}
	}
}

// squares returns the sum of squares of the matrix, or of its upper triangle alone.
func (s *Lanes) squares(upper bool) (sum [kernels.LaneCount]float64) {
	for i := range s.n {
		first := 0
		if upper {
			first = i
		}
		row := s.row(i, first, s.n)
		_, squares := kernels.DotLanes(row, s.ones, row)
		for lane, v := range squares {
			sum[lane] += v
		}
	}
	return sum
}

// factor replaces the systems by LU factors and L⁻¹b. A pivot too small to divide by leaves
// infinite numbers in its lane.
func (s *Lanes) factor() {
	stride := (s.n + 1) * kernels.LaneCount
	var inverse [kernels.LaneCount]float64
	for k := range s.n {
		for lane, pivot := range at(s.row(k, k, k+1), 0) {
			inverse[lane] = 1 / pivot
		}
		below := k*stride + stride + k*kernels.LaneCount
		kernels.EliminateLanes(s.a, below, below+kernels.LaneCount, stride, s.n-1-k, s.row(k, k+1, s.n+1), &inverse)
	}
}

// substitute sets Theta to U⁻¹ of L⁻¹b, and returns the sum of squares of L without its diagonal,
// and the bound of ‖C⁻¹‖_∞ that Solver.safe has. All are in one loop so that their chains of
// operations overlap.
func (s *Lanes) substitute() (lower, bound [kernels.LaneCount]float64) {
	n := s.n
	u := s.grow
	x := s.Theta
	for i := range n {
		copy(at(x, i)[:], s.row(i, n, n+1))
		row := s.row(i, 0, i)
		grown, squares := kernels.DotLanes(row, u, row)
		for lane, v := range grown {
			at(u, i)[lane] = 1 + v
			lower[lane] += squares[lane]
		}
	}
	for i := n - 1; i >= 0; i-- {
		grown, taken := kernels.DotLanes(s.row(i, i+1, n), u[(i+1)*kernels.LaneCount:], x[(i+1)*kernels.LaneCount:])
		ui := at(u, i)
		xi := at(x, i)
		for lane, pivot := range at(s.row(i, i, i+1), 0) {
			ui[lane] = (ui[lane] + grown[lane]) / math.Abs(pivot)
			xi[lane] = (xi[lane] - taken[lane]) / pivot
			bound[lane] = max(bound[lane], ui[lane])
		}
	}
	return lower, bound
}

// Transposed replaces Slope by the solutions of the transposed systems, with the factors of the
// systems last solved. It takes O(n²).
func (s *Lanes) Transposed() {
	n := s.n
	x := s.Slope
	inverse := new([kernels.LaneCount]float64)
	for i := range n {
		for lane, pivot := range at(s.row(i, i, i+1), 0) {
			inverse[lane] = 1 / pivot
		}
		kernels.EliminateLanes(x, i*kernels.LaneCount, (i+1)*kernels.LaneCount, 0, 1, s.row(i, i+1, n), inverse)
	}
	one := at(s.ones, 0)
	for i := n - 1; i > 0; i-- {
		kernels.EliminateLanes(x, i*kernels.LaneCount, 0, 0, 1, s.row(i, 0, i), one)
	}
	copy(s.grow, x)
	for i, to := range s.order {
		*at(x, to) = *at(s.grow, i)
	}
}

// Take copies a lane of x to out.
func Take(out, x []float64, lane int) {
	for i := range out {
		out[i] = x[i*kernels.LaneCount+lane]
	}
}

// Put copies from to a lane of x.
func Put(x []float64, lane int, from []float64) {
	for _, v := range from {
		x[lane] = v
		lane += kernels.LaneCount
	}
}
