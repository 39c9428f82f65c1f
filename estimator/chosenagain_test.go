package estimator

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
)

// TestChosenAgain compares with as many draws from the influences themselves, a normal
// number per trajectory.
func TestChosenAgain(t *testing.T) {
	for name, data := range map[string][]*Trajectory{
		"dense": synthetic(t, 40, 3, 6, 1),
		"mixed": append(synthetic(t, 9, 4, 9, 2), truncatedSynthetic(t, 8, 4, 7, 3)...),
	} {
		for _, k := range []int{2, 11, 101} {
			opt := Options{Gamma: 0.95, Lambdas: grid(k)}
			s := mustSelect(t, data, opt)
			influence := influences(t, data, opt)
			n := float64(len(data))
			random := rand.New(rand.NewPCG(2, 2))
			const draws = 4000
			want := make([]float64, k)
			for range draws {
				scores := make([]float64, k)
				for j, c := range s.Candidates {
					scores[j] = c.Score
				}
				for i := range data {
					z := math.Sqrt2 * random.NormFloat64() / math.Sqrt(n*(n-1))
					for j := range scores {
						scores[j] += z * influence[j][i]
					}
				}
				want[smallestWithin(k, func(j int) float64 { return scores[j] }, s.MeanSquaredReturn)] += 1. / draws
			}
			got := s.ChosenAgain()
			sum, most := 0.0, 0.0
			for j, v := range got {
				sum += v
				most = max(most, v)
				// Five standard errors of both.
				if limit := 5 * math.Sqrt((want[j]+0.01)*(1.01-want[j])*(1./1000+1./draws)); math.Abs(v-want[j]) > limit {
					t.Errorf("%s, k = %d, λ = %v: chosen again in %v of 1, want %v", name, k, opt.Lambdas[j], v, want[j])
				}
			}
			if math.Abs(sum-1) > 1e-12 || most == 1 {
				t.Errorf("%s, k = %d: shares %v", name, k, got)
			}
		}
	}
}

// TestChosenAgainCertain has nothing to draw: one λ, λ's that are all the same, and
// too few trajectories.
func TestChosenAgainCertain(t *testing.T) {
	data := synthetic(t, 10, 3, 5, 1)
	for name, opt := range map[string]Options{"one": {Gamma: 0.9, Lambdas: []float64{0.5}}, "same": {Lambdas: grid(4)}} {
		if got := mustSelect(t, data, opt).ChosenAgain(); got[0] != 1 {
			t.Errorf("%s: %v", name, got)
		}
	}
	if got := mustSelect(t, data[:9], Options{Gamma: 0.9, Lambdas: grid(3)}).ChosenAgain(); got != nil {
		t.Errorf("nine trajectories: %v", got)
	}
}

// TestSpreadKeepsTheCovariance multiplies the factors, and the root.
func TestSpreadKeepsTheCovariance(t *testing.T) {
	const k, n = 30, 12
	random := rand.New(rand.NewPCG(4, 4))
	rows := make([][]float64, k)
	for j := range rows {
		rows[j] = make([]float64, n)
		for i := range rows[j] {
			rows[j][i] = 1e-200 * (random.NormFloat64() + float64(j*i))
		}
	}
	want := func(a, b int) float64 {
		sum := 0.0
		for i := range rows[a] {
			sum += rows[a][i] * 1e200 * rows[b][i] * 1e200
		}
		return sum / (n * (n - 1))
	}
	expected := make([]float64, 0, k*k)
	for a := range k {
		for b := range k {
			expected = append(expected, want(a, b))
		}
	}
	s := newSpread(context.Background(), rows)
	if len(s.columns) > n {
		t.Errorf("%d columns for a rank of %d", len(s.columns), n)
	}
	root := s.root()
	unit := s.unit * 1e200
	var factors, squared []float64
	out, column := make([]float64, k), make([]float64, k)
	for a := range k {
		clear(column)
		column[a] = 1
		root.times(out, column)
		again := make([]float64, k)
		root.times(again, out)
		for b := range k {
			sum := 0.0
			for _, c := range s.columns {
				sum += c[a] * c[b]
			}
			factors = append(factors, sum*unit*unit)
			squared = append(squared, again[b]*unit*unit)
		}
	}
	if e := distance(factors, expected) / norm(expected); e > 1e-13 {
		t.Errorf("LLᵀ is off by %.2g", e)
	}
	if e := distance(squared, expected) / norm(expected); e > 1e-13 {
		t.Errorf("the square of the root is off by %.2g", e)
	}
}
