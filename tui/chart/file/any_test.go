package file

import (
	"bytes"
	"fmt"
	"image/png"
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"lambdascope/tui/chart"
)

func number(t fataler, s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// check writes s in both formats: what is written can be read, and stays on the
// page.
func check(t fataler, s *chart.Spec, o Options) {
	var svg, image bytes.Buffer
	for _, w := range []struct {
		b *bytes.Buffer
		f Format
	}{{&svg, SVG}, {&image, PNG}} {
		if err := Write(w.b, s, w.f, o); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := png.Decode(&image); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"NaN", "Inf"} {
		if bytes.Contains(svg.Bytes(), []byte(bad+",")) || bytes.Contains(svg.Bytes(), []byte(","+bad)) {
			t.Fatal(bad, "is not a place: ", svg.String())
		}
	}
	_, texts := shapes(t, svg.Bytes())
	for _, x := range texts {
		if x.X < -o.Width*72 || x.X > o.Width*72 || x.Y > o.Height*72 || x.Y < -o.Height*72 {
			t.Fatal(fmt.Sprintf("%q is at %v, %v", x.Text, x.X, x.Y))
		}
	}
}

func TestEdgeCases(t *testing.T) {
	nan, one := math.NaN(), []float64{1}
	line := func(x, y []float64) []chart.Series {
		return []chart.Series{{Name: "s", X: x, Y: y, Line: chart.LineSolid, Marker: chart.MarkDot}}
	}
	for name, s := range map[string]*chart.Spec{
		"nothing":      {},
		"a point":      {Series: line(one, one), Bands: []chart.Band{{X: one, Lo: []float64{0}, Hi: []float64{2}}}},
		"all NaN":      {Series: line([]float64{0, 1}, []float64{nan, nan}), Right: &chart.Offset{Zero: nan}, Strip: &chart.Strip{X: one, Y: []float64{nan}}},
		"huge":         {Series: line([]float64{-math.MaxFloat64, math.MaxFloat64}, []float64{math.MaxFloat64, -math.MaxFloat64}), Right: &chart.Offset{Zero: math.MaxFloat64}},
		"log of zeros": {X: chart.Axis{Log: true}, Y: chart.Axis{Log: true}, Series: line([]float64{0, 1, 2}, []float64{0, 0, -1})},
		"log of all":   {X: chart.Axis{Log: true}, Y: chart.Axis{Log: true}, Series: line([]float64{5e-324, math.MaxFloat64}, []float64{5e-324, math.MaxFloat64})},
		"no bars":      {Strip: &chart.Strip{X: []float64{0, 1}, Y: []float64{0, -1}}},
	} {
		t.Run(name, func(t *testing.T) { check(t, s, Options{Width: 3, Height: 2, DPI: 50}) })
	}
}

func anyNumbers(t *rapid.T, name string) []float64 {
	odd := []float64{0, 1, -1, 1e300, -1e300, 5e-324, math.MaxFloat64, -math.MaxFloat64, math.NaN(), math.Inf(1), math.Inf(-1), 1e17}
	return rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(-1, 10), rapid.Float64Range(-1, 10), rapid.SampledFrom(odd)), 0, 10).Draw(t, name)
}

