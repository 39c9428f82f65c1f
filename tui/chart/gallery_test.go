package chart

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/exp/golden"
)

// picture is a chart of the gallery with its size.
type picture struct {
	name string
	w, h int
	spec *Spec
}

// square is a chart on fixed axes, for tests of single cells.
func square(q ...Series) *Spec {
	return &Spec{X: Axis{Min: 0, Max: 10}, Y: Axis{Min: 0, Max: 10}, Series: q}
}

// split has four columns of two parts, in 8 rows of 1 each, and the cursor at a column.
func split(cursor float64) *Spec {
	return &Spec{
		Cursor: &cursor,
		X:      Axis{Label: "λ", Ticks: []float64{0, 1, 2, 3}, Names: []string{"0", ".3", ".7", "1"}}, Y: Axis{Max: 8},
		Stack: &Stack{Parts: []Part{
			{Name: "bias²", Y: []float64{4, 2.5, 1, math.NaN()}, Ink: InkTruth, Dim: InkTruthDim},
			{Name: "variance", Y: []float64{2, 2.25, -1, 3.5}, Ink: InkEstimate, Dim: InkEstimateDim},
		}},
	}
}

// twoStates has the estimates of two states from seven data sets, in rows of 1.
func twoStates(truth float64) *Spec {
	x := []float64{-.35, .35, math.NaN(), .65, 1.35}
	return &Spec{
		X:     Axis{Label: "state", Ticks: []float64{0, 1}, Names: []string{"1", "2"}},
		Y:     Axis{Min: 0, Max: 6, Ticks: []float64{0, 6}},
		Swarm: &Swarm{Groups: [][]float64{{1, 2, 2, 2, 3, 3, 9}, {4, 4, 4, 4, 4, 4, 4}}, True: [][]float64{{5}, {2, 6}}},
		Series: []Series{
			{Name: "their mean", X: x, Y: []float64{2, 2, math.NaN(), 4, 4}, Line: LineSolid},
			{Name: "truth", X: x, Y: []float64{truth, truth, math.NaN(), truth, truth}, Ink: InkTruth, Line: LineDashed},
		},
		Intervals: []Interval{{X: []float64{.35, 1.35}, Lo: []float64{2, 4}, Hi: []float64{truth, truth}, Ink: InkTruth}},
	}
}

// withEdges returns a chart with an interval along x, and a curve in its middle.
func withEdges(b Interval, q ...Series) *Spec {
	s := square(q...)
	s.Intervals = []Interval{b}
	return s
}

// withErrors returns a chart of differences with four bars: out, in but short of the line, across
// the line, and continuing beyond the plot.
func withErrors() *Spec {
	x := []float64{0, 1, 2, 3}
	return &Spec{
		X: Axis{Label: "λ"}, Y: Axis{Over: Range{-2, 8}, Zero: ".143"},
		Intervals: []Interval{{Name: "95 %", X: x, Lo: []float64{.01, .01, -1, -9}, Hi: []float64{6, 4, 3, 20}, Out: []bool{true, false, false, false}, Ink: InkEstimateDim}},
		Series:    []Series{{Name: "error", X: x, Y: []float64{3, 2, 1, 0}, Ink: InkEstimate, Marker: MarkDot}},
		Strips: []Strip{
			{Label: "n 30", X: x, Marks: []Marker{MarkCross, MarkRing, MarkRing, MarkStar}, Inks: []Ink{InkAgainst, InkEstimate, InkEstimate, InkSelected}},
			{Label: "votes", X: x, Y: []float64{0, 1, 2, 4}, Ink: InkCursor},
		},
	}
}

