package file

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/color"
	"image/png"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"lambdascope/sim/must"
	"lambdascope/tui/chart"
)

// lotoChart has everything that a chart can have.
func lotoChart() *chart.Spec {
	x := []float64{0, .25, .5, .75, 1}
	loto := []float64{.1344, .1340, .1352, .1378, .1430}
	marks := []chart.Marker{chart.MarkRing, chart.MarkDown, chart.MarkDot, chart.MarkDot, chart.MarkDot}
	return &chart.Spec{
		X:     chart.Axis{Label: "λ"},
		Y:     chart.Axis{Label: "LOTO error"},
		Right: &chart.Offset{Label: "difference from λ̂", Zero: .1340},
		Bands: []chart.Band{{Name: "± paired s.e.", X: x, Lo: []float64{.1338, .1340, .1346, .1368, .1415},
			Hi: []float64{.1349, .1340, .1358, .1388, .1445}, Ink: chart.InkBand}},
		Series: []chart.Series{
			{Name: "LOTO error", X: x, Y: loto, Ink: chart.InkEstimate, Line: chart.LineSolid, Marks: marks},
			{Name: "true MSVE < γ² & shifted", X: x, Y: []float64{.1338, .1340, .1349, .1371, .1415}, Ink: chart.InkTruth, Line: chart.LineDashed},
		},
		Cursor: &chart.Cursor{X: .5, Ink: chart.InkCursor},
		Strip:  &chart.Strip{Label: "wins", X: x, Y: []float64{310, 260, 40, 0, 60}, Ink: chart.InkThird},
		Notes:  []chart.Note{{Marker: chart.MarkRing, Ink: chart.InkEstimate, Text: "not told apart"}},
	}
}

func write(t testing.TB, s *chart.Spec, f Format, o Options) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Succeed(t, Write(&b, s, f, o))
	return b.Bytes()
}

// fataler is a test of either kind.
type fataler interface{ Fatal(...any) }

// shape is a path or a text of an SVG.
type shape struct {
	D     string  `xml:"d,attr"`
	Style string  `xml:"style,attr"`
	X     float64 `xml:"x,attr"`
	Y     float64 `xml:"y,attr"`
	Text  string  `xml:",chardata"`
}

// shapes reads an SVG, which must be well-formed.
func shapes(t fataler, svg []byte) (paths, texts []shape) {
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if token == nil {
			return paths, texts
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok || e.Name.Local != "path" && e.Name.Local != "text" {
			continue
		}
		var s shape
		if err := d.DecodeElement(&s, &e); err != nil {
			t.Fatal(err)
		}
		if e.Name.Local == "path" {
			paths = append(paths, s)
		} else {
			texts = append(texts, s)
		}
	}
}

// points reads the corners of a path of straight lines.
func points(t fataler, d string) (xs, ys []float64) {
	for _, p := range strings.FieldsFunc(d, func(r rune) bool { return strings.ContainsRune("MLZ", r) }) {
		x, y, _ := strings.Cut(p, ",")
		xs, ys = append(xs, number(t, x)), append(ys, number(t, y))
	}
	return xs, ys
}

// strokes returns the stroked paths of a colour.
func strokes(paths []shape, colour string) (ds []string) {
	for _, p := range paths {
		if strings.Contains(p.Style, "stroke:"+colour) {
			ds = append(ds, p.D)
		}
	}
	return ds
}

const (
	estimate = "#0072B2"
	truth    = "#D55E00"
)

func TestSVGSaysWhatTheChartSays(t *testing.T) {
	paths, texts := shapes(t, write(t, lotoChart(), SVG, Options{Title: "five states"}))
	said := map[string]bool{}
	for _, s := range texts {
		said[s.Text] = true
	}
	for _, want := range []string{"five states", "λ", "LOTO error", "± paired s.e.", "true MSVE < γ² & shifted", "not told apart", "wins",
		".1375", ".1425", "+.0050", "0", ".5", "1"} {
		if !said[want] {
			t.Errorf("%q is not there", want)
		}
	}
	if n := len(strokes(paths, truth)); n != 2 { // in the plot and in the legend
		t.Errorf("%d dashed lines, want 2", n)
	}
	for _, p := range paths {
		if strings.Contains(p.Style, "stroke:"+truth) != strings.Contains(p.Style, "stroke-dasharray") {
			t.Errorf("%s is dashed, or should be", p.Style)
		}
	}
}

