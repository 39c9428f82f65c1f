package dense

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"lambdascope/estimator/internal/kernels"
)

// TestLanes compares solutions side by side, plain and transposed, with those one by one.
func TestLanes(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 2))
	lanes := new(Lanes)
	for n := 1; n < BlockedSize; n++ {
		for count := 1; count <= kernels.LaneCount; count++ {
			base := normals(n*n, random)
			for i := range n {
				base[i*n+i] += 3 * math.Sqrt(float64(n))
			}
			one := NewSolver(n, nil)
			theta, slope := make([]float64, n), normals(n, random)
			one.Solve(theta, system(base, theta))
			order := one.Order()
			var systems []System
			for range count {
				near := append([]float64(nil), base...)
				floats.AddScaled(near, 1e-2, normals(n*n, random))
				systems = append(systems, system(near, normals(n, random)))
			}
			solved := lanes.Solve(systems, order)
			for lane := range systems {
				Put(lanes.Slope, lane, slope)
			}
			lanes.Transposed()
			for lane, s := range systems {
				if !solved[lane] {
					t.Fatalf("%d unknowns, lane %d of %d: not solved", n, lane, count)
				}
				got, want := make([]float64, n), make([]float64, n)
				one.Solve(want, s)
				Take(got, lanes.Theta, lane)
				if !floats.EqualApprox(got, want, 1e-12) {
					t.Fatalf("%d unknowns, lane %d of %d: %v, want %v", n, lane, count, got, want)
				}
				copy(want, slope)
				one.SolveAgain(want, true)
				Take(got, lanes.Slope, lane)
				if !floats.EqualApprox(got, want, 1e-12) {
					t.Fatalf("%d unknowns, lane %d of %d, transposed: %v, want %v", n, lane, count, got, want)
				}
			}
		}
	}
}

// TestLanesRefuse solves systems that are rank-deficient, not finite, or in need of other pivots
// beside a regular one: only the regular one counts as solved.
func TestLanesRefuse(t *testing.T) {
	const n = 6
	random := rand.New(rand.NewPCG(3, 1))
	regular := normals(n*n, random)
	for i := range n {
		regular[i*n+i] += 8
	}
	change := func(row int, value func(j int) float64) System {
		s := system(regular, normals(n, random))
		for j := range n {
			s[row*Stride(n)+j] = value(j)
		}
		return s
	}
	order := []int{0, 1, 2, 3, 4, 5}
	good := system(regular, normals(n, random))
	for name, bad := range map[string]System{
		"zero":     change(5, func(int) float64 { return 0 }),
		"tiny":     change(5, func(int) float64 { return 1e-305 }),
		"small":    change(5, func(int) float64 { return 1e-12 }),
		"NaN":      change(2, func(int) float64 { return math.NaN() }),
		"infinite": change(2, func(j int) float64 { return math.Inf(1 - 2*(j%2)) }),
		"collinear": change(3, func(j int) float64 {
			return regular[2*n+j] * (1 + 1e-13*float64(j))
		}),
		"pivot": change(0, func(j int) float64 { return []float64{1e-9, 1, -2, 1, 3, 1}[j] }),
	} {
		t.Run(name, func(t *testing.T) {
			for lane := range 3 {
				systems := []System{good, good, good}
				systems[lane] = bad
				solved := new(Lanes).Solve(systems, order)
				for l, ok := range solved {
					if ok != (l < 3 && l != lane) {
						t.Errorf("bad in lane %d: %s", lane, fmt.Sprint(solved))
						return
					}
				}
			}
		})
	}
}
