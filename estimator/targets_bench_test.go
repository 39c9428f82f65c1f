package estimator

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"lambdascope/estimator/internal/dense"
)

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
				if _, err := LSTD(context.Background(), data, fitOf(opt)); err != nil {
					b.Fatal(err)
				}
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
	p, err := newProblem(context.Background(), data, opt)
	if err != nil {
		b.Fatal(err)
	}
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

// tiles4 draws trajectories of a point that drifts and swings over a square,
// seen through four tilings of 8×8, as Mountain Car's are.
func tiles4(t testing.TB, n, h int) []*Trajectory {
	t.Helper()
	const d = 4 * 64
	random := rand.New(rand.NewPCG(1, 0))
	data := make([]*Trajectory, n)
	for i := range data {
		x := make([]float64, (h+1)*d)
		position, velocity := 0.45+0.1*random.Float64(), 0.5
		for s := range h + 1 {
			for tiling := range 4 {
				column := min(7, max(0, int(8*position+float64(tiling)/4)))
				row := min(7, max(0, int(8*velocity+float64(3*tiling%4)/4)))
				x[s*d+tiling*64+row*8+column] = 1
			}
			velocity += 0.01*float64(random.IntN(3)-1) + 0.02*(0.5-position)
			velocity = min(0.999, max(0, velocity))
			position = min(0.999, max(0, position+0.2*(velocity-0.5)))
		}
		rewards := make([]float64, h)
		for s := range rewards {
			rewards[s] = -1
		}
		var err error
		if data[i], err = NewTrajectory(d, x, rewards, true); err != nil {
			t.Fatal(err)
		}
	}
	return data
}

func benchmarkSelect(b *testing.B, data []*Trajectory, opt Options, method Method) {
	b.ReportAllocs()
	opt.Method = method
	for b.Loop() {
		if _, err := Select(context.Background(), data, opt); err != nil {
			b.Fatal(err)
		}
	}
}
