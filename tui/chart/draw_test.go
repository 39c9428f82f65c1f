package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

func checkSize(t interface {
	Helper()
	Fatalf(string, ...any)
}, d Drawing, w, h int) {
	t.Helper()
	w, h = max(w, 0), max(h, 0)
	if len(d.Lines) != h {
		t.Fatalf("%d lines, want %d", len(d.Lines), h)
	}
	for i, l := range d.Lines {
		if got := ansi.StringWidth(l); got != w {
			t.Fatalf("line %d of %d×%d is %d wide: %q", i, w, h, got, l)
		}
	}
	if d.Plot.Min.X < 0 || d.Plot.Min.Y < 0 || d.Plot.Max.X > w || d.Plot.Max.Y > h {
		t.Fatalf("plot %v outside %d×%d", d.Plot, w, h)
	}
}

func TestDrawIsOfTheSizeAskedFor(t *testing.T) {
	for _, s := range []*Spec{lotoChart(), stateChart(), valley(), foldMap(), {}} {
		for w := -1; w < 70; w++ {
			for h := -1; h < 24; h++ {
				checkSize(t, s.Draw(w, h, Options{Glyphs: Glyphs((w + h + 3) % 3)}), w, h)
			}
		}
		checkSize(t, s.Draw(400, 120, Options{}), 400, 120)
	}
}

func colours(i Ink) lipgloss.Style {
	return lipgloss.NewStyle().Foreground(lipgloss.ANSIColor(int(i) + 1))
}

var odd = []float64{0, 1, -1, 1, 1e300, -1e300, 1e-300, 5e-324, math.MaxFloat64, -math.MaxFloat64,
	math.NaN(), math.Inf(1), math.Inf(-1), .1341, .1342, 1e17, 1e9}

func numbers(t *rapid.T, name string) []float64 {
	one := rapid.OneOf(rapid.SampledFrom(odd), rapid.Float64Range(0, 1), rapid.Float64())
	vs := rapid.SliceOfN(one, 0, 12).Draw(t, name)
	if rapid.IntRange(0, 3).Draw(t, name+" tame") > 0 { // else hardly any chart has a line
		for i := range vs {
			vs[i] = math.Mod(vs[i], 10)
		}
	}
	return vs
}

func anyAxis(t *rapid.T, name string) Axis {
	a := Axis{Label: rapid.String().Draw(t, name), Log: rapid.Bool().Draw(t, name+" log")}
	if rapid.Bool().Draw(t, name+" fixed") {
		one := rapid.OneOf(rapid.SampledFrom(odd), rapid.Float64Range(-1, 1))
		a.Min, a.Max = one.Draw(t, name+" min"), one.Draw(t, name+" max")
	}
	if rapid.Bool().Draw(t, name+" ticks") {
		a.Ticks = numbers(t, name+" tick")
		a.Names = rapid.SliceOfN(rapid.String(), 0, 5).Draw(t, name+" names")
	}
	return a
}

