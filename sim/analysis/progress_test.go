package analysis

import (
	"testing"
	"time"

	"lambdascope/sim/engine"
	"lambdascope/sim/testutil"
)

// TestProgress observes an analysis: the share never falls and stays within 0 and 1, the step
// names the feature map, and no analysis is in progress after the end.
func TestProgress(t *testing.T) {
	e := NewEngine(0)
	s := defaults(t, "mountain-car")
	s.Trajectories = 30
	s.Problem.Features = "rbf"
	s = checked(t, e, s)
	var p engine.Progress
	end := make(chan error, 1)
	go func() {
		_, err := e.Run(p.Context(t.Context()), Request{Settings: s})
		end <- err
	}()
	last := 0.0
	for {
		select {
		case err := <-end:
			testutil.Check(t, err)
			if share, under := e.Progress(s); under {
				t.Errorf("ended, but %v is under way", share)
			}
			if what, _, _ := p.Step(); what != "features rbf" {
				t.Errorf("ended at step %q", what)
			}
			return
		case <-time.After(100 * time.Microsecond):
		}
		if share, under := e.Progress(s); under {
			if share < last || share > 1 {
				t.Fatalf("%v after %v", share, last)
			}
			last = share
		}
	}
}
