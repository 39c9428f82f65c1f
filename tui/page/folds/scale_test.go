package folds

import (
	"testing"

	"lambdascope/tui/chart"
	"lambdascope/tui/internal/apptest"
)

// TestScalesAreHeld: with = the colours of the map and the axis of the curves stay while
// the data change, and the charts say so; without it they fit again.
func TestScalesAreHeld(t *testing.T) {
	a, p := startFolds(t, 120, 36, func(c *apptest.Config) { c.Settings.Trajectories = 5 })
	scales := func() (colours, over chart.Range) {
		return a.Snapshot().Scales.Of(mapColours), a.Snapshot().Scales.Of(curveScale)
	}
	a.Press("=")
	a.Wants("scale held")
	colours, over := scales()
	if colours.Empty() || over.Empty() || colours != p.found.Value.colours() {
		t.Fatalf("colours over %v, curves over %v", colours, over)
	}
	a.Press(":", "n", "=", "2", "0", "0")
	a.Press("enter")
	if c, o := scales(); c != colours || o != over {
		t.Errorf("colours over %v and curves over %v become %v and %v", colours, over, c, o)
	}
	if fits := p.found.Value.colours(); fits == colours {
		t.Fatal("the data are no reason to change the scale")
	}
	a.Press("=")
	a.Lacks("scale held")
	if c, _ := scales(); c != p.found.Value.colours() {
		t.Errorf("colours over %v, want %v", c, p.found.Value.colours())
	}
}