func anySpec(t *rapid.T) *Spec {
	s := &Spec{X: anyAxis(t, "x"), Y: anyAxis(t, "y")}
	label := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"λ̂", "γ²", "日本", "e\u0301\u0302", "\x1b[31m", "👩‍👩‍👧", "🇦🇹"}))
	ink := rapid.IntRange(-1, int(numInks))
	for range rapid.IntRange(0, 3).Draw(t, "series") {
		q := Series{Name: label.Draw(t, "name"), X: numbers(t, "X"), Y: numbers(t, "Y"),
			Ink:    Ink(ink.Draw(t, "ink")),
			Line:   Line(rapid.IntRange(-1, 4).Draw(t, "line")),
			Marker: Marker(rapid.IntRange(-1, 13).Draw(t, "marker"))}
		if rapid.Bool().Draw(t, "marks") {
			q.Marks = []Marker{MarkRing, MarkDown, 99}
		}
		s.Series = append(s.Series, q)
	}
	if rapid.Bool().Draw(t, "bars") {
		s.Bars = []Bars{{Name: label.Draw(t, "bars name"), X: numbers(t, "bar x"), Y: numbers(t, "bar y"), Ink: Ink(ink.Draw(t, "bars ink"))}}
	}
	if rapid.Bool().Draw(t, "band") {
		s.Bands = []Band{{Name: label.Draw(t, "band name"), X: numbers(t, "bX"), Lo: numbers(t, "lo"), Hi: numbers(t, "hi")}}
	}
	number := rapid.OneOf(rapid.SampledFrom(odd), rapid.Float64Range(0, 1))
	if rapid.Bool().Draw(t, "right") {
		s.Right = &Offset{Label: label.Draw(t, "right label"), Zero: number.Draw(t, "zero")}
	}
	if rapid.Bool().Draw(t, "cursor") {
		s.Cursor = &Cursor{X: number.Draw(t, "cursor x"), Ink: Ink(ink.Draw(t, "ink"))}
	}
	if rapid.Bool().Draw(t, "strip") {
		s.Strip = &Strip{Label: label.Draw(t, "strip label"), X: numbers(t, "sX"), Y: numbers(t, "sY")}
	}
	if rapid.Bool().Draw(t, "heat") {
		s.Heat = &Heat{Name: label.Draw(t, "heat name"), X: numbers(t, "hX"), Y: numbers(t, "hY"), Z: numbers(t, "hZ"),
			Min: number.Draw(t, "heat min"), Max: number.Draw(t, "heat max"), Diverging: rapid.Bool().Draw(t, "diverging")}
		if rapid.Bool().Draw(t, "row mark") {
			s.Heat.Row = &RowMark{Y: number.Draw(t, "row"), Ink: Ink(ink.Draw(t, "ink"))}
		}
	}
	if rapid.Bool().Draw(t, "stack") {
		s.Stack = &Stack{Bright: rapid.IntRange(-1, 12).Draw(t, "bright")}
		for range rapid.IntRange(0, 3).Draw(t, "parts") {
			s.Stack.Parts = append(s.Stack.Parts, Part{Name: label.Draw(t, "part"), Y: numbers(t, "part Y"), Ink: Ink(ink.Draw(t, "ink")), Dim: Ink(ink.Draw(t, "ink"))})
		}
	}
	if rapid.Bool().Draw(t, "swarm") {
		s.Swarm = &Swarm{Dot: label.Draw(t, "dot"), Mean: label.Draw(t, "mean"), Truth: label.Draw(t, "truth")}
		for range rapid.IntRange(0, 4).Draw(t, "groups") {
			s.Swarm.Groups = append(s.Swarm.Groups, SwarmGroup{Y: numbers(t, "dots"), Mean: number.Draw(t, "group mean"), Truth: number.Draw(t, "group truth")})
		}
	}
	if rapid.Bool().Draw(t, "note") {
		s.Notes = []Note{{Marker: Marker(rapid.IntRange(-1, 8).Draw(t, "mark")), Text: label.Draw(t, "note text")}}
	}
	return s
}

func TestDrawTakesAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anySpec(t)
		w, h := rapid.IntRange(-2, 100).Draw(t, "w"), rapid.IntRange(-2, 40).Draw(t, "h")
		o := Options{Glyphs: Glyphs(rapid.IntRange(0, 2).Draw(t, "glyphs")), Style: colours}
		d := s.Draw(w, h, o)
		checkSize(t, d, w, h)
		if o.Glyphs == Plain {
			for _, l := range d.Lines {
				if strings.IndexFunc(l, func(r rune) bool { return r >= 0x80 }) >= 0 {
					t.Fatalf("not ASCII: %q", l)
				}
			}
		}
	})
}

// square is a chart on fixed axes, for looking at cells.
func square(q ...Series) *Spec {
	return &Spec{X: Axis{Min: 0, Max: 10}, Y: Axis{Min: 0, Max: 10}, Series: q}
}

