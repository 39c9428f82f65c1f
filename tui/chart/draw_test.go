package chart

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// TestDrawIsOfTheSizeAskedFor at every size.
func TestDrawIsOfTheSizeAskedFor(t *testing.T) {
	for _, s := range []*Spec{lotoChart(), stateChart(), valley(), foldMap(), {}} {
		for w := -1; w < 70; w++ {
			for h := -1; h < 24; h++ {
				d := s.Draw(w, h, Options{Glyphs: Glyphs((w + h + 2) % 2)})
				wide := slices.ContainsFunc(d.Lines, func(l string) bool { return ansi.StringWidth(l) != w })
				if len(d.Lines) != max(h, 0) || wide && w > 0 || d.Plot.Min.X < 0 || d.Plot.Min.Y < 0 || d.Plot.Max.X > max(w, 0) || d.Plot.Max.Y > max(h, 0) {
					t.Fatalf("%d×%d: the plot is %v in\n%s", w, h, d.Plot, strings.Join(d.Lines, "\n"))
				}
			}
		}
	}
}

// in returns the rune at a cell of a drawing without wide runes.
func in(d Drawing, x, y int) rune { return []rune(d.Lines[y])[x] }

func TestDashesAreRegularHoweverSteep(t *testing.T) {
	dots := func(x, y []float64, l Line) (n int) {
		for _, line := range square(Series{X: x, Y: y, Line: l}).Draw(60, 30, Options{}).Lines {
			for _, r := range line {
				if r > 0x2800 && r <= 0x28FF {
					for b := r - 0x2800; b > 0; b &= b - 1 {
						n++
					}
				}
			}
		}
		return n
	}
	for _, c := range [][2][]float64{{{0, 10}, {5, 5}}, {{5, 5}, {0, 10}}, {{0, 10}, {0, 10}}, {{2, 4}, {0, 10}}} {
		share := float64(dots(c[0], c[1], LineDashed)) / float64(dots(c[0], c[1], LineSolid))
		if math.Abs(share-2./3) > .06 {
			t.Errorf("%v: %.2f of the line is drawn", c, share)
		}
	}
}

// TestPlaces: markers stand at their points, and a cell of the plot tells its x, its column
// of a stack, and its row and column of a map; what lies beside it has none.
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