func TestPointsStandWhereTheyShould(t *testing.T) {
	fixed := chart.Axis{Min: 1, Max: 100, Log: true}
	s := &chart.Spec{X: chart.Axis{Max: 4}, Y: fixed, Series: []chart.Series{
		{X: []float64{0, 1, 4}, Y: []float64{1, 10, 100}, Ink: chart.InkEstimate, Line: chart.LineSolid},
		{X: []float64{0, 0, 4, 4}, Y: []float64{100, 1, 1, 100}, Ink: chart.InkTruth, Line: chart.LineSolid},
	}}
	paths, _ := shapes(t, write(t, s, SVG, Options{}))
	fx, fy := points(t, strokes(paths, truth)[0]) // around the plot
	xs, ys := points(t, strokes(paths, estimate)[0])
	const digits = .01 // of a point are written
	for i, want := range [][2]float64{{0, 0}, {.25, .5}, {1, 1}} {
		x := fx[1] + want[0]*(fx[2]-fx[1])
		y := fy[1] + want[1]*(fy[0]-fy[1])
		if math.Abs(xs[i]-x) > digits || math.Abs(ys[i]-y) > digits {
			t.Errorf("point %d is at %v, %v, want %v, %v", i, xs[i], ys[i], x, y)
		}
	}
}

// Markers of one kind that dodge stand side by side about their point, none of them
// hidden; others stay where they are.
func TestMarkersDodge(t *testing.T) {
	at := []float64{1}
	s := &chart.Spec{Series: []chart.Series{
		{X: at, Y: at, Ink: chart.InkEstimate, Marker: chart.MarkUp},
		{X: at, Y: at, Ink: chart.InkTruth, Marker: chart.MarkUp},
		{X: at, Y: at, Ink: chart.InkThird, Marker: chart.MarkSquare},
	}}
	centre := func(colour string) (x, half float64) {
		t.Helper()
		paths, _ := shapes(t, write(t, s, SVG, Options{}))
		for _, p := range paths {
			if strings.Contains(p.Style, "fill:"+colour) {
				xs, _ := points(t, p.D)
				return (slices.Min(xs) + slices.Max(xs)) / 2, (slices.Max(xs) - slices.Min(xs)) / 2
			}
		}
		t.Fatalf("nothing is filled with %s", colour)
		return 0, 0
	}
	const digits = .01 // of a point are written
	x, _ := centre("#009E73")
	for _, dodge := range []bool{false, true} {
		s.Dodge = dodge
		a, half := centre(estimate)
		b, _ := centre(truth)
		square, _ := centre("#009E73")
		if apart := b-a >= 2*half; apart != dodge || math.Abs((a+b)/2-x) > 2*digits || math.Abs(square-x) > digits {
			t.Errorf("dodge %v: at %v, %v and %v, half of one being %v", dodge, a, b, square, half)
		}
	}
}

func TestGapsAreGaps(t *testing.T) {
	for _, gap := range []float64{math.NaN(), math.Inf(1), -1} { // the last has no logarithm
		s := &chart.Spec{Y: chart.Axis{Log: true}, Series: []chart.Series{
			{X: []float64{0, 1, 2, 3, 4}, Y: []float64{1, 2, gap, 3, 4}, Ink: chart.InkTruth, Line: chart.LineSolid}}}
		paths, _ := shapes(t, write(t, s, SVG, Options{}))
		if n := len(strokes(paths, truth)); n != 2 {
			t.Errorf("%v: %d lines, want 2", gap, n)
		}
	}
}

func TestLinesAreClipped(t *testing.T) {
	s := &chart.Spec{X: chart.Axis{Max: 1}, Y: chart.Axis{Max: 1},
		Series: []chart.Series{{X: []float64{-1e300, 1e300}, Y: []float64{.5, .5}, Ink: chart.InkEstimate, Line: chart.LineSolid}},
		Bands:  []chart.Band{{X: []float64{-5, 5}, Lo: []float64{.2, -9}, Hi: []float64{.4, 9}}}}
	paths, _ := shapes(t, write(t, s, SVG, Options{}))
	if xs, _ := points(t, strokes(paths, estimate)[0]); xs[1]-xs[0] < 300 || xs[0] < 0 || xs[1] > 6.4*72 {
		t.Errorf("the line runs from %v to %v", xs[0], xs[1])
	}
	for _, p := range paths {
		xs, ys := points(t, p.D)
		for i := range xs {
			if xs[i] < 0 || xs[i] > 6.4*72 || ys[i] < 0 || ys[i] > 4*72 {
				t.Errorf("%s leaves the page", p.D)
			}
		}
	}
}

