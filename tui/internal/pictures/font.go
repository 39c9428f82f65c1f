package main

import (
	"fmt"
	"image"
	"image/draw"
	"slices"

	"codeberg.org/go-fonts/dejavu/dejavusans"
	"codeberg.org/go-fonts/dejavu/dejavusansbold"
	"codeberg.org/go-fonts/dejavu/dejavusansmono"
	"codeberg.org/go-fonts/dejavu/dejavusansmonobold"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// The size of a cell in pixels. The height is twice the width, so that dots of braille patterns have equal
// distances in both directions.
const cellWidth, cellHeight = 16, 32

// The size of the font in pixels, and the baseline in a cell. Characters are a little narrower than a cell, so
// that the mark over λ in λ̂ has room.
const (
	fontSize = 25.5
	baseline = 25
)

// typeface has the glyphs of a font.
type typeface struct {
	font *opentype.Font
	face font.Face
	buf  sfnt.Buffer
}

func newTypeface(ttf []byte) (*typeface, error) {
	f, err := opentype.Parse(ttf)
	if err != nil {
		return nil, err
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: fontSize, DPI: 72})
	return &typeface{font: f, face: face}, err
}

// has reports whether the font has a glyph of a rune.
func (t *typeface) has(r rune) bool {
	index, err := t.font.GlyphIndex(&t.buf, r)
	return err == nil && index != 0
}

// glyphs draws the text of cells.
type glyphs struct {
	regular, bold []*typeface // in order of preference
	masks         map[glyph]*image.Alpha
}

// glyph is the text of a cell, without colours.
type glyph struct {
	text string
	bold bool
}

// newGlyphs returns the glyphs of DejaVu Sans Mono, with DejaVu Sans for missing runes.
func newGlyphs() (*glyphs, error) {
	g := &glyphs{masks: make(map[glyph]*image.Alpha)}
	for _, f := range []struct {
		in  *[]*typeface
		ttf []byte
	}{
		{&g.regular, dejavusansmono.TTF},
		{&g.regular, dejavusans.TTF},
		{&g.bold, dejavusansmonobold.TTF},
		{&g.bold, dejavusansbold.TTF},
	} {
		t, err := newTypeface(f.ttf)
		if err != nil {
			return nil, err
		}
		*f.in = append(*f.in, t)
	}
	return g, nil
}

// mask returns the coverage of each pixel of a cell by a glyph.
func (g *glyphs) mask(of glyph) (*image.Alpha, error) {
	if m := g.masks[of]; m != nil {
		return m, nil
	}
	m := image.NewAlpha(image.Rect(0, 0, cellWidth, cellHeight))
	if runes := []rune(of.text); len(runes) != 1 || !shape(m, runes[0]) {
		if err := g.letters(m, runes, of.bold); err != nil {
			return nil, err
		}
	}
	g.masks[of] = m
	return m, nil
}

// letters draws a character of a font with combining marks.
func (g *glyphs) letters(m *image.Alpha, runes []rune, bold bool) error {
	faces := g.regular
	if bold {
		faces = g.bold
	}
	top := 0 // of the drawing
	for i, r := range runes {
		f := slices.IndexFunc(faces, func(t *typeface) bool { return t.has(r) })
		if f < 0 {
			return fmt.Errorf("no font has a glyph of %q (%U)", r, r)
		}
		face := faces[f].face
		bounds, advance, _ := face.GlyphBounds(r)
		at := fixed.Point26_6{X: (fixed.I(cellWidth) - advance) / 2, Y: fixed.I(baseline)}
		if i > 0 { // a mark above the drawing
			at.X = (fixed.I(cellWidth) - bounds.Max.X - bounds.Min.X) / 2
			at.Y = fixed.I(top) - bounds.Max.Y
		}
		box, mask, from, _, ok := face.Glyph(at, r)
		if !ok {
			return fmt.Errorf("%q (%U) can't be drawn", r, r)
		}
		draw.DrawMask(m, box, image.Opaque, image.Point{}, mask, from, draw.Over)
		top = box.Min.Y
	}
	return nil
}
