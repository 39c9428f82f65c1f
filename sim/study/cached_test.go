package study

import (
	"cmp"
	"slices"
	"sync/atomic"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/testutil"
)

// counted runs a plan, and returns its trials in order and the number of trajectories drawn.
func counted(t *testing.T, e *analysis.Engine, p Plan) ([]*Trial, int) {
	t.Helper()
	x := testutil.Get(newExperiment(e, p))(t)
	var draws atomic.Int64
	x.domain = drawing{x.domain, func(int) error { draws.Add(1); return nil }}
	var out []*Trial
	testutil.Check(t, x.run(t.Context(), func(t *Trial) { out = append(out, t) }))
	slices.SortFunc(out, func(a, b *Trial) int { return cmp.Compare(a.Index, b.Index) })
	return out, int(draws.Load())
}

// TestOutcomesAreKept runs plans on the same engine. Each must give the trials of an engine
// without a cache, and draw only missing trials.
func TestOutcomesAreKept(t *testing.T) {
	for _, domain := range []string{"random-walk", "2048"} {
		e := analysis.NewEngine(64 << 20)
		plain := Plan{Settings: domainDefaults(t, domain), Sizes: []int{5}, Trials: 4}
		more, other, larger, study := plain, plain, plain, planOf(t, domain, 6, 2, 5, 7)
		more.Trials = 6
		other.Settings.Gamma = .5
		larger.Sizes = []int{5, 9}
		shifted := plain
		shifted.Settings.Seed++
		finer := plain
		finer.Settings.Lambdas = "0:1:0.05"
		for _, c := range []struct {
			what  string
			plan  Plan
			draws int
		}{
			{"a first plan", plain, 4 * 5},
			{"the same again", plain, 0},
			{"two more trials", more, 2 * 5},
			{"another γ", other, 4 * 5},
			{"γ turned back", plain, 0},
			{"another grid", finer, 4 * 5},
			{"a larger size beside the one known", larger, 4 * 9},
			{"RLSTD, naive and other sizes", study, 6 * 7},
			{"the study again", study, 0},
			{"one of its sizes, turned back to", more, 0},
			{"the next seed, whose trials are known", shifted, 0},
		} {
			got, draws := counted(t, e, c.plan)
			if draws != c.draws {
				t.Errorf("%s: %s: %d trajectories drawn, want %d", domain, c.what, draws, c.draws)
			}
			want, _ := counted(t, analysis.NewEngine(0), c.plan)
			if toJSON(t, got) != toJSON(t, want) {
				t.Errorf("%s: %s: not the trials that are computed without a cache", domain, c.what)
			}
		}
	}
}
