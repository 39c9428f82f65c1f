// Package file draws a chart.Spec as SVG or PNG, fit for a slide or a paper: black on white, in
// colours that colour-blind readers can distinguish. Lines and markers differ in shape too, so
// that a grey print stays readable. The numbers on the axes follow the same rules as in the
// terminal.
package file

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/xml"
	"hash/crc32"
	"image/png"
	"io"
	"slices"

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

// describeSVG writes the creator of a picture into its desc element.
func describeSVG(svg []byte, made string) []byte {
	at := bytes.Index(svg, []byte("<svg"))
	if made == "" || at < 0 {
		return svg
	}
	at += bytes.IndexByte(svg[at:], '>') + 1
	var text bytes.Buffer
	text.WriteString("\n<desc>")
	_ = xml.EscapeText(&text, []byte(made)) // a buffer returns no errors
	text.WriteString("</desc>")
	return slices.Insert(svg, at, text.Bytes()...)
}

// describePNG writes the creator of a picture into a text chunk, as section 11.3.3 of the PNG
// specification defines. The chunk is iTXt because iTXt allows UTF-8.
func describePNG(png []byte, made string) []byte {
	const header = 8 + 4 + 4 + 13 + 4 // the signature and the first chunk, IHDR
	if made == "" || len(png) < header {
		return png
	}
	body := append([]byte("iTXtSoftware\x00\x00\x00\x00\x00"), made...)
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(body)-len("iTXt")))
	chunk = append(chunk, body...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(body))
	return slices.Insert(png, header, chunk...)
}
