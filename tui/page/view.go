package page

import (
	"cmp"
	"image"
	"maps"
	"math"

	"lambdascope/tui/chart"
)

// View is a chart of a page, on the screen and in files. Give each Series of the Spec an Ink, and a Line or a
// Marker. Axes stay in place while the λ cursor moves and while z hides the answer: lay them out for all λ's
// (Over of an Axis). The key = keeps axes with a Scale. A view of true values stays in its place while Hidden
// is set, with blank data, so that the other charts stay where they are; its tables leave those cells empty.
type View struct {
	Name   string                      // in files, after the page's name; in lessons
	Titles []string                    // above the chart on the screen, the longest first; nil for none
	Spec   func(width int) *chart.Spec // in cells, or InFile; nil for an empty chart
	Tables []Table
	Mouse  func(Zoning) // adds zones of the mouse; nil for the wheel alone, which moves the λ cursor
}

// InFile is the width of a chart in a file, since a file has no cells.
const InFile = math.MaxInt

// spec returns the chart of a view on the kept axes.
func (v *View) spec(s *Snapshot, width int) *chart.Spec {
	spec := v.Spec(width)
	if spec == nil {
		return nil
	}
	if lay(spec, s.Axes.Keep) && s.Hold {
		spec.Series = append(spec.Series, chart.Series{Name: "scale held", Short: "held"})
	}
	return spec
}

// DrawView draws the panel of a view in an area, and adds the zones of the mouse.
func (d *Drawing) DrawView(v View, area image.Rectangle) []string {
	boxed := v.Titles != nil && d.Boxed()
	inner := area
	if boxed {
		inner = image.Rect(area.Min.X+1, area.Min.Y, area.Max.X-1, area.Max.Y-1)
	}
	c := d.ChartOf(v, inner)
	if v.Mouse != nil {
		v.Mouse(Zoning{d, inner, c})
	} else {
		d.Zone(Zone{Rectangle: area, Wheel: (*Snapshot).MoveCursor})
	}
	if boxed {
		return d.Styles.Box(c.Lines, area.Dx())
	}
	return c.Lines
}

// Boxed reports whether panels have borders.
func (s *Snapshot) Boxed() bool { return s.Width >= BoxedWidth }

// BoxedWidth is the width of a screen from which panels have borders. On narrower screens they
// have none, because charts need the columns.
const BoxedWidth = 110

// ChartOf draws the chart of a view alone.
func (d *Drawing) ChartOf(v View, area image.Rectangle) chart.Drawing {
	w, h := area.Dx(), area.Dy()
	spec := d.Glide.place(v.Name, v.spec(d.Snapshot, w))
	if v.Titles != nil {
		spec = cmp.Or(spec, new(chart.Spec))
		spec.Titles = v.Titles
	}
	return spec.Draw(w, h, d.Styles.ChartOptions())
}

// Block returns the block of a view.
func (d *Drawing) Block(v View) Block {
	return func(area image.Rectangle) []string { return d.DrawView(v, area) }
}

// Zoning is a chart on the screen, for the zones of the mouse.
type Zoning struct {
	*Drawing
	Area  image.Rectangle // of the chart
	Chart chart.Drawing
}

// CursorOnColumns lets the mouse put the λ cursor on a chart with a column for each λ.
func CursorOnColumns(lambdas []float64) func(Zoning) {
	return func(z Zoning) {
		z.PlotZone(z.Area, z.Chart, func(s *Snapshot, x float64) Action {
			return s.CursorTo(lambdas[max(0, min(len(lambdas)-1, int(math.Round(x))))])
		}, (*Snapshot).MoveCursor)
	}
}

// Cursor lets the mouse put the λ cursor on a chart over λ.
func Cursor(z Zoning) {
	z.PlotZone(z.Area, z.Chart, (*Snapshot).CursorTo, (*Snapshot).MoveCursor)
}

// Axes are the ranges of axes and colours that = keeps, by the names of the scales. The map is
// immutable, because snapshots share it.
type Axes map[string]chart.Range

// DialErrors is the scale of the errors on the Dial, which a step of a lesson may fix.
const DialErrors = "dial error"

// With returns the axes with another range of a scale.
func (a Axes) With(scale string, r chart.Range) Axes {
	out := maps.Clone(a)
	if out == nil {
		out = make(Axes)
	}
	out[scale] = r
	return out
}

// Keep returns the kept range of a scale, or the current one if none is kept.
func (a Axes) Keep(scale string, now chart.Range) chart.Range {
	if kept := a[scale]; !kept.Empty() {
		return kept
	}
	return now
}

// Axes returns the kept ranges, and the current ranges of other scales.
func (w Show) Axes() Axes {
	out := w.Snapshot.Axes
	for i := range w.Views {
		v := &w.Views[i]
		if v.Spec == nil {
			continue
		}
		if spec := v.Spec(InFile); spec != nil {
			lay(spec, func(scale string, now chart.Range) chart.Range {
				now = out.Keep(scale, now)
				if !now.Empty() {
					out = out.With(scale, now)
				}
				return now
			})
		}
	}
	return out
}

// lay sets the named scales of a chart to the ranges returned by reach for the current ranges,
// and reports whether the chart has named scales.
func lay(s *chart.Spec, reach func(scale string, now chart.Range) chart.Range) (named bool) {
	if s.X.Scale != "" || s.Y.Scale != "" {
		named = true
		x, y := s.Extents()
		layAxis(&s.X, x, reach)
		layAxis(&s.Y, y, reach)
	}
	if h := s.Heat; h != nil && h.Colours != "" {
		named = true
		r := reach(h.Colours, chart.Range{Lo: h.Min, Hi: h.Max})
		h.Min = r.Lo
		h.Max = r.Hi
	}
	return named
}

// layAxis is lay for an axis with data over a range.
func layAxis(a *chart.Axis, data chart.Range, reach func(scale string, now chart.Range) chart.Range) {
	if a.Scale == "" {
		return
	}
	ends := a.Min < a.Max
	if ends {
		data = chart.Range{Lo: a.Min, Hi: a.Max}
	} else if !a.Over.Empty() {
		data = a.Over
	}
	r := reach(a.Scale, data)
	if r.Empty() {
		return
	}
	if ends {
		a.Min = r.Lo
		a.Max = r.Hi
		return
	}
	a.Over = r
}
