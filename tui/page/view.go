package page

import (
	"image"
	"math"

	"lambdascope/tui/chart"
	"lambdascope/tui/state"
)

// View is a chart of a page. The screen and the files are made from it.
type View struct {
	Name   string                      // of its files, after the page's; of its look in a lesson
	Title  func(width int) string      // a line above it on the screen; nil for none
	Spec   func(width int) *chart.Spec // in so many cells, or InFile; nil where there is nothing to draw
	Tables func() []Table              // its numbers, in full precision; nil for none
	Mouse  func(Zoning)                // lets the mouse act on its plot; nil for nothing

	Unfiled bool // it is on the screen alone
}

// InFile is the width of a chart in a file, in place of one in cells.
const InFile = math.MaxInt

// spec returns the chart of a view, on the axes that a snapshot keeps.
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

// lookAs draws a chart as a step of a lesson has it.
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

// DrawView draws a view in an area, under its title, with what the mouse does there.
func (d *Drawing) DrawView(v View, area image.Rectangle) []string {
	var lines []string
	if v.Title != nil {
		lines = append(lines, v.Title(area.Dx()))
		area.Min.Y++
	}
	c := d.ChartOf(v, area)
	if v.Mouse != nil {
		v.Mouse(Zoning{d, area, c})
	}
	return append(lines, c.Lines...)
}

// ChartOf draws the chart of a view alone.
func (d *Drawing) ChartOf(v View, area image.Rectangle) chart.Drawing {
	w, h := area.Dx(), area.Dy()
	return v.spec(d.Snapshot, w).Draw(w, h, d.Styles.ChartOptions())
}

// Block returns what draws a view.
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
