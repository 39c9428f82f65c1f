// Package file draws a chart.Spec as SVG or PNG, fit for a slide or a paper:
// black on white, in colours that colour-blind eyes tell apart, and lines and
// markers that differ in grey too. The numbers on the axes are those of the
// terminal's charts.
package file

import (
	"bytes"
	"cmp"
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

// Options says how a file is drawn. The zero value is a chart without a title, at 200
// dots an inch.
type Options struct {
	Title string
	DPI   int    // of a PNG; 0 for 200
	Made  string // what it was made by, kept in the file, not drawn; empty for nothing
}

// The size of a chart.
const (
	width  = 6.4 * vg.Inch
	height = 4 * vg.Inch
)

// Write draws s to w. Equal charts give equal bytes. What does not fit is left
// out, labels first. Errors are those of w. A PNG takes about 60 ms, an SVG less than
// 1 ms.
func Write(w io.Writer, s *chart.Spec, f Format, o Options) error {
	if f == SVG {
		c := vgsvg.New(width, height)
		if err := draw(c, s, o.Title, false); err != nil {
			return err
		}
		return writeSVG(w, c, o.Made)
	}
	c := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(cmp.Or(o.DPI, 200)))
	if err := draw(c, s, o.Title, true); err != nil {
		return err
	}
	return writePNG(w, c, o.Made)
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
