package trials

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
)

// method is a way to choose λ, with the resulting MSVE.
type method struct {
	name, short string
	msve        study.Mean
	look        chart.Series // has ink, line and marker
}

// trialMethods returns ALLSTD and the methods to compare with.
func trialMethods(s *study.Summary) []method {
	z := &s.Sizes[0]
	at := func(k int) string { return ", λ = " + textfmt.Number(s.Lambdas[k]) }
	return []method{
		{"ALLSTD", "ALLSTD", z.ALLSTD, chart.Series{Ink: chart.InkEstimate, Line: chart.LineSolid, Marker: chart.MarkDot}},
		{"best" + at(z.Best), "best", z.LSTD[z.Best], chart.Series{Ink: chart.InkTruth, Line: chart.LineDashed, Marker: chart.MarkSquare}},
		{"worst" + at(z.Worst), "worst", z.LSTD[z.Worst], chart.Series{Ink: chart.InkTruth, Line: chart.LineDotted, Marker: chart.MarkSquare}},
		{"λ at random", "random", z.Random, chart.Series{Ink: chart.InkText, Line: chart.LineSolid, Marker: chart.MarkRing}},
	}
}

// methodSpec draws a row for each method, the first at the top: the root MSVE with the 95 % interval.
// Names have numbers beside them, and are short if they would take more than half of the width.
func (c charts) methodSpec(width int) *chart.Spec {
	methods := trialMethods(c.of)
	s := &chart.Spec{
		X: chart.Axis{Label: "root MSVE", Scale: "trials root msve"},
		Y: chart.Axis{Min: 1, Max: float64(len(methods))},
	}
	text := c.Styles.Text
	if width == page.InFile {
		text = func(s string) string { return s }
	}
	var all []float64
	var names, shorts []string
	var numbers []string
	for i, m := range methods {
		root, low, high := m.msve.Root()
		x := []float64{low, root, high}
		all = append(all, x...)
		names = append(names, text(m.name))
		shorts = append(shorts, text(m.short))
		number, _ := textfmt.WithInterval(root, low, high)
		numbers = append(numbers, number)
		y := float64(len(methods) - i)
		s.Y.Ticks = append(s.Y.Ticks, y)
		s.Series = append(s.Series, chart.Series{
			X: x, Y: []float64{y, y, y},
			Ink: m.look.Ink, Line: m.look.Line, Marks: []chart.Marker{chart.MarkNone, m.look.Marker},
		})
	}
	s.X.Over = chart.RangeOf(all)
	s.Y.Names = joined(names, numbers)
	if ansi.StringWidth(s.Y.Names[0]) > (width-1)/2 {
		s.Y.Names = joined(shorts, numbers)
	}
	if width == page.InFile { // names without columns, and rows off the frame
		for i, name := range s.Y.Names {
			s.Y.Names[i] = strings.Join(strings.Fields(name), " ")
		}
		s.Y.Min -= .5
		s.Y.Max += .5
	}
	return s
}
