package chart

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestModulo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y := float64(rapid.IntRange(1, 9).Draw(t, "y"))
		x := rapid.Float64Range(0, 1e9).Draw(t, "x")
		if rapid.Bool().Draw(t, "nearly whole") {
			x = math.Round(x) * y
			for range rapid.IntRange(0, 2).Draw(t, "steps down") {
				x = max(0, math.Nextafter(x, 0))
			}
		}
		if got, want := modulo(x, y), math.Mod(x, y); got != want {
			t.Fatalf("modulo(%v, %v) = %v, want %v", x, y, got, want)
		}
	})
}
