package dense

import (
	"math"
	"math/rand/v2"
	"testing"

	"lambdascope/estimator/internal/kernels"
)

// TestFactor multiplies the factors again, for sizes about the panels' width.
func TestFactor(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	for _, n := range []int{1, 2, 31, 47, 48, 49, 63, 64, 65, 96, 97, 130} {
		c := gaussian(n, random).RawMatrix().Data
		s := NewSolver(n, nil)
		if !s.Factor(c) {
			t.Fatalf("n = %d: not factored", n)
		}
		product := make([]float64, n*n)
		for i := range n {
			for k := range i {
				kernels.Axpy(s.lu[i*n+k], s.lu[k*n+k:k*n+n], product[i*n+k:i*n+n])
				if v := math.Abs(s.lu[i*n+k]); v > 1 {
					t.Errorf("n = %d: a factor of %v: not the largest pivot", n, v)
				}
			}
			kernels.Axpy(1, s.lu[i*n+i:i*n+n], product[i*n+i:i*n+n])
		}
		for k := n - 1; k >= 0; k-- {
			if p := s.piv[k]; p != k {
				for j := range n {
					product[k*n+j], product[p*n+j] = product[p*n+j], product[k*n+j]
				}
			}
		}
		// n ε growth, of a few.
		if e := distance(product, c); e > 1e-14*float64(n)*norm(c) {
			t.Errorf("n = %d: the factors' product is off by %.2g", n, e)
		}
		x, y := normals(n, random), make([]float64, n)
		for i := range n {
			kernels.Axpy(x[i], c[i*n:(i+1)*n], y)
		}
		s.backTransposed(y)
		if e := distance(y, x); e > 1e-9*norm(x) {
			t.Errorf("n = %d: the transposed system's solution is off by %.2g", n, e)
		}
	}
}
