package file

import (
	"bytes"
	"math"
	"testing"

	"lambdascope/sim/must"
	"lambdascope/tui/chart"
)

// Bars are written, whatever their numbers, and the legend names them.
func TestBars(t *testing.T) {
	for _, y := range [][]float64{{0, 1, 2}, {math.NaN(), -1, math.Inf(1)}, {math.MaxFloat64, 5e-324, 1}} {
		for _, axis := range []chart.Axis{{}, {Max: 2}, {Log: true}} {
			s := &chart.Spec{Y: axis, Bars: []chart.Bars{{Name: "count", X: []float64{0, .5, 1}, Y: y, Ink: chart.InkEstimate}}}
			check(t, s, Options{Width: 3, Height: 2, DPI: 50})
		}
	}
	paths := func(y ...float64) int {
		var b bytes.Buffer
		s := &chart.Spec{Y: chart.Axis{Max: 2}, Bars: []chart.Bars{{X: []float64{0, .5, 1}, Y: y}}}
		must.Succeed(t, Write(&b, s, SVG, Options{}))
		return bytes.Count(b.Bytes(), []byte("<path"))
	}
	if none, two := paths(0, 0, 0), paths(1, 0, 2); two != none+2 {
		t.Errorf("%d shapes with two bars, %d with none", two, none)
	}
}
