package analysis

import (
	"math"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/testutil"
)

// TestWeightings compares passes over drawn trajectories with analyses by each weighting.
func TestWeightings(t *testing.T) {
	e := NewEngine(0)
	for _, domain := range []string{"random-walk", "2048", "mountain-car", "off-policy"} {
		for _, n := range []int{2, 5, 40, 700} {
			name, target := domain, 0.0
			if domain == "off-policy" {
				name, target = "random-walk", 0.6
			}
			s := defaults(t, name)
			s.Problem.Target = target
			s.Trajectories, s.Seed = n, uint64(7+n)
			if name != "random-walk" && n > 100 {
				continue
			}
			got := testutil.Get(e.Weightings(t.Context(), s))(t)
			for w, k := range map[estimator.Weighting]int{estimator.ByStep: got.Step, estimator.ByTrajectory: got.Trajectory} {
				s.Weighting = w
				a := testutil.Get(e.Run(t.Context(), Request{Settings: s}))(t)
				if a.Selection.Selected != k {
					t.Errorf("%s, n = %d, by %v: λ̂ is number %d, want %d", domain, n, w, k, a.Selection.Selected)
				}
				for k, c := range a.Selection.Candidates {
					for j, v := range c.Theta {
						if d := math.Abs(v - got.Theta[k][j]); d > 1e-9*(1+math.Abs(v)) {
							t.Errorf("%s, n = %d, λ = %v: θ_%d is off by %v", domain, n, c.Lambda, j, d)
						}
					}
				}
			}
		}
	}
}
