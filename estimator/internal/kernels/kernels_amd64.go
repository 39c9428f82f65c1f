package kernels

import "golang.org/x/sys/cpu"

// hasAVX reports whether the processor and the operating system support AVX.
var hasAVX = cpu.X86.HasAVX

// AddOuterProducts adds Σ_j x_j w_jᵀ to a rows×cols matrix m; see addOuterProductsGo.
func AddOuterProducts(m []float64, ldm, rows, cols int, x []float64, ldx int, w []float64, ldw, n int) {
	if !hasAVX || rows*cols*n == 0 {
		addOuterProductsGo(m, ldm, rows, cols, x, ldx, w, ldw, n)
		return
	}
	rows, cols = RoundUpTo(rows, TileRows), RoundUpTo(cols, TileCols)
	_ = m[:(rows-1)*ldm+cols]
	_ = x[:(n-1)*ldx+rows]
	_ = w[:(n-1)*ldw+cols]
	for a := 0; a < rows; a += TileRows {
		b := 0
		for ; b+2*TileCols <= cols; b += 2 * TileCols {
			tile8AVX(&m[a*ldm+b], ldm, &x[a], ldx, &w[b], ldw, n)
		}
		if b < cols {
			tile4AVX(&m[a*ldm+b], ldm, &x[a], ldx, &w[b], ldw, n)
		}
	}
}

// Combine sets out to x + times·y.
func Combine(out, x, y []float64, times float64) {
	if !hasAVX || len(out) < 8 {
		combineGo(out, x, y, times)
		return
	}
	x, y = x[:len(out)], y[:len(out)]
	combineAVX(&out[0], &x[0], &y[0], times, len(out))
}

// AddDoubleDouble adds to sums of twice the precision of a double; see addDoubleDoubleGo.
func AddDoubleDouble(sum, rest, x []float64, times float64) {
	if !hasAVX || len(x) < 4 {
		addDoubleDoubleGo(sum, rest, x, times)
		return
	}
	n := len(x)
	_ = sum[:n]
	_ = rest[:n]
	addDoubleDoubleAVX(&sum[0], &rest[0], &x[0], times, n)
}

// SubDoubleDouble subtracts x from sums of twice the precision of a double; see
// subDoubleDoubleGo.
func SubDoubleDouble(out, sum, rest, x []float64) {
	if !hasAVX || len(x) < 4 {
		subDoubleDoubleGo(out, sum, rest, x)
		return
	}
	n := len(x)
	_ = out[:n]
	_ = sum[:n]
	_ = rest[:n]
	subDoubleDoubleAVX(&out[0], &sum[0], &rest[0], &x[0], n)
}

// LongDot returns xᵀy; see longDotGo.
func LongDot(x, y []float64) float64 {
	if !hasAVX || len(x) < 4 {
		return longDotGo(x, y)
	}
	y = y[:len(x)]
	var s [4]float64
	whole := len(x) &^ 3
	dotAVX(&s, &x[0], &y[0], whole)
	total := (s[0] + s[1]) + (s[2] + s[3])
	for i := whole; i < len(x); i++ {
		total += float64(x[i] * y[i])
	}
	return total
}

// Eliminate makes column k of the n×n matrix a zero below the pivot; see eliminateGo.
func Eliminate(a []float64, n, k, limit int) {
	if !hasAVX || limit-k < 7 {
		eliminateGo(a, n, k, limit)
		return
	}
	if k+1 < n {
		_ = a[:n*n]
		eliminateAVX(&a[k*n+k+1], &a[(k+1)*n+k], n, n-k-1, limit-k-1, 1/a[k*n+k])
	}
}

// EliminateLanes subtracts multiples of a row from other rows; see eliminateLanesGo.
func EliminateLanes(a []float64, f, row, stride, rows int, top []float64, inverse *[LaneCount]float64) {
	if !hasAVX || rows*len(top) == 0 {
		eliminateLanesGo(a, f, row, stride, rows, top, inverse)
		return
	}
	_ = a[f:][:(rows-1)*stride+LaneCount]
	_ = a[row:][:(rows-1)*stride+len(top)]
	eliminateLanesAVX(&a[f], &a[row], &top[0], stride, rows, len(top)/LaneCount, inverse)
}

// DotLanes returns |a|ᵀu and aᵀx of each lane; see dotLanesGo.
func DotLanes(a, u, x []float64) (absolute, product [LaneCount]float64) {
	if !hasAVX || len(a) == 0 {
		return dotLanesGo(a, u, x)
	}
	u = u[:len(a)]
	x = x[:len(a)]
	dotLanesAVX(&absolute, &product, &a[0], &u[0], &x[0], len(a)/LaneCount)
	return absolute, product
}
