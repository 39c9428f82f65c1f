package estimator

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestKernels compares all versions of the kernels with those in Go, bit by bit, on sizes
// that fill vectors and do not.
func TestKernels(t *testing.T) { eachVersion(t, testKernels) }

func testKernels(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	draw := func(n int) []float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = random.NormFloat64() * math.Exp(random.NormFloat64())
		}
		return out
	}
	same := func(name string, got, want []float64) {
		t.Helper()
		for i := range want {
			if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
				t.Fatalf("%s: number %d is %v, want %v", name, i, got[i], want[i])
			}
		}
	}
	for n := range 70 {
		x, y := draw(n), draw(n)
		z := draw(n)
		got, want := twiceOf(y)
		combine(got, x, z, 1.7)
		combineGo(want, x, z, 1.7)
		same(fmt.Sprintf("combination of %d", n), got, want)
		axpy(-1.3, x, got)
		combineGo(want, want, x, -1.3)
		same(fmt.Sprintf("axpy of %d", n), got, want)
		add(got, x)
		for i := range want {
			want[i] += x[i]
		}
		same(fmt.Sprintf("add of %d", n), got, want)
		rest := draw(n)
		for _, times := range []float64{1, 3, 0x1p40, 0x1p-60} { // of which sums take all, a part or nothing
			gotRest, wantRest := twiceOf(rest)
			addTwice(got, gotRest, x, times)
			addTwiceGo(want, wantRest, x, times)
			same(fmt.Sprintf("double addition of %d", n), got, want)
			same(fmt.Sprintf("rest of %d", n), gotRest, wantRest)
			less, wantLess := make([]float64, n), make([]float64, n)
			lessTwice(less, got, gotRest, x)
			lessTwiceGo(wantLess, want, wantRest, x)
			same(fmt.Sprintf("double subtraction of %d", n), less, wantLess)
		}
		product(got, x, z)
		scaleRowsGo(want, 0, x, 0, z, 1)
		same(fmt.Sprintf("product of %d", n), got, want)
		same(fmt.Sprintf("long product of %d", n), []float64{longDot(x, y)}, []float64{longDotGo(x, y)})
		same(fmt.Sprintf("product with absolute values of %d", n), []float64{absDot(x, y)}, []float64{absDotGo(x, y)})
		sizes := make([]float64, n)
		for i, v := range x {
			sizes[i] = math.Abs(v)
		}
		same(fmt.Sprintf("product of absolute values of %d", n), []float64{absDot(x, y)}, []float64{longDotGo(sizes, y)})
		most := 0.0
		for _, v := range sizes {
			most = max(most, v)
		}
		same(fmt.Sprintf("largest of %d", n), []float64{largest(x)}, []float64{most})
		if v, want := longDot(x, y), dot(x, y); math.Abs(v-want) > 1e-13*norm(x)*norm(y) {
			t.Fatalf("long product of %d: %v, want %v", n, v, want)
		}
	}
	for rows := range 14 {
		for n := range 23 {
			ld := n + 3
			m, x := draw((rows+1)*ld), draw(n)
			got, want := make([]float64, rows), make([]float64, rows)
			dots(got, m, ld, x)
			dotsGo(want, m, ld, x)
			same(fmt.Sprintf("products of %d×%d", rows, n), got, want)
			v, w := draw(rows), draw(n)
			got, want = draw(n), make([]float64, n)
			rowSum(got, m, ld, v)
			rowSumGo(want, m, ld, v)
			same(fmt.Sprintf("sum of %d rows of %d", rows, n), got, want)
			got, want = twiceOf(m)
			addOuter(got, ld, v, w)
			addOuterGo(want, ld, v, w)
			same(fmt.Sprintf("outer product of %d and %d", rows, n), got, want)
		}
	}
	for cols := range 23 {
		for rows := range 6 {
			x := draw((rows + 1) * (cols + 3))
			got, want := twiceOf(draw((rows + 1) * (cols + 5)))
			addRows(got, cols+5, x, cols+3, rows, cols)
			addRowsGo(want, cols+5, x, cols+3, rows, cols)
			same(fmt.Sprintf("rows of %d×%d", rows, cols), got, want)
			factors := draw(cols)
			scaleRows(got, cols+5, x, cols+3, factors, rows)
			scaleRowsGo(want, cols+5, x, cols+3, factors, rows)
			same(fmt.Sprintf("scaled rows of %d×%d", rows, cols), got, want)
			addSquares(got[:cols], x, cols+3, rows)
			addSquaresGo(want[:cols], x, cols+3, rows)
			same(fmt.Sprintf("squares of %d×%d", rows, cols), got, want)
		}
	}
	for cols := range 45 {
		for _, rows := range []int{0, 1, 2, 9} {
			for _, stride := range []int{cols + 3, -cols} {
				first := 0
				if stride < 0 {
					first = -stride * max(0, rows-1)
				}
				data := draw((cols+3)*10 + 1)
				got, want := twiceOf(draw(cols))
				horner(got, data, first, stride, rows, 0.83)
				hornerGo(want, data, first, stride, rows, 0.83)
				same(fmt.Sprintf("horner of %d×%d", rows, cols), got, want)
			}
		}
	}
	for ld := 0; ld <= 28; ld += tileRows {
		for _, rows := range []int{0, 1, 2, 5} {
			for blocks := range 10 {
				for _, stride := range []int{ld, -ld} {
					first := 0
					if stride < 0 {
						first = ld * max(0, rows-1)
					}
					data := draw(ld * rows * blocks)
					got, want := twiceOf(draw(ld * blocks))
					blockSums(got, ld, blocks, data, first, rows*ld, stride, rows, 0.83)
					blockSumsGo(want, ld, blocks, data, first, rows*ld, stride, rows, 0.83)
					same(fmt.Sprintf("block sums of %d×%d×%d", blocks, rows, ld), got, want)
				}
			}
		}
	}
	for ld := 0; ld <= 28; ld += tileRows {
		for _, rows := range []int{0, 1, 2, 7} {
			x := draw(rows * ld)
			got, want := twiceOf(draw((rows + 1) * ld))
			for _, decays := range [][]float64{{0.9}, draw(max(1, rows))} {
				traces(got, x, ld, rows, decays)
				tracesGo(want, x, ld, rows, decays)
				same(fmt.Sprintf("traces of %d×%d, %d decays", rows, ld, len(decays)), got, want)
			}
		}
	}
	for rows := 0; rows <= 28; rows += tileRows {
		for cols := range 29 {
			for _, n := range []int{0, 1, 2, 13} {
				whole := roundUpTo(cols, tileCols)
				ldm, ldx, ldw := whole+5, rows+3, whole+1
				x, w := draw(n*ldx+rows), draw(n*ldw+whole)
				for j := range n {
					clear(w[j*ldw+cols : j*ldw+whole])
				}
				got, want := twiceOf(draw(rows*ldm + whole))
				tiles(got, ldm, rows, cols, x, ldx, w, ldw, n)
				tilesGo(want, ldm, rows, cols, x, ldx, w, ldw, n)
				same(fmt.Sprintf("tiles of %d×%d, %d", rows, cols, n), got, want)
			}
		}
	}
	for n := 1; n <= 40; n++ {
		a := draw(n * n)
		for _, k := range []int{0, n / 3, n - 1} {
			for limit := k + 1; limit <= n; limit++ {
				got, want := twiceOf(a)
				eliminate(got, n, k, limit)
				eliminateGo(want, n, k, limit)
				same(fmt.Sprintf("eliminate of %d, %d, %d", n, k, limit), got, want)
			}
		}
	}
}

