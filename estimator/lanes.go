package estimator

import "math"

// laneSolver solves laneCount systems side by side, by the steps of solver, so that each
// solution has the same bits as if it were solved by itself. Each lane has pivots of its
// own. It does not know how to solve a system that is not certainly far from
// rank-deficient; that is left to solver.
type laneSolver struct {
	n     int
	a     []float64       // n×n side by side: the factors
	theta []float64       // n side by side: the solutions
	x     []float64       // n side by side, of backTransposed
	piv   []int           // n×laneCount
	ok    [laneCount]bool // whether the system of a lane is solved

	norm, size [laneCount]float64 // of the matrices: ‖C‖_∞, and the largest absolute value
	grow, ones []float64          // n side by side, scratch of the condition bound, and ones
}

// lanesPay tells whether systems of r coordinates are solved faster side by side: smaller
// ones are solved without calls, and larger ones have enough to do in a row of each.
func lanesPay(r int) bool { return smallSize < r && r < blockedSize }

func (s *laneSolver) reshape(n int) {
	if s.n == n {
		return
	}
	s.n = n
	s.a = make([]float64, n*n*laneCount)
	for _, x := range []*[]float64{&s.theta, &s.x, &s.grow, &s.ones} {
		*x = make([]float64, n*laneCount)
	}
	for i := range s.ones {
		s.ones[i] = 1
	}
	s.piv = make([]int, n*laneCount)
}

// solve solves some systems of r coordinates and sets ok of their lanes, where they are
// certainly far from rank-deficient.
func (s *laneSolver) solve(systems []system, r int) {
	s.reshape(r)
	var matrices, vectors [laneCount][]float64
	for l := range laneCount {
		one := systems[min(l, len(systems)-1)] // what no system is for repeats the last
		matrices[l], vectors[l] = one.matrix(r), one.vector(r)
		s.ok[l] = true
	}
	interleave(s.a, &matrices, r*r)
	interleave(s.theta, &vectors, r)
	s.measure()
	if s.factor() {
		s.substitute()
	}
}

// measure sets norm and size.
func (s *laneSolver) measure() {
	n := s.n
	s.norm = [laneCount]float64{}
	largestLanes(&s.size, s.a, laneCount, n*n)
	var sums [2][laneCount]float64
	for i := range n {
		dotLanes(&sums, s.a[i*n*laneCount:(i+1)*n*laneCount], s.ones, s.ones)
		for l, v := range &sums[0] {
			s.norm[l] = max(s.norm[l], v)
		}
	}
}

// factor is solver.panel for all columns. It returns false where no lane has factors.
func (s *laneSolver) factor() bool {
	n, a := s.n, s.a
	stride := n * laneCount
	var big, inverse [laneCount]float64
	for k := range n {
		at := k*stride + k*laneCount
		largestLanes(&big, a[at:], stride, n-k)
		for l, v := range big {
			if !(v >= smallestPivot && v <= math.MaxFloat64) {
				s.ok[l] = false
			}
		}
		if s.ok == [laneCount]bool{} {
			return false
		}
		s.exchange(k, &big)
		for l := range inverse {
			inverse[l] = 1 / a[at+l]
		}
		if k+1 < n {
			eliminateLanes(a, at+stride, at+stride+laneCount, stride, n-k-1, a[at+laneCount:(k+1)*stride], &inverse)
		}
	}
	return true
}

// exchange brings the pivots of column k, which are the first of those absolute values,
// to row k.
func (s *laneSolver) exchange(k int, big *[laneCount]float64) {
	n, a := s.n, s.a
	stride := n * laneCount
	piv := s.piv[k*laneCount:][:laneCount]
	same := true
	for l, v := range big {
		p := k
		for ; p < n; p++ {
			if math.Abs(a[p*stride+k*laneCount+l]) == v {
				break
			}
		}
		if p == n { // of NaN
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
		for j := l; j < stride; j += laneCount {
			top[j], other[j] = other[j], top[j]
		}
	}
}

// substitute replaces theta by the solutions with the factors at hand, as solver.back
// does, and takes from ok the lanes that solver.safe, but for its estimate, does not
// clear. Both go over the factors in the same order, in chains of dependent operations
// that overlap.
func (s *laneSolver) substitute() {
	n, a, u, x := s.n, s.a, s.grow, s.theta
	row := func(i, from, to int) []float64 { return a[(i*n+from)*laneCount : (i*n+to)*laneCount] }
	s.permute(x)
	var grown, bound, big [laneCount]float64
	var sums [2][laneCount]float64
	at := func(x []float64, i int) *[laneCount]float64 { return (*[laneCount]float64)(x[i*laneCount:]) }
	for i := range n {
		dotLanes(&sums, row(i, 0, i), u, x)
		ui, xi := at(u, i), at(x, i)
		for l := range laneCount {
			ui[l] = 1 + sums[0][l]
			xi[l] -= sums[1][l]
		}
		largestLanes(&big, row(i, i, n), laneCount, n-i)
		for l := range laneCount {
			if v := big[l]; v > grown[l] {
				grown[l] = v
			}
		}
	}
	for i := n - 1; i >= 0; i-- {
		dotLanes(&sums, row(i, i+1, n), u[(i+1)*laneCount:], x[(i+1)*laneCount:])
		ui, xi, pivot := at(u, i), at(x, i), at(a, i*n+i)
		for l := range laneCount {
			ui[l] = (ui[l] + sums[0][l]) / math.Abs(pivot[l])
			bound[l] = max(bound[l], ui[l])
			xi[l] = (xi[l] - sums[1][l]) / pivot[l]
		}
	}
	for l := range s.ok {
		s.ok[l] = s.ok[l] && grown[l] <= growthLimit*s.size[l] && float64(n)*s.norm[l]*bound[l]*safetyMargin*deficiencyTolerance < 1
	}
}

// permute exchanges the numbers of x as factor did the rows.
func (s *laneSolver) permute(x []float64) {
	for k := range s.n {
		for l, p := range s.piv[k*laneCount:][:laneCount] {
			if p != k {
				x[k*laneCount+l], x[p*laneCount+l] = x[p*laneCount+l], x[k*laneCount+l]
			}
		}
	}
}

// backTransposed replaces x by the solutions of the transposed systems, as
// solver.backTransposed does.
func (s *laneSolver) backTransposed() {
	n, a, x := s.n, s.a, s.x
	one := [laneCount]float64{1, 1, 1, 1, 1, 1, 1, 1}
	for i := range n {
		at := i * laneCount
		for l, pivot := range a[(i*n+i)*laneCount:][:laneCount] {
			x[at+l] /= pivot
		}
		eliminateLanes(x, at, at+laneCount, 0, 1, a[(i*n+i+1)*laneCount:(i+1)*n*laneCount], &one)
	}
	for i := n - 1; i > 0; i-- {
		eliminateLanes(x, i*laneCount, 0, 0, 1, a[i*n*laneCount:(i*n+i)*laneCount], &one)
	}
	for k := n - 1; k >= 0; k-- {
		for l, p := range s.piv[k*laneCount:][:laneCount] {
			x[k*laneCount+l], x[p*laneCount+l] = x[p*laneCount+l], x[k*laneCount+l]
		}
	}
}

// take sets out to one of the vectors side by side in x.
func take(out, x []float64, lane int) {
	for i := range out {
		out[i] = x[i*laneCount+lane]
	}
}

// put sets one of the vectors side by side in x.
func put(x []float64, lane int, from []float64) {
	for i, v := range from {
		x[i*laneCount+lane] = v
	}
}
