package estimator

import (
	"context"
	"fmt"
	"testing"
	"time"
)

// BenchmarkSelectors compares a selection and all selectors with the selection alone.
func BenchmarkSelectors(b *testing.B) {
	for _, c := range []struct {
		name string
		data func(n int) []*Trajectory
	}{
		{"walk", func(n int) []*Trajectory { return walks(b, n) }},
		{"d=5", func(n int) []*Trajectory { return synthetic(b, n, 5, 118, 1) }},
		{"d=16", func(n int) []*Trajectory { return synthetic(b, n, 16, 118, 1) }},
	} {
		for _, n := range []int{20, 200, 1000} {
			data := c.data(n)
			for _, k := range []int{11, 21, 101} {
				b.Run(fmt.Sprintf("%s/n=%d/k=%d", c.name, n, k), func(b *testing.B) {
					b.ReportAllocs()
					opt := Options{Gamma: 0.95, Lambdas: grid(k)}
					takeTurns(b,
						func() time.Duration { return timeSelectors(b, data, opt, Selectors()) },
						func() time.Duration { return timeSelectors(b, data, opt, nil) })
				})
			}
		}
	}
}

// timeSelectors returns what a selection takes with some selectors.
func timeSelectors(b *testing.B, data []*Trajectory, opt Options, selectors []Selector) time.Duration {
	start := time.Now()
	if _, _, err := SelectBy(context.Background(), data, opt, selectors); err != nil {
		b.Fatal(err)
	}
	return time.Since(start)
}