// TestLaneKernels does so with the kernels for systems side by side.
func TestLaneKernels(t *testing.T) { eachVersion(t, testLaneKernels) }

func testLaneKernels(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 9))
	draw := func(n int) []float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = random.NormFloat64() * math.Exp(random.NormFloat64())
		}
		return out
	}
	same := func(name string, got, want []float64) {
		t.Helper()
		for i := range want {
			if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
				t.Fatalf("%s: number %d is %v, want %v", name, i, got[i], want[i])
			}
		}
	}
	for n := range 23 {
		var from [laneCount][]float64
		for l := range from {
			from[l] = draw(n)
		}
		got, want := make([]float64, n*laneCount), make([]float64, n*laneCount)
		interleave(got, &from, n)
		interleaveGo(want, &from, 0, n)
		same(fmt.Sprintf("interleave of %d", n), got, want)
		for i, v := range got {
			if v != from[i%laneCount][i/laneCount] {
				t.Fatalf("interleave of %d: number %d is %v", n, i, v)
			}
		}

		a, u, x := draw(n*laneCount), draw(n*laneCount), draw(n*laneCount)
		var sums, want2 [2][laneCount]float64
		dotLanes(&sums, a, u, x)
		dotLanesGo(&want2, a, u, x)
		for i := range sums {
			same(fmt.Sprintf("products of %d", n), sums[i][:], want2[i][:])
		}
		for l := range laneCount {
			al, sizes, ul, xl := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
			for i := range n {
				al[i], ul[i], xl[i] = a[i*laneCount+l], u[i*laneCount+l], x[i*laneCount+l]
				sizes[i] = math.Abs(al[i])
			}
			same(fmt.Sprintf("products of %d in lane %d", n, l), []float64{sums[0][l], sums[1][l]}, []float64{dot(sizes, ul), dot(al, xl)})
		}
	}
	for n := 1; n < 12; n++ {
		for _, stride := range []int{laneCount, 3*laneCount + 1} {
			x := draw(n*stride + laneCount)
			for _, special := range []float64{0, math.NaN(), math.Inf(-1)} {
				for _, at := range []int{0, min(1, n-1), n - 1} {
					x := append([]float64(nil), x...)
					x[at*stride+2] = special
					var a, b [laneCount]float64
					largestLanes(&a, x, stride, n)
					largestLanesGo(&b, x, stride, n)
					for l := range a {
						if a[l] != b[l] && !(a[l] != a[l] && b[l] != b[l]) {
							t.Fatalf("largest of %d with %v at %d: %v, want %v", n, special, at, a, b)
						}
					}
				}
			}
		}
	}
	for rows := range 5 {
		for cols := range 11 {
			stride := (cols + 2) * laneCount
			top := draw(cols * laneCount)
			inverse := [laneCount]float64{0.7, -1.3, 2.1, 1, -0.2, 3.3, -1, 0.01}
			got, want := twiceOf(draw((rows + 1) * stride))
			eliminateLanes(got, 0, laneCount, stride, rows, top, &inverse)
			eliminateLanesGo(want, 0, laneCount, stride, rows, top, &inverse)
			same(fmt.Sprintf("eliminate of %d×%d", rows, cols), got, want)
		}
	}
}

