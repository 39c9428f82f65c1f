package estimator_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"testing"

	"lambdascope/estimator"
	"lambdascope/estimator/rivals"
	"lambdascope/sim/testutil"
)

// size is the size of data and grid: trajectories, features, transitions in each trajectory, λ's.
type size struct{ n, d, h, k int }

// BenchmarkGrowth selects λ, by the methods that can, as one size grows and the others stay: on
// features that are correlated in time, and on tiles, of which four are 1. On Linux, working-MB
// is the peak growth of the process in a first selection; for rsm and naive the growth is larger
// if a point runs alone, because the process has made no selection before.
//
//	go test ./estimator -run '^$' -bench Growth -cpu 1 -benchtime 3x
func BenchmarkGrowth(b *testing.B) {
	decades := []int{10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000}
	for _, sweep := range []struct {
		name  string
		of    size
		at    func(*size) *int
		sizes []int
		data  func(b *testing.B, s size) []*estimator.Trajectory
		most  map[string]int // the largest size of a method, 0 for none; others go on to the last
	}{
		{"n", size{d: 16, h: 100, k: 21}, func(s *size) *int { return &s.n }, decades, dependent, map[string]int{"rsm": 1000, "naive": 100}},
		{"d", size{n: 50, h: 40, k: 3}, func(s *size) *int { return &s.d }, []int{1, 2, 5, 10, 20, 40, 50, 100, 200, 500, 1000}, dependent, map[string]int{"rsm": 200, "naive": 100, "passes": 0}},
		{"tiles", size{n: 50, h: 40, k: 3}, func(s *size) *int { return &s.d }, []int{4, 16, 36, 64, 144, 256, 484, 1024}, onTiles, map[string]int{"rsm": 0, "naive": 0, "passes": 0}},
		{"k", size{n: 100, d: 16, h: 100}, func(s *size) *int { return &s.k }, []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000}, dependent, map[string]int{"rsm": 200, "naive": 20, "passes": 0}},
		{"H", size{n: 20, d: 16, k: 21}, func(s *size) *int { return &s.h }, decades, dependent, map[string]int{"naive": 1000, "passes": 0}},
	} {
		for _, method := range []string{"cached", "rsm", "naive", "passes"} {
			for _, value := range sweep.sizes {
				if most, limited := sweep.most[method]; limited && value > most {
					break
				}
				s := sweep.of
				*sweep.at(&s) = value
				b.Run(fmt.Sprintf("%s=%d/%s", sweep.name, value, method), func(b *testing.B) {
					data, opt := sweep.data(b, s), estimator.Options{Gamma: 0.95}
					for k := range s.k {
						opt.Lambdas = append(opt.Lambdas, (float64(k)+0.5)/float64(s.k))
					}
					selected := func() {
						if method == "passes" {
							inThreePasses(b, data, opt)
							return
						}
						opt.Method = map[string]estimator.Method{"rsm": rivals.RSM{}, "naive": rivals.Naive{}}[method]
						testutil.Get(estimator.Select(context.Background(), data, opt))(b)
					}
					working, measured := workingMemory(selected)
					b.ReportAllocs()
					for b.Loop() {
						selected()
					}
					if measured {
						b.ReportMetric(working/1e6, "working-MB")
					}
				})
			}
		}
	}
}

func dependent(b *testing.B, s size) []*estimator.Trajectory {
	return estimator.Synthetic(b, s.n, s.d, s.h, 1)
}

// onTiles has the tile coding, in four tilings of a torus, of a point that moves on it by steps
// of about a tenth, and rewards that depend on where it is.
func onTiles(b *testing.B, s size) []*estimator.Trajectory {
	const tilings = 4
	side := math.Sqrt(float64(s.d / tilings))
	random := rand.New(rand.NewPCG(1, 0))
	data := make([]*estimator.Trajectory, s.n)
	for i := range data {
		x, rewards := make([]float64, (s.h+1)*s.d), make([]float64, s.h)
		u, v := random.Float64(), random.Float64()
		for t := range rewards {
			for tiling := range tilings {
				row := math.Mod(u*side+float64(tiling)/tilings, side)
				column := math.Mod(v*side+float64(3*tiling%tilings)/tilings, side)
				x[t*s.d+(tiling*int(side)+int(row))*int(side)+int(column)] = 1
			}
			rewards[t] = math.Sin(2*math.Pi*u) + random.NormFloat64()
			u, v = math.Mod(2+u+0.1*random.NormFloat64(), 1), math.Mod(2+v+0.1*random.NormFloat64(), 1)
		}
		data[i] = testutil.Get(estimator.NewTrajectory(s.d, x, rewards, true))(b)
	}
	return data
}

// inThreePasses selects in passes over blocks of trajectories, as for data larger than memory.
func inThreePasses(b *testing.B, data []*estimator.Trajectory, opt estimator.Options) {
	ctx := context.Background()
	sums := testutil.Get(estimator.NewSums(data[0].Dim(), opt))(b)
	pass := func(add func(block []*estimator.Trajectory) error) {
		for block := range slices.Chunk(data, 100) {
			if err := add(block); err != nil {
				b.Fatal(err)
			}
		}
	}
	pass(func(block []*estimator.Trajectory) error { return sums.Add(ctx, block) })
	p := testutil.Get(sums.Open(ctx))(b)
	pass(func(block []*estimator.Trajectory) error { return p.LeaveOut(ctx, block) })
	pass(func(block []*estimator.Trajectory) error { return p.Spread(ctx, block) })
	testutil.Get(p.Selection(ctx))(b)
}

// workingMemory calls f, and returns the peak growth of the process in bytes, if the system
// reports it.
func workingMemory(f func()) (grown float64, measured bool) {
	debug.FreeOSMemory()
	const resetPeak = "5" // see proc_pid_clear_refs(5)
	reset := os.WriteFile("/proc/self/clear_refs", []byte(resetPeak), 0)
	before := processStatus("VmRSS")
	f()
	return processStatus("VmHWM") - before, reset == nil
}

// processStatus returns a number of bytes from the state of this process; 0 if it has none.
func processStatus(name string) float64 {
	content, _ := os.ReadFile("/proc/self/status")
	_, rest, _ := bytes.Cut(content, []byte("\n"+name+":"))
	line, _, _ := bytes.Cut(rest, []byte(" kB\n"))
	kibibytes, _ := strconv.ParseFloat(string(bytes.TrimSpace(line)), 64)
	return kibibytes * 1024
}
