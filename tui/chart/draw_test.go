package chart

import (
	"math"
	"strings"
	"testing"
)

// in returns the rune at a cell of a drawing without wide runes.
func in(d Drawing, x, y int) rune { return []rune(d.Lines[y])[x] }

// TestPlaces checks that markers stand at their points, and that a cell of the plot gives the x,
// the column of a stack, and the row and column of a map. Cells beside the plot must give none.
func TestPlaces(t *testing.T) {
	for v := 0.; v <= 10; v++ {
		d := square(Series{X: []float64{v}, Y: []float64{10 - v}, Marker: MarkDown}).Draw(60, 16, Options{})
		x := d.Plot.Min.X + int(math.Round(v/10*float64(d.Plot.Dx()-1)))
		y := d.Plot.Min.Y + int(math.Round(v/10*float64(d.Plot.Dy()-1)))
		if at, ok := d.X(x); in(d, x, y) != '▼' || !ok || math.Abs(at-v) > 5/float64(d.Plot.Dx()-1) {
			t.Errorf("%q at %v, whose x is %v, %v\n%s", in(d, x, y), v, at, ok, strings.Join(d.Lines, "\n"))
		}
	}
	d, m, columns := square().Draw(60, 16, Options{}), foldMap().Draw(60, 16, Options{}), split(0).Draw(42, 16, Options{})
	for i := range 4 {
		if x, ok := columns.X(columns.Plot.Min.X + i*columns.Plot.Dx()/4); !ok || int(math.Round(x)) != i {
			t.Errorf("column %d is at %v, %v", i, x, ok)
		}
	}
	lo, _ := d.X(d.Plot.Min.X)
	if hi, _ := d.X(d.Plot.Max.X - 1); lo != 0 || hi != 10 {
		t.Errorf("the ends are %v and %v", lo, hi)
	}
	for _, beside := range []int{-1, d.Plot.Min.X - 1, d.Plot.Max.X} {
		if _, ok := d.X(beside); ok {
			t.Errorf("X(%d) is in the plot %v", beside, d.Plot)
		}
	}
	for _, beside := range [][2]int{{-1, -1}, {m.Plot.Min.X - 1, m.Plot.Min.Y - 1}, {m.Plot.Max.X, m.Plot.Max.Y}} {
		_, column := m.HeatColumn(beside[0])
		if _, row := m.HeatRow(beside[1]); row || column {
			t.Errorf("%v is in the plot %v", beside, m.Plot)
		}
	}
	_, x := Drawing{}.X(0)
	if _, row := d.HeatRow(5); x || row {
		t.Error("an empty drawing has an x, or a chart without a map rows of one")
	}
}