// gallery has a chart for each feature, at a size that shows the feature.
func gallery() (all []picture) {
	add := func(name string, w, h int, s *Spec) { all = append(all, picture{name, w, h, s}) }
	nan, ends := math.NaN(), []float64{0, 10}

	add("without colours a cell of columns shows the part that fills most of it; the column at hand is bright", 11, 9, split(1))
	add("the first column is at hand", 11, 9, split(0))
	add("no column at hand", 40, 9, split(-1))
	nothing := split(0)
	nothing.Stack.Parts = []Part{{Y: []float64{nan, nan, nan, nan}}}
	add("nothing is known of the columns, whose axes stay", 11, 9, nothing)
	labels := &Spec{Y: Axis{Max: 1}, Cursor: new(7.), Stack: &Stack{Parts: []Part{{Y: make([]float64, 11)}}}}
	labels.X = Axis{Ticks: []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, Names: strings.Fields("0 .1 .2 .3 .4 .5 .6 .7 .8 .9 1")}
	for _, w := range []int{14, 24, 40, 60} {
		add("where not all labels of columns fit, the cursor's .7 does", w, 5, labels)
	}
	many := make([]float64, 101)
	many[50] = 1
	add("columns share cells, the one at hand before others", 22, 8, &Spec{Y: Axis{Max: 1}, Cursor: new(50.), Stack: &Stack{Parts: []Part{{Y: many, Ink: InkTruth}}}})

	add("dots side by side about the middle, and their mean is a line", 22, 9, twoStates(nan))
	add("the truth is a line, with a bar from the mean to it", 60, 12, twoStates(5))
	add("three dots to a cell where two are too few", 12, 9, twoStates(nan))
	for _, n := range []int{0, 1, 2, 5, 6, 7, 10, 11, 30} {
		dots := make([]float64, n)
		for i := range dots {
			dots[i] = 1
		}
		add(fmt.Sprintf("%d dots in five cells", n), 7, 3, &Spec{Y: Axis{Max: 2}, Swarm: &Swarm{Groups: [][]float64{dots}}})
	}

	at := []float64{5}
	every := square()
	for m := MarkDot; m <= MarkPoint; m++ {
		every.Series = append(every.Series, Series{X: []float64{float64(m) / 2}, Y: at, Marker: m}, Series{X: []float64{float64(m) / 2}, Y: []float64{9}, Marker: MarkRing})
	}
	every.Series = append(every.Series, Series{X: []float64{3}, Y: []float64{9}, Marker: MarkDot})
	add("markers differ, and the later covers the earlier", 56, 9, every)

	for _, y := range [][]float64{{5, 5}, {0, 10}, {4, 7}} {
		for _, l := range []Line{LineSolid, LineDashed, LineDotted} {
			add("lines differ", 24, 8, square(Series{X: ends, Y: y, Line: l}))
		}
	}
	for _, gap := range []float64{nan, math.Inf(1)} {
		add("gaps in lines are gaps", 40, 5, square(Series{X: []float64{0, 2, 5, 8, 10}, Y: []float64{5, 5, gap, 5, 5}, Line: LineSolid}))
	}
	add("lines from far outside cross the plot", 24, 5, square(Series{X: []float64{-1e300, 1e300}, Y: []float64{5, 5}, Line: LineSolid}))

	cloud := Series{Name: "states", Marker: MarkPoint}
	for i := range 200 {
		angle, distance := float64(i)*2.4, 5*math.Pow(float64(i)/200, 2)
		cloud.X, cloud.Y = append(cloud.X, 5+distance*math.Cos(angle)), append(cloud.Y, 5+distance*math.Sin(angle))
	}
	add("points of a cloud are dots, or denser signs where there are more", 35, 12, square(cloud))

	line := Series{Name: "mean", X: ends, Y: []float64{2, 8}, Line: LineSolid}
	for _, half := range []float64{.3, 4} {
		add("an interval along x has two edges", 60, 12, withEdges(Interval{Name: "interval", Edges: true, X: ends, Lo: []float64{2 - half, 8 - half}, Hi: []float64{2 + half, 8 + half}, Ink: InkEstimateDim}, line))
	}
	thick := square(Series{X: []float64{3}, Y: []float64{6}, Marker: MarkDot})
	thick.Intervals = []Interval{{X: []float64{3}, Lo: []float64{4}, Hi: []float64{7}, Thick: true}, {X: []float64{3}, Lo: []float64{1}, Hi: []float64{9}}}
	add("the first bar covers the second, and a mark both", 30, 9, thick)
	for _, size := range [][2]int{{60, 16}, {40, 9}, {30, 6}} {
		add("a bar that is in touches the line, one that is out ends above it", size[0], size[1], withErrors())
	}

	for _, p := range [][2]float64{{5, 20}, {5, -20}, {20, 5}, {5, 5}} {
		add("points above and below are marked at the edge", 30, 6, &Spec{X: Axis{Over: Range{0, 10}}, Y: Axis{Over: Range{0, 10}}, Series: []Series{{X: p[:1], Y: p[1:], Marker: MarkDiamond}}})
	}
	seven := square()
	for _, r := range "abcdefg" {
		seven.Series = append(seven.Series, Series{Name: strings.Repeat(string(r), 5), Line: LineSolid, Marker: MarkDiamond})
	}
	for _, size := range [][2]int{{90, 8}, {60, 8}, {30, 12}, {60, 5}, {90, 3}} {
		add("the legend takes rows where there is height", size[0], size[1], seven)
	}
	short := square(Series{Name: "a name that is long", Short: "a", Line: LineSolid})
	short.Intervals = []Interval{{Name: "another name", Short: "b", Edges: true}}
	short.Series = append(short.Series, Series{Name: "a note", Short: "c", Marker: MarkDown})
	for _, w := range []int{60, 20, 12} {
		add("the legend takes short names before a further row", w, 6, short)
	}
	add("the legend has the marker of a series that shows none", 30, 5, square(Series{Name: "sparse", Line: LineSolid, Marker: MarkUp, Marks: []Marker{MarkNone}, X: at, Y: at}))
	add("marks of letters share their cell", 30, 5, square(Series{Name: "λ̂", X: at, Y: at, Marker: MarkRing}))
	strip := square()
	strip.Strips = []Strip{{}}
	bars := &strip.Strips[0]
	for i := range 1001 {
		bars.X, bars.Y = append(bars.X, float64(i)/100), append(bars.Y, 1)
	}
	bars.Y[503] = 8
	add("the strip shows the tallest of a cell", 30, 6, strip)
	runs := square()
	runs.Strips = []Strip{{Label: "n 30", Dense: true}}
	for i := range 101 {
		verdict, ink := MarkRun, InkEstimate
		if i < 30 || i == 60 {
			verdict, ink = MarkCross, InkAgainst
		}
		runs.Strips[0].X = append(runs.Strips[0].X, float64(i)/10)
		runs.Strips[0].Marks = append(runs.Strips[0].Marks, verdict)
		runs.Strips[0].Inks = append(runs.Strips[0].Inks, ink)
	}
	runs.Strips[0].Marks[80] = MarkStar
	for _, w := range []int{140, 60} {
		add("verdicts of many λ's form runs; a cell is out only if all of its λ's are", w, 6, runs)
	}
	gap := &Spec{Heat: &Heat{Min: 1, Max: 3, X: []float64{0, 1, 2}, Y: []float64{0}, Z: []float64{1, nan, 3}}}
	add("cells of a map reach halfway to their neighbours, in any order, each once", 30, 5, &Spec{Heat: &Heat{Min: 1, Max: 5, X: []float64{3, nan, 0, 1, 1}, Y: []float64{0}, Z: []float64{1, 2, 3, 4, 5}}})
	add("gaps of maps are blank", 30, 5, gap)
	rows := &Spec{Heat: &Heat{Min: 0, Max: HeatSteps, X: []float64{0}}}
	for i := range 12 {
		rows.Heat.Y, rows.Heat.Z = append(rows.Heat.Y, float64(i)), append(rows.Heat.Z, float64(i%2)*5+.5)
	}
	add("a map of differences over categories has names, a key and marks", 60, 16, foldMap())
	add("with colours a map of twice as many rows as the plot shows each", 20, 8, rows)
	return all
}

// inColours gives each ink its own colour.
func inColours(i Ink) lipgloss.Style {
	return lipgloss.NewStyle().Foreground(lipgloss.Color(fmt.Sprintf("#%02X8040", 6*int(i))))
}

// TestGallery draws the charts in all glyphs and in colours.
func TestGallery(t *testing.T) {
	for name, o := range map[string]Options{"braille": {}, "plain": {Glyphs: Plain}, "coloured": {Style: inColours}} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			for _, p := range gallery() {
				fmt.Fprintf(&b, "%s: %d×%d\n%s\n\n", p.name, p.w, p.h, strings.Join(p.spec.Draw(p.w, p.h, o).Lines, "\n"))
			}
			golden.RequireEqual(t, b.String())
		})
	}
}
