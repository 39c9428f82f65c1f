package chart

import (
	"strings"
	"testing"
)

func TestLevelsAscend(t *testing.T) {
	for n := 1; n < 20; n++ {
		seen := map[Ink]bool{}
		for i := range n {
			l := Level(i, n)
			if l < InkLevel || l >= InkLevel+Levels || i > 0 && l < Level(i-1, n) {
				t.Errorf("level %d of %d is ink %d", i, n, l)
			}
			seen[l] = true
		}
		if len(seen) != min(n, Levels) {
			t.Errorf("%d inks for %d levels", len(seen), n)
		}
		if Level(n-1, n) != InkLevel+Levels-1 {
			t.Errorf("the last of %d levels is not the last ink", n)
		}
	}
}

// sevenCurves is a chart with curves named a to g, each 11 cells of the legend.
func sevenCurves() *Spec {
	s := square()
	for _, r := range "abcdefg" {
		s.Series = append(s.Series, Series{Name: strings.Repeat(string(r), 5), Line: LineSolid, Marker: MarkDiamond})
	}
	return s
}

func TestLegendTakesRowsWhereThereIsHeight(t *testing.T) {
	for _, c := range []struct{ w, h, rows, entries int }{
		{90, 40, 1, 7}, {60, 40, 2, 7}, {40, 40, 3, 7}, {60, 16, 2, 7}, {60, 15, 2, 7}, {60, 8, 2, 7}, {30, 20, 4, 7}, {60, 5, 2, 7}, {90, 3, 1, 7},
	} {
		d := sevenCurves().Draw(c.w, c.h, Options{})
		if d.Plot.Min.Y != c.rows {
			t.Errorf("%d×%d: the plot begins in row %d, want %d", c.w, c.h, d.Plot.Min.Y, c.rows)
		}
		if n := strings.Count(strings.Join(d.Lines[:c.rows], ""), "◆"); n != c.entries {
			t.Errorf("%d×%d: %d entries, want %d\n%s", c.w, c.h, n, c.entries, strings.Join(d.Lines, "\n"))
		}
	}
}

// TestLegendIsShortBeforeItTakesARow: short names come first, then a further row.
func TestLegendIsShortBeforeItTakesARow(t *testing.T) {
	s := square(Series{Name: "a name that is long", Short: "a", Line: LineSolid})
	s.Bands = []Band{{Name: "another name", Short: "b"}}
	s.Notes = []Note{{Marker: MarkDown, Text: "a note", Short: "c"}}
	for _, c := range []struct {
		w    int
		want []string
	}{
		{60, []string{"a name that is long", "another name", "a note"}},
		{20, []string{" a ", " b ", "▼ c"}},
		{12, []string{" a ", " b", "▼ c"}},
	} {
		d := s.Draw(c.w, 9, Options{})
		legend := strings.Join(d.Lines[:d.Plot.Min.Y], "\n")
		for _, want := range c.want {
			if !strings.Contains(legend, want) {
				t.Errorf("%d wide: no %q in\n%s", c.w, want, legend)
			}
		}
	}
}

func TestSampleHasTheMarkerOfTheSeries(t *testing.T) {
	s := square(Series{Name: "sparse", Line: LineSolid, Marker: MarkUp, Marks: []Marker{MarkNone}, X: []float64{5}, Y: []float64{5}})
	d := s.Draw(60, 16, Options{})
	if n := strings.Count(strings.Join(d.Lines, ""), "▲"); n != 1 || !strings.Contains(d.Lines[0], "▲") {
		t.Errorf("%d ▲ in\n%s", n, strings.Join(d.Lines, "\n"))
	}
}
