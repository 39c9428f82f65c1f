package estimator

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// drawTiles draws trajectories of a point that wanders over a line, seen through
// tilings: binary features, few other than zero, collinear by their nature.
func drawTiles(t *rapid.T) []*Trajectory {
	const tilings = 2
	tiles := rapid.IntRange(8, 16).Draw(t, "tiles")
	n := rapid.IntRange(2, 7).Draw(t, "n")
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 7))
	d := tilings * tiles
	data := make([]*Trajectory, n)
	for i := range data {
		h := 5 + random.IntN(40)
		x := make([]float64, (h+1)*d)
		position := float64(tiles) * random.Float64()
		for s := range h + 1 {
			for k := range tilings {
				x[s*d+k*tiles+min(tiles-1, int(position+float64(k)/tilings))] = 1
			}
			position = min(float64(tiles)-0.01, max(0, position+random.NormFloat64()))
		}
		rewards := make([]float64, h)
		for s := range rewards {
			rewards[s] = 1 + random.NormFloat64()
		}
		var err error
		if data[i], err = NewTrajectory(d, x, rewards, random.IntN(4) > 0); err != nil {
			t.Fatal(err)
		}
	}
	return data
}

// TestSparseFeatures compares all methods with the definitions on tile coding,
// whose features keep their coordinates though the data do not span them.
func TestSparseFeatures(t *testing.T) {
	kept := 0
	rapid.Check(t, func(t *rapid.T) {
		data, opt := drawTiles(t), drawOptions(t)
		opt.Lambdas = []float64{0, 0.4, 1}
		p, err := newProblem(context.Background(), data, opt)
		if err != nil {
			t.Fatal(err)
		}
		if p.null != nil {
			kept++
		}
		refs := make([]*reference, len(opt.Lambdas))
		for k, lambda := range opt.Lambdas {
			refs[k] = newReference(data, opt.Gamma, lambda, opt.Ridge)
		}
		checkMethods(t, data, opt, refs)
	})
	if kept == 0 {
		t.Errorf("features kept their coordinates in %d problems: too few to tell", kept)
	}
}

// TestSparseLeverage sums to the rank.
func TestSparseLeverage(t *testing.T) {
	data := tiles4(t, 12, 60)
	for _, lambda := range []float64{0, 0.7, 1} {
		p, err := newProblem(context.Background(), data, Options{Gamma: 0.9, Lambdas: []float64{lambda}})
		if err != nil {
			t.Fatal(err)
		}
		if p.null == nil {
			t.Fatal("the features do not keep their coordinates")
		}
		h, err := leverageAt(context.Background(), data, Options{Gamma: 0.9}, lambda)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, v := range h {
			sum += v
		}
		if math.Abs(sum-float64(p.rank)) > 1e-7*float64(p.rank) { // κ < 1e8
			t.Errorf("λ = %v: the leverages sum to %v, want the rank %d", lambda, sum, p.rank)
		}
	}
}
