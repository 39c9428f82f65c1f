package estimator

import (
	"context"
	"testing"
	"time"
)

// BenchmarkSelectors compares a selection and all selectors with the selection alone.
func BenchmarkSelectors(b *testing.B) {
	onSizes(b, func(b *testing.B, data []*Trajectory, opt Options) {
		takeTurns(b,
			func() time.Duration { return timeSelectors(b, data, opt, Selectors()) },
			func() time.Duration { return timeSelectors(b, data, opt, nil) })
	})
}

// timeSelectors returns what a selection takes with some selectors.
func timeSelectors(b *testing.B, data []*Trajectory, opt Options, selectors []Selector) time.Duration {
	start := time.Now()
	if _, _, err := SelectBy(context.Background(), data, opt, selectors); err != nil {
		b.Fatal(err)
	}
	return time.Since(start)
}
