package page

import (
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