func TestAccentsStandAboveTheirLetters(t *testing.T) {
	l := must.Have(newLettering(nil, false))(t)
	_, texts := shapes(t, write(t, &chart.Spec{}, SVG, Options{Title: "best λ̂  = 1"}))
	at := map[string]shape{}
	for _, s := range texts {
		at[s.Text] = s
	}
	letter, accent, rest := at["best λ"], at["ˆ"], at["= 1"]
	from := letter.X + l.width("best ", titleSize)
	to := letter.X + l.width("best λ", titleSize)
	if mid := accent.X + l.width("ˆ", titleSize)/2; math.Abs(mid-(from+to)/2) > .05*titleSize {
		t.Errorf("the accent is at %v, the letter from %v to %v", mid, from, to)
	}
	// y is downward in texts; the font's circumflex begins .59 of the size above the
	// baseline, λ is .72 high.
	if up := letter.Y - accent.Y; up < .13*titleSize || up > .2*titleSize {
		t.Errorf("the accent is raised by %v", up)
	}
	if to += l.width(" ", titleSize); math.Abs(rest.X-to) > .01 || rest.Y != letter.Y {
		t.Errorf("what follows starts at %v, want %v", rest.X, to)
	}
}

func TestPNG(t *testing.T) {
	for _, c := range []struct {
		o    Options
		w, h int
	}{{Options{}, 1280, 800}, {Options{Width: 4, Height: 3, DPI: 100}, 400, 300}} {
		img := must.Have(png.Decode(bytes.NewReader(write(t, lotoChart(), PNG, c.o))))(t)
		if b := img.Bounds(); b.Dx() != c.w || b.Dy() != c.h {
			t.Errorf("%v, want %d×%d", b, c.w, c.h)
		}
		seen := map[color.Color]int{}
		for y := range c.h {
			for x := range c.w {
				seen[color.NRGBAModel.Convert(img.At(x, y))]++
			}
		}
		for _, i := range []chart.Ink{chart.InkText, chart.InkEstimate, chart.InkTruth, chart.InkThird} {
			if seen[colour(i)] == 0 {
				t.Errorf("nothing is drawn in ink %d", i)
			}
		}
		if white := seen[color.NRGBA{255, 255, 255, 255}]; white < c.w*c.h/2 {
			t.Errorf("%d pixels of %d are white", white, c.w*c.h)
		}
	}
}

func TestEqualChartsAreEqualFiles(t *testing.T) {
	for _, f := range []Format{SVG, PNG} {
		want := write(t, lotoChart(), f, Options{})
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				var b bytes.Buffer
				if err := Write(&b, lotoChart(), f, Options{}); err != nil || !bytes.Equal(b.Bytes(), want) {
					t.Errorf("format %d: another file; %v", f, err)
				}
			})
		}
		wg.Wait()
	}
}

func TestInksDiffer(t *testing.T) {
	seen := map[color.NRGBA]chart.Ink{}
	for i := chart.InkEstimate; i < chart.InkLevel+chart.Levels; i++ {
		c := colour(i)
		if other, ok := seen[c]; ok && i != chart.InkSelected {
			t.Errorf("inks %d and %d are both %v", other, i, c)
		}
		seen[c] = i
	}
}

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		o    Options
		f    Format
		want string
	}{
		{Options{Width: 1}, SVG, "width 1: want 2 to 20 inches"},
		{Options{Height: math.NaN()}, PNG, "height NaN: want 2 to 20 inches"},
		{Options{DPI: 10}, PNG, "resolution 10: want 50 to 600 dots an inch"},
		{Options{}, 7, "format 7: want SVG or PNG"},
	} {
		if err := Write(new(bytes.Buffer), &chart.Spec{}, c.f, c.o); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func TestFormatOf(t *testing.T) {
	for name, want := range map[string]Format{"a.svg": SVG, "dir.png/B.PNG": PNG} {
		if f, err := FormatOf(name); f != want || err != nil {
			t.Errorf("%s: %v, %v", name, f, err)
		}
	}
	if _, err := FormatOf("a.pdf"); err == nil || err.Error() != `file "a.pdf": want a name that ends in .svg or .png` {
		t.Error(err)
	}
}

var errFull = errors.New("no space left")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestErrorsOfTheWriterAreReturned(t *testing.T) {
	for _, f := range []Format{SVG, PNG} {
		if err := Write(full{}, lotoChart(), f, Options{}); !errors.Is(err, errFull) {
			t.Errorf("format %d: %v", f, err)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	for _, f := range []Format{SVG, PNG} {
		b.Run([]string{"svg", "png"}[f], func(b *testing.B) {
			for b.Loop() {
				write(b, lotoChart(), f, Options{})
			}
		})
	}
}
