package analysis

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
)

// alike returns a result without what differs from one time to the next.
func alike(a *Result) *Result {
	out, selection := *a, *a.Selection
	out.Elapsed, selection.Elapsed = Elapsed{}, 0
	out.Selection = &selection
	return &out
}

// TestSumsSameBits walks through settings with engines that keep much, little and
// nothing, whose results have to be the same to the last bit.
func TestSumsSameBits(t *testing.T) {
	engines := []*Engine{NewEngine(0), NewEngine(1 << 20), NewEngine(DefaultCacheBytes)}
	engines[1].KeepSums()
	engines[2].KeepSums()
	var s settings.Settings
	domain := func(name string, n int) {
		s = testutil.Get(settings.Defaults(name))(t)
		s.Trajectories = n
	}
	domain("", 20)
	random := rand.New(rand.NewPCG(9, 1))
	for step := range 30 {
		switch random.IntN(9) {
		case 0, 1, 2:
			s.Trajectories = []int{7, 10, 15, 20, 30}[random.IntN(5)]
		case 3:
			s.Gamma = []float64{.8, .9, .99}[random.IntN(3)]
		case 4:
			s.Lambdas = settings.UniformGrid([]float64{.25, .1, .05}[random.IntN(3)])
		case 5:
			s.Ridge = []float64{0, .1, 10}[random.IntN(3)]
		case 6:
			s.Weighting = estimator.Weighting(random.IntN(2))
		case 7:
			s.Tail = estimator.Tail(random.IntN(2))
		case 8:
			switch random.IntN(3) {
			case 0:
				domain("", s.Trajectories)
			case 1:
				domain("", s.Trajectories)
				s.Problem.States = 19
			case 2:
				domain("2048", s.Trajectories)
			}
		}
		want := alike(analyze(t, engines[0], s))
		for _, e := range engines[1:] {
			if got := alike(analyze(t, e, s)); !reflect.DeepEqual(got, want) {
				t.Fatalf("step %d, %+v: another result with a cache", step, s)
			}
		}
	}
	if engines[2].sums.Bytes() == 0 {
		t.Error("no sums are kept")
	}
}

// BenchmarkTurn analyses 2048 again with one setting turned.
func BenchmarkTurn(b *testing.B) {
	for _, n := range []int{200, 1000} {
		for name, turn := range map[string]func(s *settings.Settings){
			"n-up":      func(s *settings.Settings) { s.Trajectories = s.Trajectories * 3 / 2 },
			"n-down":    func(s *settings.Settings) { s.Trajectories = s.Trajectories * 2 / 3 },
			"ridge":     func(s *settings.Settings) { s.Ridge = 1 },
			"weighting": func(s *settings.Settings) { s.Weighting = estimator.ByTrajectory },
			"grid":      func(s *settings.Settings) { s.Lambdas = settings.UniformGrid(.1) },
			"seed":      func(s *settings.Settings) { s.Seed += 1 << 20 },
		} {
			b.Run(fmt.Sprintf("n=%d/%s", n, name), func(b *testing.B) {
				e := NewEngine(DefaultCacheBytes)
				e.KeepSums()
				s := testutil.Get(settings.Defaults("2048"))(b)
				s.Trajectories, s.Lambdas = n, settings.UniformGrid(.05)
				for b.Loop() {
					b.StopTimer()
					s.Seed++
					analyze(b, e, s)
					turned := s
					turn(&turned)
					b.StartTimer()
					analyze(b, e, turned)
				}
			})
		}
	}
}
