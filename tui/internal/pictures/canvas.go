package main

import (
	"fmt"
	"image"
	"image/color"
	"slices"

	uv "github.com/charmbracelet/ultraviolet"

	"lambdascope/tui/screen"
)

// margin is the space around a screen, in pixels.
const margin = 16

// terminalInks returns the default colours of text and background of the terminal for a theme.
func terminalInks(t screen.Theme) inks {
	if t == screen.ThemeLight {
		return inks{text: color.RGBA{0x1F, 0x23, 0x28, 0xFF}, background: color.RGBA{0xFF, 0xFF, 0xFF, 0xFF}}
	}
	return inks{text: color.RGBA{0xD9, 0xDC, 0xE1, 0xFF}, background: color.RGBA{0x14, 0x17, 0x1B, 0xFF}}
}

// canvas draws screens in pixels. All screens share a palette, because a GIF has only one.
type canvas struct {
	terminal inks
	glyphs   *glyphs
	palette  color.Palette
	shades   map[inks]*[shades]uint8
}

// inks are the colours of a cell.
type inks struct{ text, background color.RGBA }

// shades is the number of steps from a background to the text, for the edges of glyphs.
const shades = 13

// transparent is the index of the transparent colour.
const transparent = 0

func newCanvas(terminal inks, g *glyphs) *canvas {
	return &canvas{
		terminal: terminal, glyphs: g,
		palette: color.Palette{color.RGBA{}}, shades: make(map[inks]*[shades]uint8),
	}
}

// drawAll draws screens.
func (c *canvas) drawAll(screens []uv.ScreenBuffer) (pictures []*image.Paletted, err error) {
	for _, s := range screens {
		p, err := c.draw(s)
		if err != nil {
			return nil, err
		}
		pictures = append(pictures, p)
	}
	if len(c.palette) > 256 {
		return nil, fmt.Errorf("there are %d colours: want at most 256", len(c.palette))
	}
	for _, p := range pictures {
		p.Palette = c.palette
	}
	return pictures, nil
}

// draw draws a screen. The caller sets the palette after the last screen, because it grows with each.
func (c *canvas) draw(b uv.ScreenBuffer) (*image.Paletted, error) {
	width, height := b.Width(), b.Height()
	p := image.NewPaletted(image.Rect(0, 0, width*cellWidth+2*margin, height*cellHeight+2*margin), nil)
	background := c.shade(c.terminal, 0)
	for i := range p.Pix {
		p.Pix[i] = background
	}
	for y := range height {
		for x := range width {
			at := image.Pt(margin+x*cellWidth, margin+y*cellHeight)
			if err := c.cell(p, at, b.CellAt(x, y)); err != nil {
				return nil, fmt.Errorf("column %d of line %d: %w", x+1, y+1, err)
			}
		}
	}
	return p, nil
}

// cell draws a cell with the upper left corner at a point.
func (c *canvas) cell(p *image.Paletted, at image.Point, cell *uv.Cell) error {
	if attrs := cell.Style.Attrs &^ (uv.AttrBold | uv.AttrReverse); attrs != 0 || cell.Style.Underline != uv.UnderlineNone {
		return fmt.Errorf("%q has a style that is not drawn: %q", cell.Content, cell.Style.String())
	}
	if cell.Width != 1 {
		return fmt.Errorf("%q is %d cells wide: want 1", cell.Content, cell.Width)
	}
	in := inks{opaque(cell.Style.Fg, c.terminal.text), opaque(cell.Style.Bg, c.terminal.background)}
	if cell.Style.Attrs&uv.AttrReverse != 0 {
		in.text, in.background = in.background, in.text
	}
	mask, err := c.glyphs.mask(glyph{cell.Content, cell.Style.Attrs&uv.AttrBold != 0})
	if err != nil {
		return err
	}
	for y := range cellHeight {
		for x := range cellWidth {
			covered := int(mask.AlphaAt(x, y).A)
			p.SetColorIndex(at.X+x, at.Y+y, c.shade(in, (covered*(shades-1)+127)/255))
		}
	}
	return nil
}

// shade returns the index of a shade of the colours of a cell: 0 is the background.
func (c *canvas) shade(in inks, level int) uint8 {
	all := c.shades[in]
	if all == nil {
		all = new([shades]uint8)
		c.shades[in] = all
	}
	if all[level] == transparent { // not in the palette yet
		of := mix(in.background, in.text, level)
		i := slices.Index(c.palette, color.Color(of))
		if i < 0 {
			i = len(c.palette)
			c.palette = append(c.palette, of)
		}
		all[level] = uint8(i)
	}
	return all[level]
}

// opaque returns a colour, or a default for nil.
func opaque(c color.Color, none color.RGBA) color.RGBA {
	if c == nil {
		return none
	}
	return color.RGBAModel.Convert(c).(color.RGBA)
}

// mix returns a shade between two colours; level 0 is the first.
func mix(from, to color.RGBA, level int) color.RGBA {
	part := func(from, to uint8) uint8 {
		const most = shades - 1
		return uint8((int(from)*(most-level) + int(to)*level + most/2) / most)
	}
	return color.RGBA{part(from.R, to.R), part(from.G, to.G), part(from.B, to.B), 0xFF}
}
