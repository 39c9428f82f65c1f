package estimator

import "gonum.org/v1/gonum/floats"

// dot returns xᵀy.
func dot(x, y []float64) float64 {
	y = y[:len(x)]
	var s float64
	for i, v := range x {
		s += v * y[i]
	}
	return s
}

// axpy adds a·x to y. Beyond a few numbers gonum's assembly is faster than a
// loop.
func axpy(a float64, x, y []float64) {
	if len(x) > 12 {
		floats.AddScaled(y, a, x)
		return
	}
	y = y[:len(x)]
	for i, v := range x {
		y[i] += a * v
	}
}

// add adds x to y.
func add(y, x []float64) {
	y = y[:len(x)]
	for i, v := range x {
		y[i] += v
	}
}
