//go:build !amd64

package kernels

// AddOuterProducts adds Σ_j x_j w_jᵀ to a rows×cols matrix m; see addOuterProductsGo.
func AddOuterProducts(m []float64, ldm, rows, cols int, x []float64, ldx int, w []float64, ldw, n int) {
	addOuterProductsGo(m, ldm, rows, cols, x, ldx, w, ldw, n)
}

// Combine sets out to x + times·y.
func Combine(out, x, y []float64, times float64) { combineGo(out, x, y, times) }

// AddDoubleDouble adds to sums of twice the precision of a double; see addDoubleDoubleGo.
func AddDoubleDouble(sum, rest, x []float64, times float64) { addDoubleDoubleGo(sum, rest, x, times) }

// SubDoubleDouble subtracts from such sums; see subDoubleDoubleGo.
func SubDoubleDouble(out, sum, rest, x []float64) { subDoubleDoubleGo(out, sum, rest, x) }

// ScaleRows sets rows of a matrix to those of another times factors; see scaleRowsGo.
func ScaleRows(out []float64, ldo int, x []float64, ldx int, factors []float64, rows int) {
	scaleRowsGo(out, ldo, x, ldx, factors, rows)
}

// AddSquares adds squares to sums; see addSquaresGo.
func AddSquares(sums, x []float64, ld, rows int) { addSquaresGo(sums, x, ld, rows) }

// LongDot returns xᵀy; see longDotGo.
func LongDot(x, y []float64) float64 { return longDotGo(x, y) }

// AbsDot returns |x|ᵀy; see absDotGo.
func AbsDot(x, y []float64) float64 { return absDotGo(x, y) }

// Dots sets out to the products of rows of a matrix with x; see dotsGo.
func Dots(out, m []float64, ld int, x []float64) { dotsGo(out, m, ld, x) }

// RowSum sets out to a sum of rows of a matrix; see rowSumGo.
func RowSum(out, m []float64, ld int, x []float64) { rowSumGo(out, m, ld, x) }

// AddRows adds rows of a matrix to those of another; see addRowsGo.
func AddRows(m []float64, ldm int, x []float64, ldx, rows, cols int) {
	addRowsGo(m, ldm, x, ldx, rows, cols)
}

// AddOuter adds x wᵀ to a matrix; see addOuterGo.
func AddOuter(m []float64, ld int, x, w []float64) { addOuterGo(m, ld, x, w) }

// Horner replaces sum by decay·sum + row, row after row; see hornerGo.
func Horner(sum, data []float64, first, stride, rows int, decay float64) {
	hornerGo(sum, data, first, stride, rows, decay)
}

// BlockSums sets rows of out to sums over blocks of rows of data; see blockSumsGo.
func BlockSums(out []float64, ld, blocks int, data []float64, first, step, stride, rows int, decay float64) {
	blockSumsGo(out, ld, blocks, data, first, step, stride, rows, decay)
}

// Traces sets the rows of z but the first to traces of the rows of x; see tracesGo.
func Traces(z, x []float64, ld, rows int, decays []float64) { tracesGo(z, x, ld, rows, decays) }

// Eliminate takes column k of the n×n matrix a to zero below its pivot; see
// eliminateGo.
func Eliminate(a []float64, n, k, limit int) { eliminateGo(a, n, k, limit) }

// Interleave puts numbers side by side; see interleaveGo.
func Interleave(out []float64, from *[LaneCount][]float64, n int) { interleaveGo(out, from, 0, n) }

// LargestLanes sets big to the largest absolute values; see largestLanesGo.
func LargestLanes(big *[LaneCount]float64, x []float64, stride, n int) {
	largestLanesGo(big, x, stride, n)
}

// EliminateLanes subtracts multiples of a row from others; see eliminateLanesGo.
func EliminateLanes(a []float64, f, row, stride, rows int, top []float64, inverse *[LaneCount]float64) {
	eliminateLanesGo(a, f, row, stride, rows, top, inverse)
}

// DotLanes sets sums to products of vectors; see dotLanesGo.
func DotLanes(sums *[2][LaneCount]float64, a, u, x []float64) { dotLanesGo(sums, a, u, x) }
