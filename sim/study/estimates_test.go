package study

import (
	"math"
	"slices"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/testutil"
)

// dialPlan is the plan of the app's dial.
func dialPlan(t *testing.T, n int) Plan {
	s := domainDefaults(t, "random-walk")
	s.Problem.States, s.Problem.Features, s.Trajectories, s.Seed = 5, "dependent", n, 1141
	return Plan{Settings: s, Sizes: []int{n}, Trials: 30, FitsOnly: true}
}

// estimatesOf runs a plan, and returns its summary and the estimates.
func estimatesOf(t *testing.T, p Plan) (*Summary, *Estimates) {
	t.Helper()
	e := analysis.NewEngine(0)
	p = testutil.Get(CheckPlan(e, p))(t)
	s := testutil.Get(Summarize(e, p, runTrials(t, e, p)))(t)
	return s, testutil.Get(StateEstimates(t.Context(), e, s, 0))(t)
}

// TestEstimatesOfGroups: many states form groups by true value, and a group has the means of its
// states.
func TestEstimatesOfGroups(t *testing.T) {
	p := dialPlan(t, 8)
	p.Settings.Problem.States, p.Trials = 19, 4
	s, found := estimatesOf(t, p)
	if want := []string{"1–3", "4–7", "8–11", "12–15", "16–19"}; !slices.Equal(found.Labels, want) {
		t.Errorf("labels %q, want %q", found.Labels, want)
	}
	values := testutil.Get(StateValues(t.Context(), analysis.NewEngine(0), s, 0, 2))(t)
	nu, mean := 0.0, 0.0
	for _, i := range []int{15, 16, 17, 18} {
		nu, mean = nu+values.True[i]/4, mean+values.Mean[i]/4
	}
	if got := meanOf(found.At[2][4]).Mean; math.Abs(found.True[4]-nu) > 1e-12 || math.Abs(got-mean) > 1e-12 {
		t.Errorf("true %v, mean %v, want %v, %v", found.True[4], got, nu, mean)
	}

	game := domainDefaults(t, "2048")
	game.Trajectories = 2
	_, found = estimatesOf(t, Plan{Settings: game, Sizes: []int{2}, Trials: 2})
	if len(found.True) != 5 || found.Labels != nil || !slices.IsSorted(found.True) || len(found.At[0]) != 5 {
		t.Errorf("%d groups of 2048 with labels %q and true values %v", len(found.True), found.Labels, found.True)
	}
}
