package sim

import (
	"math"
	"testing"
)

// TestExpMinus compares with math.Exp, with a tolerance of a unit in the last place for each.
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
