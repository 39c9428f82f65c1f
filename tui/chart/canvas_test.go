package chart

import (
	"math"
	"strconv"
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
	for at, want := range []string{"│ あ ", " │あ ", "あ│  ", "あ │ "} {
		lines := Draw(5, 1, Options{}, func(k *Canvas) {
			k.Text(0, 0, "ああ", InkText)
			k.Set(at, 0, '│', InkRule)
		})
		if lines[0] != want {
			t.Errorf("%q with a sign at %d, want %q", lines[0], at, want)
		}
	}
	lines := Draw(8, 1, Options{Glyphs: Plain}, func(k *Canvas) { k.Text(1, 0, "λ̂ = 1", InkText) })
	if want := " lambda."; lines[0] != want {
		t.Errorf("%q, want %q", lines[0], want)
	}
}

// TestStacksHaveTheirHeight checks that a column of two parts ends at their sum by the labels of the
// axis, to the nearest eighth of a row.
func TestStacksHaveTheirHeight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lower, upper := rapid.Float64Range(0, 4).Draw(t, "lower"), rapid.Float64Range(0, 4).Draw(t, "upper")
		parts := []Part{{Y: []float64{lower, 8}, Ink: InkTruth}, {Y: []float64{upper, 0}, Ink: InkEstimate}}
		spec := &Spec{X: Axis{Names: []string{"a", "b"}}, Stack: &Stack{Parts: parts}}
		d := spec.Draw(24, rapid.IntRange(8, 30).Draw(t, "rows"), Options{Style: inColours})
		eighths := 0
		var labels, rows []float64 // and the distances of their centres from the edge below the plot
		for y := d.Plot.Min.Y; y < d.Plot.Max.Y; y++ {
			line := ansi.Strip(d.Lines[y])
			if label, _, ok := strings.Cut(line, "┤"); ok {
				v, err := strconv.ParseFloat(strings.TrimSpace(label), 64)
				if err != nil {
					t.Fatal(err)
				}
				labels, rows = append(labels, v), append(rows, float64(d.Plot.Max.Y-y)-.5)
			}
			r := in(Drawing{Lines: []string{line}}, d.Plot.Min.X+d.Plot.Dx()/4, 0)
			switch {
			case strings.Contains(d.Lines[y], "48;2;") && r != ' ': // a background, which fills the cell
				eighths += 8
			case r != ' ':
				eighths += int(r-'▁') + 1
			}
		}
		if len(labels) < 2 {
			t.Fatalf("%d labels\n%s", len(labels), strings.Join(d.Lines, "\n"))
		}
		each := (rows[0] - rows[1]) / (labels[0] - labels[1])
		want := rows[0] + (lower+upper-labels[0])*each
		if lower+upper > 0 {
			want = max(want, .125) // so that low columns are seen
		}
		if got := float64(eighths) / 8; math.Abs(got-max(0, want)) > .0625+1e-9 {
			t.Fatalf("%v and %v are %v rows high, want %v\n%s", lower, upper, got, want, strings.Join(d.Lines, "\n"))
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
