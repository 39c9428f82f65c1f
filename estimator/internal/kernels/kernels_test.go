package kernels

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// drawing returns a func that draws numbers of many sizes.
func drawing(random *rand.Rand) func(n int) []float64 {
	return func(n int) []float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = random.NormFloat64() * math.Exp(random.NormFloat64())
		}
		return out
	}
}

// sameBits returns a func that asks for equal numbers to the last bit.
func sameBits(t *testing.T) func(name string, got, want []float64) {
	return func(name string, got, want []float64) {
		t.Helper()
		for i := range want {
			if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
				t.Fatalf("%s: number %d is %v, want %v", name, i, got[i], want[i])
			}
		}
	}
}

// TestKernels compares all versions of the kernels with those in Go, bit by bit, on sizes
// that fill vectors and do not.
func TestKernels(t *testing.T) { eachVersion(t, testKernels) }

func testKernels(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	draw, same := drawing(random), sameBits(t)
	for n := range 70 {
		x, y := draw(n), draw(n)
		z := draw(n)
		got, want := twiceOf(y)
		Combine(got, x, z, 1.7)
		combineGo(want, x, z, 1.7)
		same(fmt.Sprintf("combination of %d", n), got, want)
		Axpy(-1.3, x, got)
		combineGo(want, want, x, -1.3)
		same(fmt.Sprintf("axpy of %d", n), got, want)
		Add(got, x)
		for i := range want {
			want[i] += x[i]
		}
		same(fmt.Sprintf("add of %d", n), got, want)
		rest := draw(n)
		for _, times := range []float64{1, 3, 0x1p40, 0x1p-60} { // the sums keep all, some or none of the digits of a term
			gotRest, wantRest := twiceOf(rest)
			AddDoubleDouble(got, gotRest, x, times)
			addDoubleDoubleGo(want, wantRest, x, times)
			same(fmt.Sprintf("double addition of %d", n), got, want)
			same(fmt.Sprintf("rest of %d", n), gotRest, wantRest)
			less, wantLess := make([]float64, n), make([]float64, n)
			SubDoubleDouble(less, got, gotRest, x)
			subDoubleDoubleGo(wantLess, want, wantRest, x)
			same(fmt.Sprintf("double subtraction of %d", n), less, wantLess)
		}
		same(fmt.Sprintf("long product of %d", n), []float64{LongDot(x, y)}, []float64{longDotGo(x, y)})
		most := 0.0
		for _, v := range x {
			most = max(most, math.Abs(v))
		}
		same(fmt.Sprintf("largest of %d", n), []float64{Largest(x)}, []float64{most})
		if v, want := LongDot(x, y), Dot(x, y); math.Abs(v-want) > 1e-13*math.Sqrt(Dot(x, x)*Dot(y, y)) {
			t.Fatalf("long product of %d: %v, want %v", n, v, want)
		}
	}
	for rows := 0; rows <= 28; rows += TileRows {
		for cols := range 29 {
			for _, n := range []int{0, 1, 2, 13} {
				whole := RoundUpTo(cols, TileCols)
				ldm, ldx, ldw := whole+5, rows+3, whole+1
				x, w := draw(n*ldx+rows), draw(n*ldw+whole)
				for j := range n {
					clear(w[j*ldw+cols : j*ldw+whole])
				}
				got, want := twiceOf(draw(rows*ldm + whole))
				AddOuterProducts(got, ldm, rows, cols, x, ldx, w, ldw, n)
				addOuterProductsGo(want, ldm, rows, cols, x, ldx, w, ldw, n)
				same(fmt.Sprintf("tiles of %d×%d, %d", rows, cols, n), got, want)
			}
		}
	}
	for n := 1; n <= 40; n++ {
		a := draw(n * n)
		for _, k := range []int{0, n / 3, n - 1} {
			for limit := k + 1; limit <= n; limit++ {
				got, want := twiceOf(a)
				Eliminate(got, n, k, limit)
				eliminateGo(want, n, k, limit)
				same(fmt.Sprintf("eliminate of %d, %d, %d", n, k, limit), got, want)
			}
		}
	}
}

// twiceOf returns two copies.
func twiceOf(x []float64) (a, b []float64) {
	return append([]float64(nil), x...), append([]float64(nil), x...)
}

// TestLaneKernels compares the kernels of systems side by side with those in Go, bit by bit, and a
// lane with the kernels of one system.
func TestLaneKernels(t *testing.T) { eachVersion(t, testLaneKernels) }

func testLaneKernels(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 9))
	draw, same := drawing(random), sameBits(t)
	for n := range 23 {
		a, u, x := draw(n*LaneCount), draw(n*LaneCount), draw(n*LaneCount)
		absolute, product := DotLanes(a, u, x)
		for l := range LaneCount {
			al, sizes, ul, xl := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
			for i := range n {
				al[i], ul[i], xl[i] = a[i*LaneCount+l], u[i*LaneCount+l], x[i*LaneCount+l]
				sizes[i] = math.Abs(al[i])
			}
			same(fmt.Sprintf("products of %d in lane %d", n, l), []float64{absolute[l], product[l]}, []float64{Dot(sizes, ul), Dot(al, xl)})
		}
	}
	for rows := range 5 {
		for cols := range 11 {
			stride := (cols + 2) * LaneCount
			top := draw(cols * LaneCount)
			inverse := [LaneCount]float64{0.7, -1.3, 2.1, 1, -0.2, 3.3, -1, 0.01}
			got := draw((rows + 1) * stride)
			want := append([]float64(nil), got...)
			EliminateLanes(got, 0, LaneCount, stride, rows, top, &inverse)
			eliminateLanesGo(want, 0, LaneCount, stride, rows, top, &inverse)
			same(fmt.Sprintf("eliminate of %d×%d", rows, cols), got, want)
		}
	}
}
