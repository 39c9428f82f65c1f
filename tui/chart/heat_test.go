package chart

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// foldMap is a map of differences over categories, with marks.
func foldMap() *Spec {
	s := &Spec{
		X: Axis{Label: "λ"}, Y: Axis{Label: "trajectory"},
		Heat:   &Heat{Name: "difference from λ̂", Diverging: true, Max: .17},
		Cursor: new(.7),
	}
	for i := range 11 {
		s.Heat.X = append(s.Heat.X, float64(i)/10)
	}
	for i := range 12 {
		s.Heat.Y = append(s.Heat.Y, -float64(i))
		s.Y.Names = append(s.Y.Names, fmt.Sprintf("%d  H %3d", i, 3*i*i))
		for _, x := range s.Heat.X {
			s.Heat.Z = append(s.Heat.Z, .02*(x-.3)*math.Cos(float64(i))*float64(12-i))
		}
	}
	s.X.Ticks, s.Y.Ticks = s.Heat.X, s.Heat.Y
	s.Series = []Series{{Name: "λ̂", X: []float64{.3, .4}, Y: []float64{0, -1}, Marker: MarkDown, Ink: InkSelected}}
	return s
}

// odd holds numbers that are hard to draw.
var odd = []float64{0, 1, -1, 1e300, -1e300, 5e-324, math.MaxFloat64, -math.MaxFloat64, math.NaN(), math.Inf(1), math.Inf(-1)}

// TestCellsStandWhereTheirDataAre reads back the glyph of each screen cell, for maps with as many
// cells as the plot.
func TestCellsStandWhereTheirDataAre(t *testing.T) {
	s := &Spec{Heat: &Heat{Min: 0, Max: HeatSteps}}
	w, h := 40, 12
	plot := s.Draw(w, h, Options{}).Plot
	for {
		s.Heat.X, s.Heat.Y, s.Heat.Z = nil, nil, nil
		for j := range plot.Dx() {
			s.Heat.X = append(s.Heat.X, float64(j+1))
		}
		for i := range plot.Dy() {
			s.Heat.Y = append(s.Heat.Y, float64(i))
			for j := range plot.Dx() {
				s.Heat.Z = append(s.Heat.Z, float64((i+j)%HeatSteps)+.5)
			}
		}
		again := s.Draw(w, h, Options{}).Plot
		if again == plot {
			break
		}
		plot = again // the labels changed the width
	}
	d, scale := s.Draw(w, h, Options{}), s.Heat.Scale()
	for i := range plot.Dy() {
		for j := range plot.Dx() {
			x, y := plot.Min.X+j, plot.Max.Y-1-i
			if got, want := in(d, x, y), scale.sign(scale.Ink(s.Heat.Value(i, j))); got != want {
				t.Fatalf("%q at row %d, column %d, want %q\n%s", got, i, j, want, strings.Join(d.Lines, "\n"))
			}
			if v, ok := d.Y(y); math.Abs(v-s.Heat.Y[i]) > 1e-9 || !ok {
				t.Fatalf("Y of row %d is %v, %v", i, v, ok)
			}
			if at, _ := d.X(x); math.Abs(at/s.Heat.X[j]-1) > 1e-9 {
				t.Fatalf("X of column %d is %v, want %v", j, at, s.Heat.X[j])
			}
		}
	}
}

// TestInksOfValues checks that inks ascend, take equal parts of the scale, stay within the scale
// and, on a diverging scale, have the sign of the value.
func TestInksOfValues(t *testing.T) {
	number := rapid.OneOf(rapid.SampledFrom(odd), rapid.Float64Range(-2, 2), rapid.Float64())
	rapid.Check(t, func(t *rapid.T) {
		h := Heat{Diverging: rapid.Bool().Draw(t, "diverging"), Min: number.Draw(t, "min"), Max: number.Draw(t, "max")}
		s := h.Scale()
		if !(s.Lo < s.Hi) || math.IsInf(s.Hi-s.Lo, 0) {
			t.Fatalf("from %v to %v", s.Lo, s.Hi)
		}
		inks := s.Inks
		a, b := number.Draw(t, "a"), number.Draw(t, "b")
		i, j := s.Ink(a), s.Ink(b)
		ok, ok2 := i != inkNone, j != inkNone
		if ok != finite(a) || ok2 != finite(b) {
			t.Fatalf("%v has an ink: %v; %v: %v", a, ok, b, ok2)
		}
		if ok && (!slices.Contains(inks, i) || !i.heat()) {
			t.Fatalf("ink %d of %v", i, a)
		}
		if ok && ok2 && a < b && i > j {
			t.Fatalf("%v has ink %d, %v ink %d", a, i, b, j)
		}
		if h.Diverging && ok && (a >= 0 && i.Negative() || a <= 0 && i > InkDiverging+DivergingSteps/2) {
			t.Fatalf("%v has ink %d", a, i)
		}
		for n, ink := range inks {
			share := (float64(n) + .5) / float64(len(inks))
			if got := s.Ink(s.Lo*(1-share) + s.Hi*share); got != ink && s.Hi-s.Lo > 1e-90 {
				t.Fatalf("at %v of the scale ink %d, want %d", share, got, ink)
			}
		}
	})
}

// TestWhatStandsOnAMapIsLegible requires a contrast of 4.4, by the definition of WCAG, between a
// mark and any colour of a cell.
func TestWhatStandsOnAMapIsLegible(t *testing.T) {
	luminance := func(c color.Color) float64 {
		r, g, b, _ := c.RGBA()
		linear := func(v uint32) float64 {
			if x := float64(v) / 0xFFFF; x > .04045 {
				return math.Pow((x+.055)/1.055, 2.4)
			}
			return float64(v) / 0xFFFF / 12.92
		}
		return .2126*linear(r) + .7152*linear(g) + .0722*linear(b)
	}
	for r := 0; r < 256; r += 15 {
		for g := 0; g < 256; g += 15 {
			for b := 0; b < 256; b += 15 {
				c := color.RGBA{uint8(r), uint8(g), uint8(b), 255}
				x, y := luminance(c), luminance(Legible(c))
				if contrast := (max(x, y) + .05) / (min(x, y) + .05); contrast < 4.4 {
					t.Fatalf("%v on %v: %.2f", Legible(c), c, contrast)
				}
			}
		}
	}
	// The mark must have the colour of the cell as its background.
	d := foldMap().Draw(60, 16, Options{Style: inColours})
	under := inColours(InkDiverging + DivergingSteps/2).GetForeground()
	if want := inColours(InkSelected).Foreground(Legible(under)).Background(under).Render("▼"); !strings.Contains(d.Lines[d.Plot.Min.Y], want) {
		t.Errorf("no %q in %q", want, d.Lines[d.Plot.Min.Y])
	}
}
