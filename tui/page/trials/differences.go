package trials

import (
	"fmt"
	"math"
	"strconv"

	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/state"
)

// differencesName is the name of the files with differences.
const differencesName = "differences"

// turned returns the chart some steps on.
func (v *view) turned(steps int) state.Chart {
	return v.charts(nil).Next(v.Charts[state.PageTrials], steps)
}

// chartControl chooses the chart. Its turns skip visible charts.
func (v *view) chartControl(group string) state.Knob {
	c := state.ChartKnob(state.PageTrials, state.TrialsSplit, "chart", group, "the visible chart")
	c.Next = func(_ state.State, steps int) string {
		return state.PageTrials.Charts()[v.turned(steps)]
	}
	return c
}

// against returns the index of the λ compared with the λ under the cursor: the last of the
// grid, or the first if the cursor is at the last. λ̂ or the best λ would make every
// difference one-sided, because the index would depend on the data set.
func (c charts) against() int {
	last := len(c.of.Lambdas) - 1
	if c.cursor() == last {
		return 0
	}
	return last
}

// compared is the content of the chart of differences.
type compared struct {
	*study.Differences
	lambda, against float64
}

// differences compares the λ under the cursor.
func (c charts) differences() compared {
	k := c.against()
	return compared{c.size().Differences(c.cursor(), k), c.of.Lambdas[c.cursor()], c.of.Lambdas[k]}
}

// difference is the LOTO difference against the true one, a dot for each data set.
func (c charts) difference() page.View {
	trials := c.run.Now.Trials
	lambdas := "λ = " + textfmt.Number(c.of.Lambdas[c.cursor()]) + " minus λ = " + textfmt.Number(c.of.Lambdas[c.against()])
	return page.View{
		Name: differencesName,
		Titles: []string{
			"LOTO error (up) and true MSVE (across), " + lambdas,
			"Differences, " + lambdas,
		},
		Spec: func(int) *chart.Spec { return c.differences().spec() },
		Tables: []page.Table{{
			Name: differencesName, Header: []string{"trial", "seed", "lambda", "against", "msve_diff", "loto_diff"},
			Rows: func() [][]string { return c.differences().rows(trials) },
		}},
	}
}

// extents are the ranges of the dots, with zero.
func (c compared) extents() (x, y chart.Range) {
	for i := range c.MSVE {
		x.Lo, x.Hi = min(x.Lo, c.MSVE[i]), max(x.Hi, c.MSVE[i])
		y.Lo, y.Hi = min(y.Lo, c.Loto[i]), max(y.Hi, c.Loto[i])
	}
	return x, y
}

// line returns the part of a line within two ranges; nil if no part is.
func line(slope, intercept float64, over, up chart.Range) (x, y []float64) {
	first, last := over.Lo, over.Hi
	if slope != 0 {
		a, b := (up.Lo-intercept)/slope, (up.Hi-intercept)/slope
		first, last = max(first, min(a, b)), min(last, max(a, b))
	}
	if !(first < last) || slope == 0 && (intercept < up.Lo || intercept > up.Hi) {
		return nil, nil
	}
	return []float64{first, last}, []float64{intercept + float64(slope*first), intercept + float64(slope*last)}
}

// spec draws a dot for each data set, the line of equal differences, the line of least squares, and the
// means.
func (c compared) spec() *chart.Spec {
	from := "λ = " + textfmt.Number(c.lambda) + " minus that at λ = " + textfmt.Number(c.against)
	x, y := c.extents()
	s := &chart.Spec{
		X: chart.Axis{Label: "true", Long: "MSVE at " + from, Over: x, Scale: "trials true difference"},
		Y: chart.Axis{Label: "LOTO", Long: "LOTO error at " + from, Over: y, Scale: "trials loto difference"},
	}
	ex, ey := line(1, 0, s.X.Over, s.Y.Over)
	s.Series = []chart.Series{
		{Name: "data sets", X: c.MSVE, Y: c.Loto, Ink: chart.InkEstimate, Marker: chart.MarkPoint},
		{Name: "y = x", X: ex, Y: ey, Ink: chart.InkTruth, Line: chart.LineDotted},
	}
	if !math.IsNaN(c.Slope) {
		fx, fy := line(c.Slope, c.Intercept, s.X.Over, s.Y.Over)
		s.Series = append(s.Series, chart.Series{Name: "fitted line", Short: "fitted", X: fx, Y: fy, Ink: chart.InkThird, Line: chart.LineDashed})
	}
	s.Series = append(s.Series, chart.Series{
		Name: "mean", X: []float64{c.MSVEMean.Mean}, Y: []float64{c.LotoMean.Mean}, Ink: chart.InkText, Marker: chart.MarkSquare,
	})
	return s
}

// sentence says how the differences go together from data set to data set. It draws only conclusions
// that the data support.
func (c compared) sentence(trials int) page.Sentence {
	switch {
	case math.IsNaN(c.Correlation):
		return page.Sentence{Headline: []string{"One of the differences does not vary: there is nothing to compare."}}
	case trials < study.FewestTrials || math.IsNaN(c.Low):
		return page.Sentence{Headline: []string{fmt.Sprintf("Too few data sets to compare LOTO error and true error: %d.", trials)}}
	}
	const weak = .4
	how, so := "may or may not go together", "More trials narrow the interval."
	switch {
	case c.High < 0:
		how, so = "go against each other", "So the LOTO error of one data set does not say which λ fits it better."
	case c.Low > 0:
		how, so = "go together", "So the LOTO error says something of the fit to one data set, too."
	case c.High < weak:
		how, so = "hardly go together", "So the LOTO error of one data set says little of which λ fits it better."
	}
	number := func(v float64) string { return textfmt.WithDecimals(v, 2) }
	interval := fmt.Sprintf("Correlation over %d data sets, 95 %%: %s to %s.", trials, number(c.Low), number(c.High))
	return page.Sentence{
		Headline: []string{fmt.Sprintf("LOTO error and true error %s: %s.", how, number(c.Correlation))},
		Quiet:    []string{interval + " " + so, so, interval},
	}
}

// rows has a row for each data set.
func (c compared) rows(trials []*study.Trial) [][]string {
	var out [][]string
	for i, t := range trials {
		out = append(out, []string{
			strconv.Itoa(t.Index), strconv.FormatUint(t.Seed, 10), textfmt.Number(c.lambda), textfmt.Number(c.against),
			report.Exact(c.MSVE[i]), report.Exact(c.Loto[i]),
		})
	}
	return out
}
