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

// charts are the charts of a summary, over a snapshot.
type charts struct {
	*view
	of *study.Summary
}

// size returns the summary of the only number of trajectories.
func (c charts) size() *study.SizeSummary { return &c.of.Sizes[0] }

// cursor returns the index of the λ under the cursor.
func (c charts) cursor() int { return page.Nearest(c.of.Lambdas, c.CursorLambda()) }

// shown returns the summary of the whole screen; nil without a summary. During the computation
// of the values of a newer summary, shown returns the older summary, so that all charts agree.
func (v *view) shown() *study.Summary {
	newest := v.newest()
	if f := v.values.Now; newest != nil && f != nil && v.values.Running() {
		return f.summary
	}
	return newest
}

// newest returns the latest summary: before the first trials of other settings, the old one; nil without
// a summary.
func (v *view) newest() *study.Summary {
	switch {
	case v.Hidden || v.Settings.Recorded():
		return nil
	case v.Err != nil:
		return v.last
	case !v.holds(v.Snapshot) || v.run.Err != nil:
		return nil
	case v.run.Now.Summary == nil && !v.paused:
		return v.last
	}
	return v.run.Now.Summary
}

func (v *view) body(area image.Rectangle) []string {
	shown := v.shown()
	if shown == nil {
		ink, paragraphs := v.unavailable()
		var lines []string
		for _, text := range paragraphs {
			lines = append(lines, v.Styles.Line(area.Dx()).String())
			for _, l := range v.Styles.Wrap(ink, text, min(area.Dx()-2, 90), area.Dy()) {
				lines = append(lines, v.Styles.Line(area.Dx()).Add(chart.InkText, " ").Styled(l).String())
			}
		}
		return lines
	}
	return v.onShow(shown).Draw(area)
}

// views are the charts of a summary.
func (c charts) views() []page.View {
	if c.of == nil {
		return nil
	}
	out := []page.View{c.split(), c.methods()}
	if len(c.of.Lambdas) > 1 {
		out = append(out, c.difference())
	}
	if c.values.Now != nil {
		out = append(out, c.valuesView())
	}
	if c.Class.Of(c.Settings) != nil {
		out = append(out, c.class())
	}
	return out
}

// split is bias² and variance against λ.
func (c charts) split() page.View {
	trials := c.run.Now.Trials
	return page.View{
		Name: "split", Spec: c.splitSpec, Mouse: c.onColumns,
		Titles: []string{"Error by λ: bias and variance", "Error by λ"},
		Tables: []page.Table{
			page.FigureTable("", c.of.Plan.Settings.Problem.Name(), c.of.LambdaRows, figure.LambdaColumns()),
			{
				Name: "each", Header: []string{"trial", "seed", "lambda", "msve", "msve_at_best", "msve_at_random", "not_ruled_out"},
				Rows: func() [][]string { return eachRows(c.of, trials) },
			},
		},
	}
}

// onColumns lets the mouse put the λ cursor on a chart whose x axis counts columns.
func (c charts) onColumns(z page.Zoning) {
	z.PlotZone(z.Area, z.Chart, func(s *page.Snapshot, x float64) page.Action {
		k := max(0, min(len(c.of.Lambdas)-1, int(math.Round(x))))
		return s.CursorTo(c.of.Lambdas[k])
	}, (*page.Snapshot).MoveCursor)
}

// methods compares the choice with hindsight and chance.
func (c charts) methods() page.View {
	return page.View{
		Name: "methods", Spec: c.methodSpec,
		Titles: []string{"root MSVE (mark) and its 95 % interval (line)", "root MSVE and its 95 % interval", "root MSVE, 95 %"},
	}
}

