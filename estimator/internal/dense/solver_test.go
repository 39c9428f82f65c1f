package dense

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func gaussian(n int, random *rand.Rand) *mat.Dense {
	return mat.NewDense(n, n, normals(n*n, random))
}

func orthogonal(n int, random *rand.Rand) *mat.Dense {
	var qr mat.QR
	qr.Factorize(gaussian(n, random))
	var q mat.Dense
	qr.QTo(&q)
	return &q
}

// prescribed returns U diag(values) Vᵀ for random orthogonal U and V.
func prescribed(values []float64, random *rand.Rand) *mat.Dense {
	n := len(values)
	var out mat.Dense
	out.Product(orthogonal(n, random), mat.NewDiagDense(n, values), orthogonal(n, random).T())
	return &out
}

// geometric returns n values from 1 down to least.
func geometric(n int, least float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = 1
		if n > 1 {
			out[i] = math.Pow(least, float64(i)/float64(n-1))
		}
	}
	return out
}

// TestSolve compares with gonum, across the size from which its blocked
// factorisation is used.
func TestSolve(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for n := 1; n <= 80; n++ {
		const condition = 100
		c := prescribed(geometric(n, 1/float64(condition)), random)
		y := normals(n, random)
		var want mat.VecDense
		if err := want.SolveVec(c, mat.NewVecDense(n, y)); err != nil {
			t.Fatal(err)
		}
		s := NewSolver(n, nil)
		before := mat.DenseCopyOf(c)
		x := make([]float64, n)
		if s.Solve(x, system(c.RawMatrix().Data, y)) {
			t.Errorf("n = %d: deficient", n)
		}
		// Two backward stable solutions: n·ε·condition, with room.
		if e := relative(x, want.RawVector().Data, 0); e > 1e-12 {
			t.Errorf("n = %d: off by %.2g", n, e)
		}
		if !mat.Equal(c, before) {
			t.Errorf("n = %d: the matrix changed", n)
		}
		if !isSafe(s, c) {
			t.Errorf("n = %d: condition 100 goes the slow way", n)
		}
		inverse := make([]float64, n*n)
		s.Inverse(inverse)
		var product mat.Dense
		product.Mul(mat.NewDense(n, n, inverse), c)
		product.Sub(&product, identity(n))
		if e := mat.Norm(&product, 2); e > 1e-11 {
			t.Errorf("n = %d: inverse off by %.2g", n, e)
		}
	}
}

// isSafe reports whether the factors of c show it to be regular.
func isSafe(s *Solver, c *mat.Dense) bool {
	copy(s.lu, c.RawMatrix().Data)
	return s.factor() && s.safe()
}

// share returns σ_min/σ_max.
func share(c mat.Matrix) float64 {
	var svd mat.SVD
	svd.Factorize(c, mat.SVDNone)
	values := svd.Values(nil)
	return values[len(values)-1] / values[0]
}

// TestSafe calls safe for nearly singular matrices of many shapes. It must refuse a matrix with
// σ_min/σ_max < 1e−10, and should accept one above 1e−6.
func TestSafe(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	check := func(name string, c *mat.Dense) {
		t.Helper()
		n, _ := c.Dims()
		s := NewSolver(n, nil)
		safe := isSafe(s, c)
		switch ratio := share(c); {
		case safe && ratio < 1e-10:
			t.Errorf("%s, n = %d: cleared with σ_min/σ_max = %.2g", name, n, ratio)
		case !safe && ratio > 1e-6:
			t.Errorf("%s, n = %d: not cleared with σ_min/σ_max = %.2g", name, n, ratio)
		}
	}
	for _, n := range []int{1, 2, 3, 5, 8, 16, 33, 63, 64, 70} {
		for _, least := range []float64{1e-4, 1e-9, 9e-11, 1e-11, 1e-13, 1e-16, 0} {
			if n > 1 {
				check("graded", prescribed(geometric(n, least), random))
				one := geometric(n, 1)
				one[n-1] = least
				check("one small value", prescribed(one, random))
				// Rows and columns from 1 to least.
				c := gaussian(n, random)
				for i, v := range geometric(n, max(least, 1e-300)) {
					for j := range n {
						c.Set(i, j, c.At(i, j)*v)
					}
				}
				check("graded rows", c)
				check("graded columns", mat.DenseCopyOf(c.T()))
			}
		}
		for _, angle := range []float64{0.3, 0.8, 1.2} {
			check("Kahan", kahan(n, angle))
			check("Kahan transposed", mat.DenseCopyOf(kahan(n, angle).T()))
		}
		// Upper triangular of ones and −1: σ_min about 2⁻ⁿ, no small pivot.
		c := identity(n)
		for i := range n {
			for j := i + 1; j < n; j++ {
				c.Set(i, j, -1)
			}
		}
		check("triangular", c)
		check("triangular transposed", mat.DenseCopyOf(c.T()))
	}
	for n := 2; n <= 12; n++ {
		c := mat.NewDense(n, n, nil)
		for i := range n {
			for j := range n {
				c.Set(i, j, 1/float64(i+j+1))
			}
		}
		check("Hilbert", c)
	}
}

