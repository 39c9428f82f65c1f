package truth

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestEstimateKeepsDifferences: an estimate keeps the difference of each batch from the weighted
// mean to half a unit, also the largest differences of both signs, which take all bits.
func TestEstimateKeepsDifferences(t *testing.T) {
	const units = 3
	random := rand.New(rand.NewPCG(1, 2))
	var of [batches][]float64
	var weights [batches]float64
	for b := range of {
		weights[b] = 1 + random.Float64()
		for i := range units {
			of[b] = append(of[b], 100+math.Pow(10, float64(i))*random.NormFloat64())
		}
		for i := range units { // the mirror image
			of[b] = append(of[b], 200-of[b][i])
		}
	}
	for _, bits := range []int{roughBits, fineBits} {
		e := newEstimate(of, weights, units, bits)
		for i := range of[0] {
			sum, total := 0.0, 0.0
			for b, w := range weights {
				sum += w * of[b][i]
				total += w
			}
			for b := range of {
				want := of[b][i] - sum/total
				// No difference reaches 10 standard deviations.
				unit := math.Pow(10, float64(1+i%units)) / float64(int64(1)<<(bits-1))
				if got := e.apartFrom(b, i); !(math.Abs(got-want) <= unit/2) {
					t.Errorf("%d bits, number %d of batch %d: %v, want %v", bits, i, b, got, want)
				}
			}
		}
	}
}
