package dial

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/study"
	"lambdascope/sim/testutil"
)

// estimatesOf runs data sets of settings, and returns the estimates and the values of all states at
// the third λ.
func estimatesOf(t *testing.T, s settings.Settings, trials int) (*estimates, *study.Values) {
	t.Helper()
	e := analysis.NewEngine(0)
	p := testutil.Get(study.CheckPlan(e, study.Plan{Settings: s, Sizes: []int{s.Trajectories}, Trials: trials, FitsOnly: true}))(t)
	var all []*study.Trial
	testutil.Check(t, study.Run(t.Context(), e, p, func(x *study.Trial) { all = append(all, x) }))
	slices.SortFunc(all, func(a, b *study.Trial) int { return cmp.Compare(a.Index, b.Index) })
	values := testutil.Get(study.StateValues(t.Context(), e, testutil.Get(study.Summarize(e, p, all))(t), 0, 2))(t)
	return testutil.Get(newEstimates(e, p.Settings, all))(t), values
}

// TestEstimatesOfGroups: many states form groups by true value, and a group has the means of its
// states.
func TestEstimatesOfGroups(t *testing.T) {
	s := testutil.Get(settings.Defaults("random-walk"))(t)
	s.Problem.States, s.Problem.Features, s.Trajectories = 19, "dependent", 8
	found, values := estimatesOf(t, s, 4)
	if want := []string{"1–3", "4–7", "8–11", "12–15", "16–19"}; !slices.Equal(found.labels, want) {
		t.Errorf("labels %q, want %q", found.labels, want)
	}
	nu, mean, got := 0.0, 0.0, 0.0
	for _, i := range []int{15, 16, 17, 18} {
		nu, mean = nu+values.True[i]/4, mean+values.Mean[i]/4
	}
	for _, v := range found.at[2][4] {
		got += v / 4
	}
	if math.Abs(found.truth[4]-nu) > 1e-12 || math.Abs(got-mean) > 1e-12 {
		t.Errorf("true %v, mean %v, want %v, %v", found.truth[4], got, nu, mean)
	}
	game := testutil.Get(settings.Defaults("2048"))(t)
	game.Trajectories = 2
	found, _ = estimatesOf(t, game, 2)
	if len(found.truth) != 5 || found.labels != nil || !slices.IsSorted(found.truth) || len(found.at[0]) != 5 {
		t.Errorf("%d groups of 2048 with labels %q and true values %v", len(found.truth), found.labels, found.truth)
	}
}