// TestDecision puts one singular value at either side of 1e−10 of the largest,
// in matrices of any size: below, it is dropped and reported.
func TestDecision(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for _, n := range []int{2, 5, 30, 66} {
		for _, size := range []float64{1, 1e-200, 1e200} {
			for least, want := range map[float64]bool{1e-12: true, 5e-11: true, 2e-10: false, 1e-8: false} {
				values := geometric(n, 0.1)
				values[n-1] = least
				c := prescribed(values, random)
				c.Scale(size, c)
				y, x := slices.Repeat([]float64{size}, n), make([]float64, n)
				if got := NewSolver(n, nil).Solve(x, system(c.RawMatrix().Data, y)); got != want {
					t.Errorf("n = %d, σ_min/σ_max = %g, size %g: deficient %v", n, least, size, got)
				}
				// yᵀu/σ is about 1 for a random u; at most √n/0.1 without the
				// least value.
				if want && norm(x) > 10*math.Sqrt(float64(n)) {
					t.Errorf("n = %d, σ_min/σ_max = %g: ‖x‖ = %g", n, least, norm(x))
				}
			}
		}
	}
}

func kahan(n int, angle float64) *mat.Dense {
	out := mat.NewDense(n, n, nil)
	sin, cos := math.Sincos(angle)
	for i := range n {
		row := math.Pow(sin, float64(i))
		out.Set(i, i, row)
		for j := i + 1; j < n; j++ {
			out.Set(i, j, -cos*row)
		}
	}
	return out
}

// TestLeastNorm checks rank-deficient systems by the Penrose conditions: the
// matrix P of solutions for unit vectors is the pseudo-inverse. C is a product
// of small integers, so that its rank is exact.
func TestLeastNorm(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for _, n := range []int{1, 2, 3, 6, 20, 70} {
		for _, rank := range []int{0, 1, n / 2, n - 1} {
			if rank >= n {
				continue
			}
			t.Run(fmt.Sprint(n, "/", rank), func(t *testing.T) {
				c := mat.NewDense(n, n, nil)
				for range rank {
					u, v := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
					for i := range n {
						u.SetVec(i, float64(random.IntN(9)-4))
						v.SetVec(i, float64(random.IntN(9)-4))
					}
					c.RankOne(c, 1, u, v)
				}
				s := NewSolver(n, nil)
				p := mat.NewDense(n, n, nil)
				for j := range n {
					y, x := make([]float64, n), make([]float64, n)
					y[j] = 1
					x[0] = 5 // Solve ignores the old contents
					if !s.Solve(x, system(c.RawMatrix().Data, y)) {
						t.Fatal("not deficient")
					}
					p.SetCol(j, x)
				}
				penrose(t, c, p)
				direct := make([]float64, n*n)
				s.Inverse(direct)
				penrose(t, c, mat.NewDense(n, n, direct))
				if rank == 0 && mat.Norm(p, 1) != 0 {
					t.Error("a zero matrix does not give 0")
				}
			})
		}
	}
}

// penrose checks CPC = C, PCP = P, and that CP and PC are symmetric, each to the
// rounding of its factors.
func penrose(t *testing.T, c, p *mat.Dense) {
	t.Helper()
	var cp, pc, cpc, pcp mat.Dense
	cp.Mul(c, p)
	pc.Mul(p, c)
	cpc.Mul(&cp, c)
	pcp.Mul(&pc, p)
	kappa := 1 + mat.Norm(c, 2)*mat.Norm(p, 2)
	for name, e := range map[string]float64{
		"CPC − C":     off(&cpc, c) / (1e-300 + mat.Norm(c, 2)),
		"PCP − P":     off(&pcp, p) / (1e-300 + mat.Norm(p, 2)),
		"CP − (CP)ᵀ":  off(&cp, cp.T()),
		"PC − (PC)ᵀ":  off(&pc, pc.T()),
		"trace of CP": math.Abs(mat.Trace(&cp) - math.Round(mat.Trace(&cp))),
	} {
		if !(e < 1e-13*kappa) {
			t.Errorf("%s: %.2g, κ = %.2g", name, e, kappa)
		}
	}
}

func off(a, b mat.Matrix) float64 {
	var difference mat.Dense
	difference.Sub(a, b)
	return mat.Norm(&difference, 2)
}
