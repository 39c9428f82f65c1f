package trials

import (
	"context"
	"maps"
	"math"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
)

// valuesKey is what the values of single states are of.
type valuesKey struct {
	summary *study.Summary
	lambda  int // by index
}

// foundValues are the values at those λ's of a summary that have been asked for. They
// are immutable.
type foundValues struct {
	summary *study.Summary
	at      map[int]*study.Values // by the index of λ
	latest  *study.Values         // of the λ that was asked for last
}

// missing returns those of some λ's whose values are not known of a summary.
func (f *foundValues) missing(s *study.Summary, lambdas ...int) []int {
	return slices.DeleteFunc(lambdas, func(k int) bool { return f != nil && f.summary == s && f.at[k] != nil })
}

// followValues starts to find the values that the chart is to show: at the λ under the
// cursor, and at the ends of the grid, which the scale of the chart is made for.
func (p *Page) followValues(s *page.Snapshot) tea.Cmd {
	v, of := p.view(s), &p.values
	if !s.OnShow || s.Result == nil {
		return nil
	}
	summary := v.newest()
	if summary == nil {
		return nil
	}
	k := charts{v, summary}.cursor()
	if of.Running() && of.Key.lambda == k && of.Key.summary.Plan.Settings == summary.Plan.Settings {
		return nil // else it would never end while summaries follow one another
	}
	known, engine := of.Now, p.env.Engine
	return of.Ensure(p.env.Context, valuesKey{summary, k}, func(ctx context.Context, put func(*foundValues)) error {
		next := &foundValues{summary: summary, at: make(map[int]*study.Values)}
		if known != nil && known.summary == summary {
			maps.Copy(next.at, known.at)
		}
		for _, j := range known.missing(summary, k, 0, len(summary.Lambdas)-1) {
			found, err := study.StateValues(ctx, engine, summary, 0, j)
			if err != nil {
				return err
			}
			next.at[j] = found
		}
		next.latest = next.at[k]
		put(next)
		return nil
	})
}

// byState reports whether the values are by state, not by group.
func (f *foundValues) byState() bool { return f.latest.Labels != nil }

// valuesView is the values of states over the trials.
func (c charts) valuesView() page.View {
	f := c.values.Now
	return page.View{
		Name: valuesName, Spec: f.spec,
		Titles: f.titles(), Tables: []page.Table{f.table()},
	}
}

// titles say what the chart shows, the longest first.
func (f *foundValues) titles() []string {
	at := ", λ = " + textfmt.Number(f.summary.Lambdas[f.latest.Lambda])
	sets := setsText(f.summary.Trials)
	if !f.byState() {
		return []string{"true against estimated value over " + sets + at + ", states in groups", "true against estimated, " + sets + at, "values, " + sets + at, "values" + at}
	}
	return []string{"value by state over " + sets + at, "values, " + sets + at, "values" + at}
}

// spec draws the mean estimate of each state with one standard deviation on either side,
// against the truth: the distance of mean and truth is the bias, the interval shows the variance.
func (f *foundValues) spec(width int) *chart.Spec {
	v := f.latest
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
	if f.byState() {
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
	s.Bands = []chart.Band{{Name: names[0], X: x, Lo: low, Hi: high, Ink: chart.InkEstimateDim}}
	if f.summary.Trials == 1 {
		s.Bands, names[2] = nil, "estimate"
	}
	s.Series = []chart.Series{
		{Name: names[1], X: x, Y: v.True, Ink: chart.InkTruth, Line: chart.LineDotted, Marker: chart.MarkDot},
		{Name: names[2], X: x, Y: v.Mean, Ink: chart.InkEstimate, Line: chart.LineSolid},
	}
	return s
}

// valueRange is that of the true values and of the intervals at all λ's that are known, so
// that the scale stays while the cursor moves. Where estimates go far astray it ends, so
// that the true values keep some of it.
func (f *foundValues) valueRange() chart.Range {
	truth := chart.RangeOf(f.latest.True)
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

// valuesName is what files with the values are called.
const valuesName = "values"

// table has the values at the λ under the cursor.
func (f *foundValues) table() page.Table {
	v := f.latest
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
			rows = append(rows, []string{textfmt.Number(f.summary.Lambdas[v.Lambda]), name, report.Exact(v.True[i]), report.Exact(v.Mean[i]), report.Exact(v.SD[i])})
		}
		return rows
	}
	return out
}
