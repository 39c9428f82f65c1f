package main

import (
	"image"
	"image/color"
	"image/draw"
	"math"
)

// shape draws a line of a box, a block or a braille pattern over the whole cell, because fonts leave gaps to the
// neighbours. It reports whether the rune is one of these.
func shape(m *image.Alpha, r rune) bool {
	if arms, ok := boxArms(r); ok {
		drawBox(m, arms)
		return true
	}
	switch {
	case r >= 0x2800 && r <= 0x28FF:
		drawBraille(m, uint8(r-0x2800))
	case r >= '▀' && r <= '▓':
		drawBlock(m, r)
	default:
		return false
	}
	return true
}

// arms are the half lines of a box character.
type arms struct{ up, down, left, right bool }

// boxArms returns the arms of a box character with light lines.
func boxArms(r rune) (arms, bool) {
	a, ok := map[rune]arms{
		'─': {left: true, right: true},
		'│': {up: true, down: true},
		'┌': {down: true, right: true},
		'┐': {down: true, left: true},
		'└': {up: true, right: true},
		'┘': {up: true, left: true},
		'├': {up: true, down: true, right: true},
		'┤': {up: true, down: true, left: true},
		'┬': {down: true, left: true, right: true},
		'┴': {up: true, left: true, right: true},
		'┼': {up: true, down: true, left: true, right: true},
	}[r]
	return a, ok
}

// lineWidth is the width of box lines, in pixels.
const lineWidth = 2

func drawBox(m *image.Alpha, a arms) {
	const x, y = (cellWidth - lineWidth) / 2, (cellHeight - lineWidth) / 2
	if a.up {
		fill(m, x, 0, x+lineWidth, y+lineWidth)
	}
	if a.down {
		fill(m, x, y, x+lineWidth, cellHeight)
	}
	if a.left {
		fill(m, 0, y, x+lineWidth, y+lineWidth)
	}
	if a.right {
		fill(m, x, y, cellWidth, y+lineWidth)
	}
}

// fill covers a rectangle.
func fill(m *image.Alpha, x0, y0, x1, y1 int) {
	draw.Draw(m, image.Rect(x0, y0, x1, y1), image.Opaque, image.Point{}, draw.Src)
}

// drawBlock draws a block element.
func drawBlock(m *image.Alpha, r rune) {
	const w, h = cellWidth, cellHeight
	switch {
	case r == '▀':
		fill(m, 0, 0, w, h/2)
	case r <= '█': // lower eighths
		fill(m, 0, h-h*int(r-'▀')/8, w, h)
	case r <= '▏': // left eighths
		fill(m, 0, 0, w*int('▐'-r)/8, h)
	case r == '▐':
		fill(m, w/2, 0, w, h)
	case r <= '▓': // quarters of the ink
		quarters := int(r-'░') + 1
		draw.Draw(m, m.Rect, image.NewUniform(color.Alpha{A: uint8(255 * quarters / 4)}), image.Point{}, draw.Src)
	}
}

// dotRadius is the radius of the dots of braille patterns, in pixels.
const dotRadius = 2.8

// drawBraille draws the dots of a braille pattern, with equal distances to the dots of neighbouring cells.
func drawBraille(m *image.Alpha, dots uint8) {
	for bit, at := range [8]image.Point{{X: 0, Y: 0}, {X: 0, Y: 1}, {X: 0, Y: 2}, {X: 1, Y: 0}, {X: 1, Y: 1}, {X: 1, Y: 2}, {X: 0, Y: 3}, {X: 1, Y: 3}} {
		if dots>>bit&1 == 1 {
			drawDot(m, cellWidth*(2*float64(at.X)+1)/4, cellHeight*(2*float64(at.Y)+1)/8)
		}
	}
}

// drawDot covers a disc about a point.
func drawDot(m *image.Alpha, cx, cy float64) {
	for y := range cellHeight {
		for x := range cellWidth {
			distance := math.Hypot(float64(x)+.5-cx, float64(y)+.5-cy)
			if covered := min(1, dotRadius+.5-distance); covered > 0 {
				m.SetAlpha(x, y, color.Alpha{A: uint8(math.Round(255 * covered))})
			}
		}
	}
}
