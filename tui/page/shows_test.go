package page

import (
	"testing"

	"lambdascope/tui/chart"
)

// TestShows says which data stay on an axis from 0 to 100.
func TestShows(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		want   bool
	}{
		{0, 100, true},
		{-20, 120, true},
		{40, 55, true},
		{-30, 90, false},
		{10, 130, false},
		{40, 45, false},
	} {
		if got := shows(chart.Range{Lo: c.lo, Hi: c.hi}, chart.Range{Lo: 0, Hi: 100}); got != c.want {
			t.Errorf("%v to %v: %t", c.lo, c.hi, got)
		}
	}
}
