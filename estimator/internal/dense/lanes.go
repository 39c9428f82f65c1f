package dense

import (
	"math"

	"lambdascope/estimator/internal/kernels"
)

// LaneSolver solves kernels.LaneCount systems side by side, with the same steps as Solver, so
// that each solution has the same bits as from Solver. Each lane has separate pivots. Solver must
// solve the systems that are not certainly far from rank-deficient.
type LaneSolver struct {
	n      int
	stride int                     // of the rows of a
	a      []float64               // n×n side by side: the factors
	Theta  []float64               // n side by side: the solutions
	X      []float64               // n side by side, in and out of BackTransposed
	piv    []int                   // n×LaneCount
	OK     [kernels.LaneCount]bool // whether the system of a lane is solved

	norm, size [kernels.LaneCount]float64 // per matrix, ‖C‖_∞ and the largest absolute value
	grow, ones []float64                  // n side by side, scratch of the condition bound, and ones
}

// LanesPay reports whether systems of n unknowns are solved faster side by side. Larger systems
// need no lanes, because each row has enough work.
func LanesPay(n int) bool { return 0 < n && n < BlockedSize }

func (s *LaneSolver) reshape(n int) {
	if s.n == n {
		return
	}
	s.n = n
	s.stride = Stride(n) * kernels.LaneCount
	s.a = make([]float64, n*s.stride)
	for _, x := range []*[]float64{&s.Theta, &s.X, &s.grow, &s.ones} {
		*x = make([]float64, n*kernels.LaneCount)
	}
	for i := range s.ones {
		s.ones[i] = 1
	}
	s.piv = make([]int, n*kernels.LaneCount)
}

// Solve solves some systems of r coordinates, and sets OK for each lane whose system is certainly
// far from rank-deficient.
func (s *LaneSolver) Solve(systems []System, r int) {
	s.reshape(r)
	var rows [kernels.LaneCount][]float64
	for l := range kernels.LaneCount {
		rows[l] = systems[min(l, len(systems)-1)] // the last system fills the spare lanes
		s.OK[l] = true
	}
	kernels.Interleave(s.a, &rows, r*Stride(r))
	for i := range r {
		copy(s.Theta[i*kernels.LaneCount:][:kernels.LaneCount], s.a[i*s.stride+r*kernels.LaneCount:])
	}
	s.measure()
	if s.factor() {
		s.substitute()
	}
}

// measure sets norm and size.
func (s *LaneSolver) measure() {
	n := s.n
	s.norm = [kernels.LaneCount]float64{}
	s.size = [kernels.LaneCount]float64{}
	var big [kernels.LaneCount]float64
	var sums [2][kernels.LaneCount]float64
	for i := range n {
		row := s.a[i*s.stride:][:n*kernels.LaneCount]
		kernels.DotLanes(&sums, row, s.ones, s.ones)
		kernels.LargestLanes(&big, row, kernels.LaneCount, n)
		for l, v := range &sums[0] {
			s.norm[l] = max(s.norm[l], v)
			s.size[l] = max(s.size[l], big[l])
		}
	}
}

// factor is Solver.panel for all columns. It returns false if no lane has factors.
func (s *LaneSolver) factor() bool {
	n, a := s.n, s.a
	stride := s.stride
	var big, inverse [kernels.LaneCount]float64
	for k := range n {
		at := k*stride + k*kernels.LaneCount
		kernels.LargestLanes(&big, a[at:], stride, n-k)
		for l, v := range big {
			if !(v >= smallestPivot && v <= math.MaxFloat64) {
				s.OK[l] = false
			}
		}
		if s.OK == [kernels.LaneCount]bool{} {
			return false
		}
		s.exchange(k, &big)
		for l := range inverse {
			inverse[l] = 1 / a[at+l]
		}
		if k+1 < n {
			kernels.EliminateLanes(a, at+stride, at+stride+kernels.LaneCount, stride, n-k-1, a[at+kernels.LaneCount:k*stride+n*kernels.LaneCount], &inverse)
		}
	}
	return true
}

