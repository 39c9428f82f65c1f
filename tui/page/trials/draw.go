package trials

import (
	"fmt"
	"image"
	"slices"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
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
	case v.Settings.Recorded():
		return nil
	case v.Err != nil:
		return v.last
	case !v.holds(v.Snapshot) || v.run.Err != nil:
		return nil
	case v.run.Now.Summary == nil:
		return v.last
	}
	return v.run.Now.Summary
}

func (v *view) body(area image.Rectangle) []string {
	shown := v.shown()
	if shown == nil {
		ink, text := v.unavailable()
		return v.Styles.Note(ink, text, area)
	}
	return v.onShow(shown).Draw(area)
}

// views are the charts of a summary; none while the truth, which all their tables have, is hidden.
func (c charts) views() []page.View {
	if c.of == nil || c.Hidden {
		return nil
	}
	out := []page.View{c.split(), c.rules()}
	if c.values.Now != nil {
		out = append(out, c.valuesView())
	}
	if c.Class.Of(c.Settings) != nil {
		out = append(out, c.class())
	}
	return out
}

// split is bias² and variance against λ, and how often each λ is λ̂.
func (c charts) split() page.View {
	trials := c.run.Now.Trials
	titles := []string{"Error by λ: bias and variance", "Error by λ"}
	if c.Hidden {
		titles = []string{"Variance by λ"}
	}
	return page.View{
		Name: "split", Spec: c.splitSpec, Titles: titles,
		Mouse: page.CursorOnColumns(c.of.Lambdas),
		Tables: []page.Table{
			page.FigureTable("", c.of.Plan.Settings.Problem.Name(), c.of.LambdaRows, figure.LambdaColumns()),
			{
				Name: "each", Header: []string{"trial", "seed", "lambda", "msve", "msve_at_best", "msve_at_random", "not_ruled_out"},
				Rows: func() [][]string { return eachRows(c.of, trials) },
			},
		},
	}
}

// splitSpec draws columns of bias² and variance, or undivided columns for one trial, because
// one trial has no variance, and below each the share of the trials in which its λ is λ̂.
func (c charts) splitSpec(width int) *chart.Spec {
	z := c.size()
	split := figure.SplitOf(c.of, 0, c.Hidden)
	k := c.cursor()
	if width == page.InFile { // because a file is about all λ's
		k = -1
	}
	s := split.Columns(k)
	if !split.Known() {
		var msve []float64
		for _, side := range z.LSTD {
			msve = append(msve, side.MSVE.Mean)
		}
		s.Y.Over.Hi = slices.Max(msve)
		s.Series = nil
		if !c.Hidden {
			s.Stack.Parts = []chart.Part{{Name: "error of one trial", Y: msve, Ink: chart.InkTruth, Dim: chart.InkTruthDim}}
		}
	}
	if f := c.kept(); f != nil {
		s.Y.Over = figure.SplitOf(f.summary, 0, c.Hidden).Columns(-1).Y.Over
	}
	s.Y.Scale = "trials msve"
	share := chart.Strip{Label: c.Styles.Fitting(3, "★ λ̂", "★"), X: s.X.Ticks, Ink: chart.InkSelected, Rows: 1}
	if c.Room == page.RoomBelow {
		share.Rows = 2
	}
	percent := chart.Strip{Label: "in %", X: s.X.Ticks, Ink: chart.InkFaint}
	for _, n := range z.Chosen {
		p := 100 * float64(n) / float64(c.of.Trials)
		share.Y = append(share.Y, p)
		percent.Names = append(percent.Names, fmt.Sprintf("%.0f", p))
	}
	s.Strips = []chart.Strip{share, percent}
	if k, ok := c.Class.PresenterIndex(c.of.Lambdas); ok {
		s.Series = append(s.Series, chart.Series{Name: "presenter", X: s.X.Ticks[k : k+1], Y: []float64{0}, Ink: chart.InkCursor, Marker: chart.MarkDiamond})
	}
	return s
}

// kept returns the values and the summary whose scales a play keeps; nil outside a play.
func (v *view) kept() *foundValues {
	if !v.Playing || v.frame == nil || v.frame.summary.Plan.Settings != v.run.Key.settings {
		return nil
	}
	return v.frame
}

// charts returns the choices of the page. Do not draw the choices without a summary. A large screen
// has the values and the rules below the columns; a small one has as many rules as it has room for.
func (v *view) charts(of *study.Summary) page.Choices {
	c := charts{v, of}
	split := page.Choice{Chart: state.TrialsSplit, Draw: c.columnsAndRules}
	out := page.Choices{split, {Chart: state.TrialsValues, Draw: c.valuesBlock}}
	if v.Room == page.RoomBelow {
		below := page.Beside(49, c.valuesBlock, c.rulesBlock)
		if v.Hidden { // because all rules take the truth
			below = c.valuesBlock
		}
		split.Draw = page.Above(c.columns, below, func(h int) int { return h * 58 / 100 })
		out = page.Choices{split}
	}
	if v.Class.Of(v.Settings) != nil {
		out = append(out, page.Choice{Chart: state.TrialsClass, Draw: c.classBlock})
	}
	return out
}

func (c charts) columns(area image.Rectangle) []string { return c.DrawView(c.split(), area) }

// columnsAndRules draws the columns above three rules, or alone in low windows.
func (c charts) columnsAndRules(area image.Rectangle) []string {
	const (
		rules   = 5
		columns = 9
	)
	if c.Hidden || area.Dy() < columns+rules {
		return c.columns(area)
	}
	return page.Above(c.columns, c.rulesBlock, func(h int) int { return h - rules })(area)
}

// classBlock draws the class, or a note while the truth is hidden.
func (c charts) classBlock(area image.Rectangle) []string {
	if c.Hidden {
		return c.Styles.Fill(c.Styles.Note(chart.InkFaint, "This takes the truth: z shows it.", area), area.Dx(), area.Dy())
	}
	return c.DrawView(c.class(), area)
}

// onShow returns the current choice.
func (v *view) onShow(of *study.Summary) page.Choice {
	all := v.charts(of)
	return all[all.At(v.Charts[state.PageTrials])]
}

// valuesBlock draws the values of states over the trials.
func (c charts) valuesBlock(area image.Rectangle) []string {
	switch {
	case c.values.Err != nil:
		return c.Styles.Fill(c.Styles.Note(chart.InkWarn, c.values.Err.Error(), area), area.Dx(), area.Dy())
	case c.values.Now == nil:
		return c.Styles.Fill(nil, area.Dx(), area.Dy())
	}
	return c.DrawView(c.valuesView(), area)
}
