package study

import (
	"errors"
	"strings"
	"testing"
	"time"

	"lambdascope/sim/analysis"
	"lambdascope/sim/engine"
)

// TestPlansAreHeldToLimits runs unchecked plans in a session.
func TestPlansAreHeldToLimits(t *testing.T) {
	limits := engine.SessionLimits()
	limits.Job = 200 * time.Millisecond
	e := analysis.NewEngine(1 << 20)
	ctx := e.NewShare(limits, 0).Context(t.Context())
	s := defaults(t)
	s.Problem.States = 51
	for want, plan := range map[string]Plan{
		"trials 321: want at most 320 in this session":         {Settings: s, Sizes: []int{200}, Trials: 321},
		"trajectories 1001: want at most 1000 in this session": {Settings: s, Sizes: []int{200, 1001}, Trials: 1},
		"stopped after 0.2 s of processor time":                {Settings: s, Sizes: []int{200, 1000}, Trials: 320, RLSTD: true, NaiveTo: 1000},
	} {
		err := Run(ctx, e, plan, func(*Trial) {})
		_, timed := Times(ctx, e, plan, time.Second, nil, func(TimeRow) {})
		for _, err := range []error{err, timed} {
			var long *engine.TooLong
			if err == nil || !strings.Contains(err.Error(), want) || errors.As(err, &long) != strings.HasPrefix(want, "stopped") {
				t.Errorf("%v, want %s", err, want)
			}
		}
	}
}
