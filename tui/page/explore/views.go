package explore

import (
	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
	"lambdascope/sim/truth"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
)

// viewBelow returns the chart below the chart over λ, or in its place: the values of the states,
// or the calibration where the true values are unknown.
func (v *view) viewBelow() page.View {
	if v.Result.Truth == nil {
		return v.calibrationView()
	}
	return v.valueView()
}

// lambdaView returns the chart over λ.
func (v *view) lambdaView() page.View {
	out := page.View{
		Name: "errors", Titles: []string{"LOTO error by λ", "LOTO by λ"}, Spec: v.picture, Tables: []page.Table{v.errorsTable()}, Mouse: page.Cursor,
	}
	if len(v.smaller()) > 0 && len(v.Result.Selection.Candidates) > 1 {
		out.Tables = append(out.Tables, v.verdictsTable())
	}
	return out
}

// valueView returns the chart of true and estimated values at the λ under the cursor.
func (v *view) valueView() page.View {
	return page.View{
		Name:   valuesName,
		Titles: v.valueTitles(),
		Spec:   v.valueSpec,
		Tables: []page.Table{v.valuesTable()},
	}
}

// valueSpec draws the values at the λ under the cursor, on axes that fit the values at all λ's.
func (v *view) valueSpec(int) *chart.Spec {
	r := v.reach.Of(v.Result, func() reach { return newReach(v.Result) })
	estimated := r.estimated.Union(chart.RangeOf(v.Result.Values(v.CursorIndex()))) // always visible
	at := " at λ = " + textfmt.Number(v.CursorLambda())
	if v.Result.Truth.Kind == truth.KindMonteCarlo {
		s := v.scatterSpec()
		s.X.Scale = "explore estimated value"
		s.X.Over = estimated
		s.X.Long = "estimated value" + at
		s.Y.Scale = "explore true value"
		s.Y.Over = r.known
		return s
	}
	s := v.statesSpec()
	s.Y.Scale = "explore value"
	s.Y.Over = estimated.Union(r.known)
	s.Y.Long = "value" + at
	return s
}

// valueTitles returns titles of the chart of values, the longest first.
func (v *view) valueTitles() []string {
	at := "λ = " + textfmt.Number(v.CursorLambda())
	what := "Values"
	if v.Result.Settings.Problem.Target != 0 {
		what = "Values of the target policy"
	}
	switch sampled := v.Result.Truth.Kind == truth.KindMonteCarlo; {
	case v.Hidden && sampled:
		return []string{"Estimated values, at " + at, "Estimated values"}
	case sampled:
		return []string{"True against estimated values, at " + at, "True against estimated"}
	}
	return []string{what + ", at " + at, "Values, at " + at, "Values"}
}

// reach is the range of a result's values over all λ's, so that moving the cursor leaves the axes
// in place.
type reach struct{ estimated, known chart.Range }

func newReach(a *analysis.Result) reach {
	r := reach{known: chart.RangeOf(a.Truth.Nu)}
	// A few λ's show the range for all, because estimates change smoothly with λ.
	const few = 4
	all := len(a.Selection.Candidates)
	r.estimated = chart.RangeOf(a.Values(0))
	for i := range few {
		r.estimated = r.estimated.Union(chart.RangeOf(a.Values((i + 1) * (all - 1) / few)))
	}
	// The axis ends one span beyond the true values; otherwise a wild estimate would leave no room
	// for them.
	span := r.known.Hi - r.known.Lo
	r.estimated.Lo = max(r.estimated.Lo, min(r.known.Lo, r.estimated.Hi)-span)
	r.estimated.Hi = min(r.estimated.Hi, max(r.known.Hi, r.estimated.Lo)+span)
	return r
}
