// Package file draws a chart.Spec as SVG or PNG, fit for a slide or a paper: black on white, in
// colours that colour-blind readers can distinguish. Lines and markers differ in shape too, so
// that a grey print stays readable. The numbers on the axes follow the same rules as in the
// terminal.
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

// Format is a file format, named by the extension with its dot.
type Format string

// The formats.
const (
	SVG Format = ".svg"
	PNG Format = ".png"
)

// Options is the style of a file. The zero value is a chart without a title, at 200 dots an inch.
type Options struct {
	Title string
	DPI   int    // dots an inch of a PNG; 0 for 200
	Made  string // the creator, an invisible note in the file; empty for no note
}

// The size of a chart.
const (
	width  = 6.4 * vg.Inch
	height = 4 * vg.Inch
)

// Write draws s to w. Equal charts give equal bytes. Write leaves out parts without room, labels
// first. It returns the errors of w. A PNG takes about 60 ms, an SVG less than 1 ms.
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

// writeSVG writes the canvas with a list of fallback fonts as wide as Liberation Sans. The list
// is needed because few systems have Liberation Sans, and the layout depends on its widths.
func writeSVG(w io.Writer, c *vgsvg.Canvas, made string) error {
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return err
	}
	// No label contains this string, because quotes in text are entities.
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