// twiceOf returns two copies.
func twiceOf(x []float64) (a, b []float64) {
	return append([]float64(nil), x...), append([]float64(nil), x...)
}

// TestFactor multiplies the factors again, for sizes about the panels' width.
func TestFactor(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	for _, n := range []int{1, 2, 31, 47, 48, 49, 63, 64, 65, 96, 97, 130} {
		c := gaussian(n, random).RawMatrix().Data
		s := newSolver(n)
		if !s.factor(c) {
			t.Fatalf("n = %d: not factored", n)
		}
		product := make([]float64, n*n)
		for i := range n {
			for k := range i {
				axpy(s.lu[i*n+k], s.lu[k*n+k:k*n+n], product[i*n+k:i*n+n])
				if v := math.Abs(s.lu[i*n+k]); v > 1 {
					t.Errorf("n = %d: a factor of %v: not the largest pivot", n, v)
				}
			}
			axpy(1, s.lu[i*n+i:i*n+n], product[i*n+i:i*n+n])
		}
		for k := n - 1; k >= 0; k-- {
			if p := s.piv[k]; p != k {
				for j := range n {
					product[k*n+j], product[p*n+j] = product[p*n+j], product[k*n+j]
				}
			}
		}
		// n ε growth, of a few.
		if e := distance(product, c); e > 1e-14*float64(n)*norm(c) {
			t.Errorf("n = %d: the factors' product is off by %.2g", n, e)
		}
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i] = random.NormFloat64()
		}
		for i := range n {
			axpy(x[i], c[i*n:(i+1)*n], y)
		}
		s.backTransposed(y)
		if e := distance(y, x); e > 1e-9*norm(x) {
			t.Errorf("n = %d: the transposed system's solution is off by %.2g", n, e)
		}
	}
}
