package file

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"math"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/must"
	"lambdascope/tui/chart"
)

// quarters is a map of differences with a gap in one of its cells.
func quarters() *chart.Spec {
	return &chart.Spec{
		X: chart.Axis{Label: "λ"}, Y: chart.Axis{Label: "γ"},
		Heat: &chart.Heat{Name: "difference", X: []float64{0, 1}, Y: []float64{0, 1}, Diverging: true,
			Z: []float64{-4, 4, .1, math.NaN()}, Row: &chart.RowMark{Y: 1, Ink: chart.InkCursor}},
	}
}

// hex is how an SVG names a colour.
func hex(i chart.Ink) string {
	c := colour(i)
	return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B)
}

// filled returns the filled paths of a colour.
func filled(paths []shape, colour string) (out []shape) {
	for _, p := range paths {
		if strings.Contains(p.Style, "fill:"+colour) {
			out = append(out, p)
		}
	}
	return out
}

func TestHeatMapFillsThePlot(t *testing.T) {
	svg := write(t, quarters(), SVG, Options{})
	paths, texts := shapes(t, svg)
	var said []string
	for _, s := range texts {
		said = append(said, s.Text)
	}
	for _, want := range []string{"-4", "0", "+4", "difference", "λ", "γ"} {
		if !slices.Contains(said, want) {
			t.Errorf("%q is not there", want)
		}
	}

	// The largest area of an ink is its cell; the other the key's.
	box := func(i chart.Ink) (x0, x1, y0, y1 float64) {
		for _, p := range filled(paths, hex(i)) {
			xs, ys := points(t, p.D)
			if slices.Max(xs)-slices.Min(xs) > x1-x0 {
				x0, x1, y0, y1 = slices.Min(xs), slices.Max(xs), slices.Min(ys), slices.Max(ys)
			}
		}
		return x0, x1, y0, y1
	}
	lowX0, lowX1, lowY0, lowY1 := box(chart.InkDiverging)
	highX0, highX1, highY0, highY1 := box(chart.InkDiverging + chart.DivergingSteps - 1)
	midX0, midX1, midY0, midY1 := box(chart.InkDiverging + chart.DivergingSteps/2)
	const overlap = 1.51
	same := func(what string, a, b float64) {
		t.Helper()
		if math.Abs(a-b) > overlap {
			t.Errorf("%s: %v and %v", what, a, b)
		}
	}
	same("cells beside each other", lowX1, highX0)
	same("cells above each other", lowX0, midX0)
	same("their right ends", lowX1, midX1)
	same("widths", lowX1-lowX0, highX1-highX0)
	same("heights", lowY1-lowY0, midY1-midY0)
	same("rows", highY0, lowY0)
	same("rows", highY1, lowY1)
	same("edges of rows", math.Max(midY0, lowY0), math.Min(midY1, lowY1))
	if midY0 < lowY1-overlap { // y is upwards in paths, which are turned as a whole
		t.Errorf("the upper row is from %v to %v, the lower from %v to %v", midY0, midY1, lowY0, lowY1)
	}
}

// TestGapsOfMapsShowThePage looks at the pixels in the middle of each cell.
func TestGapsOfMapsShowThePage(t *testing.T) {
	s := quarters()
	s.Heat.Diverging = false
	img := must.Have(png.Decode(bytes.NewReader(write(t, s, PNG, Options{DPI: 100}))))(t)
	seen := map[color.NRGBA]int{}
	b := img.Bounds()
	for y := b.Dy() / 8; y < b.Dy(); y++ { // without the key
		for x := range b.Dx() {
			seen[color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)]++
		}
	}
	scale := s.Heat.Scale()
	quarter := 0
	for i, v := range s.Heat.Z[:3] {
		ink, _ := scale.Ink(v)
		n := seen[colour(ink)]
		if i == 0 {
			quarter = n
		}
		if math.Abs(float64(n)/float64(quarter)-1) > .3 {
			t.Errorf("value %v has %d pixels, another %d", v, n, quarter)
		}
	}
	if quarter < b.Dx()*b.Dy()/10 {
		t.Errorf("a quarter of the plot has %d pixels of %d", quarter, b.Dx()*b.Dy())
	}
	for c, n := range seen {
		white := c == color.NRGBA{255, 255, 255, 255}
		if white && n < quarter {
			t.Errorf("the gap and the margin have %d pixels", n)
		}
	}
}

// TestNegativeCellsAreDashed, in the plot and in the key.
func TestNegativeCellsAreDashed(t *testing.T) {
	dashes := func(s *chart.Spec) (n int) {
		paths, _ := shapes(t, write(t, s, SVG, Options{}))
		for _, p := range paths {
			if !strings.Contains(p.Style, "stroke:") || !strings.Contains(p.Style, "stroke-width:0.6") {
				continue
			}
			if _, ys := points(t, p.D); len(ys) == 2 && ys[0] == ys[1] {
				n++
			}
		}
		return n
	}
	s := quarters()
	if n := dashes(s); n != 1+chart.DivergingSteps/2 {
		t.Errorf("%d dashes, want those of one cell and of the key", n)
	}
	s.Heat.Diverging = false
	if n := dashes(s); n != 0 {
		t.Errorf("%d dashes on a scale that does not diverge", n)
	}
}

// TestHeatGreys: without colour the steps of a scale differ in lightness, those of
// a diverging one on either side of 0, where dashes tell the sides.
func TestHeatGreys(t *testing.T) {
	grey := func(i chart.Ink) float64 {
		c := colour(i)
		return .2126*float64(c.R) + .7152*float64(c.G) + .0722*float64(c.B)
	}
	for i := chart.InkHeat + 1; i < chart.InkHeat+chart.HeatSteps; i++ {
		if grey(i-1)-grey(i) < 8 {
			t.Errorf("steps %d: %v after %v", i-chart.InkHeat, grey(i), grey(i-1))
		}
	}
	for i := chart.InkDiverging + 1; i < chart.InkDiverging+chart.DivergingSteps; i++ {
		step := grey(i) - grey(i-1)
		if i > chart.InkDiverging+chart.DivergingSteps/2 {
			step = -step
		}
		if step < 8 {
			t.Errorf("diverging step %d: %v after %v", i-chart.InkDiverging, grey(i), grey(i-1))
		}
	}
}
