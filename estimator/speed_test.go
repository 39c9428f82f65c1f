package estimator_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"lambdascope/estimator"
)

// BenchmarkSelect selects λ on data of the size of 2048 (16 features, 118 steps) at 21 λ's, and of
// the random walk (5 features) at 11.
func BenchmarkSelect(b *testing.B) {
	for _, c := range []struct{ d, steps, n, k int }{{16, 118, 1000, 21}, {16, 118, 200, 21}, {16, 118, 1000, 101}, {5, 12, 1000, 11}} {
		b.Run(fmt.Sprintf("d=%d/n=%d/k=%d", c.d, c.n, c.k), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 2))
			var data []*estimator.Trajectory
			for range c.n {
				x, rewards := make([]float64, (c.steps+1)*c.d), make([]float64, c.steps)
				for i := range x {
					x[i] = r.NormFloat64()
				}
				for i := range rewards {
					rewards[i] = r.NormFloat64()
				}
				t, err := estimator.NewTrajectory(c.d, x, rewards, false)
				if err != nil {
					b.Fatal(err)
				}
				data = append(data, t)
			}
			opt := estimator.Options{Gamma: 0.95}
			for k := range c.k {
				opt.Lambdas = append(opt.Lambdas, float64(k)/float64(c.k-1))
			}
			for b.Loop() {
				if _, err := estimator.Select(context.Background(), data, opt); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
