package estimator

import (
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

// TestDirectionsKeepTheCovariance takes influences that depend on each other, and
// compares what is kept of them, and the root of their covariance, with sums.
func TestDirectionsKeepTheCovariance(t *testing.T) {
	const k, n = 30, 12
	random := rand.New(rand.NewPCG(4, 4))
	j := &jackknife{unit: 0x1p-600}
	var rows [][]float64 // less the mean of each, in the unit
	for l := range k {
		row := make([]float64, n)
		for i := range row {
			row[i] = random.NormFloat64()
			if l >= 5 {
				row[i] = rows[l-5][i] + float64(l)*rows[l-2][i]/20
			}
		}
		mean := 0.0
		for _, v := range row {
			mean += v / n
		}
		given := make([]float64, n)
		for i := range row {
			row[i] -= mean
			given[i] = 0x1p-600 * (row[i] + float64(l))
		}
		rows = append(rows, row)
		j.take(l, given)
	}
	if len(j.directions) != 5 {
		t.Errorf("%d directions of 5", len(j.directions))
	}
	for _, l := range []int{0, 3, 29} {
		got := j.influence(l, n)
		for i := range got {
			got[i] *= 0x1p600
		}
		if e := distance(got, rows[l]) / norm(rows[l]); !(e < 1e-12) {
			t.Errorf("influences on score %d are off by %.2g", l, e)
		}
	}

	const from = 7
	var want []float64
	for a := range k {
		for b := range k {
			sum := 0.0
			for i := range n {
				sum += (rows[a][i] - rows[from][i]) * (rows[b][i] - rows[from][i])
			}
			want = append(want, sum/(n*(n-1)))
		}
	}
	s := &spread{j.unit, j.differences(from)}
	root := s.root()
	var factors, squared []float64
	column, once, twice := make([]float64, k), make([]float64, k), make([]float64, k)
	for a := range k {
		clear(column)
		column[a] = 1
		root.times(once, column)
		root.times(twice, once)
		for b := range k {
			factors = append(factors, dot(s.rows[a], s.rows[b]))
			squared = append(squared, twice[b])
		}
	}
	if e := distance(factors, want) / norm(want); !(e < 1e-12) {
		t.Errorf("LLᵀ is off by %.2g", e)
	}
	if e := distance(squared, want) / norm(want); !(e < 1e-12) {
		t.Errorf("the square of the root is off by %.2g", e)
	}
}
