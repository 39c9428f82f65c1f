package chart

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/NimbleMarkets/ntcharts/v2/canvas/runes"
	"pgregory.net/rapid"
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
	d, columns := square().Draw(60, 16, Options{}), split(0).Draw(42, 16, Options{})
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
	for _, beside := range []int{-1, d.Plot.Min.Y - 1, d.Plot.Max.Y} {
		if _, ok := d.Y(beside); ok {
			t.Errorf("Y(%d) is in the plot %v", beside, d.Plot)
		}
	}
	if _, ok := (Drawing{}).X(0); ok {
		t.Error("an empty drawing has an x")
	}
}

// TestDotsAreOnTheLine checks that every dot of a line is at most 1.25 dots off the line.
func TestDotsAreOnTheLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := Series{Line: Line(rapid.IntRange(int(LineSolid), int(LineDotted)).Draw(t, "line"))}
		for range rapid.IntRange(2, 6).Draw(t, "points") {
			q.X = append(q.X, rapid.Float64Range(-2, 12).Draw(t, "x"))
			q.Y = append(q.Y, rapid.Float64Range(-2, 12).Draw(t, "y"))
		}
		s := square(q)
		d := s.Draw(rapid.IntRange(20, 90).Draw(t, "w"), rapid.IntRange(6, 40).Draw(t, "h"), Options{})
		dots := func(i int) (x, y float64) {
			x = q.X[i]/10*float64(d.Plot.Dx()-1)*dotsX + .5
			y = (1-q.Y[i]/10)*float64(d.Plot.Dy()-1)*dotsY + 1.5
			return x, y
		}
		for row := d.Plot.Min.Y; row < d.Plot.Max.Y; row++ {
			for column := d.Plot.Min.X; column < d.Plot.Max.X; column++ {
				r := in(d, column, row)
				if !runes.IsBraillePattern(r) {
					continue
				}
				for dy, bits := range brailleDots {
					for dx, bit := range bits {
						if uint8(r)&bit == 0 {
							continue
						}
						x, y := float64(dotsX*(column-d.Plot.Min.X)+dx), float64(dotsY*(row-d.Plot.Min.Y)+dy)
						off := math.Inf(1)
						for i := 1; i < q.Len(); i++ {
							x0, y0 := dots(i - 1)
							x1, y1 := dots(i)
							along := 0.
							if size := (x1-x0)*(x1-x0) + (y1-y0)*(y1-y0); size > 0 {
								along = max(0, min(1, ((x-x0)*(x1-x0)+(y-y0)*(y1-y0))/size))
							}
							off = min(off, math.Hypot(x-x0-along*(x1-x0), y-y0-along*(y1-y0)))
						}
						if off > 1.25 {
							t.Fatalf("a dot at %v, %v is %.2f off\n%s", x, y, off, strings.Join(d.Lines, "\n"))
						}
					}
				}
			}
		}
	})
}

// BenchmarkDraw draws a chart of curves, error bars and strips, in colour.
func BenchmarkDraw(b *testing.B) {
	for _, size := range [][2]int{{90, 18}, {170, 45}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			s := withErrors()
			s.Series[0].Line = LineSolid
			o := Options{Style: inColours, Escapes: make(Escapes)}
			for b.Loop() {
				s.Draw(size[0], size[1], o)
			}
		})
	}
}
