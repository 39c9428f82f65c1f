package page

import (
	"math"
	"testing"

	"lambdascope/tui/chart"
)

func TestScales(t *testing.T) {
	const axis = "axis"
	extent := func(lo, hi float64) Extent { return Extent{Axis: axis, Range: chart.Range{Lo: lo, Hi: hi}} }
	first := Scales(nil).With([]Extent{extent(-1, 9)}, false)
	was := first.Of(axis)
	if was.Lo >= -1 || was.Hi <= 9 || was.Hi-was.Lo > 11 {
		t.Fatalf("%v for -1 to 9", was)
	}
	for _, c := range []struct {
		now   Extent
		held  bool
		stays bool
	}{
		{extent(-1, 9), false, true},
		{extent(-1.1, 9.1), false, true}, // within the room
		{extent(0, 6), false, true},
		{extent(0, 3), false, false}, // less than half
		{extent(0, 12), false, false},
		{extent(0, 3), true, true},
		{extent(0, 12), true, true},
		{Extent{Axis: axis}, false, true}, // no data
		{Extent{Axis: "another", Range: chart.Range{Lo: 3, Hi: 4}}, false, true},
		{Extent{Axis: axis, Range: chart.Range{Lo: -1, Hi: 9}, Exact: true}, false, false},
	} {
		got := first.With([]Extent{c.now}, c.held)
		if stays := got.Of(axis) == was; stays != c.stays {
			t.Errorf("%+v, held %v: %v after %v", c.now, c.held, got.Of(axis), was)
		}
		if r := got.Of(c.now.Axis); !c.held && !c.now.Empty() && (r.Lo > c.now.Lo || r.Hi < c.now.Hi) {
			t.Errorf("%+v is not in %v", c.now, r)
		}
		if first.Of(axis) != was {
			t.Fatal("scales have changed")
		}
	}
}

// TestRoomOfScales: none below 0 for what is never less; equal factors on a
// logarithmic axis.
func TestRoomOfScales(t *testing.T) {
	if r := (Extent{Range: chart.Range{Lo: 0, Hi: 1}}).widened(); r.Lo != 0 || r.Hi <= 1 {
		t.Errorf("%v for 0 to 1", r)
	}
	if r := (Extent{Range: chart.Range{Lo: -1, Hi: 0}}).widened(); r.Lo >= -1 || r.Hi != 0 {
		t.Errorf("%v for -1 to 0", r)
	}
	e := Extent{Range: chart.Range{Lo: .01, Hi: 100}, Log: true}
	if r := e.widened(); math.Abs(.01/r.Lo-r.Hi/100) > 1e-9 || r.Lo >= .01 || r.Lo < .005 {
		t.Errorf("%v for .01 to 100", r)
	}
	for low, want := range map[float64]bool{1: true, 2: false} {
		if got := (Extent{Range: chart.Range{Lo: low, Hi: 100}, Log: true}).suits(chart.Range{Lo: .01, Hi: 100}); got != want {
			t.Errorf("%v to 100 on an axis from .01: %v", low, got)
		}
	}
}

// TestShows says which data stay on an axis from 0 to 100.
func TestShows(t *testing.T) {
	for over, want := range map[chart.Range]bool{
		{Lo: 0, Hi: 100}: true, {Lo: -20, Hi: 120}: true, {Lo: 40, Hi: 55}: true,
		{Lo: -30, Hi: 90}: false, {Lo: 10, Hi: 130}: false, {Lo: 40, Hi: 45}: false,
	} {
		if got := shows(over, chart.Range{Lo: 0, Hi: 100}); got != want {
			t.Errorf("%v: %t", over, got)
		}
	}
}
