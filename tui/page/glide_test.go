package page

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lambdascope/tui/chart"
	"lambdascope/tui/internal/anychart"
)

// TestBetween moves random charts to others: charts on the way have their size, and the lines of the
// end do not depend on the start.
func TestBetween(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from, to := anychart.Spec(t), anychart.Spec(t)
		share := rapid.Float64Range(0, 1).Draw(t, "share")
		if n := len(between(from, to, share).Draw(40, 12, chart.Options{}).Lines); n != 12 {
			t.Fatalf("%d lines", n)
		}
		one, other := between(from, to, 1), between(to, to, 1)
		if !slices.Equal(one.Draw(40, 12, chart.Options{}).Lines, other.Draw(40, 12, chart.Options{}).Lines) {
			t.Fatal("the end depends on the start")
		}
	})
	from := &chart.Spec{Series: []chart.Series{{X: []float64{0, 1}, Y: []float64{0, 1}}}}
	to := &chart.Spec{Series: []chart.Series{{X: []float64{0, 1}, Y: []float64{4, 1}}}}
	if got := between(from, to, .5).Series[0].Y; got[0] != 2 || got[1] != 1 {
		t.Errorf("half way: %v", got)
	}
}
