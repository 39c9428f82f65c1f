// Package file draws a chart.Spec as SVG or PNG, fit for a slide or a paper:
// black on white, in colours that colour-blind eyes tell apart, and lines and
// markers that differ in grey too. The numbers on the axes are those of the
// terminal's charts.
package file

import (
	"bytes"
	"fmt"
	"image/png"
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"lambdascope/tui/chart"
)

// Format is a kind of file, by the ending of its name.
type Format string

// The formats.
const (
	SVG Format = ".svg"
	PNG Format = ".png"
)

// Options says how a file is drawn. The zero value is 6.4 × 4 inches, at 200 dots
// an inch, without a title.
type Options struct {
	Title         string
	Width, Height float64 // inches, 2 to 20; 0 for 6.4 and 4
	DPI           int     // of a PNG, 50 to 600; 0 for 200
	Made          string  // what it was made by, kept in the file, not drawn; empty for nothing
}

func (o *Options) complete() error {
	for _, l := range []struct {
		name   string
		length *float64
		usual  float64
	}{{"width", &o.Width, 6.4}, {"height", &o.Height, 4}} {
		if *l.length == 0 {
			*l.length = l.usual
		}
		if !(*l.length >= 2 && *l.length <= 20) {
			return fmt.Errorf("%s %v: want 2 to 20 inches", l.name, *l.length)
		}
	}
	if o.DPI == 0 {
		o.DPI = 200
	}
	if o.DPI < 50 || o.DPI > 600 {
		return fmt.Errorf("resolution %d: want 50 to 600 dots an inch", o.DPI)
	}
	return nil
}

// Write draws s to w. Equal charts give equal bytes. What does not fit is left
// out, labels first. Errors are those of the options and of w. A PNG of the usual
// size takes about 60 ms, an SVG less than 1 ms.
func Write(w io.Writer, s *chart.Spec, f Format, o Options) error {
	if err := o.complete(); err != nil {
		return err
	}
	width, height := vg.Length(o.Width)*vg.Inch, vg.Length(o.Height)*vg.Inch
	switch f {
	case SVG:
		c := vgsvg.New(width, height)
		if err := draw(c, s, o.Title, false); err != nil {
			return err
		}
		return writeSVG(w, c, o.Made)
	case PNG:
		c := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(o.DPI))
		if err := draw(c, s, o.Title, true); err != nil {
			return err
		}
		return writePNG(w, c, o.Made)
	}
	return fmt.Errorf("format %q: want SVG or PNG", f)
}

// writeSVG names the fonts to fall back on, which are as wide as the one that was
// measured: few systems have that.
func writeSVG(w io.Writer, c *vgsvg.Canvas, made string) error {
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return err
	}
	// No label contains it: in text, " is an entity.
	out := bytes.ReplaceAll(b.Bytes(), []byte(`style="font-family:Liberation Sans;`),
		[]byte(`style="font-family:'Liberation Sans',Arimo,Arial,Helvetica,sans-serif;`))
	_, err := w.Write(describeSVG(out, made))
	return err
}

func writePNG(w io.Writer, c *vgimg.Canvas, made string) error {
	var b bytes.Buffer
	if err := png.Encode(&b, c.Image()); err != nil {
		return err
	}
	_, err := w.Write(describePNG(b.Bytes(), made))
	return err
}
