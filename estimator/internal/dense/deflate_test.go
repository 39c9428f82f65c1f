package dense

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestDeflated compares the solution with that of singular values, for null
// spaces of several dimensions, whose bases differ left and right.
func TestDeflated(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for _, n := range []int{24, 50, 130} {
		for _, null := range []int{1, 2, 5, min(20, n/3)} {
			values := geometric(n, 1e-3)
			for k := range null {
				values[n-1-k] = 0
			}
			c := prescribed(values, random).RawMatrix().Data
			y := make([]float64, n)
			for i := range y {
				y[i] = random.NormFloat64()
			}
			s := NewSolver(n, nil)
			got, want := make([]float64, n), make([]float64, n)
			if !s.deflated(got, c, y) {
				t.Errorf("n = %d, %d null: not solved", n, null)
				continue
			}
			if !s.leastNorm(want, c, y) {
				t.Errorf("n = %d, %d null: not deficient", n, null)
			}
			// κ = 1000, and products of rounding with a null space.
			if e := distance(got, want); e > 1e-10*norm(want) {
				t.Errorf("n = %d, %d null: off by %.2g of %.2g", n, null, e, norm(want))
			}
		}
	}
}

// TestDeflatedZeroColumns solves with rows and columns of zeros, where pivots
// vanish exactly.
func TestDeflatedZeroColumns(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	const n = 40
	c := gaussian(n, random)
	for i := range n {
		for _, j := range []int{0, 7, 39} {
			c.Set(i, j, 0)
			c.Set(j, i, 0)
		}
	}
	y := make([]float64, n)
	for i := range y {
		y[i] = random.NormFloat64()
	}
	s := NewSolver(n, nil)
	got, want := make([]float64, n), make([]float64, n)
	if !s.deflated(got, c.RawMatrix().Data, y) {
		t.Fatal("not solved")
	}
	s.leastNorm(want, c.RawMatrix().Data, y)
	if e := distance(got, want); e > 1e-9*norm(want) {
		t.Errorf("off by %.2g of %.2g", e, norm(want))
	}
}

// TestDeflatedLeavesDoubtToSingularValues puts a singular value near the limit:
// the rule decides it, not deflation.
func TestDeflatedLeavesDoubtToSingularValues(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for _, least := range []float64{1e-12, 9e-11, 2e-10, 1e-9} {
		values := geometric(30, 1e-2)
		values[29], values[28] = 0, least
		c := prescribed(values, random)
		s := NewSolver(30, nil)
		x, y := make([]float64, 30), make([]float64, 30)
		y[0] = 1
		if s.deflated(x, c.RawMatrix().Data, y) {
			t.Errorf("σ = %v of the largest: decided", least)
		}
	}
	var zero mat.Dense
	zero.CloneFrom(mat.NewDense(30, 30, nil))
	s := NewSolver(30, nil)
	if s.deflated(make([]float64, 30), zero.RawMatrix().Data, make([]float64, 30)) {
		t.Error("a matrix of zeros: decided")
	}
}
