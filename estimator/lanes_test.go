package estimator

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// laneCases draws systems of r coordinates, well-conditioned ones with pivots in the same
// places and in others, and some that no lane may solve.
func laneCases(r int, random *rand.Rand) map[string][]system {
	draw := func(diagonal float64) system {
		s := make(system, r*r+r)
		for i := range s {
			s[i] = random.NormFloat64()
		}
		for i := range r {
			s[i*r+i] += diagonal
		}
		return s
	}
	near := func(base system) system {
		s := append(system(nil), base...)
		for i := range s {
			s[i] *= 1 + 1e-3*random.NormFloat64()
		}
		return s
	}
	change := func(base system, value float64) system {
		s := append(system(nil), base...)
		for i := range r { // the last row, of nothing but that
			s[(r-1)*r+i] = value
		}
		return s
	}
	base, plain := draw(0), draw(3*math.Sqrt(float64(r)))
	return map[string][]system{
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
	s := new(laneSolver)
	for r := smallSize + 1; r < blockedSize; r++ {
		one := newSolver(r)
		for name, systems := range laneCases(r, random) {
			t.Run(fmt.Sprintf("%d %s", r, name), func(t *testing.T) {
				s.solve(systems, r)
				ok := s.ok
				got, want := make([]float64, r), make([]float64, r)
				slopes := make([][]float64, len(systems))
				for l, system := range systems {
					c, y := system.matrix(r), system.vector(r)
					if !ok[l] {
						if name == "plain" {
							t.Errorf("lane %d: not solved", l)
						}
						continue
					}
					if one.solve(want, c, y) || one.last.how != byFactors {
						t.Errorf("lane %d: solved, but not by factors", l)
					}
					take(got, s.theta, l)
					sameBits(t, "solution", l, got, want)
					slopes[l] = make([]float64, r)
					for i := range r {
						slopes[l][i] = random.NormFloat64()
					}
				}
				for l, slope := range slopes {
					if slope != nil {
						put(s.x, l, slope)
					}
				}
				s.backTransposed()
				for l, slope := range slopes {
					if slope == nil {
						continue
					}
					one.solve(want, systems[l].matrix(r), systems[l].vector(r))
					one.again(slope, true)
					take(got, s.x, l)
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

// BenchmarkLanes compares systems side by side with as many one by one: the solution
// and that of the transposed system.
func BenchmarkLanes(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, r := range []int{11, 16, 24, 32, 40, 47} {
		systems := make([]system, laneCount)
		for i := range systems { // folds are alike
			systems[i] = append(system(nil), laneCases(r, random)["plain"][0]...)
		}
		x := make([]float64, r)
		b.Run(fmt.Sprintf("n=%d/lanes", r), func(b *testing.B) {
			s := new(laneSolver)
			for b.Loop() {
				s.solve(systems, r)
				s.backTransposed()
			}
		})
		b.Run(fmt.Sprintf("n=%d/each", r), func(b *testing.B) {
			s := newSolver(r)
			for b.Loop() {
				for _, system := range systems {
					s.solve(x, system.matrix(r), system.vector(r))
					s.again(x, true)
				}
			}
		})
	}
}
