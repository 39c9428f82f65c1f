package tui

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/NimbleMarkets/ntcharts/v2/canvas/runes"

	"lambdascope/sim"
	"lambdascope/tui/chart"
)

// cutBias cuts the bias from the name of a feature map, and tells whether it had
// one.
func cutBias(features string) (name string, bias bool) { return strings.CutSuffix(features, "+bias") }

// walkPlaces returns the column of each place of a walk, from the left end to the
// right one, and how far apart they are; 0 where several share a column.
func walkPlaces(states, w int) (column func(at int) int, apart int) {
	places := states + 2
	apart = min(9, (w-1)/(places-1))
	if apart < 1 {
		return func(at int) int { return (at + 1) * (w - 1) / (places - 1) }, 0
	}
	left := (w - 1 - apart*(places-1)) / 2
	return func(at int) int { return left + (at+1)*apart }, apart
}

// walkRow draws the states in a row of a sketch, the marker, and, below, their
// numbers; an arrow shows where the walk goes next.
func (r *replay) walkRow(s *sim.WalkReplay, k *sketch, row int) {
	column, apart := walkPlaces(s.States, k.w)
	now := s.At[r.step]
	for x := column(-1); x <= column(s.States); x++ {
		k.set(x, row, '─', chart.InkFaint)
	}
	next := now
	if r.step < s.Len() {
		next = s.At[r.step+1]
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
			k.set(column(at), row, sign, ink)
		}
		if apart >= 3 || at == now || at == -1 || at == s.States {
			if at == -1 || at == s.States {
				ink = chart.InkFaint
			}
			k.centred(column(at), row+1, label, ink)
		}
	}
	switch {
	case apart < 3:
	case next > now:
		k.set(column(now)+(apart+1)/2, row, '▸', chart.InkCursor)
	case next < now:
		k.set(column(now)-(apart+1)/2, row, '◂', chart.InkCursor)
	}
}

// walk draws the walk alone.
func (r *replay) walk(s *sim.WalkReplay, w, h int) []string {
	if h < 3 {
		k := r.page.model.pen.sketch(w, 2)
		r.walkRow(s, k, 0)
		return k.lines()
	}
	k := r.page.model.pen.sketch(w, 3)
	k.text(0, 0, "the walk; rewards at its ends", chart.InkFaint)
	r.walkRow(s, k, 1)
	return k.lines()
}

// walkWithTrace draws the walk with the trace of each state over it.
func (r *replay) walkWithTrace(s *sim.WalkReplay, w, h int) []string {
	pen, trace := r.page.model.pen, r.shown.Trace
	k := pen.sketch(w, h-1)
	foot := h - 4
	column, apart := walkPlaces(s.States, w)
	t := r.traceStep()
	z, x := trace.At(t), r.shown.Trajectory.Features(t)
	side := max(0, min(2, (apart-2)/2))
	const numbersApart = 5
	if apart >= numbersApart {
		foot-- // a row over the tallest bar for its number
	}
	length := r.traceLengths()
	for j := range s.States {
		height := length(j, z[j]) * float64(foot+1)
		if apart >= numbersApart {
			foot := h - 4
			ink := chart.InkFaint
			if x[j] != 0 {
				ink = chart.InkCursor
			}
			if z[j] != 0 {
				k.centred(column(j), foot-int(math.Ceil(height)), plain(z[j], 2), ink)
			}
		}
		k.column(column(j)-side, 2*side+1, h-4, height, length(j, z[j]-x[j])*float64(foot+1), chart.InkText, chart.InkCursor)
	}
	r.walkRow(s, k, h-3)
	return append([]string{r.traceTitle(w).String()}, k.lines()...)
}

// The size of a board with frames.
const (
	boardWidth = 4*7 + 1
	boardRows  = 4*2 + 1
)

// board draws a board of 2048: the new tile in the cursor's ink.
func (r *replay) board(s *sim.BoardReplay, w, h int) []string {
	pen := r.page.model.pen
	title := pen.line(w)
	switch {
	case r.step == s.Len():
		title.add(chart.InkText, "no move left")
		if !r.shown.Trajectory.Terminated() {
			title = pen.line(w).add(chart.InkText, "cut off here")
		}
	default:
		m := s.Moves[r.step]
		title.add(chart.InkFaint, "next move ").add(chart.InkCursor, [...]string{"←", "→", "↑", "↓"}[m]+" "+m.String())
	}
	tiles, spawned := s.Boards[r.step], s.Spawned[r.step]
	framed := w >= boardWidth && h > boardRows
	cell := min(7, w/4)
	var k *sketch
	at := func(i int) (x, y int) { return i % 4 * cell, i / 4 }
	if framed {
		k = pen.sketch(w, boardRows)
		frames(k)
		at = func(i int) (x, y int) { return i%4*7 + 1, i/4*2 + 1 }
		cell = 6
	} else {
		k = pen.sketch(w, 4)
	}
	for i, v := range tiles {
		x, y := at(i)
		text, ink := "·", chart.InkFaint
		if v > 0 {
			const usual = 9 // exponents, beyond which the random policy hardly gets
			text, ink = strconv.Itoa(v), chart.Level(int(math.Log2(float64(v)))-1, usual)
		}
		if i == spawned {
			ink = chart.InkCursor
		}
		k.text(x+cell-1-len([]rune(pen.text(text))), y, text, ink)
	}
	if h < 5 {
		return k.lines()
	}
	return append([]string{title.String()}, k.lines()...)
}

