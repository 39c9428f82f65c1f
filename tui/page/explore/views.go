package explore

import (
	"image"
	"slices"
	"strconv"

	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
	"lambdascope/sim/truth"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/state"
)

// allWidth is the least width of the body, in cells, with room for the scatter of values beside
// the maps.
const allWidth = 150

// readingWidth is the least width of the body, in cells, with room for the explanation of the
// signs beside the lower chart.
const readingWidth = 80

// views returns the charts of the page: the chart over λ, the chart below it and any maps.
func (v *view) views() []page.View {
	if v.Result == nil {
		return nil
	}
	out := []page.View{v.lambdaView(), v.viewBelow()}
	if v.classChose() { // a table only, since the chart over λ draws the choices as a strip
		out = append(out, page.View{Tables: []page.Table{v.classTable()}})
	}
	return append(out, v.mapViews(true)...)
}

func (v *view) body(area image.Rectangle) []string {
	all := v.charts()
	return all[all.At(v.Charts[state.PageExplore])].Draw(area)
}

// charts returns the choices of the page; nil before any result. Maps take the whole width or, in a
// wide window, stand beside the first of the other charts.
func (v *view) charts() page.Choices {
	if v.Result == nil {
		return nil
	}
	main := page.Choice{Chart: state.ExploreErrors, Draw: v.Block(v.lambdaView())}
	if v.growing() {
		main.Draw = page.Beside(v.mainShare(), main.Draw, v.growth)
	}
	below := v.viewBelow()
	other := page.Choice{Chart: state.Chart(slices.Index(state.PageExplore.Charts(), below.Name)), Draw: v.Block(below)}
	wide := v.Snapshot.Body.Dx()
	besideMaps := v.mapped() && wide >= allWidth
	if v.Room == page.RoomBelow && wide >= readingWidth && !besideMaps {
		reading := v.Reading(v.signs())
		share := 60
		if v.explains() {
			reading = page.Above(v.Block(v.whyView()), reading, func(h int) int { return h - readingRows })
			share = v.mainShare()
		}
		other.Draw = page.Beside(share, other.Draw, reading)
	}
	others := page.Choices{other}
	maps := page.Choice{Chart: state.ExploreMaps, Draw: v.mapsChart}
	switch {
	case !v.mapped():
	case v.Room == page.RoomForOne:
		others = append(others, maps)
	case besideMaps:
		others[0].Draw = page.Beside(27, other.Draw, v.mapsChart)
	default:
		others = page.Choices{maps, other}
	}
	if v.Room != page.RoomBelow {
		return append(page.Choices{main}, others...)
	}
	for i := range others {
		others[i].Draw = page.Above(main.Draw, others[i].Draw, func(h int) int { return h * 55 / 100 })
	}
	others[0].Chart = main.Chart
	return others
}

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

// calibrationView returns the chart of returns against predictions at λ̂, each prediction made
// without the trajectory. It replaces the true values where the analysis has none.
func (v *view) calibrationView() page.View {
	out := page.View{
		Name: "calibration",
		Titles: []string{
			"Calibration at λ̂: returns against predictions without the trajectory",
			"Calibration at λ̂: returns against predictions", "Calibration at λ̂",
		},
		Spec: func(int) *chart.Spec { return nil },
	}
	if v.Result.Calibration != nil { // otherwise not computed yet
		out.Spec = v.calibrationSpec
		out.Tables = []page.Table{v.calibrationTable()}
	}
	return out
}

// calibrationSpec draws the parts with the 95 % intervals of their returns, the starts, and the
// line of equal predictions and returns.
func (v *view) calibrationSpec(width int) *chart.Spec {
	c := v.Result.Calibration
	var x, y []float64
	bars := chart.Interval{Name: "95 %", Ink: chart.InkEstimateDim}
	for i := range c.Parts {
		x = append(x, c.Parts[i].Predicted)
		y = append(y, c.Parts[i].Returned)
	}
	for _, part := range append(c.Parts[:len(c.Parts):len(c.Parts)], c.Start) {
		bars.X = append(bars.X, part.Predicted)
		bars.Lo = append(bars.Lo, part.Returned-part.Half())
		bars.Hi = append(bars.Hi, part.Returned+part.Half())
	}
	r := chart.RangeOf(x, []float64{c.Start.Predicted})
	s := &chart.Spec{
		X: chart.Axis{Label: "predicted", Scale: "explore predicted"},
		Y: chart.Axis{Label: "returned", Scale: "explore returned"},

		Intervals: []chart.Interval{bars},
		Series: []chart.Series{
			{X: []float64{r.Lo, r.Hi}, Y: []float64{r.Lo, r.Hi}, Ink: chart.InkFaint, Line: chart.LineDotted},
			{Name: "tenths of the steps", Short: "tenths", X: x, Y: y, Ink: chart.InkEstimate, Marker: chart.MarkRing},
			{Name: "starts", X: []float64{c.Start.Predicted}, Y: []float64{c.Start.Returned}, Ink: chart.InkEstimate, Marker: chart.MarkCross},
		},
	}
	if width == page.InFile {
		s.Series[0].Name = "equal"
		s.X.Long = "mean prediction without each trajectory, at λ̂"
		s.Y.Long = "mean return"
	}
	return s
}

// calibrationTable returns the parts, then the starts.
func (v *view) calibrationTable() page.Table {
	c := v.Result.Calibration
	out := page.Table{Name: "calibration", Header: []string{"part", "predicted", "predicted_se", "returned", "returned_se", "low", "high", "steps", "trajectories"}}
	out.Rows = func() (rows [][]string) {
		for i := range len(c.Parts) + 1 {
			name := "starts"
			part := &c.Start
			if i < len(c.Parts) {
				name = strconv.Itoa(i + 1)
				part = &c.Parts[i]
			}
			half := part.Half()
			rows = append(rows, []string{
				name, report.Exact(part.Predicted), report.Exact(part.PredictedSE), report.Exact(part.Returned), report.Exact(part.ReturnedSE),
				report.Exact(part.Returned - half), report.Exact(part.Returned + half), strconv.Itoa(part.Steps), strconv.Itoa(part.Folds),
			})
		}
		return rows
	}
	return out
}
