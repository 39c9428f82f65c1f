package chart

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

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

// TestBarsAreApart: columns have the same width, which is no more than the distance between
// places allows, and space between them where there is room; where most have no height, too.
func TestBarsAreApart(t *testing.T) {
	for _, n := range []int{2, 5, 11, 21, 41} {
		for w := 24; w < 160; w += 3 {
			for _, all := range []bool{true, false} {
				x, y := make([]float64, n), make([]float64, n)
				for i := range x {
					if x[i] = float64(i) / float64(n-1); all || i == n-1 {
						y[i] = float64(i + 1)
					}
				}
				side := .5 / float64(n-1)
				d := (&Spec{X: Axis{Min: -side, Max: 1 + side}, Y: Axis{Max: float64(n)}, Bars: []Bars{{X: x, Y: y}}}).Draw(w, 20, Options{})
				var widths []int
				width := 0
				for _, c := range append(columnsOf(d), "") {
					if c != "" {
						width++
					} else if width > 0 {
						widths, width = append(widths, width), 0
					}
				}
				most := min(2*widestColumn+1, max(1, d.Plot.Dx()/n))
				if all && d.Plot.Dx() >= 2*n+2 && (len(widths) != n || len(slices.Compact(slices.Clone(widths))) > 1) || !all && len(widths) != 1 || !all && widths[0] > most {
					t.Errorf("%d places, %d wide: columns of %v cells, want at most %d", n, w, widths, most)
				}
			}
		}
	}
}
