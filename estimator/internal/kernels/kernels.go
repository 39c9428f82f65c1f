// Package kernels has the inner loops, where nearly all time is spent. Each loop has a version in
// Go, which defines the result and runs anywhere, and on amd64 a version for AVX from kernelgen.
// Both sum in the same order, so that both return the same bits.
package kernels

import "math"

// The tile of an outer product that is summed in registers.
const (
	TileRows = 4
	TileCols = 4
)

// RoundUpTo returns the least multiple of unit that is not below n.
func RoundUpTo(n, unit int) int { return (n + unit - 1) / unit * unit }

// addOuterProductsGo adds Σ_j x_j w_jᵀ to a rows×cols matrix m whose rows are ldm numbers apart,
// over n vectors x_j, ldx apart, and w_j, ldw apart. rows are whole tiles, and so are the columns
// of m and w: columns beyond cols are padding, of zeros.
func addOuterProductsGo(m []float64, ldm, rows, cols int, x []float64, ldx int, w []float64, ldw, n int) {
	for a := 0; a < rows; a++ {
		for b := 0; b < cols; b += TileCols {
			var m0, m1, m2, m3 float64
			for j := range n {
				v := x[j*ldx+a]
				ws := w[j*ldw+b:][:TileCols]
				m0 += float64(v * ws[0])
				m1 += float64(v * ws[1])
				m2 += float64(v * ws[2])
				m3 += float64(v * ws[3])
			}
			row := m[a*ldm+b:][:TileCols]
			row[0] += m0
			row[1] += m1
			row[2] += m2
			row[3] += m3
		}
	}
}

// combineGo sets out to x + times·y. out may be x or y.
func combineGo(out, x, y []float64, times float64) {
	x, y = x[:len(out)], y[:len(out)]
	for i, v := range x {
		out[i] = v + float64(times*y[i])
	}
}

// addDoubleDoubleGo adds times·x to sums of twice the precision of a double, each a rounded sum
// and the rest lost to rounding (Knuth's TwoSum). The rounding of the products themselves is
// ignored.
func addDoubleDoubleGo(sum, rest, x []float64, times float64) {
	sum = sum[:len(x)]
	rest = rest[:len(x)]
	for i, v := range x {
		v = float64(v * times)
		before := sum[i]
		after := before + v
		taken := after - before
		sum[i] = after
		rest[i] += (v - taken) + (before - (after - taken))
	}
}

// subDoubleDoubleGo sets out to sums of twice the precision of a double less x, rounded after the
// subtraction.
func subDoubleDoubleGo(out, sum, rest, x []float64) {
	out = out[:len(x)]
	sum = sum[:len(x)]
	rest = rest[:len(x)]
	for i, v := range x {
		before := sum[i]
		after := before - v
		taken := after - before
		out[i] = after + (((before - (after - taken)) - (v + taken)) + rest[i])
	}
}

// Axpy adds a·x to y.
func Axpy(a float64, x, y []float64) {
	y = y[:len(x)]
	Combine(y, y, x, a)
}

// Add adds x to y.
func Add(y, x []float64) { Axpy(1, x, y) }

// eliminateGo subtracts multiples of row k of the n×n matrix a from the rows below, up to column
// limit, so that column k becomes zero there, and keeps the multiples in column k.
func eliminateGo(a []float64, n, k, limit int) {
	inverse := 1 / a[k*n+k]
	top := a[k*n+k+1 : k*n+limit]
	for i := k + 1; i < n; i++ {
		f := a[i*n+k] * inverse
		a[i*n+k] = f
		row := a[i*n+k+1:][:len(top)]
		for j, v := range top {
			row[j] -= float64(f * v)
		}
	}
}

// Dot returns xᵀy, summed in four parts so that the additions overlap.
func Dot(x, y []float64) float64 {
	y = y[:len(x)]
	var s0, s1, s2, s3 float64
	for len(x) >= 4 && len(y) >= 4 {
		s0 += float64(x[0] * y[0])
		s1 += float64(x[1] * y[1])
		s2 += float64(x[2] * y[2])
		s3 += float64(x[3] * y[3])
		x, y = x[4:], y[4:]
	}
	for i, v := range x {
		s0 += float64(v * y[i])
	}
	return (s0 + s1) + (s2 + s3)
}

// longDotGo returns xᵀy of long vectors, summed in sixteen parts so that additions of whole
// vector registers overlap.
func longDotGo(x, y []float64) float64 {
	y = y[:len(x)]
	var s [16]float64
	for len(x) >= 16 && len(y) >= 16 {
		for i := range s {
			s[i] += float64(x[i] * y[i])
		}
		x, y = x[16:], y[16:]
	}
	for len(x) >= 4 && len(y) >= 4 {
		for i := range 4 {
			s[i] += float64(x[i] * y[i])
		}
		x, y = x[4:], y[4:]
	}
	total := addSixteen(&s)
	for i, v := range x {
		total += float64(v * y[i])
	}
	return total
}

// addSixteen returns the sum of the parts of a product.
func addSixteen(s *[16]float64) float64 {
	for half := 8; half >= 4; half /= 2 {
		for i := range half {
			s[i] += s[i+half]
		}
	}
	return (s[0] + s[1]) + (s[2] + s[3])
}

// LaneCount is the number of systems side by side, a system in each lane of a vector register:
// number i of all systems, then number i+1.
const LaneCount = 8

// eliminateLanesGo eliminates a column of rows rows in each lane. It multiplies the numbers at f
// in a, stride apart, by inverse, and subtracts the products times top from the rows at row in a,
// also stride apart.
func eliminateLanesGo(a []float64, f, row, stride, rows int, top []float64, inverse *[LaneCount]float64) {
	for r := range rows {
		for l, v := range inverse {
			times := a[f+r*stride+l] * v
			a[f+r*stride+l] = times
			for j := l; j < len(top); j += LaneCount {
				a[row+r*stride+j] -= float64(times * top[j])
			}
		}
	}
}

// dotLanesGo returns |a|ᵀu and aᵀx of each lane, summed in four parts as Dot does.
func dotLanesGo(a, u, x []float64) (absolute, product [LaneCount]float64) {
	u = u[:len(a)]
	x = x[:len(a)]
	var absolutes, products [4][LaneCount]float64
	n := len(a) / LaneCount
	for i := range n {
		part := 0
		if i < n&^3 {
			part = i % 4
		}
		for l := range LaneCount {
			at := i*LaneCount + l
			absolutes[part][l] += float64(math.Abs(a[at]) * u[at])
			products[part][l] += float64(a[at] * x[at])
		}
	}
	for l := range LaneCount {
		absolute[l] = (absolutes[0][l] + absolutes[1][l]) + (absolutes[2][l] + absolutes[3][l])
		product[l] = (products[0][l] + products[1][l]) + (products[2][l] + products[3][l])
	}
	return absolute, product
}

// Largest returns the largest absolute value of x; NaN if x has a NaN.
func Largest(x []float64) (size float64) {
	for _, v := range x {
		size = max(size, math.Abs(v))
	}
	return size
}

// Resize returns a slice of length n, in the memory of x if large enough. New memory is zero; old
// memory keeps its contents.
func Resize(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	return x[:n]
}
