package estimator

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// wildNumber draws a number of any size, most of them near each other.
func wildNumber(random *rand.Rand) float64 {
	v := random.NormFloat64()
	switch random.IntN(6) {
	case 0:
		return math.Ldexp(v, random.IntN(1000)-500)
	case 1:
		return 0
	case 2:
		return math.Ldexp(v, -1060) // subnormal
	}
	return v
}

// TestExactSums compares sums, and what is left of them without one of their numbers,
// with rational arithmetic: in any order, merged or not.
func TestExactSums(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const width, terms = 5, 60
	rounds := 40
	if *Long {
		rounds = 200
	}
	for round := range rounds {
		exponents := make([]int32, width)
		for i := range exponents {
			exponents[i] = int32(random.IntN(41) - 20)
		}
		whole, parts := newExactSums(width), []*exactSums{newExactSums(width), newExactSums(width)}
		want := make([]*big.Rat, width)
		for i := range want {
			want[i] = new(big.Rat)
		}
		var last []float64
		times := 0
		for j := range terms {
			x := make([]float64, width)
			for i := range x {
				x[i] = wildNumber(random)
				if round%4 == 0 && j == terms-1 { // one that outweighs all others
					x[i] = math.Ldexp(1+random.Float64(), 600)
				}
			}
			times = 1 + random.IntN(3)
			if j == terms-1 {
				times = 1
			}
			if !whole.add(0, x, 0, exponents, times) || !parts[random.IntN(2)].add(0, x, 0, exponents, times) {
				t.Fatal("finite numbers were refused")
			}
			for i, v := range x {
				r := new(big.Rat).SetFloat64(v)
				scale := new(big.Rat).SetFloat64(math.Ldexp(float64(times), int(exponents[i])))
				want[i].Add(want[i], r.Mul(r, scale))
			}
			last = x
		}
		whole.carry()
		parts[1].merge(parts[0])
		at := func(i int) (int, int) { return i, -int(exponents[i]) }
		got, merged := whole.expand(width, at), parts[1].expand(width, at)
		rest := make([]float64, width)
		got.less(rest, last)
		for i := range want {
			back := new(big.Rat).SetFloat64(math.Ldexp(1, -int(exponents[i])))
			back.Mul(back, want[i])
			exact, _ := back.Float64()
			if e := math.Abs(got[0][i] - exact); e > math.Abs(exact)*0x1p-52 {
				t.Errorf("sum %v, want %v", got[0][i], exact)
			}
			for c := range got {
				if got[c][i] != merged[c][i] {
					t.Errorf("part %d of a sum: %v, merged %v", c, got[c][i], merged[c][i])
				}
			}
			exact, _ = back.Sub(back, new(big.Rat).SetFloat64(last[i])).Float64()
			if e := math.Abs(rest[i] - exact); e > math.Abs(exact)*0x1p-50+leastNormal {
				t.Errorf("without the last: %v, want %v", rest[i], exact)
			}
		}
	}
}

// TestExactSumsCarry fills digits until they are carried.
func TestExactSumsCarry(t *testing.T) {
	s, want := newExactSums(1), new(big.Int)
	const most = 1 << 29
	for _, v := range []float64{1<<53 - 1, -(1<<53 - 1), 3, 1<<53 - 1, 1<<53 - 1} {
		s.add(0, []float64{v}, 0, []int32{0}, most)
		want.Add(want, new(big.Int).Mul(big.NewInt(int64(v)), big.NewInt(most)))
	}
	s.carry()
	exact, _ := new(big.Float).SetInt(want).Float64()
	if got := s.expansion(nil, 0, 0); got[0] != exact {
		t.Errorf("sum %v, want %v", got, exact)
	}
	if s.add(0, []float64{math.Inf(1)}, 0, []int32{0}, 1) || s.add(0, []float64{math.NaN()}, 0, []int32{0}, 1) {
		t.Error("a number that is not finite was added")
	}
}

func BenchmarkExactSums(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	const width = 17 * 16
	x, rest := make([]float64, width), make([]float64, width)
	for i := range x {
		x[i] = random.NormFloat64()
	}
	exponents := make([]int32, width)
	s := newExactSums(width)
	b.Run("add", func(b *testing.B) {
		for b.Loop() {
			s.add(0, x, 0, exponents, 1)
		}
	})
	s.carry()
	e := s.expand(width, func(i int) (int, int) { return i, 0 })
	b.Run("less", func(b *testing.B) {
		for b.Loop() {
			e.less(rest, x)
		}
	})
}
