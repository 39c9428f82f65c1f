package chart

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// histogram has columns of 0 to 4, next to a gap and to what has none.
func histogram() *Spec {
	return &Spec{
		X:    Axis{Min: -1, Max: 7},
		Y:    Axis{Min: 0, Max: 4},
		Bars: []Bars{{Name: "count", X: []float64{0, 1, 2, 3, 4, 5, 6}, Y: []float64{0, 1, 2, 3, 4, math.NaN(), -1}, Ink: InkEstimate}},
	}
}

// columnsOf returns the plot, column by column of cells, from the foot up.
func columnsOf(d Drawing) []string {
	var rows [][]rune
	for _, l := range d.Lines {
		rows = append(rows, []rune(ansi.Strip(l)))
	}
	var out []string
	for x := d.Plot.Min.X; x < d.Plot.Max.X; x++ {
		var b strings.Builder
		for y := d.Plot.Max.Y - 1; y >= d.Plot.Min.Y; y-- {
			b.WriteRune(rows[y][x])
		}
		out = append(out, strings.TrimRight(b.String(), " "))
	}
	return out
}

// A column's top is where its value is on the axis: the centre of the lowest row
// is 0, so that a column is half a cell higher than its value in rows.
func TestBarsReachTheirValues(t *testing.T) {
	for _, c := range []struct {
		glyphs Glyphs
		want   []string // 9 rows: 2 a unit
	}{
		{Braille, []string{"", "", "██▄", "████▄", "██████▄", "████████▄", "", "", ""}},
		{Plain, []string{"", "", "@@=", "@@@@=", "@@@@@@=", "@@@@@@@@=", "", "", ""}},
	} {
		// Legend and axis take a row each, the axis line and a label a column each.
		d := histogram().Draw(9+2, 9+2, Options{Glyphs: c.glyphs})
		if d.Plot.Dx() != 9 || d.Plot.Dy() != 9 {
			t.Fatalf("the plot is %v", d.Plot)
		}
		if got := columnsOf(d); !slices.Equal(got, c.want) {
			t.Errorf("%q, want %q\n%s", got, c.want, strings.Join(d.Lines, "\n"))
		}
	}
}

// Columns have the same width, and space between them.
func TestBarsAreApart(t *testing.T) {
	x, y := make([]float64, 11), make([]float64, 11)
	for i := range x {
		x[i], y[i] = float64(i)/10, float64(i+1)
	}
	for w := 24; w < 160; w++ {
		s := &Spec{X: Axis{Min: -.05, Max: 1.05}, Y: Axis{Max: 11}, Bars: []Bars{{X: x, Y: y}}}
		d := s.Draw(w, 20, Options{})
		widths, width := []int{}, 0
		for _, c := range append(columnsOf(d), "") {
			if c != "" {
				width++
			} else if width > 0 {
				widths, width = append(widths, width), 0
			}
		}
		if d.Plot.Dx() < 2*11+2 {
			continue // too narrow for space between them
		}
		if len(widths) != 11 || len(slices.Compact(slices.Clone(widths))) > 1 {
			t.Errorf("%d wide: columns of %v cells", w, widths)
		}
		if widths[0] > 2*widestColumn+1 {
			t.Errorf("%d wide: columns of %d cells", w, widths[0])
		}
	}
}

func TestBarsAreInTheLegendAndTheScale(t *testing.T) {
	s := histogram()
	s.Y = Axis{}
	if _, y := s.Scales(); y.Place(0) < 0 || y.Place(4) > 1 || y.Place(0) > .1 {
		t.Errorf("0 and 4 are at %v and %v", y.Place(0), y.Place(4))
	}
	if d := s.Draw(40, 12, Options{}); !strings.Contains(d.Lines[0], "█ count") {
		t.Errorf("no legend in\n%s", strings.Join(d.Lines, "\n"))
	}
}

// A column is no wider than the distance between places allows, where most have no
// height, too.
func TestBarsKeepToTheirPlaces(t *testing.T) {
	for _, n := range []int{2, 5, 11, 21, 41} {
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i] = float64(i) / float64(n-1)
		}
		y[n-1] = 1
		for _, w := range []int{24, 44, 60, 80, 120} {
			side := .5 / float64(n-1)
			s := &Spec{X: Axis{Min: -side, Max: 1 + side}, Y: Axis{Max: 1}, Bars: []Bars{{X: x, Y: y}}}
			d := s.Draw(w, 12, Options{})
			width := 0
			for _, c := range columnsOf(d) {
				if c != "" {
					width++
				}
			}
			if apart := d.Plot.Dx() / n; width > max(1, apart) {
				t.Errorf("%d places, %d wide: a column of %d cells, with %d between places", n, w, width, apart)
			}
		}
	}
}

// A band that cannot be seen is called thin in the legend; one that can is not.
func TestThinBandsAreCalledSo(t *testing.T) {
	x := []float64{0, 5, 10}
	for _, glyphs := range []Glyphs{Braille, Plain} {
		for half, thin := range map[float64]bool{.01: true, 4: false} {
			s := square(Series{Name: "mean", X: x, Y: []float64{5, 5, 5}, Line: LineSolid})
			s.Bands = []Band{{Name: "interval", X: x, Lo: []float64{5 - half, 5 - half, 5 - half}, Hi: []float64{5 + half, 5 + half, 5 + half}, Ink: InkBand}}
			text := ansi.Strip(strings.Join(s.Draw(60, 12, Options{Glyphs: glyphs}).Lines, "\n"))
			if strings.Contains(text, "interval (thin)") != thin {
				t.Errorf("half a width of %v:\n%s", half, text)
			}
		}
	}
}
