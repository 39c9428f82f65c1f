// Package dense solves linear systems by one rule: a matrix with a singular value below 1e−10 of
// the largest is rank-deficient, and the solution is of least norm, without such values.
package dense

import "lambdascope/estimator/internal/kernels"

// System is a linear system A θ = b of n unknowns: the n rows of [A b], Stride(n) numbers apart.
// Rows and columns are padded with zeros to whole tiles so that the kernels need no copies.
type System []float64

// Stride returns the distance of the rows of a system of n unknowns.
func Stride(n int) int { return kernels.RoundUpTo(n+1, kernels.TileCols) }

// Scale multiplies the rows and columns of n unknowns by n factors.
func (s System) Scale(by []float64) {
	n := len(by)
	for i, factor := range by {
		row := s[i*Stride(n):][:n+1]
		for j, other := range by {
			row[j] *= factor * other
		}
		row[n] *= factor
	}
}

// copyTo copies the matrix of n unknowns, n×n.
func (s System) copyTo(m []float64, n int) {
	for i := range n {
		copy(m[i*n:(i+1)*n], s[i*Stride(n):])
	}
}

// Size returns the length of a system of n unknowns.
func Size(n int) int { return kernels.RoundUpTo(n, kernels.TileRows) * Stride(n) }
