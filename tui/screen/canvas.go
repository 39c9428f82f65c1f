package screen

import (
	"math"
	"unicode/utf8"

	"github.com/NimbleMarkets/ntcharts/v2/canvas/runes"

	"lambdascope/tui/chart"
)

// Canvas is a drawing in cells, for drawings other than charts.
type Canvas struct {
	styles        *Styles
	Width, Height int
	Cells         []cell
}

// cell is one cell; blank where the rune is 0.
type cell struct {
	R   rune
	Ink chart.Ink
}

func (p *Styles) Canvas(w, h int) *Canvas {
	w, h = max(0, w), max(0, h)
	return &Canvas{styles: p, Width: w, Height: h, Cells: make([]cell, w*h)}
}

// Glyphs returns the glyphs of the canvas.
func (k *Canvas) Glyphs() chart.Glyphs { return k.styles.glyphs }

// Set puts a rune one cell wide, or in ASCII the first character of its substitute. Outside the canvas it
// does nothing.
func (k *Canvas) Set(x, y int, r rune, ink chart.Ink) {
	if x < 0 || x >= k.Width || y < 0 || y >= k.Height {
		return
	}
	if k.styles.glyphs == chart.Plain {
		r = rune(chart.ASCII(string(r))[0])
	}
	k.Cells[y*k.Width+x] = cell{r, ink}
}

// Text writes runes one cell wide from (x, y) on.
func (k *Canvas) Text(x, y int, text string, ink chart.Ink) {
	for _, r := range k.styles.Text(text) {
		k.Set(x, y, r, ink)
		x++
	}
}

// Centred writes text around x, inside the canvas.
func (k *Canvas) Centred(x, y int, text string, ink chart.Ink) {
	n := len([]rune(k.styles.Text(text)))
	k.Text(max(0, min(k.Width-n, x-n/2)), y, text, ink)
}

// Column draws a bar from the foot of a row upwards, of a height in cells, w cells wide. In ASCII it has
// whole cells, because the signs of parts of a cell look like other marks.
func (k *Canvas) Column(x, w, foot int, height float64, ink chart.Ink) {
	if k.styles.glyphs == chart.Plain {
		height = math.Round(height)
	}
	const seen = 1. / 16 // of a cell
	for y := 0; height-float64(y) >= seen; y++ {
		for i := range w {
			k.Set(x+i, foot-y, runes.LowerBlockElementFromFloat64(min(1, max(1./8, height-float64(y)))), ink)
		}
	}
}

// Lines returns the rows, padded to the width of the canvas.
func (k *Canvas) Lines() []string {
	out := make([]string, k.Height)
	var run []byte
	for y := range out {
		l := k.styles.Line(k.Width)
		row := k.Cells[y*k.Width : (y+1)*k.Width]
		for x := 0; x < len(row); {
			run = run[:0]
			blank, ink := row[x].R == 0, row[x].Ink
			for ; x < len(row) && (row[x].R == 0) == blank && (blank || row[x].Ink == ink); x++ {
				if blank {
					run = append(run, ' ')
				} else {
					run = utf8.AppendRune(run, row[x].R)
				}
			}
			if blank {
				l.To(l.used + len(run))
			} else {
				l.Add(ink, string(run))
			}
		}
		out[y] = l.String()
	}
	return out
}