// frames draws the frames of a board's cells.
func frames(k *sketch) {
	rule := func(y int, left, middle, right string) {
		cell := strings.Repeat("─", 6)
		k.text(0, y, left+cell+middle+cell+middle+cell+middle+cell+right, chart.InkFaint)
	}
	rule(0, "┌", "┬", "┐")
	for row := range 4 {
		for x := 0; x < boardWidth; x += 7 {
			k.set(x, 2*row+1, '│', chart.InkFaint)
		}
		rule(2*row+2, "├", "┼", "┤")
	}
	rule(boardRows-1, "└", "┴", "┘")
}

// The ends of Mountain Car's valley, and its goal.
const (
	carLeft  = -1.2
	carRight = 0.6
	carGoal  = 0.5
)

// car draws the car on its hill, y = sin 3x, with the action as an arrow.
func (r *replay) car(s *sim.CarReplay, w, h int) []string {
	pen, t := r.page.model.pen, r.step
	title := pen.line(w).add(chart.InkFaint, fmt.Sprintf("velocity %s ", signed(s.Velocities[t], 2)))
	if t < s.Len() {
		title.add(chart.InkCursor, [...]string{"← ", "· ", "→ "}[s.Actions[t]+1]+actionName(s.Actions[t]))
	}
	k := pen.sketch(w, h-1)
	axis := k.h - 1
	if k.h < 5 {
		axis = k.h
	}
	// The hill lies in rows 2 and below: the car is above it, the goal above that.
	const top = 2
	column := func(x float64) float64 { return (x - carLeft) / (carRight - carLeft) * float64(w-1) }
	row := func(x float64) float64 { return top + (1-math.Sin(3*x))/2*float64(max(0, axis-1-top)) }
	drawHill(k, axis, row)
	cell := func(x float64) (int, int) {
		return int(math.Round(column(x))), int(math.Round(row(x)))
	}
	if axis < k.h {
		for _, x := range []float64{-1.2, -.5, 0, carGoal} {
			c, _ := cell(x)
			k.centred(c, axis, plain(x, 3), chart.InkFaint)
		}
	}
	goal, _ := cell(carGoal)
	k.centred(goal, 0, "goal", chart.InkFaint)
	x, y := cell(min(s.Positions[t], carRight))
	k.set(x, y-1, '●', chart.InkCursor)
	if t < s.Len() && s.Actions[t] != 0 {
		k.set(x+2*s.Actions[t], y-1, [...]rune{'◂', 0, '▸'}[s.Actions[t]+1], chart.InkCursor)
		k.set(x+s.Actions[t], y-1, '─', chart.InkCursor)
	}
	return append([]string{title.String()}, k.lines()...)
}

// drawHill draws the hill over the rows above the axis: in dots, or a line of
// cells.
func drawHill(k *sketch, axis int, row func(x float64) float64) {
	at := func(share float64) float64 { return row(carLeft + share*(carRight-carLeft)) }
	if k.pen.glyphs != chart.Braille {
		for c := range k.w {
			y := int(math.Round(at(float64(c) / float64(max(1, k.w-1)))))
			k.set(c, y, '─', chart.InkFaint)
		}
		return
	}
	const dotsX, dotsY = 2, 4
	grid := runes.NewPatternDotsGrid(k.w*dotsX, axis*dotsY)
	for c := range k.w * dotsX {
		y := at(float64(c) / float64(max(1, k.w*dotsX-1)))
		grid.Set(c, int(math.Round(y*dotsY+1.5)))
	}
	for y, line := range grid.BraillePatterns() {
		for x, r := range line {
			if r != runes.BrailleBlockOffset {
				k.set(x, y, r, chart.InkFaint)
			}
		}
	}
}

// features lists the features of the state on show, those that fit.
func (r *replay) features(w, h int) []string {
	pen, s := r.page.model.pen, r.shown
	x := s.Trajectory.Features(r.step)
	title := "features"
	if r.step == r.last() && s.Trajectory.Terminated() {
		title = "features, 0 at the end"
	}
	lines := []string{pen.line(w).add(chart.InkFaint, title).String()}
	for j, v := range x {
		if len(lines) == h-1 && j < len(x)-1 {
			lines = append(lines, pen.line(w).add(chart.InkFaint, fmt.Sprintf("… and %d more", len(x)-j)).String())
			break
		}
		ink := chart.InkText
		if v == 0 {
			ink = chart.InkFaint
		}
		lines = append(lines, pen.line(w).add(ink, r.featureName(j)).right(ink, plain(v, 3), min(w, 24)).String())
	}
	return lines
}
