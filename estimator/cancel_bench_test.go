package estimator

import (
	"context"
	"testing"
	"time"
)

// BenchmarkCancel measures how late a selection returns after its context ends,
// where single steps are long: many features, one huge trajectory, and matrices
// whose singular values are asked for. The worst of three moments is reported.
func BenchmarkCancel(b *testing.B) {
	wide := synthetic(b, 30, 256, 40, 1)
	deficient := synthetic(b, 3, 200, 120, 2) // each fold lacks directions, none clearly
	long := append(synthetic(b, 1, 32, 50_000, 3), synthetic(b, 3, 32, 10, 4)...)
	for name, data := range map[string][]*Trajectory{"wide": wide, "deficient": deficient, "long": long} {
		for _, method := range []Method{Cached, Woodbury, RSM, Naive} {
			b.Run(name+"/"+method.String(), func(b *testing.B) {
				var worst time.Duration
				for b.Loop() {
					for _, after := range []time.Duration{time.Millisecond, 30 * time.Millisecond, 150 * time.Millisecond} {
						worst = max(worst, lateness(data, method, after))
					}
				}
				b.ReportMetric(float64(worst)/float64(time.Millisecond), "ms-late")
			})
		}
	}
}

// lateness returns how long a selection goes on after it was cancelled.
func lateness(data []*Trajectory, method Method, after time.Duration) time.Duration {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan time.Time, 1)
	go func() {
		Select(ctx, data, Options{Gamma: 0.9, Lambdas: grid(5), Method: method})
		ended <- time.Now()
	}()
	time.Sleep(after)
	start := time.Now()
	cancel()
	return max(0, (<-ended).Sub(start))
}
