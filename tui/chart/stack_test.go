package chart

import (
	"math"
	"slices"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// split has four columns of two parts, in 8 rows of 1 each.
func split(bright int) *Spec {
	return &Spec{
		X: Axis{Label: "λ", Ticks: []float64{0, 1, 2, 3}, Names: []string{"0", ".3", ".7", "1"}},
		Y: Axis{Max: 8},
		Stack: &Stack{Bright: bright, Parts: []Part{
			{Y: []float64{4, 2.5, 1, math.NaN()}, Ink: InkTruth, Dim: InkTruthDim},
			{Y: []float64{2, 2.25, -1, 3.5}, Ink: InkEstimate, Dim: InkEstimateDim},
		}},
	}
}

// inColours gives the inks that stacks are drawn in their own colours.
func inColours(i Ink) lipgloss.Style {
	return lipgloss.NewStyle().Foreground(lipgloss.ANSIColor(int(i) % 16))
}

// TestStackWithoutColours: parts end at whole rows, and differ in their glyphs.
func TestStackWithoutColours(t *testing.T) {
	for _, c := range []struct {
		glyphs Glyphs
		want   []string
	}{
		{Braille, []string{"████░░", "", "███░░", "", "█", "", "░░░░", ""}},
		{Block, []string{"████░░", "", "███░░", "", "█", "", "░░░░", ""}},
		{Plain, []string{"####::", "", "###::", "", "#", "", "::::", ""}},
	} {
		d := split(2).Draw(9+2, 8+1, Options{Glyphs: c.glyphs})
		if d.Plot.Dx() != 8 || d.Plot.Dy() != 8 {
			t.Fatalf("the plot is %v", d.Plot)
		}
		if got := columnsOf(d); !slices.Equal(got, c.want) {
			t.Errorf("%q, want %q\n%s", got, c.want, strings.Join(d.Lines, "\n"))
		}
	}
}

// TestStackInColours: parts end at eighths of rows, and what is above is behind.
func TestStackInColours(t *testing.T) {
	d := split(1).Draw(9+2, 8+1, Options{Style: inColours})
	if want := []string{"██████", "", "██▄█▆", "", "█", "", "███▄", ""}; !slices.Equal(columnsOf(d), want) {
		t.Errorf("%q, want %q", columnsOf(d), want)
	}
	foreground := func(i Ink) string { return strings.TrimSuffix(inColours(i).Render("x"), "x\x1b[m") }
	line := func(row int) string { return d.Lines[d.Plot.Max.Y-1-row] }
	both := inColours(InkTruth).Background(inColours(InkEstimate).GetForeground()).Render("▄")
	if !strings.Contains(line(2), both) {
		t.Errorf("%q lacks %q", line(2), both)
	}
	// The column at hand is bright, the first is dim.
	if l := line(0); !strings.Contains(l, foreground(InkTruthDim)+"█") || !strings.Contains(l, foreground(InkTruth)+"█") {
		t.Errorf("%q lacks an ink", l)
	}
}

// TestStackIsEmpty where nothing is known yet: its axes stay.
func TestStackIsEmpty(t *testing.T) {
	s := split(0)
	s.Stack.Parts = s.Stack.Parts[1:]
	s.Stack.Parts[0].Y = []float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	d := s.Draw(11, 9, Options{})
	for _, c := range columnsOf(d) {
		if c != "" {
			t.Errorf("%q where nothing is known", c)
		}
	}
	if d.Plot.Dx() != 8 {
		t.Errorf("the axis is not there:\n%s", strings.Join(d.Lines, "\n"))
	}
}

// TestStackAtHand: where not all labels fit, that of the column at hand does.
func TestStackAtHand(t *testing.T) {
	s := &Spec{Y: Axis{Max: 1}, Stack: &Stack{Bright: 7, Parts: []Part{{Y: make([]float64, 11)}}}}
	for i := range 11 {
		s.X.Ticks = append(s.X.Ticks, float64(i))
		s.X.Names = append(s.X.Names, []string{"0", ".1", ".2", ".3", ".4", ".5", ".6", ".7", ".8", ".9", "1"}[i])
	}
	for w := 14; w < 80; w++ {
		d := s.Draw(w, 10, Options{})
		if axis := ansi.Strip(d.Lines[9]); !strings.Contains(axis, ".7") || strings.Contains(axis, ".6.7") || strings.Contains(axis, ".7.8") {
			t.Errorf("%d: %q", w, axis)
		}
		// A click on a column says which it is.
		for i := range 11 {
			if d.Plot.Dx() < 11 {
				break
			}
			each := d.Plot.Dx() / 11
			x, ok := d.X(d.Plot.Min.X + i*each)
			if !ok || int(math.Round(x)) != i {
				t.Errorf("%d: column %d is at %v", w, i, x)
			}
		}
	}
}

// TestManyColumns share cells, the one at hand before others.
func TestManyColumns(t *testing.T) {
	y := make([]float64, 101)
	y[50] = 1
	s := &Spec{Y: Axis{Max: 1}, Stack: &Stack{Bright: 50, Parts: []Part{{Y: y, Ink: InkTruth}}}}
	seen := 0
	for _, c := range columnsOf(s.Draw(22, 10, Options{})) {
		if c != "" {
			seen++
		}
	}
	if seen != 1 {
		t.Errorf("%d cells, want that of the column at hand", seen)
	}
}
