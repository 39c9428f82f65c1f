package sim

import (
	"math"
	"testing"
)

func TestCosine(t *testing.T) {
	const points = 200001
	equal := 0
	for k := range points {
		x := float64(k-100000) / 100000 * (5 * math.Pi / 4)
		if got, want := cosine(x), math.Cos(x); math.Abs(got-want) > 2.3e-16 {
			t.Fatalf("cos %v = %v, want %v", x, got, want)
		} else if got == want {
			equal++
		}
	}
	// A part of π left out would show in one of seven.
	if equal < points*9/10 {
		t.Errorf("%d of %d cosines are equal to math.Cos", equal, points)
	}
	if got := cosine(math.Pi / 2); got != 6.123233995736766e-17 {
		t.Errorf("cos π/2 = %v", got)
	}
}

// TestExpMinus allows both functions an error of a unit in the last place.
func TestExpMinus(t *testing.T) {
	for k := range 100000 {
		x := float64(float64(k) * 1.1e-3) // rounded, where expMinus is inlined
		if got, want := expMinus(x), math.Exp(-x); math.Abs(got-want) > 2*0x1p-52*want {
			t.Fatalf("exp(−%v) = %v, want %v", x, got, want)
		}
	}
	if expMinus(0) != 1 {
		t.Errorf("exp 0 = %v", expMinus(0))
	}
}
