package study

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"go.uber.org/goleak"

	"lambdascope/sim/analysis"
	"lambdascope/sim/testutil"
)

// TestCollect compares the last report, after a stopped and a repeated run, with all trials and
// their summary.
func TestCollect(t *testing.T) {
	defer goleak.VerifyNone(t)
	s := defaults(t)
	s.Problem.States, s.Lambdas = 3, "0,0.5,1"
	e := analysis.NewEngine(64 << 20)
	plan := testutil.Get(CheckPlan(e, Plan{Settings: s, Sizes: []int{2, 5}, Trials: 12}))(t)
	ctx, cancel := context.WithCancel(t.Context())
	err := Collect(ctx, e, plan, func(now Collected) {
		if now.Done == 3 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("%v, want it cancelled", err)
	}
	var last Collected
	reports := 0
	testutil.Check(t, Collect(t.Context(), e, plan, func(now Collected) {
		reports++
		if now.Done < 2 && now.Summary != nil || now.Summary != nil && now.Summary.Trials != len(now.Trials) || now.Done < last.Done {
			t.Errorf("%d trials after %d, with a summary of %d", now.Done, last.Done, len(now.Trials))
		}
		last = now
	}))
	trials := runTrials(t, e, plan)
	if want := testutil.Get(Summarize(e, plan, trials))(t); last.Done != 12 || !reflect.DeepEqual(last.Trials, trials) || !reflect.DeepEqual(last.Summary, want) || reports < 13 {
		t.Errorf("%d trials in %d reports, not those of the plan", last.Done, reports)
	}
}
