package trials

import (
	"image"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// charts returns the choices of the page. Do not draw the choices without a summary.
func (v *view) charts(of *study.Summary) page.Choices {
	c := charts{v, of}
	main := page.Choice{Chart: state.TrialsSplit, Draw: func(area image.Rectangle) []string { return c.DrawView(c.split(), area) }}
	values := page.Choice{Chart: state.TrialsValues, Draw: c.valuesBlock}
	others := page.Choices{{Chart: state.TrialsChoices, Draw: c.choiceCharts}, {Chart: state.TrialsDifferences, Draw: c.differencesBlock}}
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

// choiceCharts draws the choices above the methods, or the methods alone in low windows.
func (c charts) choiceCharts(area image.Rectangle) []string {
	rows := methodRows(area.Dy())
	if area.Dy() < rows+chosenRows {
		return c.DrawView(c.methods(), area)
	}
	return page.Above(c.Block(c.chosen()), c.Block(c.methods()), func(h int) int { return h - rows })(area)
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
