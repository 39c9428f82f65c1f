package explore

import (
	"strconv"

	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
)

// strip returns the bars under the λ axis, what the class chose; nil where there is no
// class.
func (l look) strip(c figure.Curve) *chart.Strip {
	if l.class == nil || l.class.Lambdas == nil {
		return nil
	}
	return &chart.Strip{Label: classLabel(l.class), X: c.Lambda, Y: l.class.Counts(c.Lambda), Ink: chart.InkCursor}
}

// classLabel names what the class chose.
func classLabel(c *page.Class) string {
	if c.Guesses {
		return "votes"
	}
	return "λ̂'s"
}

// classCells are how many of the class chose each λ, as text.
func classCells(l look) []string {
	grid := figure.NewCurve(l.analysis).Lambda
	out := make([]string, len(grid))
	for k, n := range l.class.Counts(grid) {
		out[k] = strconv.Itoa(int(n))
	}
	return out
}
