package file

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"pgregory.net/rapid"

	"lambdascope/sim/testutil"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/anychart"
)

// lotoChart has almost every part of a chart.
func lotoChart() *chart.Spec {
	x := []float64{0, .25, .5, .75, 1}
	loto := []float64{.0004, 0, .0012, .0038, .009}
	marks := []chart.Marker{chart.MarkRing, chart.MarkDown, chart.MarkDot, chart.MarkDot, chart.MarkDot}
	return &chart.Spec{
		X: chart.Axis{Label: "λ"},
		Y: chart.Axis{Label: "LOTO error", Zero: ".134"},
		Intervals: []chart.Interval{{
			Name: "± paired s.e.", X: x, Edges: true, Lo: []float64{-.0002, 0, .0006, .0028, .0075},
			Hi: []float64{.0009, 0, .0018, .0048, .0105}, Ink: chart.InkEstimateDim,
		}},
		Series: []chart.Series{
			{Name: "LOTO error", X: x, Y: loto, Ink: chart.InkEstimate, Line: chart.LineSolid, Marks: marks},
			{Name: "true MSVE < γ² & shifted", X: x, Y: []float64{-.0002, 0, .0009, .0031, .0075}, Ink: chart.InkTruth, Line: chart.LineDashed},
			{Name: "not told apart", Ink: chart.InkEstimate, Marker: chart.MarkRing},
		},
		Strips: []chart.Strip{{Label: "wins", X: x, Y: []float64{310, 260, 40, 0, 60}, Ink: chart.InkThird}},
	}
}

// quarters is a map of three cells and a gap.
func quarters(diverging bool) *chart.Spec {
	return &chart.Spec{
		X: chart.Axis{Label: "λ"}, Y: chart.Axis{Label: "γ"},
		Heat: &chart.Heat{
			Name: "difference", Min: -4, Max: 4, X: []float64{0, 1}, Y: []float64{0, 1}, Diverging: diverging,
			Z: []float64{-4, 4, .1, math.NaN()},
		},
	}
}

func write(t interface {
	Helper()
	Fatal(...any)
}, s *chart.Spec, f Format, o Options,
) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, s, f, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// shape is a path or a text of an SVG.
type shape struct {
	D     string  `xml:"d,attr"`
	Style string  `xml:"style,attr"`
	X     float64 `xml:"x,attr"`
	Y     float64 `xml:"y,attr"`
	Text  string  `xml:",chardata"`
}

