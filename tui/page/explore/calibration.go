package explore

import (
	"strconv"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
)

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
		s.X.Long, s.Y.Long = "mean prediction without each trajectory, at λ̂", "mean return"
	}
	return s
}

// calibrationTable returns the parts, then the starts.
func (v *view) calibrationTable() page.Table {
	c := v.Result.Calibration
	out := page.Table{Name: "calibration", Header: []string{"part", "predicted", "predicted_se", "returned", "returned_se", "low", "high", "steps", "trajectories"}}
	out.Rows = func() (rows [][]string) {
		for i := range len(c.Parts) + 1 {
			name, part := "starts", &c.Start
			if i < len(c.Parts) {
				name, part = strconv.Itoa(i+1), &c.Parts[i]
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
