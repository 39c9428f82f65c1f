package trials

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"lambdascope/sim/settings"
	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
)

// trialSettings returns the settings of the trials. In a room with separate data for each
// seat, the presenter's settings apply, so that all seats see the same trials.
func trialSettings(s *page.Snapshot) settings.Settings {
	settings := s.Settings
	if m := s.Class.Of(settings); m != nil {
		settings.Seed = m.Seed
	}
	return settings
}

// sampled has λ̂ and the root MSVE of each data set.
type sampled struct {
	lambda, rootMSVE []float64
	own              int // index of this seat's; below 0 for none
}

// sampledTrials returns the data sets of the trials of a summary; empty unless the summary is
// the latest of the run.
func (v *view) sampledTrials(s *study.Summary) (out sampled) {
	if s != v.run.Now.Summary {
		return out
	}
	for _, t := range v.run.Now.Trials {
		o := &t.Outcomes[0]
		out.lambda = append(out.lambda, s.Lambdas[o.Selected])
		out.rootMSVE = append(out.rootMSVE, math.Sqrt(max(0, o.MSVE[o.Selected])))
	}
	return out
}

// sampledClass returns the data sets of the seats that have reported, with a true error.
func sampledClass(m *page.Sample) sampled {
	out := sampled{own: -1}
	for i, v := range m.RootMSVE {
		if !math.IsNaN(v) {
			if i == m.Own {
				out.own = len(out.lambda)
			}
			out.lambda = append(out.lambda, m.Lambda[i])
			out.rootMSVE = append(out.rootMSVE, v)
		}
	}
	return out
}

// meanText writes the mean of numbers and, for two or more numbers, the standard deviation.
func meanText(x []float64) string {
	mean, sd := stat.MeanStdDev(x, nil)
	if len(x) == 1 {
		return textfmt.Rounded(mean, 3)
	}
	return textfmt.Rounded(mean, 3) + " ± " + textfmt.Rounded(sd, 2)
}

// class is the chart of the class: a dot for each data set at λ̂ and the error there, over the
// dots of the trials.
func (c charts) class() page.View {
	m := c.Class.Of(c.Settings)
	return page.View{
		Name: className,
		Spec: func(int) *chart.Spec { return c.classSpec(m) },
		Tables: []page.Table{{
			Name: className, Header: []string{"lambda", "root_msve"}, Rows: func() [][]string { return classRows(m) },
		}},
	}
}

// classSpec draws a dot for each data set.
func (c charts) classSpec(m *page.Sample) *chart.Spec {
	lambdas := c.of.Lambdas
	trials := c.sampledTrials(c.of)
	first, last := lambdas[0], lambdas[len(lambdas)-1]
	gap := .2 // between two λ's
	if len(lambdas) > 1 {
		gap = (last - first) / float64(len(lambdas)-1)
	}
	class := sampledClass(m)
	s := &chart.Spec{
		X: chart.Axis{Label: "λ̂", Min: first - gap/2, Max: last + gap/2},
		Y: chart.Axis{Label: "root MSVE", Over: chart.RangeOf(class.rootMSVE, trials.rootMSVE), Scale: "trials class"},
		Series: []chart.Series{
			{Name: "trial", X: apart(trials.lambda, gap), Y: trials.rootMSVE, Ink: chart.InkText, Marker: chart.MarkPoint},
			{Name: "class", X: apart(class.lambda, gap), Y: class.rootMSVE, Ink: chart.InkEstimate, Marker: chart.MarkDot},
		},
		Strips: []chart.Strip{{Label: "λ̂", X: lambdas, Y: (&page.Class{Lambdas: m.Lambda}).Counts(lambdas), Ink: chart.InkEstimate}},
	}
	if len(lambdas) <= figure.MarkLimit {
		s.X.Ticks = lambdas
	}
	if i := class.own; i >= 0 {
		s.Series = append(s.Series, chart.Series{
			Name: "yours", X: apart(class.lambda, gap)[i : i+1], Y: class.rootMSVE[i : i+1], Ink: chart.InkSelected, Marker: chart.MarkDown,
		})
	}
	return s
}

// apart spreads equal λ's sideways within the gap between two λ's of the grid, so that dots
// stay distinct as far as there is room.
func apart(lambda []float64, gap float64) []float64 {
	const places = 7
	const share = .7 // of the gap
	seen := make(map[float64]int)
	out := make([]float64, len(lambda))
	for i, v := range lambda {
		k := seen[v] % places // 0, then 1 to the right, 1 to the left, 2 to the right …
		seen[v]++
		step := float64((k + 1) / 2)
		if k%2 == 0 {
			step = -step
		}
		out[i] = v + step*share*gap/(places-1)
	}
	return out
}

// classFindings describes the chart in sentences.
func classFindings(m *page.Sample, all sampled) []string {
	class := sampledClass(m)
	if len(class.lambda) == 0 {
		return []string{"Every seat has its own data, by its own seed. The first are being computed."}
	}
	out := []string{fmt.Sprintf("%d of %d data sets, one a seat: λ̂ %s.", len(m.Lambda), m.Of, meanText(class.lambda))}
	if n := len(all.lambda); n > 1 {
		out = append(out, fmt.Sprintf("λ̂ over %d trials %s; only the data differ (mean ± sd).", n, meanText(all.lambda)))
	}
	return append(out, fmt.Sprintf("Root MSVE %s (mean ± sd).", meanText(class.rootMSVE)))
}

// className is the name of the files with the class.
const className = "class"

// classRows has a row for each seat after the report.
func classRows(m *page.Sample) (out [][]string) {
	for i, lambda := range m.Lambda {
		out = append(out, []string{report.Exact(lambda), report.Exact(m.RootMSVE[i])})
	}
	return out
}
