package folds

import (
	"math"
	"strconv"

	"lambdascope/sim"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
)

// boards draws a board of 2048, whose cells are the features, and the trace of each cell on a second
// board: to the right, or below in narrow windows.
func (g *stage) boards(s *sim.BoardReplay, w, h int) []string {
	const gap = 2
	side := min(boardWidth, (w-gap)/2)
	if side < boardWidth && h >= 2*flatBoard {
		return append(g.styles.Fill(g.board(s, w, flatBoard), w, flatBoard), g.traceBoard(w, h-flatBoard)...)
	}
	left := g.styles.Fill(g.board(s, side, h), side, h)
	return screen.Beside("  ", left, g.styles.Fill(g.traceBoard(w-side-gap, h), w-side-gap, h))
}

// flatBoard is the height of a board without frames, with its title.
const flatBoard = 5

// traceBoard draws the trace of each cell as a number, and as a bar on the scale of the whole
// trajectory. The features of the current state have the ink of the cursor.
func (g *stage) traceBoard(w, h int) []string {
	t := g.traceStep()
	z, x := g.traceAt(t)
	length := g.traceLengths()
	framed := w >= boardWidth && h > boardRows
	k, at, cell := g.boardCanvas(w, framed)
	for i := range 16 {
		ink := chart.InkText
		switch {
		case z[i] == 0:
			ink = chart.InkFaint
		case x[i] != 0:
			ink = chart.InkCursor
		}
		column, row := at(i)
		if g.hidden {
			continue // 0 would be a value
		}
		text := g.styles.Text(textfmt.Trimmed(z[i], 3))
		k.Text(column+cell-1-len([]rune(text)), row, text, ink)
		if bar := math.Abs(length(i, z[i])); bar > 0 && len([]rune(text)) < cell-1 {
			k.Set(column, row, []rune("▁▂▃▄▅▆▇█")[min(7, int(bar*8))], ink)
		}
	}
	title := g.traceTitle(w)
	if bias := " · bias " + textfmt.Trimmed(z[len(z)-1], 3); len(z) > 16 && !g.hidden && title.Fits(bias) {
		title.Add(chart.InkFaint, bias)
	}
	return append([]string{title.String()}, k.Lines()...)
}

// boardCanvas returns a canvas with or without frames, the place of each cell, and the width of a cell.
func (g *stage) boardCanvas(w int, framed bool) (k *screen.Canvas, at func(i int) (x, y int), cell int) {
	if framed {
		k = g.styles.Canvas(w, boardRows)
		frames(k)
		return k, func(i int) (x, y int) { return i%4*7 + 1, i/4*2 + 1 }, 6
	}
	cell = min(7, w/4)
	return g.styles.Canvas(w, 4), func(i int) (x, y int) { return i % 4 * cell, i / 4 }, cell
}

// boardCell is the text and the ink of a tile. Larger tiles stand out.
func boardCell(tile int) (text string, ink chart.Ink) {
	const usual = 9 // exponents; the random policy hardly gets further
	if tile == 0 {
		return "·", chart.InkFaint
	}
	return strconv.Itoa(tile), chart.Level(int(math.Log2(float64(tile)))-1, usual)
}
