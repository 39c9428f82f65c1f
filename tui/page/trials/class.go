package trials

import (
	"fmt"
	"image"
	"math"
	"strings"

	"github.com/charmbracelet/x/ansi"
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
type sampled struct{ lambda, rootMSVE []float64 }

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
func sampledClass(m *page.Sample) (out sampled) {
	for i, v := range m.RootMSVE {
		if !math.IsNaN(v) {
			out.lambda, out.rootMSVE = append(out.lambda, m.Lambda[i]), append(out.rootMSVE, v)
		}
	}
	return out
}

// meanText writes the mean of numbers and, for two or more numbers, the standard deviation.
func meanText(x []float64) string {
	if len(x) == 0 {
		return "…"
	}
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

// classBlock draws the chart of the class under the numbers.
func (c charts) classBlock(area image.Rectangle) []string {
	head := c.classHead(c.Class.Of(c.Settings), c.sampledTrials(c.of), area.Dx())
	area.Min.Y = min(area.Max.Y, area.Min.Y+len(head))
	return append(head, c.DrawView(c.class(), area)...)
}

// classHead writes the numbers of class and trials, a line each.
func (v *view) classHead(m *page.Sample, trials sampled, width int) []string {
	class := sampledClass(m)
	names := []string{fmt.Sprintf("class, %d of %d", len(m.Lambda), m.Of), setsOfTrials(len(trials.lambda))}
	lambda, errors := make([]string, 2), make([]string, 2)
	for i, d := range []sampled{class, trials} {
		lambda[i], errors[i] = "λ̂ "+meanText(d.lambda), "root MSVE "+meanText(d.rootMSVE)
	}
	rows := joined(joined(names, lambda), errors)
	if ansi.StringWidth(v.Styles.Text(rows[0])) >= width { // shorter, so that the rows fit
		names[0] = fmt.Sprintf("class, %d", len(m.Lambda))
		for i, e := range errors {
			errors[i], _, _ = strings.Cut(e, " ±")
		}
		rows = joined(joined(names, lambda), errors)
	}
	var lines []string
	inks := []chart.Ink{chart.InkEstimate, chart.InkText}
	note := "   mean ± standard deviation over data sets"
	for i, text := range rows {
		l := v.Styles.Line(width).Add(inks[i], " "+text)
		if i == 0 && l.Fits(note) {
			l.Add(chart.InkFaint, note)
		}
		lines = append(lines, l.String())
	}
	return lines
}

func setsOfTrials(n int) string {
	if n == 1 {
		return "1 trial"
	}
	return fmt.Sprintf("%d trials", n)
}

// classSpec draws a dot for each data set.
func (c charts) classSpec(m *page.Sample) *chart.Spec {
	lambdas, trials := c.of.Lambdas, c.sampledTrials(c.of)
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
	if i := m.Own; i >= 0 && !math.IsNaN(m.RootMSVE[i]) {
		s.Series = append(s.Series, chart.Series{
			Name: "yours", X: class.placeOf(m, i, gap), Y: m.RootMSVE[i : i+1], Ink: chart.InkSelected, Marker: chart.MarkDown,
		})
	}
	return s
}

// apart spreads equal λ's sideways within the gap between two λ's of the grid, so that dots
// stay distinct as far as there is room.
func apart(lambda []float64, gap float64) []float64 {
	const places, share = 7, .7 // of the gap
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

// placeOf returns the position of the dot of a seat of the sample.
func (d sampled) placeOf(m *page.Sample, seat int, gap float64) []float64 {
	known := 0 // earlier seats with a true error
	for _, v := range m.RootMSVE[:seat] {
		if !math.IsNaN(v) {
			known++
		}
	}
	return apart(d.lambda, gap)[known : known+1]
}

// classFindings describes the chart in sentences.
func classFindings(m *page.Sample, all sampled) []string {
	class := sampledClass(m)
	if len(class.lambda) == 0 {
		return []string{"Every seat has data of its own, by a seed of its own. The first are under way."}
	}
	lambda := chart.RangeOf(class.lambda)
	root := chart.RangeOf(class.rootMSVE)
	if len(class.lambda) == 1 {
		return []string{"One seat has reported: λ̂ = " + textfmt.Number(lambda.Lo) + ", root MSVE " + textfmt.Rounded(root.Lo, 3) + "."}
	}
	out := []string{fmt.Sprintf("%d data sets of one problem, one a seat: λ̂ is %s to %s, its root MSVE %s to %s.",
		len(class.lambda), textfmt.Number(lambda.Lo), textfmt.Number(lambda.Hi), textfmt.Rounded(root.Lo, 3), textfmt.Rounded(root.Hi, 3)), "Nothing differs but the data: this is the sampling distribution of λ̂."}
	if len(all.lambda) > 1 {
		class, _ := stat.MeanStdDev(class.rootMSVE, nil)
		mean, _ := stat.MeanStdDev(all.rootMSVE, nil)
		out = append(out, fmt.Sprintf("The mean root MSVE is %s in the class and %s over %d trials of the same experiment, repeated more often.", textfmt.Rounded(class, 3), textfmt.Rounded(mean, 3), len(all.lambda)))
	}
	return out
}

// className is the name of the files with the class.
const className = "class"

// classRows has a row for each seat after the report.
func classRows(m *page.Sample) [][]string {
	var out [][]string
	for i, lambda := range m.Lambda {
		out = append(out, []string{report.Exact(lambda), report.Exact(m.RootMSVE[i])})
	}
	return out
}
