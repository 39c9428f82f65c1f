package trials

import (
	"math"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
)

// row is a way to come by a λ, as a mark with its 95 % interval in a chart of such rows.
type row struct {
	name, short string       // short may be empty for name
	msve        study.Mean   // whose root stands behind the name
	at          [3]float64   // the mark, between the ends of its interval
	look        chart.Series // has its ink, line and marker
}

// rowsSpec draws rows, the first at the top. Their names have the numbers with them, and are
// short where they would take more than half of the width.
func rowsSpec(at page.Place, x chart.Axis, rows []row, text func(string) string) *chart.Spec {
	s := &chart.Spec{X: x, Y: chart.Axis{Min: 1, Max: float64(len(rows))}}
	s.X.Over = chart.Range{Lo: math.Inf(1), Hi: math.Inf(-1)}
	var names, shorts []string
	var means []study.Mean
	for i, r := range rows {
		for _, v := range r.at {
			if !math.IsNaN(v) {
				s.X.Over = page.Union(s.X.Over, chart.Range{Lo: v, Hi: v})
			}
		}
		names, shorts, means = append(names, text(r.name)), append(shorts, text(r.short)), append(means, r.msve)
		y := float64(len(rows) - i)
		s.Y.Ticks = append(s.Y.Ticks, y)
		s.Series = append(s.Series, chart.Series{
			X: r.at[:], Y: []float64{y, y, y},
			Ink: r.look.Ink, Line: r.look.Line, Marks: []chart.Marker{chart.MarkNone, r.look.Marker},
		})
	}
	numbers, _ := rootTexts(means...)
	s.Y.Names = joined(names, numbers)
	if shorts[0] != "" && ansi.StringWidth(s.Y.Names[0]) > (at.Width-1)/2 {
		s.Y.Names = joined(shorts, numbers)
	}
	asText(&s.Y, at)
	return s
}
