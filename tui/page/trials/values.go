package trials

import (
	"context"
	"math"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
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
	summary, of := p.view(s).newest(), &p.values
	if summary == nil || of.Running() && of.Key.Plan.Settings == summary.Plan.Settings {
		return nil // because work that each new summary restarts would never end
	}
	engine := p.env.Engine
	return of.Ensure(p.env.Context, summary, func(ctx context.Context, put func(*foundValues)) error {
		f := &foundValues{summary: summary}
		for k := range summary.Lambdas {
			values, err := study.StateValues(ctx, engine, summary, 0, k)
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
	return page.View{
		Name: valuesName, Spec: func(width int) *chart.Spec { return f.spec(k, width) },
		Titles: f.titles(k), Tables: []page.Table{f.table(k)},
	}
}

// titles are the titles of the chart, the longest first.
func (f *foundValues) titles(k int) []string {
	at := ", λ = " + textfmt.Number(f.summary.Lambdas[k])
	sets := setsText(f.summary.Trials)
	if f.at[k].Labels == nil {
		return []string{"true against estimated value over " + sets + at + ", states in groups", "true against estimated, " + sets + at, "values, " + sets + at, "values" + at}
	}
	return []string{"value by state over " + sets + at, "values, " + sets + at, "values" + at}
}

// spec draws the mean estimate of each state with one standard deviation on either side, against the
// truth: the distance of mean and truth is the bias, the interval shows the variance.
func (f *foundValues) spec(k, width int) *chart.Spec {
	v := f.at[k]
	names := []string{"± 1 sd over data sets", "true value", "mean estimate"}
	const wide = 62
	if width < wide {
		names = []string{"± 1 sd", "true", "mean"}
	}
	x := v.True
	s := &chart.Spec{
		X: chart.Axis{Label: "true", Long: "true value", Scale: "trials true value"},
		Y: chart.Axis{Label: "estimated value", Over: f.valueRange(), Scale: "trials value"},
	}
	if v.Labels != nil {
		x = make([]float64, len(v.True))
		for i := range x {
			x[i] = float64(i + 1)
		}
		s.X = chart.Axis{Label: "state", Ticks: x, Names: v.Labels}
		s.Y.Label = "value"
	}
	low, high := make([]float64, len(x)), make([]float64, len(x))
	for i, sd := range v.SD {
		low[i], high[i] = v.Mean[i]-sd, v.Mean[i]+sd
	}
	s.Intervals = []chart.Interval{{Name: names[0], X: x, Lo: low, Hi: high, Edges: true, Ink: chart.InkEstimateDim}}
	if f.summary.Trials == 1 {
		s.Intervals = nil
		names[2] = "estimate"
	}
	s.Series = []chart.Series{
		{Name: names[1], X: x, Y: v.True, Ink: chart.InkTruth, Line: chart.LineDotted, Marker: chart.MarkDot},
		{Name: names[2], X: x, Y: v.Mean, Ink: chart.InkEstimate, Line: chart.LineSolid},
	}
	return s
}

// valueRange covers the true values and the intervals at all λ's, so that the scale stays
// while the cursor moves. A limit keeps some of the scale for the true values despite
// estimates far astray.
func (f *foundValues) valueRange() chart.Range {
	truth := chart.RangeOf(f.at[0].True)
	low := truth.Lo
	high := truth.Hi
	for _, v := range f.at {
		for i, mean := range v.Mean {
			sd := v.SD[i]
			if math.IsNaN(sd) {
				sd = 0
			}
			low, high = min(low, mean-sd), max(high, mean+sd)
		}
	}
	span := truth.Hi - truth.Lo
	return chart.Range{Lo: max(low, truth.Lo-span), Hi: min(high, truth.Hi+span)}
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
