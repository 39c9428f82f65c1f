package estimator

import "math"

// hasAVX tells whether the processor and the operating system support the loops here.
var hasAVX = detect()

func detect() bool {
	const osxsave, avxBit = 1 << 27, 1 << 28
	const vectors = 1<<1 | 1<<2 // registers that the system keeps
	top, _, _, _ := cpuid(0, 0)
	if top < 1 {
		return false
	}
	_, _, c, _ := cpuid(1, 0)
	return c&osxsave != 0 && c&avxBit != 0 && xgetbv()&vectors == vectors
}

// tiles adds Σ_j x_j w_jᵀ to a rows×cols matrix m; see tilesGo.
func tiles(m []float64, ldm, rows, cols int, x []float64, ldx int, w []float64, ldw, n int) {
	if !hasAVX || rows*cols*n == 0 {
		tilesGo(m, ldm, rows, cols, x, ldx, w, ldw, n)
		return
	}
	rows, cols = roundUpTo(rows, tileRows), roundUpTo(cols, tileCols)
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

// combine sets out to x + times·y.
func combine(out, x, y []float64, times float64) {
	if !hasAVX || len(out) < 8 {
		combineGo(out, x, y, times)
		return
	}
	x, y = x[:len(out)], y[:len(out)]
	combineAVX(&out[0], &x[0], &y[0], times, len(out))
}

// addTwice adds to sums of twice the precision of a double; see addTwiceGo.
func addTwice(sum, rest, x []float64, times float64) {
	if !hasAVX || len(x) < 4 {
		addTwiceGo(sum, rest, x, times)
		return
	}
	n := len(x)
	_, _ = sum[:n], rest[:n]
	addTwiceAVX(&sum[0], &rest[0], &x[0], times, n)
}

// lessTwice subtracts from such sums; see lessTwiceGo.
func lessTwice(out, sum, rest, x []float64) {
	if !hasAVX || len(x) < 4 {
		lessTwiceGo(out, sum, rest, x)
		return
	}
	n := len(x)
	_, _, _ = out[:n], sum[:n], rest[:n]
	lessTwiceAVX(&out[0], &sum[0], &rest[0], &x[0], n)
}

// scaleRows sets rows of a matrix to those of another times factors; see scaleRowsGo.
func scaleRows(out []float64, ldo int, x []float64, ldx int, factors []float64, rows int) {
	cols := len(factors)
	if !hasAVX || rows*cols < 8 {
		scaleRowsGo(out, ldo, x, ldx, factors, rows)
		return
	}
	_, _ = out[:(rows-1)*ldo+cols], x[:(rows-1)*ldx+cols]
	scaleRowsAVX(&out[0], ldo, &x[0], ldx, &factors[0], rows, cols)
}

// addSquares adds squares to sums; see addSquaresGo.
func addSquares(sums, x []float64, ld, rows int) {
	if !hasAVX || rows*len(sums) < 8 {
		addSquaresGo(sums, x, ld, rows)
		return
	}
	_ = x[:(rows-1)*ld+len(sums)]
	addSquaresAVX(&sums[0], &x[0], ld, rows, len(sums))
}

// longDot returns xᵀy; see longDotGo.
func longDot(x, y []float64) float64 {
	if !hasAVX || len(x) < 4 {
		return longDotGo(x, y)
	}
	y = y[:len(x)]
	var s [4]float64
	whole := len(x) &^ 3
	dotAVX(&s, &x[0], &y[0], whole)
	total := (s[0] + s[1]) + (s[2] + s[3])
	for i := whole; i < len(x); i++ {
		total += x[i] * y[i]
	}
	return total
}

// absDot returns |x|ᵀy; see absDotGo.
func absDot(x, y []float64) float64 {
	if !hasAVX || len(x) < 4 {
		return absDotGo(x, y)
	}
	y = y[:len(x)]
	var s [4]float64
	whole := len(x) &^ 3
	absDotAVX(&s, &x[0], &y[0], whole)
	total := (s[0] + s[1]) + (s[2] + s[3])
	for i := whole; i < len(x); i++ {
		total += math.Abs(x[i]) * y[i]
	}
	return total
}

// dots sets out to the products of rows of a matrix with x; see dotsGo.
func dots(out, m []float64, ld int, x []float64) {
	whole := len(out) &^ 3
	if !hasAVX || whole == 0 || len(x) < 4 {
		dotsGo(out, m, ld, x)
		return
	}
	_ = m[:(whole-1)*ld+len(x)]
	dotsAVX(&out[0], &m[0], ld, &x[0], whole, len(x))
	if whole < len(out) {
		dotsGo(out[whole:], m[whole*ld:], ld, x)
	}
}

// rowSum sets out to a sum of rows of a matrix; see rowSumGo.
func rowSum(out, m []float64, ld int, x []float64) {
	if !hasAVX || len(out) < 8 || len(x) == 0 {
		rowSumGo(out, m, ld, x)
		return
	}
	_ = m[:(len(x)-1)*ld+len(out)]
	rowSumAVX(&out[0], &m[0], ld, &x[0], len(x), len(out))
}

// addRows adds rows of a matrix to those of another; see addRowsGo.
func addRows(m []float64, ldm int, x []float64, ldx, rows, cols int) {
	if !hasAVX || cols < 4 || rows == 0 {
		addRowsGo(m, ldm, x, ldx, rows, cols)
		return
	}
	_, _ = m[:(rows-1)*ldm+cols], x[:(rows-1)*ldx+cols]
	addRowsAVX(&m[0], ldm, &x[0], ldx, rows, cols)
}

// addOuter adds x wᵀ to a matrix; see addOuterGo.
func addOuter(m []float64, ld int, x, w []float64) {
	if !hasAVX || len(w) < 8 || len(x) == 0 {
		addOuterGo(m, ld, x, w)
		return
	}
	_ = m[:(len(x)-1)*ld+len(w)]
	addOuterAVX(&m[0], ld, &x[0], &w[0], len(x), len(w))
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

// blockSums sets rows of out to sums over blocks of rows of data; see blockSumsGo.
func blockSums(out []float64, ld, blocks int, data []float64, first, step, stride, rows int, decay float64) {
	if !hasAVX || rows == 0 || ld == 0 {
		blockSumsGo(out, ld, blocks, data, first, step, stride, rows, decay)
		return
	}
	const together = 4
	if blocks < together {
		for b := range blocks {
			at, sum := first+b*step, out[b*ld:(b+1)*ld]
			copy(sum, data[at:at+ld])
			horner(sum, data, at+stride, stride, rows-1, decay)
		}
		return
	}
	last := first + (blocks-1)*step
	for _, block := range [...]int{first, last} {
		end := block + (rows-1)*stride
		_, _ = data[block:block+ld], data[end:end+ld]
	}
	_ = out[:blocks*ld]
	sum := func(b, fours int) {
		blocksAVX(&out[b*ld], ld, &data[first+b*step], step, stride, rows, ld, fours, decay)
	}
	sum(0, blocks/together)
	if blocks%together > 0 {
		sum(blocks-together, 1) // some of them again
	}
}

// traces sets the rows of z but the first to traces of the rows of x; see tracesGo.
func traces(z, x []float64, ld, rows int, decays []float64) {
	if !hasAVX || rows*ld == 0 {
		tracesGo(z, x, ld, rows, decays)
		return
	}
	_, _ = z[:(rows+1)*ld], x[:rows*ld]
	stride := 0
	if len(decays) > 1 {
		_, stride = decays[:rows], 8
	}
	tracesAVX(&z[0], &x[0], ld, rows, &decays[0], stride)
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

// interleave puts numbers side by side; see interleaveGo.
func interleave(out []float64, from *[laneCount][]float64, n int) {
	whole := n &^ 3
	if !hasAVX || whole == 0 {
		interleaveGo(out, from, 0, n)
		return
	}
	_ = out[:n*laneCount]
	for l := 0; l < laneCount; l += 4 {
		a, b, c, d := from[l][:n], from[l+1][:n], from[l+2][:n], from[l+3][:n]
		interleaveAVX(&out[l], &a[0], &b[0], &c[0], &d[0], whole)
	}
	interleaveGo(out, from, whole, n)
}

// largestLanes sets big to the largest absolute values; see largestLanesGo.
func largestLanes(big *[laneCount]float64, x []float64, stride, n int) {
	if !hasAVX {
		largestLanesGo(big, x, stride, n)
		return
	}
	_ = x[:(n-1)*stride+laneCount]
	largestLanesAVX(big, &x[0], stride, n)
}

// eliminateLanes subtracts multiples of a row from others; see eliminateLanesGo.
func eliminateLanes(a []float64, f, row, stride, rows int, top []float64, inverse *[laneCount]float64) {
	if !hasAVX || rows*len(top) == 0 {
		eliminateLanesGo(a, f, row, stride, rows, top, inverse)
		return
	}
	_, _ = a[f:][:(rows-1)*stride+laneCount], a[row:][:(rows-1)*stride+len(top)]
	eliminateLanesAVX(&a[f], &a[row], &top[0], stride, rows, len(top)/laneCount, inverse)
}

// dotLanes sets sums to products of vectors; see dotLanesGo.
func dotLanes(sums *[2][laneCount]float64, a, u, x []float64) {
	if !hasAVX || len(a) == 0 {
		dotLanesGo(sums, a, u, x)
		return
	}
	u, x = u[:len(a)], x[:len(a)]
	dotLanesAVX(sums, &a[0], &u[0], &x[0], len(a)/laneCount)
}
