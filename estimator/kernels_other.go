//go:build !amd64

package estimator

// tiles adds Σ_j x_j w_jᵀ to a rows×cols matrix m; see tilesGo.
func tiles(m []float64, ldm, rows, cols int, x []float64, ldx int, w []float64, ldw, n int) {
	tilesGo(m, ldm, rows, cols, x, ldx, w, ldw, n)
}

// combine sets out to x + times·y.
func combine(out, x, y []float64, times float64) { combineGo(out, x, y, times) }

// addTwice adds to sums of twice the precision of a double; see addTwiceGo.
func addTwice(sum, rest, x []float64, times float64) { addTwiceGo(sum, rest, x, times) }

// lessTwice subtracts from such sums; see lessTwiceGo.
func lessTwice(out, sum, rest, x []float64) { lessTwiceGo(out, sum, rest, x) }

// scaleRows sets rows of a matrix to those of another times factors; see scaleRowsGo.
func scaleRows(out []float64, ldo int, x []float64, ldx int, factors []float64, rows int) {
	scaleRowsGo(out, ldo, x, ldx, factors, rows)
}

// addSquares adds squares to sums; see addSquaresGo.
func addSquares(sums, x []float64, ld, rows int) { addSquaresGo(sums, x, ld, rows) }

// longDot returns xᵀy; see longDotGo.
func longDot(x, y []float64) float64 { return longDotGo(x, y) }

// absDot returns |x|ᵀy; see absDotGo.
func absDot(x, y []float64) float64 { return absDotGo(x, y) }

// dots sets out to the products of rows of a matrix with x; see dotsGo.
func dots(out, m []float64, ld int, x []float64) { dotsGo(out, m, ld, x) }

// rowSum sets out to a sum of rows of a matrix; see rowSumGo.
func rowSum(out, m []float64, ld int, x []float64) { rowSumGo(out, m, ld, x) }

// addRows adds rows of a matrix to those of another; see addRowsGo.
func addRows(m []float64, ldm int, x []float64, ldx, rows, cols int) {
	addRowsGo(m, ldm, x, ldx, rows, cols)
}

// addOuter adds x wᵀ to a matrix; see addOuterGo.
func addOuter(m []float64, ld int, x, w []float64) { addOuterGo(m, ld, x, w) }

// horner replaces sum by decay·sum + row, row after row; see hornerGo.
func horner(sum, data []float64, first, stride, rows int, decay float64) {
	hornerGo(sum, data, first, stride, rows, decay)
}

// blockSums sets rows of out to sums over blocks of rows of data; see blockSumsGo.
func blockSums(out []float64, ld, blocks int, data []float64, first, step, stride, rows int, decay float64) {
	blockSumsGo(out, ld, blocks, data, first, step, stride, rows, decay)
}

// traces sets the rows of z but the first to traces of the rows of x; see tracesGo.
func traces(z, x []float64, ld, rows int, decays []float64) { tracesGo(z, x, ld, rows, decays) }

// eliminate takes column k of the n×n matrix a to zero below its pivot; see
// eliminateGo.
func eliminate(a []float64, n, k, limit int) { eliminateGo(a, n, k, limit) }

// interleave puts numbers side by side; see interleaveGo.
func interleave(out []float64, from *[laneCount][]float64, n int) { interleaveGo(out, from, 0, n) }

// largestLanes sets big to the largest absolute values; see largestLanesGo.
func largestLanes(big *[laneCount]float64, x []float64, stride, n int) {
	largestLanesGo(big, x, stride, n)
}

// eliminateLanes subtracts multiples of a row from others; see eliminateLanesGo.
func eliminateLanes(a []float64, f, row, stride, rows int, top []float64, inverse *[laneCount]float64) {
	eliminateLanesGo(a, f, row, stride, rows, top, inverse)
}

// dotLanes sets sums to products of vectors; see dotLanesGo.
func dotLanes(sums *[2][laneCount]float64, a, u, x []float64) { dotLanesGo(sums, a, u, x) }