// exchange moves the pivots of column k to row k. The pivot of a lane is the first number with
// the absolute value in big.
func (s *LaneSolver) exchange(k int, big *[kernels.LaneCount]float64) {
	n, a := s.n, s.a
	stride := s.stride
	piv := s.piv[k*kernels.LaneCount:][:kernels.LaneCount]
	same := true
	for l, v := range big {
		p := k
		for ; p < n; p++ {
			if math.Abs(a[p*stride+k*kernels.LaneCount+l]) == v {
				break
			}
		}
		if p == n { // because of NaN
			p = k
		}
		piv[l] = p
		same = same && p == piv[0]
	}
	if same {
		if p := piv[0]; p != k {
			top, other := a[k*stride:(k+1)*stride], a[p*stride:(p+1)*stride]
			for j, v := range top {
				top[j], other[j] = other[j], v
			}
		}
		return
	}
	for l, p := range piv {
		if p == k {
			continue
		}
		top, other := a[k*stride:(k+1)*stride], a[p*stride:(p+1)*stride]
		for j := l; j < stride; j += kernels.LaneCount {
			top[j], other[j] = other[j], top[j]
		}
	}
}

// substitute replaces Theta by the solutions with the current factors, as Solver.back does. It
// clears OK for the lanes that fail the bound of Solver.safe, without the estimate of
// Solver.apart. Solution and bound share a loop so that the two chains of dependent operations
// overlap.
func (s *LaneSolver) substitute() {
	n, a, u, x := s.n, s.a, s.grow, s.Theta
	row := func(i, from, to int) []float64 {
		return a[i*s.stride+from*kernels.LaneCount : i*s.stride+to*kernels.LaneCount]
	}
	s.permute(x)
	var grown, bound, big [kernels.LaneCount]float64
	var sums [2][kernels.LaneCount]float64
	at := func(x []float64, i int) *[kernels.LaneCount]float64 {
		return (*[kernels.LaneCount]float64)(x[i*kernels.LaneCount:])
	}
	for i := range n {
		kernels.DotLanes(&sums, row(i, 0, i), u, x)
		ui, xi := at(u, i), at(x, i)
		for l := range kernels.LaneCount {
			ui[l] = 1 + sums[0][l]
			xi[l] -= sums[1][l]
		}
		kernels.LargestLanes(&big, row(i, i, n), kernels.LaneCount, n-i)
		for l := range kernels.LaneCount {
			if v := big[l]; v > grown[l] {
				grown[l] = v
			}
		}
	}
	for i := n - 1; i >= 0; i-- {
		kernels.DotLanes(&sums, row(i, i+1, n), u[(i+1)*kernels.LaneCount:], x[(i+1)*kernels.LaneCount:])
		ui, xi, pivot := at(u, i), at(x, i), at(a[i*s.stride:], i)
		for l := range kernels.LaneCount {
			ui[l] = (ui[l] + sums[0][l]) / math.Abs(pivot[l])
			bound[l] = max(bound[l], ui[l])
			xi[l] = (xi[l] - sums[1][l]) / pivot[l]
		}
	}
	for l := range s.OK {
		s.OK[l] = s.OK[l] && grown[l] <= growthLimit*s.size[l] && float64(n)*s.norm[l]*bound[l]*SafetyMargin*DeficiencyTolerance < 1
	}
}

// permute applies the row exchanges of factor to x.
func (s *LaneSolver) permute(x []float64) {
	for k := range s.n {
		for l, p := range s.piv[k*kernels.LaneCount:][:kernels.LaneCount] {
			if p != k {
				x[k*kernels.LaneCount+l], x[p*kernels.LaneCount+l] = x[p*kernels.LaneCount+l], x[k*kernels.LaneCount+l]
			}
		}
	}
}

// BackTransposed replaces X by the solutions of the transposed systems, as Solver.backTransposed
// does.
func (s *LaneSolver) BackTransposed() {
	n, a, x := s.n, s.a, s.X
	one := [kernels.LaneCount]float64{1, 1, 1, 1, 1, 1, 1, 1}
	for i := range n {
		at := i * kernels.LaneCount
		for l, pivot := range a[i*s.stride+i*kernels.LaneCount:][:kernels.LaneCount] {
			x[at+l] /= pivot
		}
		kernels.EliminateLanes(x, at, at+kernels.LaneCount, 0, 1, a[i*s.stride+(i+1)*kernels.LaneCount:i*s.stride+n*kernels.LaneCount], &one)
	}
	for i := n - 1; i > 0; i-- {
		kernels.EliminateLanes(x, i*kernels.LaneCount, 0, 0, 1, a[i*s.stride:i*s.stride+i*kernels.LaneCount], &one)
	}
	for k := n - 1; k >= 0; k-- {
		for l, p := range s.piv[k*kernels.LaneCount:][:kernels.LaneCount] {
			x[k*kernels.LaneCount+l], x[p*kernels.LaneCount+l] = x[p*kernels.LaneCount+l], x[k*kernels.LaneCount+l]
		}
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
	for i, v := range from {
		x[i*kernels.LaneCount+lane] = v
	}
}
