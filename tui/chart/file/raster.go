package file

import (
	"image"
	"image/color"
	"math"

	freetype "github.com/golang/freetype/raster"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/f64"
	"golang.org/x/image/math/fixed"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// raster is a canvas of pixels. It draws as vgimg of gonum/plot does, but text from
// the outlines of its letters, which stand as well in any direction, and without the
// image formats and the scaling of images that vgimg brings into the program.
type raster struct {
	w, h       vg.Length
	dpi        float64
	image      *image.RGBA
	rasterizer *freetype.Rasterizer
	painter    *freetype.RGBAPainter
	state
	saved []state
	buf   sfnt.Buffer
}

// state is what Push saves. Lengths are in pixels.
type state struct {
	transform f64.Aff3 // from the coordinates of paths to those of the image
	ink       color.Color
	width     float64 // of lines
	dashes    []float64
	offset    float64 // into the dashes, where a line starts
}

func newRaster(w, h vg.Length, dpi int) *raster {
	c := &raster{w: w, h: h, dpi: float64(dpi)}
	width, height := int(c.dots(w)+.5), int(c.dots(h)+.5)
	c.image = image.NewRGBA(image.Rect(0, 0, width, height))
	c.rasterizer = freetype.NewRasterizer(width, height)
	c.rasterizer.UseNonZeroWinding = true
	c.painter = freetype.NewRGBAPainter(c.image)
	c.transform = f64.Aff3{1, 0, 0, 0, -1, float64(height)} // (0, 0) is at the bottom left
	vg.Initialize(c)
	return c
}

func (c *raster) dots(l vg.Length) float64 { return float64(l.Dots(c.dpi)) }

// Size returns the size of the canvas.
func (c *raster) Size() (w, h vg.Length) { return c.w, c.h }

// SetLineWidth sets the width of lines.
func (c *raster) SetLineWidth(w vg.Length) { c.width = c.dots(w) }

// SetLineDash sets the lengths of dashes and of the gaps between them.
func (c *raster) SetLineDash(lengths []vg.Length, offset vg.Length) {
	c.dashes = make([]float64, len(lengths))
	for i, l := range lengths {
		c.dashes[i] = c.dots(l)
	}
	c.offset = c.dots(offset)
}

// SetColor sets the colour of lines, areas and text, nil for black.
func (c *raster) SetColor(ink color.Color) {
	if ink == nil {
		ink = color.Black
	}
	c.ink = ink
}

// Push saves the transformation, the colour and the lines' width and dashes.
func (c *raster) Push() { c.saved = append(c.saved, c.state) }

// Pop restores what the last Push saved.
func (c *raster) Pop() {
	last := len(c.saved) - 1
	c.state, c.saved = c.saved[last], c.saved[:last]
}

// Translate moves the origin.
func (c *raster) Translate(to vg.Point) {
	c.transform[2], c.transform[5] = apply(&c.transform, c.dots(to.X), c.dots(to.Y))
}

// Rotate turns the axes, counterclockwise, by an angle in radians.
func (c *raster) Rotate(angle float64) {
	sin, cos := math.Sincos(angle)
	for row := 0; row < len(c.transform); row += 3 {
		x, y := c.transform[row], c.transform[row+1]
		c.transform[row], c.transform[row+1] = float64(x*cos)+float64(y*sin), float64(y*cos)-float64(x*sin)
	}
}

// Scale stretches the axes. The widths of lines stay.
func (c *raster) Scale(x, y float64) {
	for row := 0; row < len(c.transform); row += 3 {
		c.transform[row] *= x
		c.transform[row+1] *= y
	}
}

func apply(t *f64.Aff3, x, y float64) (tx, ty float64) {
	return float64(t[0]*x) + float64(t[1]*y) + t[2], float64(t[3]*x) + float64(t[4]*y) + t[5]
}

// Stroke draws a line along a path.
func (c *raster) Stroke(p vg.Path) {
	if c.width <= 0 {
		return
	}
	for _, line := range c.outline(p).lines {
		for _, part := range dashed(line, c.dashes, c.offset) {
			c.rasterizer.AddStroke(strokable(part), fixed26(c.width), freetype.ButtCapper, freetype.RoundJoiner)
		}
	}
	c.paint()
}

// Fill fills a path.
func (c *raster) Fill(p vg.Path) { c.fill(c.outline(p)) }

func (c *raster) fill(o *outline) {
	for _, line := range o.lines {
		c.rasterizer.Start(line[0].fixed())
		for _, p := range line[1:] {
			c.rasterizer.Add1(p.fixed())
		}
		c.rasterizer.Add1(line[0].fixed())
	}
	c.paint()
}

// paint lays the colour over the pixels that the rasterizer was given.
func (c *raster) paint() {
	c.painter.SetColor(c.ink)
	c.rasterizer.Rasterize(c.painter)
	c.rasterizer.Clear()
}

func (c *raster) outline(p vg.Path) *outline {
	o := &outline{transform: c.transform}
	for _, part := range p {
		x, y := c.dots(part.Pos.X), c.dots(part.Pos.Y)
		switch part.Type {
		case vg.MoveComp:
			o.moveTo(x, y)
		case vg.LineComp:
			o.lineTo(x, y)
		case vg.ArcComp:
			o.arc(x, y, c.dots(part.Radius), part.Start, part.Angle)
		case vg.CurveComp:
			a := part.Control[0]
			if len(part.Control) == 1 {
				o.quadraticTo(c.dots(a.X), c.dots(a.Y), x, y)
			} else {
				b := part.Control[1]
				o.cubicTo(c.dots(a.X), c.dots(a.Y), c.dots(b.X), c.dots(b.Y), x, y)
			}
		case vg.CloseComp:
			o.close()
		}
	}
	return o
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
	at := func(p fixed.Point26_6) (px, py float64) {
		return x + float64(float64(p.X)*unit), y - float64(float64(p.Y)*unit)
	}
	o := &outline{transform: c.transform}
	for _, s := range segments {
		ax, ay := at(s.Args[0])
		bx, by := at(s.Args[1])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			o.moveTo(ax, ay)
		case sfnt.SegmentOpLineTo:
			o.lineTo(ax, ay)
		case sfnt.SegmentOpQuadTo:
			o.quadraticTo(ax, ay, bx, by)
		case sfnt.SegmentOpCubeTo:
			dx, dy := at(s.Args[2])
			o.cubicTo(ax, ay, bx, by, dx, dy)
		}
	}
	c.fill(o)
}

// DrawImage panics: charts have no images, and one that had would lose it in silence.
func (c *raster) DrawImage(vg.Rectangle, image.Image) { panic("a chart file with an image") }
