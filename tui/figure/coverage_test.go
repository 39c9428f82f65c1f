package figure

import (
	"math"
	"testing"

	"lambdascope/sim/study"
)

func TestCoverage(t *testing.T) {
	s := Coverage([]study.CoverageRow{
		{Trajectories: 2, Covered: study.Mean{Mean: 0.98, SE: 0.02}, CoveredMSVE: study.Mean{Mean: 0.5, SE: 0.1}},
		{Trajectories: 20, Covered: study.Mean{Mean: 1}, CoveredMSVE: study.Mean{Mean: 0.25, SE: 0.1}},
	})
	loto, msve := named(t, s, "best by LOTO error"), named(t, s, "best by MSVE")
	if loto.X[1] != 20 || loto.Y[0] != 98 || loto.Y[1] != 100 || msve.Y[0] != 50 || msve.Y[1] != 25 {
		t.Errorf("%v %v, %v %v", loto.X, loto.Y, msve.X, msve.Y)
	}
	if promise := named(t, s, "95 %"); promise.Y[0] != 95 || promise.Y[1] != 95 {
		t.Errorf("the promise is %v", promise.Y)
	}
	near := func(got, want float64) bool { return math.Abs(got-want) < 0.1 }
	if b := s.Bands[0]; !near(b.Lo[0], 94.1) || b.Hi[0] != 100 || b.Lo[1] != 100 {
		t.Errorf("by LOTO error from %v to %v", b.Lo, b.Hi)
	}
	if b := s.Bands[1]; !near(b.Lo[0], 30.4) || !near(b.Hi[0], 69.6) {
		t.Errorf("by MSVE from %v to %v", b.Lo, b.Hi)
	}
	if !s.X.Log || len(s.X.Ticks) != 2 {
		t.Errorf("the axis is %+v", s.X)
	}
}
