package trials

import (
	"image"
	"slices"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// choice is what shows when a chart is chosen.
type choice struct {
	chart    state.Chart // the first of those that show as this
	draw     page.Block
	findings func() []string // sentences
}

// charts returns what there is to swap between; without a summary, nothing of it may be
// drawn.
func (v *view) charts(of *study.Summary) []choice {
	c := charts{v, of}
	split := choice{chart: state.TrialsSplit, findings: c.findings}
	values := choice{state.TrialsValues, c.valuesBlock, c.findings}
	methods := choice{state.TrialsChoices, c.choiceCharts, c.findings}
	differences := choice{state.TrialsDifferences, c.differencesBlock, c.differenceFindings}
	var out []choice
	switch v.Room {
	case page.RoomForOne:
		split.draw = c.Block(c.split())
		out = []choice{split, values, methods, differences}
	case page.RoomBeside:
		beside := func(second page.Block) page.Block { return page.Beside(55, c.Block(c.split()), second) }
		split.draw = beside(c.valuesBlock)
		methods.draw, differences.draw = beside(methods.draw), beside(differences.draw)
		out = []choice{split, methods, differences}
	default:
		below := func(second page.Block) page.Block {
			return page.Above(c.Block(c.split()), page.Beside(50, c.valuesBlock, second), func(h int) int { return h * 11 / 20 })
		}
		split.draw, differences.draw = below(c.choiceCharts), below(differences.draw)
		out = []choice{split, differences}
	}
	if v.Class.Of(v.Settings) != nil {
		out = append(out, choice{state.TrialsClass, c.classBlock, c.classFindings})
	}
	return out
}

// chartAt returns which of the charts shows, by index.
func (v *view) chartAt() int {
	at, all := 0, v.charts(nil)
	chart := v.Charts[state.PageTrials]
	if chart == state.TrialsClass && all[len(all)-1].chart != state.TrialsClass { // there is none
		return 0
	}
	for i, c := range all {
		if c.chart <= chart {
			at = i
		}
	}
	return at
}

// choiceCharts draws what was chosen and what that gives, one above the other, or the
// latter alone where there is little room.
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

// differencesBlock draws the LOTO difference against the true one, a dot for each data
// set, with the names of the axes above and below where there is room.
func (c charts) differencesBlock(area image.Rectangle) []string {
	c.Zone(page.Zone{Rectangle: area, Wheel: (*page.Snapshot).MoveCursor})
	w, h := area.Dx(), area.Dy()
	if len(c.of.Lambdas) == 1 {
		return c.Styles.Fill(c.Styles.Note(chart.InkFaint, "There is only one λ in the grid, so nothing to compare.", area), w, h)
	}
	const roomForNames = 12
	if h < roomForNames {
		return c.DrawView(c.difference(false), area)
	}
	area.Max.Y -= 2
	lines := c.DrawView(c.difference(true), area)
	up, across := c.Styles.Line(w).Add(chart.InkFaint, "LOTO error difference"), c.Styles.Line(w)
	lines = slices.Insert(lines, 1, up.String())
	return append(lines, across.Right(chart.InkFaint, "true MSVE difference", w).String())
}
