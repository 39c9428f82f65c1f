package dense

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestGrowth solves matrices on which partial pivoting grows by 2ⁿ (Wilkinson), so that the factors
// say nothing about the condition: safe must refuse nearly singular matrices, and Solve must solve
// regular ones.
func TestGrowth(t *testing.T) {
	for _, n := range []int{20, 40, 50, 55, 60, 63, 64, 70} {
		random := rand.New(rand.NewPCG(1, uint64(n)))
		regular, nearly := identity(n), identity(n)
		for i := range n {
			for j := range i {
				v := -1 + 1e-3*random.Float64()
				regular.Set(i, j, v)
				nearly.Set(i, j, v)
			}
			regular.Set(i, n-1, 1)
			nearly.Set(i, n-2, 1)
			nearly.Set(i, n-1, 1+1e-12*random.NormFloat64())
		}
		s := NewSolver(n, nil)
		if isSafe(s, nearly) {
			t.Errorf("n = %d: cleared with σ_min/σ_max = %.2g", n, share(nearly))
		}
		want, y := mat.NewVecDense(n, normals(n, random)), mat.NewVecDense(n, nil)
		y.MulVec(regular, want)
		got := make([]float64, n)
		if s.Solve(got, system(regular.RawMatrix().Data, y.RawVector().Data)) {
			t.Errorf("n = %d: a matrix with σ_min/σ_max = %.2g is deficient", n, share(regular))
		}
		// 20εκ and 1e−9, κ about n.
		if e := relative(got, want.RawVector().Data, 0); e > 1e-9 {
			t.Errorf("n = %d: off by %.2g with σ_min/σ_max = %.2g", n, e, share(regular))
		}
	}
}

// TestNoNumber: a matrix with a NaN or an infinity counts as deficient, with the
// solution 0. (On such a matrix gonum's singular values do not end.)
func TestNoNumber(t *testing.T) {
	for _, n := range []int{1, 2, 3, 20, 70} { // ascending, so that a small size fails before a large one hangs
		for _, bad := range []float64{math.Inf(-1), inf, nan} {
			for _, at := range []int{0, n - 1, n * (n - 1), n*n - 1} {
				c := identity(n).RawMatrix().Data
				c[at] = bad
				y, x := make([]float64, n), make([]float64, n)
				for i := range y {
					y[i], x[i] = 1, 5
				}
				if !NewSolver(n, nil).Solve(x, system(c, y)) || norm(x) != 0 {
					t.Fatalf("n = %d, %v at %d: not deficient, x = %v", n, bad, at, x[:min(n, 3)])
				}
			}
		}
	}
}
