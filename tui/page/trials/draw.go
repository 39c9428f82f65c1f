package trials

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// look is what the charts of the Trials page are of, besides their size. It is
// comparable.
type look struct {
	summary *study.Summary
	cursor  int         // index of the λ under the cursor
	class   *page.Class // in a room; nil outside of one
	strip   bool        // λ̂ over the trials has no chart of its own
	width   int         // of the chart, where its words depend on it
	held    bool        // scales stay as they are
	over    chart.Range
	overX   chart.Range // of the chart of differences
}

// size is what the trials say; there is one number of trajectories.
func (l look) size() *study.SizeSummary { return &l.summary.Sizes[0] }

// shown returns the summary that everything on the screen is of: the one whose values
// are known, while those of a newer one are being found. Nil where there is nothing to
// show.
func (v *view) shown() *study.Summary {
	newest := v.newest()
	if f := v.values.shown; newest != nil && f != nil && v.values.job.Running() {
		return f.summary
	}
	return newest
}

// newest returns the latest summary: while the first trials of other settings are on
// their way, still the old one. Nil where there is nothing to show.
func (v *view) newest() *study.Summary {
	switch {
	case v.Hidden || v.Settings.Recorded():
		return nil
	case v.Err != nil:
		return v.last
	case !v.holds(v.Snapshot) || v.err != nil:
		return nil
	case v.now.Summary == nil && !v.paused && !v.stopped:
		return v.last
	}
	return v.now.Summary
}

// look returns what the charts are of.
func (v *view) look(s *study.Summary) look {
	return look{summary: s, cursor: nearest(s.Lambdas, v.CursorLambda()), class: v.Class}
}

// nearest returns the index of the number nearest to v, the first of several.
func nearest(numbers []float64, v float64) int {
	best := 0
	for k, n := range numbers {
		if math.Abs(n-v) < math.Abs(numbers[best]-v) {
			best = k
		}
	}
	return best
}

// methodRows is how many of some rows the chart of methods takes: its title, a row
// for each, with one between them where there is room, and the axis.
func methodRows(rows int) int {
	if rows < 18 {
		return leastMethodRows
	}
	return 9
}

// The least heights of the charts of methods and of λ̂ over the trials.
const (
	leastMethodRows = 6
	chosenRows      = 6
)

func (v *view) body(area image.Rectangle) []string {
	shown := v.shown()
	if shown == nil {
		ink, paragraphs := v.instead()
		var lines []string
		for _, text := range paragraphs {
			lines = append(lines, v.Styles.Line(area.Dx()).String())
			for _, l := range v.Styles.Wrap(ink, text, min(area.Dx()-2, 90), area.Dy()) {
				lines = append(lines, v.Styles.Line(area.Dx()).Add(chart.InkText, " ").Styled(l).String())
			}
		}
		return lines
	}
	return v.chartOnShow().draw(v.look(shown), area)
}

// chartView is what shows when a chart is chosen.
type chartView struct {
	chart state.TrialsChart // the first of those that show as this
	draw  func(l look, area image.Rectangle) []string
}

// charts returns what there is to swap between.
func (v *view) charts() []chartView {
	all := v.trialCharts()
	if v.Class.Of(v.Settings) != nil {
		all = append(all, chartView{state.TrialsClass, v.classChart})
	}
	return all
}

// trialCharts are those of the trials.
func (v *view) trialCharts() []chartView {
	beside := func(second func(look, image.Rectangle) []string) func(look, image.Rectangle) []string {
		return func(l look, area image.Rectangle) []string {
			left, right := area, area
			left.Max.X = area.Min.X + area.Dx()*11/20
			right.Min.X = left.Max.X + 1
			l.strip = right.Dy() < methodRows(right.Dy())+chosenRows
			return v.Charts.Beside("trials", " ", v.splitChart(l, left), second(l, right))
		}
	}
	split := func(l look, area image.Rectangle) []string {
		l.strip = true
		return v.splitChart(l, area)
	}
	switch v.Room {
	case page.RoomForOne:
		return []chartView{{state.TrialsSplit, split}, {state.TrialsValues, v.valuesChart}, {state.TrialsChoices, v.choiceCharts}, {state.TrialsDifferences, v.differencesChart}, {state.TrialsSelectors, v.selectorsChart}}
	case page.RoomBeside:
		return []chartView{{state.TrialsSplit, beside(v.valuesChart)}, {state.TrialsChoices, beside(v.choiceCharts)}, {state.TrialsDifferences, beside(v.differencesChart)}, {state.TrialsSelectors, v.selectorsChart}}
	}
	below := func(second func(look, image.Rectangle) []string) func(look, image.Rectangle) []string {
		return func(l look, area image.Rectangle) []string {
			top, left, right := area, area, area
			top.Max.Y = area.Min.Y + area.Dy()*11/20
			left.Min.Y, right.Min.Y = top.Max.Y, top.Max.Y
			left.Max.X = area.Min.X + area.Dx()/2
			right.Min.X = left.Max.X + 1
			l.strip = right.Dy() < methodRows(right.Dy())+chosenRows
			return append(v.splitChart(l, top), v.Charts.Beside("trials", " ", v.valuesChart(l, left), second(l, right))...)
		}
	}
	return []chartView{{state.TrialsSplit, below(v.choiceCharts)}, {state.TrialsDifferences, below(v.differencesChart)}, {state.TrialsSelectors, v.selectorsChart}}
}

