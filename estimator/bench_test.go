package estimator

import (
	"context"
	"fmt"
	"testing"

	"lambdascope/estimator/internal/kernels"
)

// BenchmarkSelect compares the methods on data the size of 2048's: d = 16,
// H = 120, n = 200, k = 11; and on few trajectories, where naive can keep up.
func BenchmarkSelect(b *testing.B) {
	for _, c := range []struct {
		n       int
		methods []Method
	}{{20, []Method{Cached, RSM, Naive}}, {200, []Method{Cached, RSM}}} {
		data := synthetic(b, c.n, 16, 120, 1)
		for _, method := range c.methods {
			b.Run(fmt.Sprintf("n=%d/%v", c.n, method), func(b *testing.B) {
				b.ReportAllocs()
				opt := Options{Gamma: 0.95, Lambdas: grid(11), Method: method}
				for b.Loop() {
					if _, err := Select(context.Background(), data, opt); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkKernel measures the kernel of outer products on data in the first
// cache, in multiply–adds a second.
func BenchmarkKernel(b *testing.B) {
	const size, n = 16, 118
	x, m := make([]float64, size*n), make([]float64, size*size)
	for b.Loop() {
		kernels.Tiles(m, size, size, size, x, size, x, size, n)
	}
	b.ReportMetric(float64(size*size*n)*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gmuladd/s")
}
