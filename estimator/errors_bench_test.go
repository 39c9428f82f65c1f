package estimator

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// walks draws random walks of five states, 1-hot.
func walks(t testing.TB, n int) []*Trajectory {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 0))
	data := make([]*Trajectory, n)
	for i := range data {
		var x []float64
		state := 2
		for state >= 0 && state < 5 {
			x = append(x, make([]float64, 5)...)
			x[len(x)-5+state] = 1
			state += 2*random.IntN(2) - 1
		}
		rewards := make([]float64, len(x)/5)
		if state == 5 {
			rewards[len(rewards)-1] = 1
		}
		var err error
		if data[i], err = NewTrajectory(5, x, rewards, true); err != nil {
			t.Fatal(err)
		}
	}
	return data
}

// BenchmarkErrors compares selections with standard errors of differences, and what
// they rule out, with selections without.
func BenchmarkErrors(b *testing.B) {
	onSizes(b, func(b *testing.B, data []*Trajectory, opt Options) {
		takeTurns(b,
			func() time.Duration { return timeSelection(b, data, opt, true) },
			func() time.Duration { return timeSelection(b, data, opt, false) })
	})
}

// onSizes runs a benchmark on data of some kinds and sizes, for grids of some.
func onSizes(b *testing.B, run func(b *testing.B, data []*Trajectory, opt Options)) {
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
					run(b, data, Options{Gamma: 0.95, Lambdas: grid(k)})
				})
			}
		}
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
	p, err := newProblem(context.Background(), data, opt)
	if err != nil {
		b.Fatal(err)
	}
	var j *jackknife
	if errors {
		j = p.newJackknife()
	}
	if _, err := p.run(context.Background(), j); err != nil {
		b.Fatal(err)
	}
	return time.Since(start)
}