// chartAt returns which of the views shows, by index.
func (v *view) chartAt() int {
	at, all := 0, v.charts()
	if v.TrialsChart == state.TrialsClass && all[len(all)-1].chart != state.TrialsClass { // there is none
		return 0
	}
	for i, c := range all {
		if c.chart <= v.TrialsChart {
			at = i
		}
	}
	return at
}

// chartOnShow returns the view that shows.
func (v *view) chartOnShow() chartView { return v.charts()[v.chartAt()] }

// choiceCharts draws what was chosen and what that gives, one above the other, or the
// latter alone where there is little room.
func (v *view) choiceCharts(l look, area image.Rectangle) []string {
	rows := methodRows(area.Dy())
	if area.Dy() < rows+chosenRows {
		return v.methodChart(l, area)
	}
	top, bottom := area, area
	top.Max.Y -= rows
	bottom.Min.Y = top.Max.Y
	return append(v.chosenChart(l, top), v.methodChart(l, bottom)...)
}

// fullSplitLegend is the width from which the legend of the split fits with long names.
const fullSplitLegend = 88

// splitChart draws MSVE, bias² and variance against λ.
func (v *view) splitChart(l look, area image.Rectangle) []string {
	l.width = area.Dx()
	l = v.on(l, splitAxis)
	d := v.Charts.Draw("split", l, area.Dx(), area.Dy(), func() *chart.Spec { return splitSpec(l) })
	v.CursorZone(area, d)
	return d.Lines
}

// chosenChart draws how often each λ is λ̂, under a title.
func (v *view) chosenChart(l look, area image.Rectangle) []string {
	head := v.Styles.Line(area.Dx()).Add(chart.InkFaint, " λ̂ over the trials, in % of them").String()
	area.Min.Y++
	l = v.on(l, chosenAxis)
	d := v.Charts.Draw("chosen", l, area.Dx(), area.Dy(), func() *chart.Spec { return chosenSpec(l) })
	v.CursorZone(area, d)
	return append([]string{head}, d.Lines...)
}

// methodChart draws what choosing gives, beside what hindsight and chance would,
// under a title.
func (v *view) methodChart(l look, area image.Rectangle) []string {
	if area.Dy() < leastMethodRows {
		return v.methodLines(l, area)
	}
	head := v.Styles.Line(area.Dx()).Add(chart.InkFaint, v.Styles.Fitting(area.Dx()-1, " root MSVE (mark) and its 95 % interval (line)", " root MSVE and its 95 % interval")).String()
	l.cursor, l.class, l.width = 0, nil, area.Dx() // the cursors play no part
	l = v.on(l, methodAxis)
	d := v.Charts.Draw("methods", l, area.Dx(), area.Dy()-1, func() *chart.Spec { return methodSpec(l, v.Styles.Text) })
	return append([]string{head}, d.Lines...)
}

// methodLines has the numbers of the chart of methods where there is no room for it.
func (v *view) methodLines(l look, area image.Rectangle) []string {
	methods := trialMethods(l.summary)
	var names, shorts, numbers []string
	var means []study.Mean
	for _, m := range methods {
		names, shorts, means = append(names, v.Styles.Text(m.name)), append(shorts, v.Styles.Text(m.short)), append(means, m.msve)
	}
	roots, intervals := rootTexts(means...)
	for i, root := range roots {
		numbers = append(numbers, root+intervals[i])
	}
	rows := joined(names, numbers)
	if screen.Widest(rows) >= area.Dx() {
		rows = joined(shorts, numbers)
	}
	var lines []string
	for i, text := range rows {
		lines = append(lines, v.Styles.Line(area.Dx()).Add(methods[i].ink, " "+text).String())
	}
	return v.Styles.Fill(lines, area.Dx(), area.Dy())
}

