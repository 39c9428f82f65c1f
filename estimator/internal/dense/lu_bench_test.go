package dense

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// BenchmarkFactor compares the LU factors with gonum's.
func BenchmarkFactor(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{5, 16, 32, 64, 128, 193, 256} {
		c := make([]float64, n*n)
		for i := range c {
			c[i] = random.NormFloat64()
		}
		s := NewSolver(n, nil)
		b.Run(fmt.Sprintf("n=%d/own", n), func(b *testing.B) {
			for b.Loop() {
				s.Factor(c)
			}
		})
		b.Run(fmt.Sprintf("n=%d/gonum", n), func(b *testing.B) {
			for b.Loop() {
				copy(s.lu, c)
				lapack64.Getrf(blas64.General{Rows: n, Cols: n, Stride: n, Data: s.lu}, s.piv)
			}
		})
	}
}
