package analysis

import (
	"math"
	"testing"

	"lambdascope/sim/must"
	"lambdascope/sim/problem"
)

// TestSignOfTheMaze: at λ = 0 the sign's estimate does not know what the sign says, as the
// cells behind it look alike in both arms; at λ = 1 it is right on average.
func TestSignOfTheMaze(t *testing.T) {
	const sets = 400
	e := NewEngine(8 << 20)
	s := ProblemDefaults(must.Have(problem.Shipped("t-maze"))(t))
	s.Trajectories, s.Lambdas = 8, "0,1"
	var sum, squares [2]float64
	truth := 0.0
	for seed := range uint64(sets) {
		s.Seed = 1 + seed
		a := analyze(t, e, s)
		truth = a.Truth.Nu[0]
		for k := range sum {
			v := a.Values(k)[0]
			sum[k] += v
			squares[k] += v * v
		}
	}
	if want := math.Pow(0.95, 3); math.Abs(truth-want) > 1e-12 {
		t.Fatalf("the sign is worth %v, want %v", truth, want)
	}
	for k, want := range []float64{0, truth} {
		mean := sum[k] / sets
		if se := math.Sqrt((squares[k]/sets - mean*mean) / sets); math.Abs(mean-want) > 3*se {
			t.Errorf("λ = %d: %v on average, want %v, standard error %v", k, mean, want, se)
		}
	}
}
