package estimator

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

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

// BenchmarkLarge compares a selection over a grid, by the default method and by
// the paper's, with as many fits, by LSTD and by plain loops: n = 1000 trajectories the size of
// 2048's.
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
		b.Run(fmt.Sprintf("k=%d/plain-fits", k), func(b *testing.B) {
			for b.Loop() {
				plainFits(b, data, opt)
			}
		})
		if k == 21 {
			b.Run(fmt.Sprintf("k=%d/rsm", k), func(b *testing.B) { benchmarkSelect(b, data, opt, RSM) })
		}
	}
}

// plainFits fits LSTD once per λ by the plain loop over transitions, in parallel
// over λ's.
func plainFits(b *testing.B, data []*Trajectory, opt Options) {
	p := must(newProblem(context.Background(), data, opt))(b)
	p.opt.Do(context.Background(), len(opt.Lambdas), func(k int) {
		ws := p.borrow()
		defer p.giveBack(ws)
		s := make(dense.System, p.systemSize())
		for i := range data {
			p.load(&ws.episode, i)
			p.accumulate(ws, k, s)
		}
		ws.solver.Solve(ws.theta, s.Matrix(p.r), s.Vector(p.r))
	})
}

// BenchmarkNaive compares the default method with refitting at n = 200, k = 21.
func BenchmarkNaive(b *testing.B) {
	data := synthetic(b, 200, 16, 118, 1)
	for _, method := range []Method{Auto, Naive} {
		b.Run(method.String(), func(b *testing.B) {
			benchmarkSelect(b, data, Options{Gamma: 0.95, Lambdas: grid(21)}, method)
		})
	}
}

// BenchmarkWalk compares the methods on a random walk of five states.
func BenchmarkWalk(b *testing.B) {
	data := walks(b, 1000)
	for _, method := range []Method{Auto, RSM} {
		b.Run(method.String(), func(b *testing.B) {
			benchmarkSelect(b, data, Options{Gamma: 0.95, Lambdas: grid(21)}, method)
		})
	}
}

// BenchmarkWoodbury compares the methods on many dense features: d = 256, H = 15,
// n = 200, k = 5.
func BenchmarkWoodbury(b *testing.B) {
	data := synthetic(b, 200, 256, 15, 1)
	for _, method := range []Method{Cached, Woodbury, Auto} {
		b.Run(method.String(), func(b *testing.B) {
			benchmarkSelect(b, data, Options{Gamma: 0.95, Lambdas: grid(5)}, method)
		})
	}
}

func benchmarkSelect(b *testing.B, data []*Trajectory, opt Options, method Method) {
	b.ReportAllocs()
	opt.Method = method
	for b.Loop() {
		must(Select(context.Background(), data, opt))(b)
	}
}

// BenchmarkErrors compares selections with standard errors of differences, and what
// they rule out, with selections without, on data of some kinds and sizes.
func BenchmarkErrors(b *testing.B) {
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
						func() time.Duration { return timeSelection(b, data, opt, true) },
						func() time.Duration { return timeSelection(b, data, opt, false) })
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
	p := must(newProblem(context.Background(), data, opt))(b)
	var j *jackknife
	if errors {
		j = p.newJackknife()
	}
	must(p.run(context.Background(), j))(b)
	return time.Since(start)
}
