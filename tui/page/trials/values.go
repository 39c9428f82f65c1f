package trials

import (
	"context"
	"math"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
)

// foundValues has the values of states by λ. A foundValues is immutable.
type foundValues struct {
	summary *study.Summary
	at      []*study.Values // by the index of λ
}

// followValues computes the values of the latest summary.
func (p *Page) followValues(s *page.Snapshot) tea.Cmd {
	if !s.OnShow || s.Result == nil {
		return nil
	}
	summary := p.view(s).newest()
	of := &p.values
	if summary == nil || of.Running() && of.Key.Plan.Settings == summary.Plan.Settings {
		return nil // because work that each new summary restarts would never end
	}
	return of.Ensure(p.env.Context, summary, func(ctx context.Context, put func(*foundValues)) error {
		f := &foundValues{summary: summary}
		for k := range summary.Lambdas {
			values, err := study.StateValues(ctx, p.env.Engine, summary, 0, k)
			if err != nil {
				return err
			}
			f.at = append(f.at, values)
		}
		put(f)
		return nil
	})
}

// valuesView is the values of states over the trials.
func (c charts) valuesView() page.View {
	f := c.values.Now
	k := page.Nearest(f.summary.Lambdas, c.CursorLambda())
	spec := func(int) *chart.Spec {
		s := f.spec(k, c.Hidden)
		if kept := c.kept(); kept != nil {
			s.Y.Over = kept.valueRange(c.Hidden)
		}
		return s
	}
	return page.View{
		Name: valuesName, Spec: spec,
		Titles: []string{"Values, λ = " + textfmt.Number(f.summary.Lambdas[k]), "Values"}, Tables: []page.Table{f.table(k)},
	}
}

// spec draws the mean estimate of each state with one standard deviation on either side, and the
// truth: the distance of mean and truth is the bias, the bar shows the variance. States without a
// name stand in groups by true value.
func (f *foundValues) spec(k int, hidden bool) *chart.Spec {
	const half = .35 // half the width of a step; states are 1 apart
	v := f.at[k]
	n := len(v.True)
	s := &chart.Spec{X: chart.Axis{Label: "state", Names: v.Labels}, Y: chart.Axis{Over: f.valueRange(hidden), Scale: "trials value"}}
	switch {
	case f.summary.Plan.Settings.Problem.Domain == "random-walk":
		s.X = figure.WalkAxis(n)
	case v.Labels == nil:
		s.X = chart.Axis{Long: "groups of states by true value", Ticks: []float64{1, float64(n)}, Names: []string{"lowest", "highest"}}
	default:
		for i := range n {
			s.X.Ticks = append(s.X.Ticks, float64(i+1))
		}
	}
	truth := chart.Series{Name: "truth", Short: "true", Ink: chart.InkTruth, Line: chart.LineSolid}
	mean := chart.Series{Name: "mean ± sd", Short: "± sd", Y: v.Mean, Ink: chart.InkEstimate, Marker: chart.MarkDot}
	sd := chart.Interval{Ink: chart.InkEstimateDim}
	for i := range n {
		x := float64(i + 1)
		truth.Y = append(truth.Y, v.True[i], v.True[i], math.NaN())
		truth.X = append(truth.X, x-half, x+half, math.NaN())
		mean.X = append(mean.X, x)
		sd.Lo = append(sd.Lo, v.Mean[i]-v.SD[i])
		sd.Hi = append(sd.Hi, v.Mean[i]+v.SD[i])
	}
	sd.X = mean.X
	if f.summary.Trials == 1 {
		mean.Name = "estimate"
		mean.Short = ""
	}
	s.Intervals = []chart.Interval{sd}
	s.Series = []chart.Series{truth, mean}
	if hidden {
		s.Series = s.Series[1:]
	}
	return s
}

// valueRange covers the true values and the intervals at all λ's, so that the scale stays
// while the cursor moves. A limit keeps some of the scale for the true values despite
// estimates far astray. Instead of a hidden truth, which the scale would tell, the means count.
func (f *foundValues) valueRange(hidden bool) chart.Range {
	known := [][]float64{f.at[0].True}
	if hidden {
		known = nil
		for _, v := range f.at {
			known = append(known, v.Mean)
		}
	}
	core := chart.RangeOf(known...)
	low := core.Lo
	high := core.Hi
	for _, v := range f.at {
		for i, mean := range v.Mean {
			sd := v.SD[i]
			if math.IsNaN(sd) {
				sd = 0
			}
			low, high = min(low, mean-sd), max(high, mean+sd)
		}
	}
	span := core.Hi - core.Lo
	return chart.Range{Lo: max(low, core.Lo-span), Hi: min(high, core.Hi+span)}
}

// valuesName is the name of the files with values.
const valuesName = "values"

// table has the values at the λ under the cursor.
func (f *foundValues) table(k int) page.Table {
	v := f.at[k]
	out := page.Table{Name: valuesName, Header: []string{"lambda", "state", "true_value", "mean", "sd"}}
	if v.Labels == nil {
		out.Header[1] = "group"
	}
	out.Rows = func() (rows [][]string) {
		for i := range v.True {
			name := strconv.Itoa(i)
			if v.Labels != nil {
				name = v.Labels[i]
			}
			rows = append(rows, []string{textfmt.Number(f.summary.Lambdas[k]), name, report.Exact(v.True[i]), report.Exact(v.Mean[i]), report.Exact(v.SD[i])})
		}
		return rows
	}
	return out
}
