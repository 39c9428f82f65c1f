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

// SubDoubleDouble subtracts x from sums of twice the precision of a double; see
// subDoubleDoubleGo.
func SubDoubleDouble(out, sum, rest, x []float64) { subDoubleDoubleGo(out, sum, rest, x) }

// LongDot returns xᵀy; see longDotGo.
func LongDot(x, y []float64) float64 { return longDotGo(x, y) }

// Eliminate makes column k of the n×n matrix a zero below the pivot; see eliminateGo.
func Eliminate(a []float64, n, k, limit int) { eliminateGo(a, n, k, limit) }

// EliminateLanes subtracts multiples of a row from other rows; see eliminateLanesGo.
func EliminateLanes(a []float64, f, row, stride, rows int, top []float64, inverse *[LaneCount]float64) {
	eliminateLanesGo(a, f, row, stride, rows, top, inverse)
}

// DotLanes returns |a|ᵀu and aᵀx of each lane; see dotLanesGo.
func DotLanes(a, u, x []float64) (absolute, product [LaneCount]float64) { return dotLanesGo(a, u, x) }
