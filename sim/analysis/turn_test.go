package analysis

import (
	"fmt"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/engine"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
)

// BenchmarkTurn analyses 2048 again with one setting changed.
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
				e := NewEngine(engine.DefaultCacheBytes)
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