// in returns the rune at a cell of a drawing without wide runes.
func in(d Drawing, x, y int) rune { return []rune(d.Lines[y])[x] }

func cellOf(d Drawing, fx, fy float64) (x, y int) {
	return d.Plot.Min.X + int(math.Round(fx*float64(d.Plot.Dx()-1))),
		d.Plot.Min.Y + int(math.Round((1-fy)*float64(d.Plot.Dy()-1)))
}

func TestMarkersStandAtTheirPoints(t *testing.T) {
	for v := 0.; v <= 10; v++ {
		d := square(Series{X: []float64{v}, Y: []float64{10 - v}, Marker: MarkDown}).Draw(60, 16, Options{})
		x, y := cellOf(d, v/10, 1-v/10)
		if got := in(d, x, y); got != '▼' {
			t.Errorf("at %v: %q\n%s", v, got, strings.Join(d.Lines, "\n"))
		}
		if got, ok := d.X(x); !ok || math.Abs(got-v) > 5/float64(d.Plot.Dx()-1) {
			t.Errorf("X(%d) = %v, %v, want about %v", x, got, ok, v)
		}
	}
}

// TestPlacesAreOfThePlotAlone: what lies beside it has no x, and no row or column of a map.
func TestPlacesAreOfThePlotAlone(t *testing.T) {
	d, m := square().Draw(60, 16, Options{}), foldMap().Draw(60, 16, Options{})
	for _, x := range []int{-1, d.Plot.Min.X - 1, d.Plot.Max.X} {
		if _, ok := d.X(x); ok {
			t.Errorf("X(%d) is in the plot %v", x, d.Plot)
		}
	}
	lo, _ := d.X(d.Plot.Min.X)
	hi, _ := d.X(d.Plot.Max.X - 1)
	if lo != 0 || hi != 10 {
		t.Errorf("the ends are %v and %v", lo, hi)
	}
	for _, x := range []int{-1, m.Plot.Min.X - 1, m.Plot.Max.X} {
		if _, ok := m.HeatColumn(x); ok {
			t.Errorf("column %d is in the plot %v", x, m.Plot)
		}
	}
	for _, y := range []int{-1, m.Plot.Min.Y - 1, m.Plot.Max.Y} {
		if _, ok := m.HeatRow(y); ok {
			t.Errorf("row %d is in the plot %v", y, m.Plot)
		}
	}
	_, x := Drawing{}.X(0)
	if _, row := d.HeatRow(5); x || row {
		t.Error("an empty drawing has an x, or a chart without a map rows of one")
	}
}

func TestTheMoreImportantMarkerWins(t *testing.T) {
	at := []float64{5}
	for _, c := range []struct {
		a, b Marker
		want rune
	}{{MarkDown, MarkDot, '▼'}, {MarkRing, MarkDot, '●'}, {MarkDot, MarkRing, '●'}, {MarkRing, MarkDown, '▼'},
		{MarkUp, MarkCross, '▲'}, {MarkDiamond, MarkSquare, '■'}, {MarkSquare, MarkCross, '■'}, {MarkDiamond, MarkCross, '×'}, {MarkRing, MarkLozenge, '○'},
		{MarkDot, MarkCircle, '◉'}, {MarkCircle, MarkDot, '◉'}, {MarkCircle, MarkDown, '▼'}, {MarkCircle, MarkCircle, '○'}} {
		d := square(Series{X: at, Y: at, Marker: c.a}, Series{X: at, Y: at, Marker: c.b}).Draw(60, 15, Options{})
		if x, y := cellOf(d, .5, .5); in(d, x, y) != c.want {
			t.Errorf("%v over %v: %q", c.a, c.b, in(d, x, y))
		}
	}
}

