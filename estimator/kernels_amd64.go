package estimator

// hasAVX tells whether processor and operating system support AVX.
var hasAVX = detectAVX()

func detectAVX() bool {
	const osxsave, avx = 1 << 27, 1 << 28
	const sseState, avxState = 1 << 1, 1 << 2
	if top, _, _, _ := cpuid(0, 0); top < 1 {
		return false
	}
	if _, _, c, _ := cpuid(1, 0); c&osxsave == 0 || c&avx == 0 {
		return false
	}
	state := xgetbv()
	return state&sseState != 0 && state&avxState != 0
}

func cpuid(leaf, sub uint32) (a, b, c, d uint32)
func xgetbv() (low uint32)

//go:noescape
func tile8AVX(m *float64, stride int, x *float64, ldx int, w *float64, ldw, n int)

//go:noescape
func tile4AVX(m *float64, stride int, x *float64, ldx int, w *float64, ldw, n int)

//go:noescape
func axpyAVX(a float64, x, y *float64, n int)

//go:noescape
func addAVX(y, x *float64, n int)

//go:noescape
func hornerAVX(sum, row *float64, stride, rows, cols int, decay float64)

//go:noescape
func tracesAVX(z, x *float64, ld, rows, cols int, decay float64)

//go:noescape
func eliminateAVX(top, row *float64, stride, rows, cols int, inverse float64)

// tilesInto adds Σ_j x_j w_jᵀ to a rows×cols matrix m; see tilesGo.
func tilesInto(m []float64, ldm, rows, cols int, x []float64, ldx int, w []float64, ldw, n int) {
	if !hasAVX || rows*cols*n == 0 {
		tilesGo(m, ldm, rows, cols, x, ldx, w, ldw, n)
		return
	}
	_, _, _ = m[:(rows-1)*ldm+cols], x[:(n-1)*ldx+rows], w[:(n-1)*ldw+cols]
	for a := 0; a < rows; a += tileRows {
		b := 0
		for ; b+2*tileCols <= cols; b += 2 * tileCols {
			tile8AVX(&m[a*ldm+b], ldm, &x[a], ldx, &w[b], ldw, n)
		}
		if b < cols {
			tile4AVX(&m[a*ldm+b], ldm, &x[a], ldx, &w[b], ldw, n)
		}
	}
}

// axpy adds a·x to y.
func axpy(a float64, x, y []float64) {
	if !hasAVX || len(x) < 8 {
		axpyGo(a, x, y)
		return
	}
	y = y[:len(x)]
	axpyAVX(a, &x[0], &y[0], len(x))
}

// add adds x to y.
func add(y, x []float64) {
	if !hasAVX || len(x) < 8 {
		addGo(y, x)
		return
	}
	y = y[:len(x)]
	addAVX(&y[0], &x[0], len(x))
}

// horner replaces sum by decay·sum + row, row after row; see hornerGo.
func horner(sum, data []float64, first, stride, rows int, decay float64) {
	if !hasAVX || rows == 0 || len(sum) == 0 {
		hornerGo(sum, data, first, stride, rows, decay)
		return
	}
	last := first + (rows-1)*stride
	_, _ = data[last:last+len(sum)], data[first:first+len(sum)]
	hornerAVX(&sum[0], &data[first], stride, rows, len(sum), decay)
}

// traces sets the rows of z but the first to traces of the rows of x; see tracesGo.
func traces(z, x []float64, ld, rows int, decay float64) {
	if !hasAVX || rows*ld == 0 {
		tracesGo(z, x, ld, rows, decay)
		return
	}
	_, _ = z[:(rows+1)*ld], x[:rows*ld]
	tracesAVX(&z[0], &x[0], ld, rows, ld, decay)
}

// eliminate takes column k of the n×n matrix a to zero below its pivot; see
// eliminateGo.
func eliminate(a []float64, n, k, limit int) {
	if !hasAVX || limit-k < 7 {
		eliminateGo(a, n, k, limit)
		return
	}
	if k+1 < n {
		_ = a[:n*n]
		eliminateAVX(&a[k*n+k+1], &a[(k+1)*n+k], n, n-k-1, limit-k-1, 1/a[k*n+k])
	}
}
