package page

import (
	"image"
	"math"

	"lambdascope/tui/chart"
	"lambdascope/tui/state"
)

// View is a chart of a page, on the screen and in files.
type View struct {
	Name   string                      // in files, after the page's name; in lessons
	Titles []string                    // above the chart on the screen, the longest first; nil for no title
	Chosen bool                        // the title stands out
	Spec   func(width int) *chart.Spec // in cells, or InFile; nil for an empty chart
	Tables []Table
	Mouse  func(Zoning) // adds zones of the mouse; nil for no zones

	Unfiled bool // on the screen only
}

// InFile is the width of a chart in a file, in place of one in cells.
const InFile = math.MaxInt

// spec returns the chart of a view on the kept axes.
func (v *View) spec(s *Snapshot, width int) *chart.Spec {
	spec := v.Spec(width)
	if spec == nil {
		return nil
	}
	spec.Held = lay(spec, s.Axes.Keep) && s.Hold
	if look := s.Look; look.Chart != "" && look.Chart == v.Name {
		lookAs(spec, look)
	}
	return spec
}

// lookAs applies the look of a step of a lesson to a chart.
func lookAs(c *chart.Spec, look state.Look) {
	c.Named = look.Names
	if !look.From.Set {
		return
	}
	_, data := c.Extents()
	if !c.Y.Over.Empty() {
		data = c.Y.Over
	}
	c.Y.Min, c.Y.Max, c.Y.Over = look.From.Value, data.Hi, chart.Range{}
	if look.To.Set {
		c.Y.Max = look.To.Value
	}
}

// DrawView draws a view with its title in an area, and adds the zones of the mouse.
func (d *Drawing) DrawView(v View, area image.Rectangle) []string {
	var lines []string
	if v.Titles != nil {
		lines = append(lines, d.Title(v, area.Dx()))
		area.Min.Y++
	}
	c := d.ChartOf(v, area)
	if v.Mouse != nil {
		v.Mouse(Zoning{d, area, c})
	}
	return append(lines, c.Lines...)
}

// Title draws the longest title of a view that fits.
func (d *Drawing) Title(v View, width int) string {
	ink := chart.InkFaint
	if v.Chosen {
		ink = chart.InkText
	}
	return d.Styles.Line(width).Add(ink, " "+d.Styles.Fitting(width-1, v.Titles...)).String()
}

// ChartOf draws the chart of a view alone.
func (d *Drawing) ChartOf(v View, area image.Rectangle) chart.Drawing {
	w, h := area.Dx(), area.Dy()
	return v.spec(d.Snapshot, w).Draw(w, h, d.Styles.ChartOptions())
}

// Block returns the block of a view.
func (d *Drawing) Block(v View) Block {
	return func(area image.Rectangle) []string { return d.DrawView(v, area) }
}

// Zoning is a chart on the screen, for its zones of the mouse.
type Zoning struct {
	*Drawing
	Area  image.Rectangle // of the chart
	Chart chart.Drawing
}

// Cursor lets the mouse put the λ cursor on a chart over λ.
func Cursor(z Zoning) { z.PlotZone(z.Area, z.Chart, (*Snapshot).CursorTo, (*Snapshot).MoveCursor) }
