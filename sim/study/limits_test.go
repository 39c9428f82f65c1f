package study

import (
	"strings"
	"testing"
	"time"

	"lambdascope/sim/analysis"
)

// TestPlansAreHeldToLimits asks for what nobody has checked before.
func TestPlansAreHeldToLimits(t *testing.T) {
	limits := analysis.Limits{Trajectories: 1000, Lambdas: 101, MaxSteps: 100_000, Trials: 320, Processor: 2 * time.Second, Job: 10 * time.Minute}
	e := analysis.NewEngine(1 << 20)
	ctx := e.NewShare(limits, 0).Context(t.Context())
	s := defaults(t)
	s.Problem.States = 51
	plan := Plan{Settings: s, Sizes: []int{200, 1000}, Trials: 320, RLSTD: true, NaiveTo: 1000}
	if some, all := (Plan{Settings: s, Sizes: []int{200}, FitsOnly: true}).Cost(), (Plan{Settings: s, Sizes: []int{200}}).Cost(); some <= 0 || some > all/2 {
		t.Errorf("fits are priced at %v, with a selection %v", some, all)
	}
	if err := Run(ctx, e, plan, nil, func(*Trial) {}); err == nil || !strings.Contains(err.Error(), "in this session") {
		t.Errorf("Run: %v", err)
	}
	if _, err := Times(ctx, e, TimingPlan{Plan: plan, Budget: time.Second}, nil, func(TimeRow) {}); err == nil || !strings.Contains(err.Error(), "in this session") {
		t.Errorf("Times: %v", err)
	}
}
