package estimator

import (
	"context"
	"testing"
	"time"
)

// BenchmarkRace compares a race with the selection of the same data.
func BenchmarkRace(b *testing.B) {
	onSizes(b, func(b *testing.B, data []*Trajectory, opt Options) {
		takeTurns(b,
			func() time.Duration {
				start := time.Now()
				if _, _, err := Race(context.Background(), data, opt, Racing{}); err != nil {
					b.Fatal(err)
				}
				return time.Since(start)
			},
			func() time.Duration { return timeSelectors(b, data, opt, nil) })
	})
}
