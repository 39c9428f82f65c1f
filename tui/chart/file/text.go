package file

import (
	"fmt"
	"math"
	"strings"
	"unicode"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"lambdascope/tui/chart"
)

// lettering writes in Liberation Sans because its widths equal Arial's, so that labels fit with a
// fallback font too.
type lettering struct {
	c      vg.Canvas
	font   *opentype.Font
	raster bool // no viewer can substitute missing glyphs
	buf    sfnt.Buffer
}

func newLettering(c vg.Canvas, raster bool) (*lettering, error) {
	f, err := opentype.Parse(liberationsansregular.TTF)
	if err != nil {
		return nil, fmt.Errorf("font: %w", err)
	}
	return &lettering{c: c, font: f, raster: raster}, nil
}

func (l *lettering) face(size float64) plotfont.Face {
	f := plotfont.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Length(size)}
	return plotfont.Face{Font: f, Face: l.font}
}

// clean returns s without unprintable characters and with single spaces between words. In an
// image, characters without a glyph in the font become ASCII, since no viewer can substitute a
// font.
func (l *lettering) clean(s string) string {
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(strings.ToValidUTF8(s, "?")), " ") {
		switch {
		case !unicode.IsGraphic(r):
		case l.raster && l.glyph(r) == 0:
			b.WriteString(chart.ASCII(string(r)))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func (l *lettering) glyph(r rune) sfnt.GlyphIndex {
	g, err := l.font.GlyphIndex(&l.buf, r)
	if err != nil {
		return 0
	}
	return g
}

// width returns the width of a clean string, in points.
func (l *lettering) width(s string, size float64) float64 {
	f := l.face(size)
	return float64(f.Width(s))
}

// fit returns clean s, cut to a width in points.
func (l *lettering) fit(s string, size, width float64) string {
	s = l.clean(s)
	if l.width(s, size) <= width {
		return s
	}
	rs := []rune(s)
	n := len(rs)
	for ; n > 0 && l.width(string(rs[:n])+"…", size) > width; n-- {
	}
	if n == 0 {
		return ""
	}
	return strings.TrimSpace(string(rs[:n])) + "…"
}

// The alignment of text relative to its point.
const (
	start  = 0.
	middle = .5
	end    = 1.
)

// write writes clean s in the ink of text. The baseline starts, is centred or ends at (x, y), in
// points from the bottom left.
func (l *lettering) write(s string, x, y, size, place float64) {
	if s == "" {
		return
	}
	l.c.SetColor(colour(chart.InkText))
	x -= float64(place * l.width(s, size))
	// Accents need placing by hand, because the font has no λ̂ and its combining accents would
	// lie on the letter.
	rs := []rune(s)
	from := 0
	for i := 1; i < len(rs); i++ {
		if accent := spacing(rs[i]); accent != 0 && i > from {
			x = l.run(string(rs[from:i]), x, y, size)
			dx, dy := l.above(rs[i-1], accent, size)
			l.run(string(accent), x+dx, y+dy, size)
			from = i + 1
		}
	}
	l.run(string(rs[from:]), x, y, size)
}

// run writes s from x to the right and returns the x of its end. It skips leading spaces, because
// viewers of SVG drop them.
func (l *lettering) run(s string, x, y, size float64) float64 {
	letters := strings.TrimLeft(s, " ")
	to := x + l.width(s, size)
	if letters != "" {
		l.c.FillString(l.face(size), point(to-l.width(letters, size), y), letters)
	}
	return to
}

// spacing returns the spacing accent of a combining accent, or 0.
func spacing(r rune) rune {
	switch r {
	case '\u0302':
		return 'ˆ'
	case '\u0303':
		return '˜'
	case '\u0304':
		return '¯'
	}
	return 0
}

// upright writes clean s upwards, centred at (x, y), for the label of the y axis.
func (l *lettering) upright(s string, x, y float64) {
	l.c.Push()
	l.c.Translate(point(x, y))
	l.c.Rotate(math.Pi / 2)
	l.write(s, 0, 0, labelSize, middle)
	l.c.Pop()
}

// above returns the offset of an accent above a letter, from the end of the letter.
func (l *lettering) above(letter, accent rune, size float64) (dx, dy float64) {
	const gap = .03 // of the size
	em := fixed.Int26_6(l.font.UnitsPerEm())
	bounds := func(r rune) (left, right, top, bottom, advance float64) {
		b, a, err := l.font.GlyphBounds(&l.buf, l.glyph(r), em, font.HintingNone)
		if err != nil {
			return
		}
		unit := size / float64(em)
		return float64(b.Min.X) * unit, float64(b.Max.X) * unit, -float64(b.Min.Y) * unit, -float64(b.Max.Y) * unit, float64(a) * unit
	}
	left, right, top, _, advance := bounds(letter)
	mleft, mright, _, mbottom, _ := bounds(accent)
	return (left+right)/2 - advance - (mleft+mright)/2, max(0, top+float64(gap*size)-mbottom)
}

func point(x, y float64) vg.Point { return vg.Point{X: vg.Length(x), Y: vg.Length(y)} }
