package explore

import (
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
)

// strip returns the bars under the λ axis: what the class chose, where there is that,
// else how often another data set would choose each λ.
func (l look) strip(c figure.Curve) *chart.Strip {
	if l.class == nil || l.class.Lambdas == nil {
		return c.ChosenAgainStrip()
	}
	label := "λ̂'s"
	if l.class.Guesses {
		label = "votes"
	}
	return &chart.Strip{Label: label, X: c.Lambda, Y: l.class.Counts(c.Lambda), Ink: chart.InkCursor}
}
