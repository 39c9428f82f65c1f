package explore

import (
	"fmt"

	"lambdascope/estimator"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
)

// strip returns the bars under the λ axis: what the class chose, where there is that,
// else how often another data set would choose each λ.
func (l look) strip(c figure.Curve) *chart.Strip {
	if l.class == nil || l.class.Lambdas == nil {
		if s := c.ChosenAgainStrip(); s != nil {
			return s
		}
		return &chart.Strip{Label: "again", Text: fmt.Sprintf("known from %d %s on", estimator.FewestToChooseAgain, l.analysis.FoldsNoun())}
	}
	label := "λ̂'s"
	if l.class.Guesses {
		label = "votes"
	}
	return &chart.Strip{Label: label, X: c.Lambda, Y: l.class.Counts(c.Lambda), Ink: chart.InkCursor}
}
