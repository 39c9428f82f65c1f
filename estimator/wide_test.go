package estimator

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// drawWide draws short trajectories with many features. Their number goes from too few for a
// regular A to three times as many.
func drawWide(t *rapid.T, kind string, random *rand.Rand) []*Trajectory {
	d := rapid.SampledFrom([]int{5, 6, 8, 11, 13, 17, 24, 28, 41, 64}).Draw(t, "d")
	longest := rapid.IntRange(1, 7).Draw(t, "longest")
	n := 2 + int(float64(d)/float64(longest)*rapid.Float64Range(0.3, 3).Draw(t, "share"))
	n = min(n, 16)
	ending := rapid.SampledFrom([]string{"terminated", "truncated", "both"}).Draw(t, "ending")
	return drawTrajectories(t, kind, random, d, n, longest, ending)
}

// anyRidge draws no ridge, or one between a size that hardly makes A regular and a size that
// outweighs A.
func anyRidge(random *rand.Rand) float64 {
	if random.IntN(2) == 0 {
		return 0
	}
	return math.Pow(10, 14*random.Float64()-12)
}

// TestWide compares with the definitions for more features than steps, and for data that do not
// determine the features.
func TestWide(t *testing.T) {
	checkKinds(t, func(t *rapid.T, kind string) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 9))
		data := drawWide(t, kind, random)
		opt := Options{
			Gamma:   rapid.SampledFrom([]float64{0.5, 0.95, 1}).Draw(t, "γ"),
			Lambdas: []float64{rapid.SampledFrom([]float64{0, 0.6, 1}).Draw(t, "λ")},
			Ridge:   anyRidge(random),
		}
		s := must(Select(context.Background(), data, opt))(t)
		checkCandidate(t, "", s, &s.Candidates[0], newReference(data, opt, opt.Lambdas[0]))
	})
}
