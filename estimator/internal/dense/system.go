// Package dense solves linear systems by one rule: a matrix with a singular value below
// 1e−10 of its largest is rank-deficient, and its solution the one of least norm without
// such values.
package dense

import "lambdascope/estimator/internal/kernels"

// System is a linear system A θ = b: an r×r matrix row by row, then b.
type System []float64

// Matrix returns the matrix, of r×r numbers.
func (s System) Matrix(r int) []float64 { return s[: r*r : r*r] }

// Vector returns b.
func (s System) Vector(r int) []float64 { return s[r*r:] }

// AddPadded adds to a system of r coordinates rows of a matrix with b as their
// last column, each padded to ld numbers.
func (s System) AddPadded(sum []float64, r, ld int) {
	kernels.AddRows(s.Matrix(r), r, sum, ld, r, r)
	for a, vector := 0, s.Vector(r); a < r; a++ {
		vector[a] += sum[a*ld+r]
	}
}
