// Package anychart draws random charts for property tests of tui/chart.
package anychart

import (
	"math"

	"pgregory.net/rapid"

	"lambdascope/tui/chart"
)

// odd are numbers that are hard to draw, because squares, differences or logarithms overflow.
var odd = []float64{
	0, 1, -1, 1, 1e300, -1e300, 1e-300, 5e-324, math.MaxFloat64, -math.MaxFloat64,
	math.NaN(), math.Inf(1), math.Inf(-1), .1341, .1342, 1e17, 1e9,
}

// draw draws the parts of a random chart.
type draw struct{ *rapid.T }

func (t draw) number(name string) float64 {
	return rapid.OneOf(rapid.SampledFrom(odd), rapid.Float64Range(0, 1), rapid.Float64()).Draw(t.T, name)
}

func (t draw) numbers(name string) []float64 {
	vs := make([]float64, t.to(12, name+" count"))
	for i := range vs {
		vs[i] = t.number(name)
	}
	if t.to(3, name+" tame") > 0 { // otherwise few charts have a line
		for i := range vs {
			vs[i] = math.Mod(vs[i], 10)
		}
	}
	return vs
}

func (t draw) to(most int, name string) int { return rapid.IntRange(0, most).Draw(t.T, name) }

// index returns an index of n elements, or −1 or n, which are out of range.
func (t draw) index(n int, name string) int { return rapid.IntRange(-1, n).Draw(t.T, name) }

func (t draw) either(name string) bool { return rapid.Bool().Draw(t.T, name) }

func (t draw) ink() chart.Ink {
	return chart.Ink(t.index(int(chart.InkTruthDim)+1, "ink"))
}

func (t draw) text(name string) string {
	return rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
		"λ̂", "γ²", "\u0302λ\u0302\u0302", "日本", "e\u0301\u0302", "\x1b[31m", "<&\">", "👩‍👩‍👧", "🇦🇹",
		"a name that is longer than all of the page is wide",
	})).Draw(t.T, name)
}

func (t draw) axis(name string) chart.Axis {
	a := chart.Axis{Label: t.text(name), Log: t.either(name + " log")}
	if t.either(name + " fixed") {
		a.Min, a.Max = t.number(name+" min"), t.number(name+" max")
	}
	if t.either(name + " ticks") {
		a.Ticks = t.numbers(name + " tick")
		for range t.to(5, name+" names") {
			a.Names = append(a.Names, t.text(name+" name"))
		}
	}
	return a
}

// Spec returns any chart.
func Spec(of *rapid.T) *chart.Spec {
	t := draw{of}
	s := &chart.Spec{X: t.axis("x"), Y: t.axis("y")}
	for range t.to(4, "series") {
		q := chart.Series{Name: t.text("name"), X: t.numbers("X"), Y: t.numbers("Y"), Ink: t.ink(), Line: chart.Line(t.index(4, "line")), Marker: chart.Marker(t.index(13, "marker"))}
		if t.either("marks") {
			q.Marks = []chart.Marker{chart.MarkRing, chart.MarkDown, 99}
		}
		s.Series = append(s.Series, q)
	}
	if t.either("band") {
		s.Intervals = []chart.Interval{{Name: t.text("band"), X: t.numbers("band x"), Lo: t.numbers("lo"), Hi: t.numbers("hi"), Edges: true, Ink: t.ink()}}
	}
	if t.either("right") {
		s.Y.Zero = t.text("zero")
		s.Intervals = append(s.Intervals, chart.Interval{Name: t.text("errors"), X: t.numbers("errors x"), Lo: t.numbers("errors lo"), Hi: t.numbers("errors hi"), Out: []bool{true, false, true}, Thick: t.either("thick"), Ink: t.ink()})
	}
	if t.either("cursor") {
		x := t.number("cursor")
		s.Cursor = &x
	}
	if t.either("strip") {
		s.Strips = []chart.Strip{
			{Label: t.text("strip"), X: t.numbers("strip x"), Y: t.numbers("strip y")},
			{Label: t.text("marks"), X: t.numbers("marks x"), Dense: t.either("dense"), Marks: []chart.Marker{chart.MarkCross, chart.MarkRun, chart.MarkStar}, Inks: []chart.Ink{t.ink(), t.ink(), t.ink()}},
			{X: t.numbers("names x"), Names: []string{t.text("first"), t.text("second")}},
		}
	}
	if t.either("heat") {
		s.Heat = &chart.Heat{
			Name: t.text("heat"), X: t.numbers("heat x"), Y: t.numbers("heat y"), Z: t.numbers("heat z"),
			Min: t.number("heat min"), Max: t.number("heat max"), Diverging: t.either("diverging"),
		}
	}
	if t.either("stack") {
		s.Stack = new(chart.Stack)
		for range t.to(3, "parts") {
			s.Stack.Parts = append(s.Stack.Parts, chart.Part{Name: t.text("part"), Y: t.numbers("part y"), Ink: t.ink(), Dim: t.ink()})
		}
	}
	if t.either("swarm") {
		s.Swarm = new(chart.Swarm)
		for range t.to(4, "groups") {
			s.Swarm.Groups = append(s.Swarm.Groups, t.numbers("dots"))
			s.Swarm.True = append(s.Swarm.True, t.numbers("truths"))
		}
	}
	return s
}
