package dense

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// laneCases draws systems of r coordinates, well-conditioned ones with pivots in the same
// places and in others, and some that no lane may solve.
func laneCases(r int, random *rand.Rand) map[string][]System {
	draw := func(diagonal float64) System {
		s := normals(r*r, random)
		for i := range r {
			s[i*r+i] += diagonal
		}
		return system(s, normals(r, random))
	}
	near := func(base System) System {
		s := append(System(nil), base...)
		for i := range s {
			s[i] *= 1 + 1e-3*random.NormFloat64()
		}
		return s
	}
	change := func(base System, value float64) System {
		s := append(System(nil), base...)
		for i := range r { // the last row, of nothing but that
			s[(r-1)*Stride(r)+i] = value
		}
		return s
	}
	base, plain := draw(0), draw(3*math.Sqrt(float64(r)))
	return map[string][]System{
		"alike":   {base, near(base), near(base), near(base)},
		"others":  {draw(0), draw(0), draw(0), draw(0)},
		"plain":   {plain, near(plain), draw(5 * math.Sqrt(float64(r))), plain},
		"two":     {plain, near(plain)},
		"three":   {base, plain, near(base)},
		"zero":    {plain, change(plain, 0), base, near(plain)},
		"all bad": {change(plain, 0), change(base, 0), change(base, math.NaN()), change(base, math.Inf(1))},
		"nan":     {change(plain, math.NaN()), plain, base, near(base)},
		"inf":     {plain, plain, change(base, math.Inf(1)), near(base)},
		"tiny":    {plain, change(plain, 1e-305), base, change(base, 1e-14)},
	}
}

// TestLanes: solutions side by side have the bits of those one by one, and none is of a
// system that these do not solve by its factors.
func TestLanes(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 2))
	s := new(LaneSolver)
	for r := 1; r < BlockedSize; r++ {
		one := NewSolver(r, nil)
		for name, systems := range laneCases(r, random) {
			t.Run(fmt.Sprintf("%d %s", r, name), func(t *testing.T) {
				s.Solve(systems, r)
				ok := s.OK
				got, want := make([]float64, r), make([]float64, r)
				slopes := make([][]float64, len(systems))
				for l, system := range systems {
					if !ok[l] {
						if name == "plain" {
							t.Errorf("lane %d: not solved", l)
						}
						continue
					}
					if one.Solve(want, system) || one.last.how != byFactors {
						t.Errorf("lane %d: solved, but not by factors", l)
					}
					Take(got, s.Theta, l)
					sameBits(t, "solution", l, got, want)
					slopes[l] = normals(r, random)
				}
				for l, slope := range slopes {
					if slope != nil {
						Put(s.X, l, slope)
					}
				}
				s.BackTransposed()
				for l, slope := range slopes {
					if slope == nil {
						continue
					}
					one.Solve(want, systems[l])
					one.SolveAgain(slope, true)
					Take(got, s.X, l)
					sameBits(t, "transposed solution", l, got, slope)
				}
			})
		}
	}
}

func sameBits(t *testing.T, what string, lane int, got, want []float64) {
	t.Helper()
	for i := range want {
		if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
			t.Fatalf("lane %d: %s %v, want %v", lane, what, got, want)
		}
	}
}
