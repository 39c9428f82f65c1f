package estimator_test

import (
	"context"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
)

// BenchmarkTiles selects for Mountain Car with tile coding: d = 256, rank 225, H = 165,
// n = 100, k = 11.
func BenchmarkTiles(b *testing.B) {
	b.ReportAllocs()
	car, err := sim.New(sim.Options{Domain: "mountain-car", Features: "tile-coding"})
	if err != nil {
		b.Fatal(err)
	}
	data := make([]*estimator.Trajectory, 100)
	for i := range data {
		if data[i], err = car.Trajectory(1, i); err != nil {
			b.Fatal(err)
		}
	}
	opt := estimator.Options{Gamma: 1}
	for k := range 11 {
		opt.Lambdas = append(opt.Lambdas, float64(k)/10)
	}
	for b.Loop() {
		if _, err := estimator.Select(context.Background(), data, opt); err != nil {
			b.Fatal(err)
		}
	}
}
