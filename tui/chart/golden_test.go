package chart

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
)

// lotoChart is the first chart of the Explore page.
func lotoChart() *Spec {
	x := []float64{0, .1, .2, .3, .4, .5, .6, .7, .8, .9, 1}
	loto := []float64{.0004, .0001, 0, .0001, .0005, .0012, .0022, .0034, .005, .0068, .009}
	se := []float64{.0005, .0002, 0, .0002, .0004, .0006, .0008, .0010, .0012, .0014, .0015}
	truth := []float64{-.0002, -.0001, 0, .0002, .0005, .0009, .0016, .0025, .0038, .0054, .0075}
	lo, hi := make([]float64, len(x)), make([]float64, len(x))
	marks := make([]Marker, len(x))
	for i := range x {
		lo[i], hi[i], marks[i] = loto[i]-se[i], loto[i]+se[i], MarkDot
	}
	for _, i := range []int{0, 1, 3, 4} {
		marks[i] = MarkRing
	}
	marks[2] = MarkDown
	return &Spec{
		X:         Axis{Label: "λ"},
		Y:         Axis{Label: "LOTO error", Zero: ".134"},
		Intervals: []Interval{{Name: "± paired s.e.", X: x, Lo: lo, Hi: hi, Edges: true, Ink: InkEstimateDim}},
		Series: []Series{
			{Name: "LOTO error", X: x, Y: loto, Ink: InkEstimate, Line: LineSolid, Marks: marks},
			{Name: "true MSVE, shifted", X: x, Y: truth, Ink: InkTruth, Line: LineDashed},
			{Name: "not told apart", Ink: InkEstimate, Marker: MarkRing},
		},
		Cursor: new(.5),
		Strips: []Strip{{Label: "wins", X: x, Y: []float64{310, 120, 260, 90, 60, 40, 30, 10, 0, 20, 60}, Ink: InkThird}},
	}
}

// stateChart is the second chart of the Explore page.
func stateChart() *Spec {
	x := []float64{1, 2, 3, 4, 5}
	return &Spec{
		X: Axis{Label: "state", Ticks: x},
		Y: Axis{Label: "value"},
		Series: []Series{
			{Name: "true", X: x, Y: []float64{.12, .26, .41, .58, .75}, Ink: InkTruth, Line: LineDotted, Marker: MarkDot},
			{Name: "estimated", X: x, Y: []float64{.10, .29, .40, .52, .69}, Ink: InkEstimate, Marker: MarkRing},
		},
	}
}

func TestGolden(t *testing.T) {
	charts := []struct {
		name string
		spec *Spec
	}{{"loto", lotoChart()}, {"states", stateChart()}}
	for _, c := range charts {
		for glyphs, name := range map[Glyphs]string{Braille: "braille", Plain: "plain"} {
			t.Run(c.name+"/"+name, func(t *testing.T) {
				d := c.spec.Draw(92, 16, Options{Glyphs: glyphs})
				golden.RequireEqual(t, strings.Join(d.Lines, "\n")+"\n")
			})
		}
	}
}