// shapes parses an SVG, which must be well-formed.
func shapes(t interface{ Fatal(...any) }, svg []byte) (all []shape) {
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if token == nil {
			return all
		}
		e, ok := token.(xml.StartElement)
		var s shape
		if ok && (e.Name.Local == "path" || e.Name.Local == "text") {
			err = d.DecodeElement(&s, &e)
			all = append(all, s)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// box returns the bounds of a path's numbers.
func (s shape) box() (x0, y0, x1, y1 float64, corners int) {
	x0, y0, x1, y1 = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, p := range strings.FieldsFunc(s.D, func(r rune) bool { return strings.ContainsRune("MLAZC ", r) }) {
		if at, y, ok := strings.Cut(p, ","); ok {
			x, errX := strconv.ParseFloat(at, 64)
			y, errY := strconv.ParseFloat(y, 64)
			if errX == nil && errY == nil {
				x0, y0, x1, y1, corners = min(x0, x), min(y0, y), max(x1, x), max(y1, y), corners+1
			}
		}
	}
	return x0, y0, x1, y1, corners
}

// sketch lists the places of an SVG's shapes, in points and in drawing order.
func sketch(t *testing.T, s *chart.Spec, o Options) string {
	var b strings.Builder
	for _, s := range shapes(t, write(t, s, SVG, o)) {
		if s.D == "" {
			fmt.Fprintf(&b, "%q at %.1f, %.1f\n", s.Text, s.X, -s.Y)
			continue
		}
		x0, y0, x1, y1, corners := s.box()
		fmt.Fprintf(&b, "%d corners, %.1f, %.1f to %.1f, %.1f, %s\n", corners, x0, y0, x1, y1, s.Style)
	}
	return b.String()
}

// TestSketch compares the places of all shapes with golden files that were checked as pictures.
func TestSketch(t *testing.T) {
	at, nan := []float64{1}, math.NaN()
	line := func(y chart.Axis, x, v []float64) *chart.Spec {
		return &chart.Spec{Y: y, Series: []chart.Series{{X: x, Y: v, Ink: chart.InkTruth, Line: chart.LineSolid}}}
	}
	clipped := line(chart.Axis{Max: 1}, []float64{-1e300, 1e300}, []float64{.5, .5})
	beyond := &chart.Spec{Y: chart.Axis{Max: 1}, Intervals: []chart.Interval{{X: []float64{0, 1}, Lo: []float64{.2, -1}, Hi: []float64{2, .4}, Ink: chart.InkEstimateDim}}}
	clipped.X, clipped.Intervals = chart.Axis{Max: 1}, []chart.Interval{{Edges: true, X: []float64{-5, 5}, Lo: []float64{.2, -9}, Hi: []float64{.4, 9}}}
	markers := &chart.Spec{}
	for m := chart.MarkDot; m <= chart.MarkPoint; m++ {
		markers.Series = append(markers.Series, chart.Series{Name: fmt.Sprint(m), X: []float64{float64(m)}, Y: at, Marker: m})
	}
	named := &chart.Spec{Cursor: new(1.), X: chart.Axis{Names: []string{"0", "1"}, Ticks: []float64{0, 1}}, Stack: &chart.Stack{Parts: []chart.Part{
		{Name: "bias²", Y: []float64{1, 2}, Ink: chart.InkTruth, Dim: chart.InkTruthDim}, {Name: "variance", Y: []float64{2, nan}, Ink: chart.InkEstimate, Dim: chart.InkEstimateDim},
	}}}
	x := []float64{0, 1, 2, 3, 4, 5, 6}
	strips := line(chart.Axis{}, x, x)
	strips.Strips = []chart.Strip{
		{X: x, Marks: []chart.Marker{chart.MarkCross, chart.MarkRun, chart.MarkStar, chart.MarkRun, chart.MarkRun, chart.MarkCross, chart.MarkCross}, Inks: make([]chart.Ink, 7), Dense: true},
		{X: x, Names: strings.Split(strings.Repeat("a name of a part,", 7), ",")},
	}
	for name, s := range map[string]*chart.Spec{
		"strips":                  strips,
		"loto":                    lotoChart(),
		"an accent":               {X: chart.Axis{Label: "best λ̂  = 1"}},
		"points on a log axis":    line(chart.Axis{Min: 1, Max: 100, Log: true}, []float64{0, 1, 4}, []float64{1, 10, 100}),
		"a gap":                   line(chart.Axis{Log: true}, []float64{0, 1, 2, 3, 4}, []float64{1, 2, nan, 3, 4}),
		"a gap without logarithm": line(chart.Axis{Log: true}, []float64{0, 1, 2, 3, 4}, []float64{1, 2, -1, 3, 4}),
		"clipped":                 clipped,
		"bars go on":              beyond,
		"markers":                 markers,
		"columns":                 named,
		"a map":                   quarters(true),
		"a map from low to high":  quarters(false),
		"a swarm":                 {X: chart.Axis{Ticks: at, Names: []string{"1"}}, Swarm: &chart.Swarm{Groups: [][]float64{{1, 2, 2, 3}, at, nil}, True: [][]float64{{2}, {1, 3}}}},
	} {
		t.Run(name, func(t *testing.T) { golden.RequireEqual(t, sketch(t, s, Options{Title: name})) })
	}
}

// pixels counts the colours of a picture below a share of its height.
func pixels(t testing.TB, s *chart.Spec, o Options, above float64) (seen map[color.NRGBA]int, size image.Point) {
	img := testutil.Get(png.Decode(bytes.NewReader(write(t, s, PNG, o))))(t)
	seen, size = make(map[color.NRGBA]int), img.Bounds().Size()
	for y := int(above * float64(size.Y)); y < size.Y; y++ {
		for x := range size.X {
			seen[color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)]++
		}
	}
	return seen, size
}

// TestPNG checks the size and the inks of a picture, and that the gaps of maps show the page.
func TestPNG(t *testing.T) {
	white := color.NRGBA{255, 255, 255, 255}
	for want, o := range map[image.Point]Options{{X: 1280, Y: 800}: {}, {X: 640, Y: 400}: {DPI: 100}} {
		seen, size := pixels(t, lotoChart(), o, 0)
		for _, i := range []chart.Ink{chart.InkText, chart.InkEstimate, chart.InkTruth, chart.InkThird} {
			if seen[colour(i)] == 0 {
				t.Errorf("nothing is drawn in ink %d", i)
			}
		}
		if size != want || seen[white] < size.X*size.Y/2 {
			t.Errorf("%v, want %v; %d pixels are white", size, want, seen[white])
		}
	}
	s := quarters(false)
	seen, size := pixels(t, s, Options{DPI: 100}, 1./8) // without the key
	scale := s.Heat.Scale()
	first := scale.Ink(s.Heat.Z[0])
	quarter := seen[colour(first)]
	for _, v := range s.Heat.Z[:3] {
		ink := scale.Ink(v)
		if n := seen[colour(ink)]; quarter < size.X*size.Y/10 || math.Abs(float64(n)/float64(quarter)-1) > .3 || seen[white] < quarter {
			t.Errorf("value %v has %d pixels of %v, another %d, the gap and the margin %d", v, n, size, quarter, seen[white])
		}
	}
}

type full struct{ error }

func (f full) Write([]byte) (int, error) { return 0, f.error }

// TestErrors checks that Write returns the errors of writers.
func TestErrors(t *testing.T) {
	noSpace := errors.New("no space left")
	for _, f := range []Format{SVG, PNG} {
		if err := Write(full{noSpace}, lotoChart(), f, Options{}); !errors.Is(err, noSpace) {
			t.Errorf("%s: a writer without space: %v", f, err)
		}
	}
}

// checkAny writes a chart in both formats, and checks that the output is readable and stays on
// the page.
func checkAny(t interface {
	Helper()
	Fatal(...any)
}, s *chart.Spec, o Options,
) {
	t.Helper()
	if _, err := png.Decode(bytes.NewReader(write(t, s, PNG, o))); err != nil {
		t.Fatal(err)
	}
	svg := write(t, s, SVG, o)
	if bytes.Contains(svg, []byte("NaN,")) || bytes.Contains(svg, []byte(",NaN")) || bytes.Contains(svg, []byte("Inf,")) || bytes.Contains(svg, []byte(",Inf")) {
		t.Fatal("no place: ", string(svg))
	}
	for _, x := range shapes(t, svg) {
		if math.Abs(x.X) > float64(width) || math.Abs(x.Y) > float64(height) {
			t.Fatal(fmt.Sprintf("%q is at %v, %v", x.Text, x.X, x.Y))
		}
	}
}

// TestWriteTakesAnything checks any chart, and that the legend leaves the plot free.
func TestWriteTakesAnything(t *testing.T) {
	letters := testutil.Get(newLettering(nil, false))(t)
	rapid.Check(t, func(t *rapid.T) {
		o := Options{Title: rapid.SampledFrom([]string{"", "a title", "λ̂\x00"}).Draw(t, "title"), DPI: 50}
		s := anychart.Spec(t)
		checkAny(t, s, o)
		p := &page{Spec: s, lettering: letters, w: float64(width), h: float64(height)}
		p.x, p.y = p.Scales()
		p.lay(o.Title != "")
		if lowest := p.rowsAt - float64(len(p.rows)-1)*legendRow - .3*textSize; len(p.rows) > 0 && lowest < p.top {
			t.Fatalf("the legend ends at %v, the plot at %v", lowest, p.top)
		}
		if p.right-p.left < p.w/8 || p.top-p.bottom < p.h/8 || p.left < 0 || p.right > p.w || p.bottom < 0 {
			t.Fatalf("of %v × %v the plot has %v to %v, %v to %v", p.w, p.h, p.left, p.right, p.bottom, p.top)
		}
	})
	huge := []float64{-math.MaxFloat64, math.MaxFloat64}
	for _, y := range [][]float64{{0, -1}, {5e-324, math.MaxFloat64}, huge, {math.NaN(), math.Inf(1)}} {
		for _, axis := range []chart.Axis{{}, {Max: 2}, {Log: true}} {
			s := &chart.Spec{
				X: chart.Axis{Log: axis.Log}, Y: axis, Strips: []chart.Strip{{X: []float64{0, 1}, Y: y}},
				Series: []chart.Series{{X: slices.Clone(huge), Y: y, Line: chart.LineSolid, Marker: chart.MarkDot}},
			}
			checkAny(t, s, Options{DPI: 50})
		}
	}
}
