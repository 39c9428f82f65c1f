package file

import (
	"image"
	"image/color"

	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// raster is a canvas of pixels. It draws as vgimg of gonum/plot does, but text from
// the outlines of its letters, which stand as well in any direction, and without the
// image formats and the scaling of images that vgimg brings into the program.
type raster struct {
	*gg.Context
	w, h   vg.Length
	dpi    float64
	stroke vg.Length // the width of lines
	buf    sfnt.Buffer
}

func newRaster(w, h vg.Length, dpi int) *raster {
	c := &raster{w: w, h: h, dpi: float64(dpi)}
	c.Context = gg.NewContext(int(c.dots(w)+.5), int(c.dots(h)+.5))
	c.SetLineCapButt()
	c.InvertY() // (0, 0) is at the bottom left
	vg.Initialize(c)
	return c
}

func (c *raster) dots(l vg.Length) float64 { return l.Dots(c.dpi) }

// Size returns the size of the canvas.
func (c *raster) Size() (w, h vg.Length) { return c.w, c.h }

// SetLineWidth sets the width of lines.
func (c *raster) SetLineWidth(w vg.Length) {
	c.stroke = w
	c.Context.SetLineWidth(c.dots(w))
}

// SetLineDash sets the lengths of dashes and of the gaps between them.
func (c *raster) SetLineDash(lengths []vg.Length, offset vg.Length) {
	dashes := make([]float64, len(lengths))
	for i, l := range lengths {
		dashes[i] = c.dots(l)
	}
	c.SetDashOffset(c.dots(offset))
	c.SetDash(dashes...)
}

// SetColor sets the colour of lines, areas and text, nil for black.
func (c *raster) SetColor(ink color.Color) {
	if ink == nil {
		ink = color.Black
	}
	c.Context.SetColor(ink)
}

// Translate moves the origin.
func (c *raster) Translate(to vg.Point) { c.Context.Translate(c.dots(to.X), c.dots(to.Y)) }

// Stroke draws a line along a path.
func (c *raster) Stroke(p vg.Path) {
	if c.stroke <= 0 {
		return
	}
	c.outline(p)
	c.Context.Stroke()
}

// Fill fills a path.
func (c *raster) Fill(p vg.Path) {
	c.outline(p)
	c.Context.Fill()
}

func (c *raster) outline(p vg.Path) {
	for _, part := range p {
		x, y := c.dots(part.Pos.X), c.dots(part.Pos.Y)
		switch part.Type {
		case vg.MoveComp:
			c.MoveTo(x, y)
		case vg.LineComp:
			c.LineTo(x, y)
		case vg.ArcComp:
			c.DrawArc(x, y, c.dots(part.Radius), part.Start, part.Start+part.Angle)
		case vg.CurveComp:
			a := part.Control[0]
			if len(part.Control) == 1 {
				c.QuadraticTo(c.dots(a.X), c.dots(a.Y), x, y)
			} else {
				b := part.Control[1]
				c.CubicTo(c.dots(a.X), c.dots(a.Y), c.dots(b.X), c.dots(b.Y), x, y)
			}
		case vg.CloseComp:
			c.ClosePath()
		}
	}
}

// FillString writes text from a point on its baseline.
func (c *raster) FillString(f plotfont.Face, at vg.Point, text string) {
	face := f.FontFace(c.dpi)
	defer face.Close()
	em := fixed.Int26_6(f.Face.UnitsPerEm())
	unit := c.dots(f.Font.Size) / float64(em)
	x, y := c.dots(at.X), c.dots(at.Y)
	last := rune(-1)
	for _, r := range text {
		if last >= 0 {
			x += dotsOf(face.Kern(last, r))
		}
		if g, err := f.Face.GlyphIndex(&c.buf, r); err == nil {
			c.glyph(f, g, em, x, y, unit)
		}
		advance, _ := face.GlyphAdvance(r)
		x += dotsOf(advance)
		last = r
	}
}

func dotsOf(f fixed.Int26_6) float64 { return float64(f) / 64 }

// glyph fills the outline of a glyph; at em, its points are in units of the font.
func (c *raster) glyph(f plotfont.Face, g sfnt.GlyphIndex, em fixed.Int26_6, x, y, unit float64) {
	segments, err := f.Face.LoadGlyph(&c.buf, g, em, nil)
	if err != nil {
		return
	}
	at := func(p fixed.Point26_6) (px, py float64) { return x + float64(p.X)*unit, y - float64(p.Y)*unit }
	for _, s := range segments {
		ax, ay := at(s.Args[0])
		bx, by := at(s.Args[1])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			c.MoveTo(ax, ay)
		case sfnt.SegmentOpLineTo:
			c.LineTo(ax, ay)
		case sfnt.SegmentOpQuadTo:
			c.QuadraticTo(ax, ay, bx, by)
		case sfnt.SegmentOpCubeTo:
			dx, dy := at(s.Args[2])
			c.CubicTo(ax, ay, bx, by, dx, dy)
		}
	}
	c.Context.Fill()
}

// DrawImage panics: charts have no images, and one that had would lose it in silence.
func (c *raster) DrawImage(vg.Rectangle, image.Image) { panic("a chart file with an image") }
