package explore

import (
	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
	"lambdascope/sim/truth"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
)

// viewsBelow returns the charts below the chart over λ, or beside it; the page shows one at a
// time.
func (v *view) viewsBelow() []page.View {
	var out []page.View
	if v.Result.Calibration != nil {
		out = append(out, v.calibrationView())
	}
	return append(out, v.valueView())
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

// byState reports whether the chart of values has a place for each state.
func byState(a *analysis.Result) bool { return a.Truth != nil && a.Truth.Kind != truth.KindMonteCarlo }

// valueSpec draws the values at the λ under the cursor, on axes that fit the values at all λ's.
func (v *view) valueSpec(width int) *chart.Spec {
	var s *chart.Spec
	known := v.Result.Truth
	switch {
	case known == nil:
		s = v.returnsSpec()
	case known.Kind == truth.KindMonteCarlo:
		s = v.scatterSpec()
	default:
		s = v.statesSpec()
	}
	r := v.reach.Of(v.Result, func() reach { return newReach(v.Result) })
	estimated := r.estimated.Union(chart.RangeOf(v.Result.Values(v.CursorIndex()))) // always visible
	if byState(v.Result) {
		s.Y.Scale, s.Y.Over = "explore value", estimated.Union(r.other)
	} else {
		s.X.Scale, s.X.Over = "explore estimated value", estimated
		s.Y.Scale, s.Y.Over = "explore return", r.other
	}
	if width == page.InFile {
		v.nameValues(s)
	}
	return s
}

// nameValues writes the quantity and the λ on the axes of a file.
func (v *view) nameValues(s *chart.Spec) {
	at := " at λ = " + textfmt.Number(v.CursorLambda())
	if s.Y.Label == "" {
		s.Y.Label = "value"
	}
	s.Y.Long = s.Y.Label
	if s.X.Label == "estimated" {
		s.X.Long = "estimated value" + at
	} else {
		s.Y.Long += at
	}
}

// valueTitles returns titles of the chart of values, the longest first.
func (v *view) valueTitles() []string {
	at := "λ = " + textfmt.Number(v.CursorLambda())
	what := "Values"
	if v.Result.Settings.Problem.Target != 0 {
		what = "Values of the target policy"
	}
	switch known := v.Result.Truth; {
	case known == nil:
		return []string{"Returns against estimates, at " + at, "Returns against estimates"}
	case v.Hidden && known.Kind == truth.KindMonteCarlo:
		return []string{"Estimated values, at " + at, "Estimated values"}
	case known.Kind == truth.KindMonteCarlo:
		return []string{"True against estimated values, at " + at, "True against estimated"}
	}
	return []string{what + ", at " + at, "Values, at " + at, "Values"}
}

// reach is the range of a result's values over all λ's, so that moving the cursor leaves the axes
// in place.
type reach struct {
	estimated, other chart.Range // other is for true values, or for returns if the truth is unknown
}

func newReach(a *analysis.Result) (r reach) {
	if a.Truth != nil {
		r.other = chart.RangeOf(a.Truth.Nu)
	} else {
		r.other = chart.RangeOf(a.Sample.Returns)
	}
	// A few λ's show the range for all, because estimates change smoothly with λ.
	const few = 4
	all := len(a.Selection.Candidates)
	r.estimated = chart.RangeOf(a.Values(0))
	for i := range few {
		r.estimated = r.estimated.Union(chart.RangeOf(a.Values((i + 1) * (all - 1) / few)))
	}
	// The axis ends one span beyond the true values or returns; otherwise a wild estimate would
	// leave no room for them.
	span := r.other.Hi - r.other.Lo
	r.estimated.Lo = max(r.estimated.Lo, min(r.other.Lo, r.estimated.Hi)-span)
	r.estimated.Hi = min(r.estimated.Hi, max(r.other.Hi, r.estimated.Lo)+span)
	return r
}
