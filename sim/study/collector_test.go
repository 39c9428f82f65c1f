package study

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
)

// collectorPlan returns a plan of short trials.
func collectorPlan(t *testing.T, trials int) Plan {
	s := defaults(t)
	s.Problem.States, s.Lambdas = 3, "0,0.5,1"
	plan := must.Have(CheckPlan(analysis.NewEngine(0), Plan{Settings: s, Sizes: []int{2, 5}, Trials: trials}))(t)
	return plan
}

// collect runs a Collector to its end and returns what it has.
func collect(t *testing.T, c *Collector) Collected {
	t.Helper()
	must.Succeed(t, c.Run(t.Context(), nil, func() {}))
	return c.Now()
}

// TestCollector compares what is collected, at once and with stops, with the trials and
// their summary.
func TestCollector(t *testing.T) {
	plan := collectorPlan(t, 12)
	e := analysis.NewEngine(0)
	trials := runTrials(t, e, plan, nil)
	want := must.Have(Summarize(e, plan, trials))(t)

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

// TestCollectorGoesOn takes over the trials that plans have in common, and no others.
func TestCollectorGoesOn(t *testing.T) {
	e := analysis.NewEngine(0)
	plan := collectorPlan(t, 6)
	old := NewCollector(e, plan, nil)
	had := collect(t, old)

	again := NewCollector(e, plan, old)
	if now := again.Now(); now.Summary != had.Summary || now.Done != 6 {
		t.Error("the summary of the same plan is made again")
	}
	fewer, more := plan, plan
	fewer.Trials, more.Trials = 4, 9
	c := NewCollector(e, fewer, old)
	must.Succeed(t, c.Run(t.Context(), nil, func() { t.Error("a trial is run again") }))
	if now := c.Now(); now.Summary.Trials != 4 || !slices.Equal(now.Trials, had.Trials[:4]) {
		t.Errorf("%d of fewer trials", now.Done)
	}
	c = NewCollector(e, more, old)
	if now := c.Now(); now.Done != 6 || now.Summary != nil {
		t.Errorf("%d trials at hand of more, want 6 that are not summarised", now.Done)
	}
	if now := collect(t, c); now.Summary.Trials != 9 || !slices.Equal(now.Trials[:6], had.Trials) {
		t.Errorf("%d of more trials", now.Done)
	}
	for name, change := range map[string]func(p *Plan){
		"seed":  func(p *Plan) { p.Settings.Seed++ },
		"sizes": func(p *Plan) { p.Sizes = []int{3, 5} },
		"RLSTD": func(p *Plan) { p.RLSTD = true },
		"naive": func(p *Plan) { p.NaiveTo = 2 },
		"fits":  func(p *Plan) { p.FitsOnly = true },
	} {
		other := plan
		change(&other)
		if now := NewCollector(e, other, old).Now(); now.Done != 0 || now.Summary != nil {
			t.Errorf("%s: trials of another plan are taken over", name)
		}
	}
}
