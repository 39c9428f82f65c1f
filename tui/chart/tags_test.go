package chart

import (
	"strings"
	"testing"
)

// linesWithNames is two lines that end close to each other, and a third that has a marker alone.
func linesWithNames() *Spec {
	x := []float64{0, 1}
	return &Spec{
		Named: true, X: Axis{Label: "λ"}, Y: Axis{Max: 10},
		Right: &Offset{Label: "difference", Zero: 2},
		Series: []Series{
			{Name: "the first line", Short: "first", X: x, Y: []float64{0, 5}, Line: LineSolid},
			{Name: "second", X: x, Y: []float64{10, 5.1}, Line: LineDashed},
			{Name: "a mark", X: []float64{.5}, Y: []float64{9}, Marker: MarkDot},
		},
	}
}

// TestTags: names stand beside the ends of lines and in the middle of the last column's
// parts, one below the other where these meet, and not in the legend; where there is no room
// they are in the legend.
func TestTags(t *testing.T) {
	for _, c := range []struct {
		name string
		s    *Spec
		w, h int
		want []string // by row
	}{
		{"lines", linesWithNames(), 60, 12, []string{"● a mark", "second", "the first line"}},
		{"short names", linesWithNames(), 36, 12, []string{"● a mark", "second", "first"}},
		{"no room", linesWithNames(), 20, 12, []string{"first"}},
		{"columns", func() *Spec {
			s := split(-1)
			s.Named, s.Stack.Parts[0].Name, s.Stack.Parts[1].Name = true, "bias²", "variance"
			return s
		}(), 40, 12, []string{"░ variance", "█ bias²"}},
	} {
		lines := c.s.Draw(c.w, c.h, Options{}).Lines
		text := strings.Join(lines, "\n")
		at := 0
		for _, want := range c.want {
			i := strings.Index(text[at:], want)
			if i < 0 {
				t.Errorf("%s: no %q below the one before\n%s", c.name, want, text)
				continue
			}
			at += i + len(want)
			if row := text[:at]; c.name != "no room" && want != "● a mark" && strings.Count(row, "\n") == 0 {
				t.Errorf("%s: %q is in the legend\n%s", c.name, want, text)
			}
		}
		if strings.Contains(text, "difference") {
			t.Errorf("%s: the right axis is beside names\n%s", c.name, text)
		}
	}
}
