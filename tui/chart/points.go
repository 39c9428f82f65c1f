package chart

import (
	"math"
	"slices"
)

// points draws the points of clouds: a dot each in braille, otherwise a glyph for the number of
// points in a cell.
func (p *painter) points() {
	w, h := p.plot.Dx(), p.plot.Dy()
	for i := range p.Series {
		s := &p.Series[i]
		if s.Marker != MarkPoint {
			continue
		}
		counts := make([]int, w*h) // by cell of the plot
		for j := range s.Len() {
			x, y, ok := p.plot.place(s.X[j], s.Y[j])
			column, row := math.Floor(x+.5), math.Floor(y+.5)
			if !ok || column < 0 || column >= float64(w) || row < 0 || row >= float64(h) {
				continue
			}
			counts[int(row)*w+int(column)]++
			if p.Glyphs == Braille {
				p.dot(x, y, s.Ink)
			}
		}
		if p.Glyphs == Braille {
			continue
		}
		most := slices.Max(counts)
		for at, n := range counts {
			if n > 0 {
				p.c.set(p.plot.Min.X+at%w, p.plot.Min.Y+at/w, p.g.density(n, most), s.Ink)
			}
		}
	}
}

// dot adds a braille dot to the canvas. x and y are cells from the centre of the plot's top left
// cell.
func (p *painter) dot(x, y float64, ink Ink) {
	dx := max(0, min(dotsX*p.plot.Dx()-1, int(math.Floor(dotsX*(x+.5)))))
	dy := max(0, min(dotsY*p.plot.Dy()-1, int(math.Floor(dotsY*(y+.5)))))
	p.braille(p.plot.Min.X+dx/dotsX, p.plot.Min.Y+dy/dotsY, brailleDots[dy%dotsY][dx%dotsX], ink)
}

// density returns the glyph of a cell with n points, where most is the largest number. The scale
// is logarithmic.
func (g glyphSet) density(n, most int) rune {
	if most <= 1 {
		return g.densities[0]
	}
	share := math.Log(float64(n)) / math.Log(float64(most))
	return g.densities[int(float64(share*float64(len(g.densities)-1))+.5)]
}
