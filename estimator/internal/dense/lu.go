package dense

import (
	"math"

	"lambdascope/estimator/internal/kernels"
)

const (
	// panelWidth is the number of columns to eliminate between updates of the rest of the matrix.
	panelWidth = 32
	// BlockedSize is the least size at which panels save time.
	BlockedSize = 48
)

// factor replaces the matrix in lu by the LU factors with partial pivoting. It returns false if a
// pivot is too small to divide by, or not finite.
func (s *Solver) factor() bool {
	n := s.n
	s.size = Frobenius(s.lu)
	if n < BlockedSize {
		return s.panel(0, n)
	}
	// The first panel takes the columns left over, so that the rest is whole panels and tiles.
	for k, width := 0, (n-1)%panelWidth+1; k < n; k, width = k+width, panelWidth {
		if !s.panel(k, width) {
			return false
		}
		s.update(k, width)
	}
	return true
}

// panel eliminates columns k to k+width within these columns. It exchanges whole rows.
func (s *Solver) panel(k, width int) bool {
	n := s.n
	a := s.lu
	limit := k + width
	for ; k < limit; k++ {
		p := k
		big := math.Abs(a[k*n+k])
		for i := k + 1; i < n; i++ {
			if v := math.Abs(a[i*n+k]); v > big {
				p = i
				big = v
			}
		}
		if !(big >= smallestPivot) || math.IsInf(big, 0) {
			return false
		}
		s.piv[k] = p
		if p != k {
			top := a[k*n : k*n+n : k*n+n]
			other := a[p*n : p*n+n : p*n+n]
			for j, v := range top {
				top[j], other[j] = other[j], v
			}
		}
		kernels.Eliminate(a, n, k, limit)
	}
	return true
}

// update applies a panel to the columns on the right: U₁₂ = L₁₁⁻¹A₁₂, then A₂₂ −= L₂₁U₁₂ by
// tiles, nearly all of the work.
func (s *Solver) update(k, width int) {
	n := s.n
	a := s.lu
	first := k + width
	rest := n - first
	if rest == 0 {
		return
	}
	for i := k + 1; i < first; i++ {
		for j := k; j < i; j++ {
			kernels.Axpy(-a[i*n+j], a[j*n+first:j*n+n], a[i*n+first:i*n+n])
		}
	}
	s.left = kernels.Resize(s.left, width*rest)
	for i := range rest {
		for j, v := range a[(first+i)*n+k:][:width] {
			s.left[j*rest+i] = -v
		}
	}
	kernels.AddOuterProducts(a[first*n+first:], n, rest, rest, s.left, rest, a[k*n+first:], n, width)
}
