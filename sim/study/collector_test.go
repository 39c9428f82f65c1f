package study

import (
	"context"
	"errors"
	"reflect"
	"sync/atomic"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/testutil"
)

// collectorPlan returns a plan of short trials.
func collectorPlan(t *testing.T, trials int) Plan {
	s := defaults(t)
	s.Problem.States, s.Lambdas = 3, "0,0.5,1"
	plan := testutil.Get(CheckPlan(analysis.NewEngine(0), Plan{Settings: s, Sizes: []int{2, 5}, Trials: trials}))(t)
	return plan
}

// collect runs a Collector to its end and returns what it has.
func collect(t *testing.T, c *Collector) Collected {
	t.Helper()
	testutil.Check(t, c.Run(t.Context(), nil, func() {}))
	return c.Now()
}

// TestCollector compares what is collected, at once and with stops, with the trials and
// their summary.
func TestCollector(t *testing.T) {
	plan := collectorPlan(t, 12)
	e := analysis.NewEngine(0)
	trials := runTrials(t, e, plan, nil)
	want := testutil.Get(Summarize(e, plan, trials))(t)

	c := NewCollector(e, plan, nil)
	if now := c.Now(); now.Done != 0 || now.Left >= 0 || now.Summary != nil || now.Trials != nil {
		t.Errorf("%+v before the first trial", now)
	}
	stops := 0
	for stop := 3; ; stop += 3 {
		ctx, cancel := context.WithCancel(t.Context())
		var summaries atomic.Int64
		err := c.Run(ctx, func(*Summary) { summaries.Add(1) }, func() {
			if c.Now().Done >= stop {
				cancel()
			}
		})
		cancel()
		if err == nil {
			if summaries.Load() == 0 {
				t.Error("the last summary was not given")
			}
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		stops++
	}
	if stops == 0 {
		t.Error("never stopped")
	}
	for name, now := range map[string]Collected{"stopped": c.Now(), "at once": collect(t, NewCollector(e, plan, nil))} {
		if now.Done != 12 || !reflect.DeepEqual(now.Trials, trials) || !reflect.DeepEqual(now.Summary, want) {
			t.Errorf("%s: %d trials are other than those of the plan", name, now.Done)
		}
	}
}