// splitSpec draws columns of bias² and variance, or undivided columns for one trial, because
// one trial has no variance, and below each the share of the trials in which its λ is λ̂.
func (c charts) splitSpec(width int) *chart.Spec {
	z, split := c.size(), figure.SplitOf(c.of, 0)
	s := split.Columns(c.column(width))
	if !split.Known() {
		var msve []float64
		for _, mean := range z.LSTD {
			msve = append(msve, mean.Mean)
		}
		s.Series = nil
		s.Stack.Parts = []chart.Part{{Name: "error of one trial", Y: msve, Ink: chart.InkTruth, Dim: chart.InkTruthDim}}
		s.Y.Over.Hi = slices.Max(msve)
	}
	s.Y.Scale = "trials msve"
	share := chart.Strip{Label: "★ λ̂", X: s.X.Ticks, Ink: chart.InkSelected, Rows: c.shareRows()}
	percent := chart.Strip{Label: "in %", X: s.X.Ticks, Ink: chart.InkFaint}
	for _, n := range z.Chosen {
		p := 100 * float64(n) / float64(c.of.Trials)
		share.Y = append(share.Y, p)
		percent.Names = append(percent.Names, fmt.Sprintf("%.0f", p))
	}
	s.Strips = []chart.Strip{share, percent}
	c.addPresenter(s)
	return s
}

// shareRows is the height of the bars of shares.
func (c charts) shareRows() int {
	if c.Room == page.RoomBelow {
		return 2
	}
	return 1
}

// column is the column at the cursor; −1 in a file, because a file is about all λ's.
func (c charts) column(width int) int {
	if width == page.InFile {
		return -1
	}
	return c.cursor()
}

// addPresenter marks the column of the presenter's cursor at its foot.
func (c charts) addPresenter(s *chart.Spec) {
	if k, ok := c.Class.PresenterIndex(c.of.Lambdas); ok {
		s.Series = append(s.Series, chart.Series{Name: "presenter", X: s.X.Ticks[k : k+1], Y: []float64{0}, Ink: chart.InkCursor, Marker: chart.MarkDiamond})
	}
}

// joined puts the texts of two columns side by side.
func joined(left, right []string) []string {
	out := make([]string, len(left))
	for i, l := range left {
		out[i] = l + strings.Repeat(" ", screen.Widest(left)-ansi.StringWidth(l)) + fmt.Sprintf("  %-*s", screen.Widest(right), right[i])
	}
	return out
}

// charts returns the choices of the page. Do not draw the choices without a summary.
func (v *view) charts(of *study.Summary) page.Choices {
	c := charts{v, of}
	main := page.Choice{Chart: state.TrialsSplit, Draw: func(area image.Rectangle) []string { return c.DrawView(c.split(), area) }}
	values := page.Choice{Chart: state.TrialsValues, Draw: c.valuesBlock}
	others := page.Choices{{Chart: state.TrialsChoices, Draw: c.Block(c.methods())}, {Chart: state.TrialsDifferences, Draw: c.differencesBlock}}
	if v.Room == page.RoomBelow {
		for i, other := range others {
			others[i].Draw = page.Beside(50, values.Draw, other.Draw)
		}
	} else {
		others = append(page.Choices{values}, others...)
	}
	out := v.Arrange(main, others, 55)
	if v.Class.Of(v.Settings) != nil {
		out = append(out, page.Choice{Chart: state.TrialsClass, Draw: c.Block(c.class())})
	}
	return out
}

// onShow returns the current choice.
func (v *view) onShow(of *study.Summary) page.Choice {
	all := v.charts(of)
	return all[all.At(v.Charts[state.PageTrials])]
}

// valuesBlock draws the values of states over the trials. The wheel moves the cursor.
func (c charts) valuesBlock(area image.Rectangle) []string {
	c.Zone(page.Zone{Rectangle: area, Wheel: (*page.Snapshot).MoveCursor})
	switch {
	case c.values.Err != nil:
		return c.Styles.Fill(c.Styles.Note(chart.InkWarn, c.values.Err.Error(), area), area.Dx(), area.Dy())
	case c.values.Now == nil:
		return c.Styles.Fill(nil, area.Dx(), area.Dy())
	}
	return c.DrawView(c.valuesView(), area)
}

// differencesBlock draws the chart of differences. The wheel moves the cursor.
func (c charts) differencesBlock(area image.Rectangle) []string {
	c.Zone(page.Zone{Rectangle: area, Wheel: (*page.Snapshot).MoveCursor})
	if len(c.of.Lambdas) == 1 {
		return c.Styles.Fill(c.Styles.Note(chart.InkFaint, "There is only one λ in the grid, so nothing to compare.", area), area.Dx(), area.Dy())
	}
	return c.DrawView(c.difference(), area)
}
