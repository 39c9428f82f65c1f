package page

import (
	"cmp"
	"image"
	"math"

	"lambdascope/tui/chart"
	"lambdascope/tui/state"
)

// View is a chart of a page. The screen, the files and the scales are made from it.
type View struct {
	Name   string                        // of its files, after the page's; empty for the first
	Title  func(width int) string        // a line above it on the screen; nil for none
	Spec   func(at Place) *chart.Spec    // nil where there is nothing to draw
	Tables func() []Table                // what it shows, in full precision; nil for none
	Mouse  func(Zoning)                  // lets the mouse act on its plot; nil for nothing
	Part   Part                          // of what its data are
	Seen   func(*chart.Spec) chart.Range // of the left axis, what has to show of data that stand in; nil for all

	Looks   string // by which name state.Look means it; Name where empty
	Unfiled bool   // it is on the screen alone
}

// Part tells of what part of the data a view is.
type Part int

// The parts of data.
const (
	Whole   Part = iota
	SoFar        // more are on their way
	StandIn      // the first of them stand in for all, for a short time
)

// Place is where a chart is drawn.
type Place struct {
	Width, Height int  // in cells, without end in a file
	File          bool // in place of the screen
	over          func(scale string) chart.Range
}

// anywhere is a place without scales, in which a chart shows what it takes of them.
var anywhere = Place{Width: math.MaxInt, Height: math.MaxInt}

// inFile is the place of a chart in a file.
func inFile() Place { return Place{Width: math.MaxInt, Height: math.MaxInt, File: true} }

// Bare tells that a chart is asked for what it takes of its scales alone.
func (p Place) Bare() bool { return p.over == nil }

// reach returns the range of a scale; none where that is not known.
func (p Place) reach(scale string) chart.Range {
	if p.over == nil || scale == "" {
		return chart.Range{}
	}
	return p.over(scale)
}

// Lay lays an axis out for its scale. Spec needs it where it draws by the ends of an axis.
func (p Place) Lay(a *chart.Axis) {
	r := p.reach(a.Scale)
	if r.Empty() {
		return
	}
	if a.Exact {
		a.Min, a.Max = r.Lo, r.Hi
	}
	a.Over = chart.Range{Lo: a.Zero + r.Lo, Hi: a.Zero + r.Hi}
}

// LayColours has a heat map the colours of its scale.
func (p Place) LayColours(h *chart.Heat) {
	if r := p.reach(h.Colours); !r.Empty() {
		h.Min, h.Max = r.Lo, r.Hi
	}
}

// spec returns the chart of a view, laid out for the scales of a snapshot.
func (v *View) spec(s *Snapshot, at Place) *chart.Spec {
	at.over = func(scale string) chart.Range { return s.Scales.Of(v.scale(s, scale)) }
	spec := v.Spec(at)
	if spec == nil {
		return nil
	}
	at.Lay(&spec.X)
	at.Lay(&spec.Y)
	if spec.Heat != nil {
		at.LayColours(spec.Heat)
	}
	if spec.X.Scale != "" || spec.Y.Scale != "" || spec.Heat != nil && spec.Heat.Colours != "" {
		spec.Held = s.Hold
	}
	if look := s.Look; look.Chart != "" && look.Chart == cmp.Or(v.Looks, v.Name) {
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

// scale returns the name of the scale that a view has in place of that of all data.
func (v *View) scale(s *Snapshot, name string) string {
	if v.Part == Whole || s.Hold {
		return name
	}
	return name + " so far"
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
	return v.spec(d.Snapshot, Place{Width: w, Height: h}).Draw(w, h, d.Styles.ChartOptions())
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
