package explore

import (
	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
	"lambdascope/sim/truth"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
)

// lambdaView is the chart over λ.
func (v *view) lambdaView() page.View {
	return page.View{
		Name: "errors", Titles: []string{"LOTO error by λ", "LOTO by λ"}, Spec: v.picture, Tables: []page.Table{v.errorsTable()}, Mouse: page.Cursor,
	}
}

// valueView is the chart of true and estimated values at the λ under the cursor.
func (v *view) valueView() page.View {
	return page.View{
		Name:   valuesName,
		Titles: v.valueTitles(),
		Spec:   v.valueSpec,
		Tables: []page.Table{v.valuesTable()},
	}
}

// byState reports whether the values are drawn by state.
func byState(a *analysis.Result) bool { return a.Truth != nil && a.Truth.Kind != truth.KindMonteCarlo }

// valueSpec draws the values at the λ under the cursor, over what they take at all λ's.
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
	estimated := r.estimated.Union(chart.RangeOf(v.Result.Values(v.CursorIndex()))) // these are seen in any case
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

// nameValues says on the axes of a file what is drawn, and at which λ.
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

// valueTitles are titles of the chart of values, the longest first.
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

// reach is what the values of a result take of their axes at all λ's, so that moving
// the cursor leaves the axes where they are.
type reach struct {
	estimated, other chart.Range // other are true values, or returns where these are not known
}

func newReach(a *analysis.Result) (r reach) {
	if a.Truth != nil {
		r.other = chart.RangeOf(a.Truth.Nu)
	} else {
		r.other = chart.RangeOf(a.Sample.Returns)
	}
	// A few λ's say how far estimates reach at all of them: they change smoothly.
	const few = 4
	all := len(a.Selection.Candidates)
	r.estimated = chart.RangeOf(a.Values(0))
	for i := range few {
		r.estimated = r.estimated.Union(chart.RangeOf(a.Values((i + 1) * (all - 1) / few)))
	}
	// Where estimates go astray the axis ends, so that what is true keeps some of it.
	span := r.other.Hi - r.other.Lo
	r.estimated.Lo = max(r.estimated.Lo, min(r.other.Lo, r.estimated.Hi)-span)
	r.estimated.Hi = min(r.estimated.Hi, max(r.other.Hi, r.estimated.Lo)+span)
	return r
}
