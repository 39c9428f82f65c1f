package folds

import (
	"image"
	"math"
	"strconv"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
)

// pictureRows is the least height of a picture.
const pictureRows = 5

// picture draws the current state: the car, the board, or the path of other trajectories.
func (v replayView) picture() page.Block {
	switch s := v.shown.Replay.(type) {
	case *sim.CarReplay:
		return v.Block(page.View{Titles: []string{"The car"}, Spec: func(int) *chart.Spec { return carSpec(s, v.step()) }})
	case *sim.BoardReplay:
		return func(area image.Rectangle) []string { return v.board(s, area) }
	}
	return v.Block(v.pathView())
}

// inner returns the width of a panel inside its border.
func (v *view) inner(area image.Rectangle) int {
	if v.Boxed() {
		return area.Dx() - 2
	}
	return area.Dx()
}

// panel returns lines below the first title that has room for the legend, or as much of the legend as
// has room beside the last title.
func (v *view) panel(area image.Rectangle, titles, lines []string, keys ...screen.Key) []string {
	const frame = 5 // rules and spaces
	room := v.inner(area) - frame
	title := v.Styles.Fitting(room-screen.KeysWidth(keys), titles...)
	for len(keys) > 0 && ansi.StringWidth(v.Styles.Text(title))+screen.KeysWidth(keys) > room {
		keys = keys[:len(keys)-1]
	}
	return v.Styles.Panel(title, lines, area.Dx(), area.Dy(), v.Boxed(), keys...)
}

// noTicks is an axis over a range without numbers.
func noTicks(lo, hi float64) chart.Axis {
	return chart.Axis{Min: lo, Max: hi, Ticks: []float64{math.Inf(-1)}, Names: []string{""}}
}

// carSpec draws Mountain Car on its hill y = sin 3x.
func carSpec(s *sim.CarReplay, t int) *chart.Spec {
	const left, right, goal, points = -1.2, .6, .5, 60
	var x, y []float64
	for i := range points + 1 {
		at := left + float64(float64(i)*(right-left)/points)
		x = append(x, at)
		y = append(y, math.Sin(3*at))
	}
	const above = .3 // the road
	at := min(s.Positions[t], right)
	drives := "velocity " + textfmt.Signed(s.Velocities[t], 2)
	if t < s.Len() {
		drives += ", " + [...]string{"← ", "", "→ "}[s.Actions[t]+1] + actionName(s.Actions[t])
	}
	spec := &chart.Spec{
		X: chart.Axis{Min: left, Max: right, Ticks: []float64{left, -.5, 0, goal}, Names: []string{"-1.2", "-.5", "0", "goal"}},
		Y: noTicks(-1.2, 1.4),
		Series: []chart.Series{
			{Name: "car", X: []float64{at}, Y: []float64{math.Sin(3*at) + above}, Ink: chart.InkCursor, Marker: chart.MarkDot},
			{X: x, Y: y, Ink: chart.InkFaint, Line: chart.LineSolid},
			{Name: drives},
		},
	}
	return spec
}

// board draws a board of 2048, with the new tile in the cursor's ink.
func (v replayView) board(s *sim.BoardReplay, area image.Rectangle) []string {
	t := v.step()
	next := screen.Key{Name: "cut off here"}
	switch {
	case t < s.Len():
		next = screen.Key{Ink: chart.InkCursor, Sign: [...]string{"←", "→", "↑", "↓"}[s.Moves[t]], Name: s.Moves[t].String() + " is next"}
	case v.shown.Trajectory.Terminated():
		next.Name = "no move left"
	}
	var lines []string
	const side, cell = 4, 7
	inner := v.inner(area)
	for row := range side {
		l := v.Styles.Line(inner)
		for column := range side {
			i := side*row + column
			text, ink := boardCell(s.Boards[t][i])
			if i == s.Spawned[t] {
				ink = chart.InkCursor
			}
			l.Right(ink, text, (column+1)*min(cell, inner/side))
		}
		lines = append(lines, l.String())
		if area.Dy() > 2*side+2 {
			lines = append(lines, v.Styles.Line(inner).String())
		}
	}
	return v.panel(area, []string{"The board"}, lines, next)
}

// boardCell is the text and the ink of a tile. Larger tiles stand out.
func boardCell(tile int) (text string, ink chart.Ink) {
	const usual = 9 // exponents; the random policy hardly gets further
	if tile == 0 {
		return "·", chart.InkFaint
	}
	return strconv.Itoa(tile), chart.Level(int(math.Log2(float64(tile)))-1, usual)
}
