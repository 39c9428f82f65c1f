package analysis

import (
	"math"
	"testing"

	"lambdascope/estimator"
	"lambdascope/estimator/rivals"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
)

// TestCompare checks that each map and each ridge has the selection of a separate analysis, and
// that the best has the least error.
func TestCompare(t *testing.T) {
	e := NewEngine(1 << 24)
	s := defaults(t, "random-walk")
	for name, request := range map[string]Request{
		"dependent": {Settings: s, Maps: []string{"1-hot", "dependent"}},
		"ridge 0.5": {Settings: s, Ridges: []float64{0, 0.5, 10}},
	} {
		c := compare(t, e, request)
		for j, r := range c.Results {
			of := s
			if request.Maps != nil {
				of = s.WithFeatures(request.Maps[j])
			} else {
				of.Ridge = request.Ridges[j]
			}
			want := analyze(t, e, of)
			got, best := r.Selection.Best(), want.Selection.Best()
			if r.Settings != want.Settings || got.Lambda != best.Lambda || math.Abs(got.LOTO-best.LOTO) > 1e-9*best.LOTO {
				t.Errorf("%s: λ̂ = %v at %v, want %v at %v", c.Name(j), got.Lambda, got.LOTO, best.Lambda, best.LOTO)
			}
			if d := r.RootMSVE(r.Selection.Selected)/want.RootMSVE(want.Selection.Selected) - 1; !(math.Abs(d) < 1e-9) {
				t.Errorf("%s: root MSVE another by %v", c.Name(j), d)
			}
			if least := c.At().Selection.Best().LOTO; got.LOTO < least*(1-1e-6) {
				t.Errorf("%s has %v, below the best, %v", c.Name(j), got.LOTO, least)
			}
		}
		if got := c.Name(1); got != name {
			t.Errorf("named %q, want %q", got, name)
		}
	}
}

// TestNested checks that the best map on the other parts, fitted to the other parts, predicts a
// part. With one ridge, the settings' ridge has no effect.
func TestNested(t *testing.T) {
	e := NewEngine(1 << 24)
	s := defaults(t, "random-walk")
	s.Ridge = 3
	alone := compare(t, e, Request{Settings: s, Maps: []string{"1-hot"}, Nested: UsualNested})
	s.Ridge = 7
	if c := compare(t, e, Request{Settings: s, Ridges: []float64{3}, Nested: 5}); c.Nested.Score != alone.Nested.Score || c.Nested.SE != alone.Nested.SE {
		t.Errorf("%v ± %v, want %v ± %v", c.Nested.Score, c.Nested.SE, alone.Nested.Score, alone.Nested.SE)
	}

	const parts = 4
	s.Ridge = 0
	names := []string{"1-hot", "dependent"}
	c := compare(t, e, Request{Settings: s, Maps: names, Nested: parts})
	opt := estimator.Options{Gamma: s.Gamma, Lambdas: testutil.Get(settings.ParseLambdas(s.Lambdas))(t), Method: rivals.Naive{}}
	held, theta := make([]*estimator.Trajectory, s.Trajectories), make([][]float64, s.Trajectories)
	for part := range parts {
		var best *estimator.Candidate
		var of []*estimator.Trajectory
		at := 0
		for j := range c.Results {
			_, data := drawn(t, s.WithFeatures(names[j]))
			others, _ := onFolds(data, opt, func(fold int) bool { return fold%parts != part })
			if b := testutil.Get(estimator.Select(t.Context(), others, opt))(t).Best(); best == nil || b.LOTO < best.LOTO*(1-1e-9) {
				best, of, at = b, data, j
			}
		}
		if got := c.Nested.Chosen[part]; got != (Pair{at, best.Lambda}) {
			t.Errorf("part %d: %+v is chosen, want number %d and λ = %v", part, got, at, best.Lambda)
		}
		for i := part; i < len(of); i += parts {
			held[i], theta[i] = of[i], best.Theta
		}
	}
	opt.Tail = s.Tail
	_, want, _, err := estimator.HeldOut(held, theta, opt)
	if d := c.Nested.Score/want - 1; err != nil || !(math.Abs(d) < 1e-9) {
		t.Errorf("nested %v, want %v; %v", c.Nested.Score, want, err)
	}
}