// Markers that dodge are all seen, in the cells next to their own, whatever there is
// at the ends of the plot; those of one series do not dodge one another.
func TestMarkersDodge(t *testing.T) {
	for _, x := range []float64{0, 5, 10} {
		var all []Series
		for _, m := range []Marker{MarkDot, MarkRing, MarkSquare, MarkUp, MarkUp} {
			all = append(all, Series{X: []float64{x, x}, Y: []float64{5, 5}, Marker: m})
		}
		s := square(all...)
		for _, dodge := range []bool{false, true} {
			s.Dodge = dodge
			d := s.Draw(60, 15, Options{})
			at, y := cellOf(d, x/10, .5)
			var got []rune
			for i := max(d.Plot.Min.X, at-4); i <= min(d.Plot.Max.X-1, at+4); i++ {
				if r := in(d, i, y); strings.ContainsRune("●○■▲", r) {
					got = append(got, r)
				}
			}
			slices.Sort(got)
			want := "▲"
			if dodge {
				want = "■▲▲○●"
			}
			if string(got) != want || in(d, at, y) != '▲' {
				t.Errorf("at %v, dodge %v: %q, want %q", x, dodge, string(got), want)
			}
		}
	}
}

// inkIn counts the columns of the plot in which anything is drawn.
func inkIn(d Drawing) (cols []bool, cells int) {
	cols = make([]bool, d.Plot.Dx())
	for y := d.Plot.Min.Y; y < d.Plot.Max.Y; y++ {
		for x := d.Plot.Min.X; x < d.Plot.Max.X; x++ {
			if in(d, x, y) != ' ' {
				cols[x-d.Plot.Min.X] = true
				cells++
			}
		}
	}
	return cols, cells
}

func TestGapsAreGaps(t *testing.T) {
	for g := range 3 {
		for _, gap := range []float64{math.NaN(), math.Inf(1)} {
			d := square(Series{X: []float64{0, 2, 5, 8, 10}, Y: []float64{5, 5, gap, 5, 5}, Line: LineSolid}).
				Draw(60, 16, Options{Glyphs: Glyphs(g)})
			cols, _ := inkIn(d)
			for c, on := range cols {
				x, _ := d.X(d.Plot.Min.X + c)
				if want := x < 2 || x > 8; on != want && math.Abs(x-2) > .2 && math.Abs(x-8) > .2 {
					t.Errorf("glyphs %d: drawn at %v: %v", g, x, on)
				}
			}
		}
	}
}

func TestLinesDiffer(t *testing.T) {
	for g := range 3 {
		for _, y := range [][]float64{{5, 5}, {0, 10}, {4, 7}} {
			var seen []string
			for _, l := range []Line{LineSolid, LineDashed, LineDotted} {
				seen = append(seen, fmt.Sprint(square(Series{X: []float64{0, 10}, Y: y, Line: l}).Draw(60, 16, Options{Glyphs: Glyphs(g)}).Lines))
			}
			if slices.Sort(seen); len(slices.Compact(seen)) != 3 {
				t.Errorf("glyphs %d, y %v: two lines look the same", g, y)
			}
		}
	}
}

func TestDashesAreRegularHoweverSteep(t *testing.T) {
	dots := func(x, y []float64, l Line) (n int) {
		for _, line := range square(Series{X: x, Y: y, Line: l}).Draw(60, 30, Options{}).Lines {
			for _, r := range line {
				if r > 0x2800 && r <= 0x28FF {
					for b := r - 0x2800; b > 0; b &= b - 1 {
						n++
					}
				}
			}
		}
		return n
	}
	for _, c := range [][2][]float64{{{0, 10}, {5, 5}}, {{5, 5}, {0, 10}}, {{0, 10}, {0, 10}}, {{2, 4}, {0, 10}}} {
		share := float64(dots(c[0], c[1], LineDashed)) / float64(dots(c[0], c[1], LineSolid))
		if math.Abs(share-2./3) > .06 {
			t.Errorf("%v: %.2f of the line is drawn", c, share)
		}
	}
}