// lambdaRange spans the grid.
func (l look) lambdaRange() (first, last float64) {
	all := l.summary.Lambdas
	first, last = all[0], all[len(all)-1]
	if first == last {
		first, last = max(0, first-.1), min(1, last+.1)
	}
	return first, last
}

// thinned returns the marker for so many of n points that they leave the line free.
func thinned(mark chart.Marker, n int) []chart.Marker {
	marks := make([]chart.Marker, n)
	for k := 0; k < n; k += (n + figure.MarkLimit - 1) / figure.MarkLimit {
		marks[k] = mark
	}
	return marks
}

// splitSpec draws the mean MSVE against λ with its 95 % interval, and bias² and
// variance, which it is the sum of; ALLSTD, which has no λ of its own, is a level.
func splitSpec(l look) *chart.Spec {
	z, lambdas := l.size(), l.summary.Lambdas
	var msve, low, high []float64
	for _, mean := range z.LSTD {
		_, lo, hi := mean.Root()
		msve, low, high = append(msve, mean.Mean), append(low, lo*lo), append(high, hi*hi)
	}
	first, last := l.lambdaRange()
	marks := func(m chart.Marker) []chart.Marker { return thinned(m, len(lambdas)) }
	interval, best := "95 % interval", "best in hindsight"
	variance, full := varianceName(z.Bias2, high), fullSplitLegend
	if variance != "variance" {
		full += 10
	}
	if l.width < full {
		interval = "95 %"
	}
	if l.width < fullSplitLegend {
		best = "best"
	}
	s := &chart.Spec{
		X:     chart.Axis{Label: "λ", Min: first, Max: last},
		Y:     chart.Axis{Label: "MSVE", Long: "mean squared value error", Over: l.over},
		Held:  l.held,
		Bands: []chart.Band{{Name: interval, X: lambdas, Lo: low, Hi: high, Ink: chart.InkBandTrials, Own: chart.InkTruth}},
		Series: []chart.Series{
			{Name: "MSVE", X: lambdas, Y: msve, Ink: chart.InkTruth, Line: chart.LineSolid, Marker: chart.MarkDot, Marks: marks(chart.MarkDot)},
			{Name: "bias²", X: lambdas, Y: z.Bias2, Ink: chart.InkThird, Line: chart.LineDashed, Marker: chart.MarkCross, Marks: marks(chart.MarkCross)},
			{Name: variance, Short: "variance", X: lambdas, Y: z.Variance, Ink: chart.InkText, Line: chart.LineDotted},
			{Name: "ALLSTD", X: []float64{first, last}, Y: []float64{z.ALLSTD.Mean, z.ALLSTD.Mean}, Ink: chart.InkEstimate, Line: chart.LineDashed},
			{X: lambdas[z.Best : z.Best+1], Y: msve[z.Best : z.Best+1], Ink: chart.InkTruth, Marker: chart.MarkSquare},
		},
		Notes:  []chart.Note{{Marker: chart.MarkSquare, Ink: chart.InkTruth, Text: best}},
		Cursor: &chart.Cursor{X: lambdas[l.cursor], Ink: chart.InkCursor},
	}
	s.Series = append(s.Series, l.class.PresenterMark(lambdas, z.Variance)...) // which no other mark stands on
	if l.strip {
		s.Strip = &chart.Strip{Label: "λ̂", X: lambdas, Y: counts(z.Chosen, 1), Ink: chart.InkEstimate}
	}
	return s
}

// varianceName is the name of the line of the variance, which can't be seen where there
// is no bias to keep it apart from that of the MSVE, whose interval ends at high.
func varianceName(bias2, high []float64) string {
	const least = 1. / 40 // of the chart's height, to be seen
	if _, top := figure.Extent(high); slices.Max(bias2) < least*top {
		return "variance (on MSVE)"
	}
	return "variance"
}

// counts returns counts as numbers, times a factor.
func counts(of []int, factor float64) []float64 {
	out := make([]float64, len(of))
	for i, n := range of {
		out[i] = factor * float64(n)
	}
	return out
}

