package folds

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/NimbleMarkets/ntcharts/v2/canvas/runes"

	"lambdascope/sim"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
)

// cutBias cuts the bias from the name of a feature map, and reports whether there was a bias.
func cutBias(features string) (name string, bias bool) { return strings.CutSuffix(features, "+bias") }

// walkPlaces returns the column of each place of a walk, from the left end to the right end, and the
// distance of neighbours; 0 if several places share a column.
func walkPlaces(states, w int) (column func(at int) int, apart int) {
	places := states + 2
	apart = min(9, (w-1)/(places-1))
	if apart < 1 {
		return func(at int) int { return (at + 1) * (w - 1) / (places - 1) }, 0
	}
	left := (w - 1 - apart*(places-1)) / 2
	return func(at int) int { return left + (at+1)*apart }, apart
}

// walkRow draws the states, the marker and, in the next row, the numbers of the states. An arrow points
// to the next state.
func (g *stage) walkRow(s *sim.WalkReplay, k *screen.Canvas, row int) {
	column, apart := walkPlaces(s.States, k.Width)
	now := s.At[g.t]
	for x := column(-1); x <= column(s.States); x++ {
		k.Set(x, row, '─', chart.InkFaint)
	}
	next := now
	if g.t < s.Len() {
		next = s.At[g.t+1]
	}
	for at := -1; at <= s.States; at++ {
		sign, ink := '○', chart.InkText
		if at == -1 || at == s.States {
			sign = '■'
		}
		label := strconv.Itoa(at + 1)
		switch at {
		case -1:
			label = "0"
		case s.States:
			label = "+1"
		}
		if at == now {
			ink = chart.InkCursor
			if sign == '○' {
				sign = '●'
			}
		}
		if apart > 1 || at == now || at == -1 || at == s.States {
			k.Set(column(at), row, sign, ink)
		}
		if apart >= 3 || at == now || at == -1 || at == s.States {
			if at == -1 || at == s.States {
				ink = chart.InkFaint
			}
			k.Centred(column(at), row+1, label, ink)
		}
	}
	switch {
	case apart < 3:
	case next > now:
		k.Set(column(now)+(apart+1)/2, row, '▸', chart.InkCursor)
	case next < now:
		k.Set(column(now)-(apart+1)/2, row, '◂', chart.InkCursor)
	}
}

// walk draws the walk alone.
func (g *stage) walk(s *sim.WalkReplay, w, h int) []string {
	if h < 3 {
		k := g.styles.Canvas(w, 2)
		g.walkRow(s, k, 0)
		return k.Lines()
	}
	k := g.styles.Canvas(w, 3)
	k.Text(0, 0, g.walkTitle(w), chart.InkFaint)
	g.walkRow(s, k, 1)
	return k.Lines()
}

// walkTitle explains the marks of the walk.
func (g *stage) walkTitle(w int) string {
	return g.styles.Fitting(w, "● now here, ○ other states, ■ ends with rewards 0 and +1", "● now ○ others ■ ends: rewards 0, +1", "● now ○ others ■ ends")
}

// walkWithTrace draws the walk under the trace of each state.
func (g *stage) walkWithTrace(s *sim.WalkReplay, w, h int) []string {
	styles, trace := g.styles, g.shown.Trace
	k := styles.Canvas(w, h-1)
	foot := h - 4
	column, apart := walkPlaces(s.States, w)
	t := g.traceStep()
	z, x := g.traceAt(t)
	side := max(0, min(2, (apart-2)/2))
	const numbersApart = 5
	if apart >= numbersApart {
		foot-- // a row for the number above the tallest bar
	}
	length := g.traceLengths()
	for j := range s.States {
		height := length(j, z[j]) * float64(foot+1)
		if apart >= numbersApart {
			foot := h - 4
			ink := chart.InkFaint
			if x[j] != 0 {
				ink = chart.InkCursor
			}
			if z[j] != 0 {
				k.Centred(column(j), foot-int(math.Ceil(height)), textfmt.Trimmed(z[j], 2), ink)
			}
		}
		k.Column(column(j)-side, 2*side+1, h-4, height, length(j, z[j]-x[j])*float64(foot+1), chart.InkText, chart.InkCursor)
	}
	g.walkRow(s, k, h-3)
	decay := textfmt.Trimmed(trace.Decay, 3)
	title := styles.Fitting(w,
		"the eligibility trace z shrinks by the factor λγ = "+decay+" at each step · ● now here, ○ other states, ■ ends with rewards 0 and +1",
		"eligibility trace z, times λγ = "+decay+" at each step · ● now ○ others ■ ends: rewards 0, +1",
		"trace z, times λγ = "+decay+" at each step · ● now, ○ others, ■ ends with rewards 0 and +1",
		"trace z, times "+decay+" a step · ● now ○ others ■ ends",
		"trace z · ● now ○ others ■ ends")
	if g.hidden {
		title = styles.Fitting(w,
			"the eligibility trace is hidden: z shows it · ● now here, ○ other states, ■ ends with rewards 0 and +1",
			"trace hidden: z shows it · ● now ○ others ■ ends", "trace hidden: z shows it", "trace hidden")
	}
	return append([]string{styles.Line(w).Add(chart.InkFaint, title).String()}, k.Lines()...)
}

// The size of a board with frames.
const (
	boardWidth = 4*7 + 1
	boardRows  = 4*2 + 1
)

