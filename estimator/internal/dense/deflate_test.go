package dense

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestDeflated compares solutions, of the transposed system, too, with those of singular
// values: for null spaces of several dimensions, whose bases differ left and right, and for
// rows and columns of zeros, where pivots vanish exactly.
func TestDeflated(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	cases := map[string]*mat.Dense{}
	for _, n := range []int{24, 50, 130} {
		for _, null := range []int{1, 2, 5, min(20, n/3)} {
			values := geometric(n, 1e-3)
			clear(values[n-null:])
			cases[fmt.Sprintf("n = %d, %d null", n, null)] = prescribed(values, random)
		}
	}
	zeros := gaussian(40, random)
	for i := range 40 {
		for _, j := range []int{0, 7, 39} {
			zeros.Set(i, j, 0)
			zeros.Set(j, i, 0)
		}
	}
	cases["columns of zeros"] = zeros
	for name, c := range cases {
		n, _ := c.Dims()
		y := normals(n, random)
		s := NewSolver(n, nil)
		got := append([]float64(nil), y...)
		if !s.deflated(got, system(c.RawMatrix().Data, y)) {
			t.Errorf("%s: not solved", name)
			continue
		}
		adjoint := append([]float64(nil), y...)
		s.SolveAgain(adjoint, true)
		inverse := make([]float64, n*n)
		if !s.singular(system(c.RawMatrix().Data, y)) {
			t.Errorf("%s: not deficient", name)
		}
		s.Inverse(inverse)
		for what, x := range map[string][]float64{"": got, "transposed": adjoint} {
			var want mat.VecDense
			if p := mat.NewDense(n, n, inverse); what == "" {
				want.MulVec(p, mat.NewVecDense(n, y))
			} else {
				want.MulVec(p.T(), mat.NewVecDense(n, y))
			}
			// κ = 1000, and products of rounding with a null space.
			if e := relative(x, want.RawVector().Data, 0); e > 1e-10 {
				t.Errorf("%s %s: off by %.2g", name, what, e)
			}
		}
	}
}
