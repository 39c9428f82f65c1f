package estimator

import (
	"context"
	"testing"
	"time"
)

// BenchmarkRegions compares a selection with λ by three regions after it with the selection
// alone.
func BenchmarkRegions(b *testing.B) {
	onSizes(b, func(b *testing.B, data []*Trajectory, opt Options) {
		regions, _, err := KMeans(context.Background(), data, 3, 1, nil)
		if err != nil {
			b.Fatal(err)
		}
		evaluations := 0
		takeTurns(b,
			func() time.Duration {
				start := time.Now()
				_, r := mustSelectRegions(b, data, opt, regions)
				evaluations = r.Evaluations
				return time.Since(start)
			},
			func() time.Duration { return timeSelectors(b, data, opt, nil) })
		b.ReportMetric(float64(evaluations), "evaluations")
	})
}

// BenchmarkKMeans divides the states of n = 1000 trajectories the size of 2048's.
func BenchmarkKMeans(b *testing.B) {
	data := synthetic(b, 1000, 16, 118, 1)
	for b.Loop() {
		if _, _, err := KMeans(context.Background(), data, 4, 1, nil); err != nil {
			b.Fatal(err)
		}
	}
}
