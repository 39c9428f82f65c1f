package estimator

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"
)

// BenchmarkLarge compares a selection over a grid, by the default method and by
// the paper's, with as many fits: n = 1000 trajectories the size of 2048's.
func BenchmarkLarge(b *testing.B) {
	data := synthetic(b, 1000, 16, 118, 1)
	for _, k := range []int{21, 101} {
		opt := Options{Gamma: 0.95, Lambdas: grid(k)}
		b.Run(fmt.Sprintf("k=%d/auto", k), func(b *testing.B) { benchmarkSelect(b, data, opt, Auto) })
		b.Run(fmt.Sprintf("k=%d/fits", k), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				must(LSTD(context.Background(), data, fitOf(opt)))(b)
			}
		})
		if k == 21 {
			b.Run(fmt.Sprintf("k=%d/rsm", k), func(b *testing.B) { benchmarkSelect(b, data, opt, RSM) })
		}
	}
}

func benchmarkSelect(b *testing.B, data []*Trajectory, opt Options, method Method) {
	b.ReportAllocs()
	opt.Method = method
	for b.Loop() {
		must(Select(context.Background(), data, opt))(b)
	}
}

// BenchmarkAgainstRSM compares the paper's algorithm, without standard errors, with a
// selection with them: n = 1000 trajectories the size of 2048's.
func BenchmarkAgainstRSM(b *testing.B) {
	data := synthetic(b, 1000, 16, 118, 1)
	opt := Options{Gamma: 0.95, Lambdas: grid(21)}
	rsm := opt
	rsm.Method = RSM
	takeTurns(b,
		func() time.Duration { return timeSelection(b, data, rsm, false) },
		func() time.Duration { return timeSelection(b, data, opt, true) })
}

// takeTurns reports the least times of two in milliseconds, and their ratio. They take
// turns, so that what else a machine does moves the ratio little.
func takeTurns(b *testing.B, one, other func() time.Duration) {
	least, leastOther := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	for b.Loop() {
		least, leastOther = min(least, one()), min(leastOther, other())
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(least.Seconds()*1e3, "ms")
	b.ReportMetric(leastOther.Seconds()*1e3, "ms-other")
	b.ReportMetric(float64(least)/float64(leastOther), "ratio")
}

// timeSelection returns what a selection takes, with or without the errors.
func timeSelection(b *testing.B, data []*Trajectory, opt Options, errors bool) time.Duration {
	start := time.Now()
	p := must(newProblem(context.Background(), data, opt))(b)
	var j *jackknife
	if errors {
		j = p.newJackknife()
	}
	must(p.run(context.Background(), j))(b)
	return time.Since(start)
}