func anySpec(t *rapid.T) *chart.Spec {
	label := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"λ̂", "\u0302λ\u0302\u0302", "日本", "\x1b[31m", "<&\">", "a name that is longer than all of the page is wide"}))
	axis := func(name string) chart.Axis {
		a := chart.Axis{Label: label.Draw(t, name), Log: rapid.Bool().Draw(t, name+" log")}
		if rapid.Bool().Draw(t, name+" ticks") {
			a.Ticks, a.Names = anyNumbers(t, name+" tick"), rapid.SliceOfN(label, 0, 4).Draw(t, name+" names")
		}
		if rapid.Bool().Draw(t, name+" fixed") {
			a.Min, a.Max = rapid.Float64Range(-1, 5).Draw(t, "min"), rapid.Float64Range(-1, 5).Draw(t, "max")
		}
		return a
	}
	s := &chart.Spec{X: axis("x"), Y: axis("y")}
	ink := rapid.Map(rapid.IntRange(-1, int(chart.InkLevel+chart.Levels)), func(i int) chart.Ink { return chart.Ink(i) })
	for range rapid.IntRange(0, 9).Draw(t, "series") {
		s.Series = append(s.Series, chart.Series{
			Name: label.Draw(t, "name"), X: anyNumbers(t, "X"), Y: anyNumbers(t, "Y"), Ink: ink.Draw(t, "ink"),
			Line:   chart.Line(rapid.IntRange(-1, 4).Draw(t, "line")),
			Marker: chart.Marker(rapid.IntRange(-1, 13).Draw(t, "marker")),
		})
	}
	if rapid.Bool().Draw(t, "band") {
		s.Bands = []chart.Band{{Name: label.Draw(t, "band name"), X: anyNumbers(t, "bX"), Lo: anyNumbers(t, "lo"), Hi: anyNumbers(t, "hi"), Own: ink.Draw(t, "own")}}
	}
	if rapid.Bool().Draw(t, "right") {
		s.Right = &chart.Offset{Label: label.Draw(t, "right label"), Zero: rapid.OneOf(rapid.Float64(), rapid.Just(math.NaN())).Draw(t, "zero")}
	}
	if rapid.Bool().Draw(t, "cursor") {
		s.Cursor = &chart.Cursor{X: rapid.Float64Range(-2, 12).Draw(t, "cursor"), Ink: ink.Draw(t, "ink")}
	}
	if rapid.Bool().Draw(t, "strip") {
		s.Strip = &chart.Strip{Label: label.Draw(t, "strip label"), X: anyNumbers(t, "sX"), Y: anyNumbers(t, "sY")}
	}
	if rapid.Bool().Draw(t, "heat") {
		s.Heat = &chart.Heat{Name: label.Draw(t, "heat name"), X: anyNumbers(t, "hX"), Y: anyNumbers(t, "hY"), Z: anyNumbers(t, "hZ"),
			Min: rapid.Float64Range(-1, 3).Draw(t, "heat min"), Max: rapid.Float64Range(-1, 3).Draw(t, "heat max"),
			Diverging: rapid.Bool().Draw(t, "diverging"), Row: &chart.RowMark{Y: rapid.Float64Range(-2, 12).Draw(t, "row")}}
	}
	if rapid.Bool().Draw(t, "stack") {
		s.Stack = &chart.Stack{Bright: rapid.IntRange(-1, 12).Draw(t, "bright")}
		for range rapid.IntRange(0, 3).Draw(t, "parts") {
			s.Stack.Parts = append(s.Stack.Parts, chart.Part{Name: label.Draw(t, "part"), Y: anyNumbers(t, "part Y"), Ink: ink.Draw(t, "ink"), Dim: ink.Draw(t, "ink")})
		}
	}
	if rapid.Bool().Draw(t, "swarm") {
		s.Swarm = &chart.Swarm{Dot: label.Draw(t, "dot"), Mean: label.Draw(t, "mean"), Truth: label.Draw(t, "truth")}
		for range rapid.IntRange(0, 4).Draw(t, "groups") {
			g := chart.SwarmGroup{Y: anyNumbers(t, "dots"), Mean: rapid.Float64Range(-1, 10).Draw(t, "group mean"), Truth: math.NaN()}
			if rapid.Bool().Draw(t, "known") {
				g.Truth = rapid.Float64Range(-1, 10).Draw(t, "group truth")
			}
			s.Swarm.Groups = append(s.Swarm.Groups, g)
		}
	}
	if rapid.Bool().Draw(t, "note") {
		s.Notes = []chart.Note{{Marker: chart.Marker(rapid.IntRange(-1, 8).Draw(t, "mark")), Text: label.Draw(t, "note")}}
	}
	return s
}

func TestWriteTakesAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := Options{Title: rapid.String().Draw(t, "title"), DPI: 50,
			Width: rapid.Float64Range(2, 7).Draw(t, "width"), Height: rapid.Float64Range(2, 5).Draw(t, "height")}
		check(t, anySpec(t), o)
	})
}

// The legend is above the plot, which has room.
func TestNothingCoversThePlot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, err := newLettering(nil, false)
		if err != nil {
			t.Fatal(err)
		}
		p := &page{Spec: anySpec(t), lettering: l,
			w: 72 * rapid.Float64Range(2, 7).Draw(t, "width"), h: 72 * rapid.Float64Range(2, 5).Draw(t, "height")}
		p.x, p.y = p.Scales()
		p.lay(rapid.Bool().Draw(t, "title"))
		lowest := p.rowsAt - float64(len(p.rows)-1)*legendRow - .3*textSize
		if len(p.rows) > 0 && lowest < p.top {
			t.Fatalf("the legend ends at %v, the plot at %v", lowest, p.top)
		}
		if p.right-p.left < p.w/8 || p.top-p.bottom < p.h/8 || p.left < 0 || p.right > p.w || p.bottom < 0 {
			t.Fatalf("of %v × %v the plot has %v to %v, %v to %v", p.w, p.h, p.left, p.right, p.bottom, p.top)
		}
	})
}
