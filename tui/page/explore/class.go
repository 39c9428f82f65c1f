package explore

import (
	"fmt"
	"math"

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
		return &chart.Strip{Label: "again", Text: fmt.Sprintf("known from %d trajectories on", estimator.FewestToChooseAgain)}
	}
	label := "λ̂'s"
	if l.class.Guesses {
		label = "votes"
	}
	return &chart.Strip{Label: label, X: c.Lambda, Y: l.class.Counts(c.Lambda), Ink: chart.InkCursor}
}

// presenter marks the λ under the presenter's cursor on a quantity.
func (l look) presenter(c figure.Curve, y []float64) []chart.Series {
	if l.class == nil || !l.class.Presenter.Set {
		return nil
	}
	at := 0
	for k, lambda := range c.Lambda {
		if math.Abs(lambda-l.class.Presenter.Value) < math.Abs(c.Lambda[at]-l.class.Presenter.Value) {
			at = k
		}
	}
	return []chart.Series{{
		Name: "presenter", X: c.Lambda[at : at+1], Y: y[at : at+1], Ink: chart.InkCursor, Marker: chart.MarkDiamond,
	}}
}
