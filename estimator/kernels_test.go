package estimator

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestKernels compares the kernels in use with those in Go, bit by bit, on sizes
// that fill vectors and do not.
func TestKernels(t *testing.T) {
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
	twice := func(x []float64) (a, b []float64) {
		return append([]float64(nil), x...), append([]float64(nil), x...)
	}
	for n := range 70 {
		x, y := draw(n), draw(n)
		got, want := twice(y)
		axpy(1.7, x, got)
		axpyGo(1.7, x, want)
		same(fmt.Sprintf("axpy of %d", n), got, want)
		got, want = twice(y)
		add(got, x)
		addGo(want, x)
		same(fmt.Sprintf("add of %d", n), got, want)
		same(fmt.Sprintf("long product of %d", n), []float64{longDot(x, y)}, []float64{longDotGo(x, y)})
		if v, want := longDot(x, y), dot(x, y); math.Abs(v-want) > 1e-13*norm(x)*norm(y) {
			t.Fatalf("long product of %d: %v, want %v", n, v, want)
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
				got, want := twice(draw(cols))
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
					got, want := twice(draw(ld * blocks))
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
			got, want := twice(draw((rows + 1) * ld))
			traces(got, x, ld, rows, 0.9)
			tracesGo(want, x, ld, rows, 0.9)
			same(fmt.Sprintf("traces of %d×%d", rows, ld), got, want)
		}
	}
	for rows := 0; rows <= 12; rows += tileRows {
		for cols := 0; cols <= 28; cols += tileCols {
			for _, n := range []int{0, 1, 2, 13} {
				ldm, ldx, ldw := cols+5, rows+3, cols+1
				x, w := draw(n*ldx+rows), draw(n*ldw+cols)
				got, want := twice(draw(rows*ldm + cols))
				tilesInto(got, ldm, rows, cols, x, ldx, w, ldw, n)
				tilesGo(want, ldm, rows, cols, x, ldx, w, ldw, n)
				same(fmt.Sprintf("tiles of %d×%d, %d", rows, cols, n), got, want)
			}
		}
	}
	for n := 1; n <= 40; n++ {
		a := draw(n * n)
		for _, k := range []int{0, n / 3, n - 1} {
			for limit := k + 1; limit <= n; limit++ {
				got, want := twice(a)
				eliminate(got, n, k, limit)
				eliminateGo(want, n, k, limit)
				same(fmt.Sprintf("eliminate of %d, %d, %d", n, k, limit), got, want)
			}
		}
	}
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