// chosenSpec draws how often each λ is λ̂, and how often it is not ruled
// out.
func chosenSpec(l look) *chart.Spec {
	z, lambdas := l.size(), l.summary.Lambdas
	percent := 100 / float64(l.summary.Trials)
	chosen, kept := counts(z.Chosen, percent), counts(z.NotRuledOut, percent)
	first, last := l.lambdaRange()
	side := (last - first) / float64(2*max(1, len(lambdas)-1)) // room for half a bar
	over := l.over
	if over.Empty() {
		_, over.Hi = figure.Extent(kept)
	}
	ticks := lambdas // round numbers might lie beside the grid
	if len(lambdas) > figure.MarkLimit {
		ticks = nil
	}
	return &chart.Spec{
		X:    chart.Axis{Label: "λ", Min: first - side, Max: last + side, Ticks: ticks},
		Y:    chart.Axis{Label: "% of trials", Over: over},
		Held: l.held,
		Bars: []chart.Bars{{Name: "λ̂", X: lambdas, Y: chosen, Ink: chart.InkEstimate}},
		Series: append([]chart.Series{
			{Name: "not ruled out", X: lambdas, Y: kept, Ink: chart.InkEstimate, Marker: chart.MarkRing, Marks: thinned(chart.MarkRing, len(lambdas))},
		}, l.class.PresenterMark(lambdas, kept)...),
		Cursor: &chart.Cursor{X: lambdas[l.cursor], Ink: chart.InkCursor},
	}
}

// trialMethod is a way to come by a λ, and what its MSVE is over the trials.
type trialMethod struct {
	name, short string
	msve        study.Mean
	ink         chart.Ink
	line        chart.Line
	marker      chart.Marker
}

// trialMethods returns ALLSTD and what it is held against.
func trialMethods(s *study.Summary) []trialMethod {
	z := &s.Sizes[0]
	at := func(k int) string { return ", λ = " + screen.Exact(s.Lambdas[k]) }
	return []trialMethod{
		{"ALLSTD", "ALLSTD", z.ALLSTD, chart.InkEstimate, chart.LineSolid, chart.MarkDot},
		{"best" + at(z.Best), "best", z.LSTD[z.Best], chart.InkTruth, chart.LineDashed, chart.MarkSquare},
		{"worst" + at(z.Worst), "worst", z.LSTD[z.Worst], chart.InkTruth, chart.LineDotted, chart.MarkSquare},
		{"λ at random", "random", z.Random, chart.InkText, chart.LineSolid, chart.MarkRing},
	}
}

// methodRange returns from where to where methods and their intervals go.
func methodRange(methods []trialMethod) (first, last float64) {
	first, last = math.Inf(1), math.Inf(-1)
	for _, m := range methods {
		root, low, high := m.msve.Root()
		for _, v := range []float64{low, root, high} {
			if !math.IsNaN(v) {
				first, last = min(first, v), max(last, v)
			}
		}
	}
	return first, last
}

// methodSpec draws a row for each method, its root MSVE with the interval. The names
// have the numbers with them, in at most half of the width.
func methodSpec(l look, text func(string) string) *chart.Spec {
	methods := trialMethods(l.summary)
	s := &chart.Spec{X: chart.Axis{Label: "root MSVE"}, Y: chart.Axis{Min: 1, Max: float64(len(methods))}}
	var names, shorts []string
	var means []study.Mean
	for i, m := range methods {
		root, low, high := m.msve.Root()
		names, shorts, means = append(names, text(m.name)), append(shorts, text(m.short)), append(means, m.msve)
		y := float64(len(methods) - i)
		s.Y.Ticks = append(s.Y.Ticks, y)
		s.Series = append(s.Series, chart.Series{
			X: []float64{low, root, high}, Y: []float64{y, y, y},
			Ink: m.ink, Line: m.line, Marks: []chart.Marker{chart.MarkNone, m.marker},
		})
	}
	if s.X.Over, s.Held = l.over, l.held; l.over.Empty() {
		s.X.Over.Lo, s.X.Over.Hi = methodRange(methods)
	}
	numbers, _ := rootTexts(means...)
	s.Y.Names = joined(names, numbers)
	if ansi.StringWidth(s.Y.Names[0]) > (l.width-1)/2 {
		s.Y.Names = joined(shorts, numbers)
	}
	return s
}

// joined puts the texts of two columns side by side.
func joined(left, right []string) []string {
	out := make([]string, len(left))
	for i, l := range left {
		out[i] = l + strings.Repeat(" ", screen.Widest(left)-ansi.StringWidth(l)) + fmt.Sprintf("  %-*s", screen.Widest(right), right[i])
	}
	return out
}