func TestLinesFromFarOutsideCrossThePlot(t *testing.T) {
	for g := range 3 {
		d := square(Series{X: []float64{-1e300, 1e300}, Y: []float64{5, 5}, Line: LineSolid}).Draw(60, 16, Options{Glyphs: Glyphs(g)})
		cols, cells := inkIn(d)
		if slices.Contains(cols, false) || cells != d.Plot.Dx() {
			t.Errorf("glyphs %d: %d cells\n%s", g, cells, strings.Join(d.Lines, "\n"))
		}
	}
}

func TestBandsOfNoWidthAreNothing(t *testing.T) {
	x := []float64{0, 5, 10}
	s := square()
	s.Bands = []Band{{X: x, Lo: x, Hi: x}}
	if _, n := inkIn(s.Draw(60, 16, Options{})); n != 0 {
		t.Errorf("%d cells", n)
	}
	s.Bands = []Band{{X: []float64{10, 0, 5}, Lo: []float64{3, 3, 5}, Hi: []float64{7, 7, 5}}}
	d := s.Draw(60, 16, Options{})
	cols, n := inkIn(d)
	if mid, _ := cellOf(d, .5, .5); n == 0 || cols[mid-d.Plot.Min.X] {
		t.Errorf("%d cells, at the waist %v", n, cols)
	}
	if !cols[0] || !cols[len(cols)-1] {
		t.Error("the band doesn't reach its ends")
	}
}

func TestLaterThingsCoverEarlierOnes(t *testing.T) {
	x, y := []float64{0, 10}, []float64{5, 5}
	s := square(Series{X: x, Y: y, Line: LineSolid})
	s.Bands = []Band{{X: x, Lo: []float64{0, 0}, Hi: []float64{10, 10}}}
	s.Cursor = &Cursor{X: 5}
	d := s.Draw(60, 15, Options{})
	cx, cy := cellOf(d, .5, .5)
	if in(d, cx, cy-2) != '│' || in(d, cx+2, cy-2) != '░' || in(d, cx, cy) == '│' {
		t.Error(strings.Join(d.Lines, "\n"))
	}
}

func TestStripShowsTheTallestOfACell(t *testing.T) {
	s := square()
	s.Strip = &Strip{}
	for i := range 1001 {
		y := 1.
		if i == 503 {
			y = 8
		}
		s.Strip.X, s.Strip.Y = append(s.Strip.X, float64(i)/100), append(s.Strip.Y, y)
	}
	d := s.Draw(60, 16, Options{})
	if line := strings.TrimSpace(d.Lines[15]); strings.Count(line, "█") != 1 || strings.Count(line, "▁") != d.Plot.Dx()-1 {
		t.Errorf("%q", line)
	}
}

func TestInksAreRuns(t *testing.T) {
	s := square(Series{Name: "solid", X: []float64{0, 10}, Y: []float64{5, 5}, Line: LineSolid, Ink: InkTruth})
	for _, l := range s.Draw(60, 16, Options{Style: func(Ink) lipgloss.Style { return lipgloss.NewStyle() }}).Lines {
		if strings.Contains(l, "\x1b") {
			t.Errorf("the empty style gives %q", l)
		}
	}
	for _, l := range s.Draw(60, 16, Options{Style: func(Ink) lipgloss.Style { return lipgloss.NewStyle().Padding(1).Bold(true) }}).Lines {
		if n := strings.Count(l, "\x1b"); n > 8 {
			t.Errorf("%d sequences in %q", n, l)
		}
	}
}

func TestMarksOfLettersShareTheirCell(t *testing.T) {
	s := stateChart()
	s.Series[0].Name = "λ̂"
	if l := s.Draw(60, 16, Options{}).Lines[0]; !strings.Contains(l, "λ̂ ") || ansi.StringWidth(l) != 60 {
		t.Errorf("%q", l)
	}
	if l := s.Draw(60, 16, Options{Glyphs: Plain}).Lines[0]; !strings.Contains(l, "lambda^ ") {
		t.Errorf("%q", l)
	}
}
