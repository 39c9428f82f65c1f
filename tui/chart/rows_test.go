package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// ticksIn returns the rows of a drawing with a tick, from the top of the plot, and their labels.
func ticksIn(d Drawing) (rows []int, values []float64) {
	for y := d.Plot.Min.Y; y < d.Plot.Max.Y; y++ {
		cells := []rune(d.Lines[y])
		column := slices.Index(cells, '┤')
		if column < 0 {
			continue
		}
		text := string(cells[:column])
		v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil {
			v = math.NaN()
		}
		rows, values = append(rows, y-d.Plot.Min.Y), append(values, v)
	}
	return rows, values
}

// TestTicksAreEqualRowsApart checks that rows and numbers have equal steps on both axes, that a
// tick lies in the upper third, and that each number belongs to its row to half a row.
func TestTicksAreEqualRowsApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Float64Range(-100, 100).Draw(t, "lo")
		size := math.Pow(10, rapid.Float64Range(-4, 4).Draw(t, "size"))
		hi := lo + size
		s := &Spec{X: Axis{Max: 1}, Series: []Series{{X: []float64{0, 1}, Y: []float64{lo, hi}, Line: LineSolid}}}
		if rapid.Bool().Draw(t, "differences") {
			s.Y.Zero = "0"
		} else if rapid.Bool().Draw(t, "columns") {
			s = &Spec{X: Axis{Names: []string{"a"}}, Stack: &Stack{Parts: []Part{{Y: []float64{size}}}}}
		}
		h := rapid.IntRange(5, 60).Draw(t, "height")
		d := s.Draw(100, h, Options{})
		rows, values := ticksIn(d)
		if len(rows) < 2 || 3*rows[0] > d.Plot.Dy()-1 {
			t.Fatalf("ticks in rows %v of %d\n%s", rows, d.Plot.Dy(), strings.Join(d.Lines, "\n"))
		}
		step := (values[0] - values[len(values)-1]) / float64(rows[len(rows)-1]-rows[0])
		for i := 1; i < len(rows); i++ {
			if rows[i]-rows[i-1] != rows[1]-rows[0] || math.Abs(values[i-1]-values[i]-(values[0]-values[1])) > 1e-6*size {
				t.Fatalf("ticks %v in rows %v\n%s", values, rows, strings.Join(d.Lines, "\n"))
			}
		}
		for i, v := range values {
			if at := d.y.At(1 - float64(rows[i])/float64(d.Plot.Dy()-1)); math.Abs(at-v) > (.5+1e-6)*step {
				t.Fatalf("tick %v in the row of %v, which has %v\n%s", v, at, step, strings.Join(d.Lines, "\n"))
			}
			if math.Abs(v/step-math.Round(v/step)) > 1e-6*math.Abs(v/step)+1e-6 {
				t.Fatalf("tick %v is not on a row of %v", v, step)
			}
		}
	})
}

// TestAxisStaysOverItsRange checks that Over replaces the range of the data.
func TestAxisStaysOverItsRange(t *testing.T) {
	draw := func(y float64, over Range) string {
		s := &Spec{X: Axis{Max: 1}, Y: Axis{Over: over}, Series: []Series{{X: []float64{0, 1}, Y: []float64{0, y}, Marker: MarkDot}}}
		d := s.Draw(60, 16, Options{})
		var ticks []string
		for y := d.Plot.Min.Y; y < d.Plot.Max.Y; y++ {
			ticks = append(ticks, string([]rune(d.Lines[y])[:d.Plot.Min.X]))
		}
		return strings.Join(ticks, "\n")
	}
	over := Range{0, 10}
	if a, b := draw(3, over), draw(7, over); a != b {
		t.Errorf("%s\n%s", a, b)
	}
	if a, b := draw(3, Range{}), draw(7, Range{}); a == b {
		t.Error("axes are the same without a range")
	}
	x, y := (&Spec{Y: Axis{Over: over}, Series: []Series{{X: []float64{1, 2}, Y: []float64{3, math.NaN()}}}}).Extents()
	if (x != Range{1, 2}) || (y != Range{3, 3}) {
		t.Errorf("extents %v, %v", x, y)
	}
}