// board draws a board of 2048: the new tile in the cursor's ink.
func (g *stage) board(s *sim.BoardReplay, w, h int) []string {
	styles := g.styles
	title := styles.Line(w)
	switch {
	case g.t == s.Len():
		title.Add(chart.InkText, "no move left")
		if !g.shown.Trajectory.Terminated() {
			title = styles.Line(w).Add(chart.InkText, "cut off here")
		}
	default:
		move := s.Moves[g.t]
		title.Add(chart.InkFaint, "next move ").Add(chart.InkCursor, [...]string{"←", "→", "↑", "↓"}[move]+" "+move.String())
	}
	tiles, spawned := s.Boards[g.t], s.Spawned[g.t]
	k, at, cell := g.boardCanvas(w, w >= boardWidth && h > boardRows)
	for i, tile := range tiles {
		x, y := at(i)
		text, ink := boardCell(tile)
		if i == spawned {
			ink = chart.InkCursor
		}
		k.Text(x+cell-1-len([]rune(styles.Text(text))), y, text, ink)
	}
	if h < 5 {
		return k.Lines()
	}
	return append([]string{title.String()}, k.Lines()...)
}

// frames draws the frames of a board's cells.
func frames(k *screen.Canvas) {
	rule := func(y int, left, median, right string) {
		cell := strings.Repeat("─", 6)
		k.Text(0, y, left+cell+median+cell+median+cell+median+cell+right, chart.InkFaint)
	}
	rule(0, "┌", "┬", "┐")
	for row := range 4 {
		for x := 0; x < boardWidth; x += 7 {
			k.Set(x, 2*row+1, '│', chart.InkFaint)
		}
		rule(2*row+2, "├", "┼", "┤")
	}
	rule(boardRows-1, "└", "┴", "┘")
}

// The ends of Mountain Car's valley, and the goal.
const (
	carLeft  = -1.2
	carRight = 0.6
	carGoal  = 0.5
)

// car draws the car on the hill y = sin 3x, with the action as an arrow.
func (g *stage) car(s *sim.CarReplay, w, h int) []string {
	styles, t := g.styles, g.t
	title, action := styles.Line(w), ""
	if t < s.Len() {
		action = [...]string{"← ", "· ", "→ "}[s.Actions[t]+1] + actionName(s.Actions[t])
	}
	speed := textfmt.Signed(s.Velocities[t], 2) + " "
	for _, text := range []string{"● car, velocity ", "● car, v ", "● v "} {
		if title.At() == 0 && title.Fits(text+speed+action) {
			title.Add(chart.InkFaint, text+speed).Add(chart.InkCursor, action)
		}
	}
	k := styles.Canvas(w, h-1)
	axis := k.Height - 1
	if k.Height < 5 {
		axis = k.Height
	}
	// The hill lies in rows 2 and below, because the car is above the hill, and the goal above the car.
	const top = 2
	column := func(x float64) float64 { return (x - carLeft) / (carRight - carLeft) * float64(w-1) }
	row := func(x float64) float64 { return top + float64((1-math.Sin(3*x))/2*float64(max(0, axis-1-top))) }
	drawHill(k, axis, row)
	cell := func(x float64) (int, int) {
		return int(math.Round(column(x))), int(math.Round(row(x)))
	}
	if axis < k.Height {
		for _, x := range []float64{-1.2, -.5, 0, carGoal} {
			c, _ := cell(x)
			k.Centred(c, axis, textfmt.Trimmed(x, 3), chart.InkFaint)
		}
	}
	goal, _ := cell(carGoal)
	k.Centred(goal, 0, "goal", chart.InkFaint)
	x, y := cell(min(s.Positions[t], carRight))
	k.Set(x, y-1, '●', chart.InkCursor)
	if t < s.Len() && s.Actions[t] != 0 {
		k.Set(x+2*s.Actions[t], y-1, [...]rune{'◂', 0, '▸'}[s.Actions[t]+1], chart.InkCursor)
		k.Set(x+s.Actions[t], y-1, '─', chart.InkCursor)
	}
	return append([]string{title.String()}, k.Lines()...)
}

// drawHill draws the hill over the rows above the axis: in dots, or a line of
// cells.
func drawHill(k *screen.Canvas, axis int, row func(x float64) float64) {
	at := func(share float64) float64 { return row(carLeft + float64(share*(carRight-carLeft))) }
	if k.Glyphs() != chart.Braille {
		for c := range k.Width {
			y := int(math.Round(at(float64(c) / float64(max(1, k.Width-1)))))
			k.Set(c, y, '─', chart.InkFaint)
		}
		return
	}
	const dotsX, dotsY = 2, 4
	grid := runes.NewPatternDotsGrid(k.Width*dotsX, axis*dotsY)
	for c := range k.Width * dotsX {
		y := at(float64(c) / float64(max(1, k.Width*dotsX-1)))
		grid.Set(c, int(math.Round(float64(y*dotsY)+1.5)))
	}
	for y, line := range grid.BraillePatterns() {
		for x, r := range line {
			if r != runes.BrailleBlockOffset {
				k.Set(x, y, r, chart.InkFaint)
			}
		}
	}
}

// features lists the features of the current state that fit.
func (g *stage) features(w, h int) []string {
	styles, s := g.styles, g.shown
	x := s.Trajectory.Features(g.t)
	title := "features"
	if g.t == g.shown.last() && s.Trajectory.Terminated() {
		title = "features, 0 at the end"
	}
	lines := []string{styles.Line(w).Add(chart.InkFaint, title).String()}
	for j, size := range x {
		if len(lines) == h-1 && j < len(x)-1 {
			lines = append(lines, styles.Line(w).Add(chart.InkFaint, fmt.Sprintf("… and %d more", len(x)-j)).String())
			break
		}
		ink := chart.InkText
		if size == 0 {
			ink = chart.InkFaint
		}
		lines = append(lines, styles.Line(w).Add(ink, g.featureName(j)).Right(ink, textfmt.Trimmed(size, 3), min(w, 24)).String())
	}
	return lines
}
