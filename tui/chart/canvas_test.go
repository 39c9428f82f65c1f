package chart

import (
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// TestCanvas checks that any drawing has its size, and that a column has its height to the nearest
// eighth.
func TestCanvas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(-1, 30).Draw(t, "w"), rapid.IntRange(-1, 12).Draw(t, "h")
		at := rapid.IntRange(-3, 33)
		lines := Draw(w, h, Options{Style: inColours}, func(k *Canvas) {
			for range rapid.IntRange(0, 6).Draw(t, "parts") {
				x, y := at.Draw(t, "x"), at.Draw(t, "y")
				k.Text(x, y, rapid.String().Draw(t, "text"), InkText)
				k.Set(y, x, '●', InkTruth)
				k.Column(x, at.Draw(t, "width"), y, rapid.Float64Range(-1, 40).Draw(t, "height"), InkEstimate)
			}
		})
		for _, l := range lines {
			if got := ansi.StringWidth(l); got != max(0, w) || len(lines) != max(0, h) {
				t.Fatalf("%d×%d, want %d×%d: %q", got, len(lines), w, h, l)
			}
		}
		height := rapid.Float64Range(0, 9).Draw(t, "column")
		eighths := 0
		for _, r := range strings.Join(Draw(1, 12, Options{}, func(k *Canvas) { k.Column(0, 1, 11, height, InkText) }), "") {
			if r != ' ' {
				eighths += int(r-'▁') + 1
			}
		}
		if math.Abs(float64(eighths)-8*height) > .5+1e-9 {
			t.Fatalf("a column of %v has %d eighths", height, eighths)
		}
	})
	lines := Draw(8, 1, Options{Glyphs: Plain}, func(k *Canvas) { k.Text(1, 0, "λ̂ = 1", InkText) })
	if want := " lambda."; lines[0] != want {
		t.Errorf("%q, want %q", lines[0], want)
	}
}

// TestStacksHaveTheirHeight checks that a column of two parts ends at their sum, to the nearest eighth.
func TestStacksHaveTheirHeight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lower, upper := rapid.Float64Range(0, 4).Draw(t, "lower"), rapid.Float64Range(0, 4).Draw(t, "upper")
		parts := []Part{{Y: []float64{lower}, Ink: InkTruth}, {Y: []float64{upper}, Ink: InkEstimate}}
		d := (&Spec{Y: Axis{Max: 8}, Stack: &Stack{Parts: parts}}).Draw(20, 9, Options{Style: inColours})
		eighths := 0
		for y := d.Plot.Min.Y; y < d.Plot.Max.Y; y++ {
			r := in(Drawing{Lines: []string{ansi.Strip(d.Lines[y])}}, d.Plot.Min.X+d.Plot.Dx()/2, 0)
			switch {
			case strings.Contains(d.Lines[y], "48;2;"): // a background, which fills the cell
				eighths += 8
			case r != ' ':
				eighths += int(r-'▁') + 1
			}
		}
		if math.Abs(float64(eighths)/8-(lower+upper)) > .0625+1e-9 || d.Plot.Dy() != 8 {
			t.Fatalf("%v and %v are %d eighths high\n%s", lower, upper, eighths, strings.Join(d.Lines, "\n"))
		}
	})
}

// TestCanvasesAreShared checks that a later drawing has neither cells nor styles of an earlier one.
func TestCanvasesAreShared(t *testing.T) {
	var last *Canvas
	for range 2 * cap(free) {
		Draw(40, 9, Options{Style: inColours}, func(k *Canvas) {
			last = k
			k.Column(0, 40, 8, 9, InkTruth)
		})
		if last.Style != nil {
			t.Fatal("a canvas keeps the styles of a session")
		}
		if lines := Draw(12, 3, Options{}, func(*Canvas) {}); strings.TrimSpace(strings.Join(lines, "")) != "" {
			t.Fatalf("left from another drawing: %q", lines)
		}
	}
}
