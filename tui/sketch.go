package tui

import (
	"strings"

	"github.com/NimbleMarkets/ntcharts/v2/canvas/runes"

	"lambdascope/tui/chart"
)

// sketch is a drawing in cells that is no chart.
type sketch struct {
	pen   *pen
	w, h  int
	cells []sketchCell
}

// sketchCell is one cell; blank where the rune is 0.
type sketchCell struct {
	r   rune
	ink chart.Ink
}

func (p *pen) sketch(w, h int) *sketch {
	w, h = max(0, w), max(0, h)
	return &sketch{pen: p, w: w, h: h, cells: make([]sketchCell, w*h)}
}

// set puts a rune one cell wide, or in ASCII the first character of what stands
// for it. Outside it does nothing.
func (k *sketch) set(x, y int, r rune, ink chart.Ink) {
	if x < 0 || x >= k.w || y < 0 || y >= k.h {
		return
	}
	if k.pen.glyphs == chart.Plain {
		r = rune(chart.ASCII(string(r))[0])
	}
	k.cells[y*k.w+x] = sketchCell{r, ink}
}

// text writes runes one cell wide from (x, y) on.
func (k *sketch) text(x, y int, text string, ink chart.Ink) {
	for _, r := range k.pen.text(text) {
		k.set(x, y, r, ink)
		x++
	}
}

// centred writes text around x, inside the sketch.
func (k *sketch) centred(x, y int, text string, ink chart.Ink) {
	n := len([]rune(k.pen.text(text)))
	k.text(max(0, min(k.w-n, x-n/2)), y, text, ink)
}

// column draws a bar from the foot of a row upwards, of a height in cells, w cells
// wide. Its part above from has another ink.
func (k *sketch) column(x, w, foot int, height, from float64, below, above chart.Ink) {
	const seen = 1. / 16 // of a cell
	for y := 0; height-float64(y) >= seen; y++ {
		ink := below
		if float64(y)+.5 > from && height-from >= seen {
			ink = above
		}
		for i := range w {
			k.set(x+i, foot-y, runes.LowerBlockElementFromFloat64(min(1, max(1./8, height-float64(y)))), ink)
		}
	}
}

// lines returns the rows, each of the sketch's width.
func (k *sketch) lines() []string {
	out := make([]string, k.h)
	for y := range out {
		l := k.pen.line(k.w)
		row := k.cells[y*k.w : (y+1)*k.w]
		for x := 0; x < len(row); {
			var run strings.Builder
			blank, ink := row[x].r == 0, row[x].ink
			for ; x < len(row) && (row[x].r == 0) == blank && (blank || row[x].ink == ink); x++ {
				if blank {
					run.WriteByte(' ')
				} else {
					run.WriteRune(row[x].r)
				}
			}
			if blank {
				l.to(l.used + run.Len())
			} else {
				l.add(ink, run.String())
			}
		}
		out[y] = l.String()
	}
	return out
}
