package page

import (
	"image"

	"lambdascope/tui/screen"
)

// Show is what a page has on show, with all that is said of it. Its functions are called
// where there is a Result.
type Show struct {
	*Drawing
	Views    []View                              // that there are, on the screen or not
	Body     func(area image.Rectangle) []string // lays them out
	Readout  func() string
	Findings func(rows int) []string
	Status   string        // what goes on beside the analysis, for the header; empty mostly
	Done     Done          // what has finished of what the state asks for
	Export   func() Export // what is on show as data, but for what the views have
}

// Draw draws it.
func (w Show) Draw() Frame {
	lines := w.Body(w.Snapshot.Body())
	return Frame{Lines: lines, Zones: w.Zones, Readout: w.Readout(), Findings: w.Findings(w.TextRows)}
}

// Data returns it as data.
func (w Show) Data() Export {
	out := w.Export()
	views := w.Views
	if out.Views != nil {
		views = out.Views
	}
	for i := range views {
		v := &views[i]
		if v.Unfiled {
			continue
		}
		if v.Tables != nil {
			out.Tables = append(out.Tables, v.Tables()...)
		}
		if v.Spec == nil {
			continue
		}
		if spec := v.spec(w.Snapshot, InFile); spec != nil {
			out.Charts = append(out.Charts, Chart{Name: v.Name, Spec: spec})
		}
	}
	return out
}

// Block draws something in an area.
type Block func(area image.Rectangle) []string

// Above draws one block above another, which is so many rows of the area high.
func Above(top, bottom Block, rows func(h int) int) Block {
	return func(area image.Rectangle) []string {
		upper, lower := area, area
		upper.Max.Y = area.Min.Y + rows(area.Dy())
		lower.Min.Y = upper.Max.Y
		return append(top(upper), bottom(lower)...)
	}
}

// Beside draws one block beside another, which has so many percent of the area's columns.
func Beside(percent int, first, second Block) Block {
	return func(area image.Rectangle) []string {
		left, right := area, area
		left.Max.X = area.Min.X + area.Dx()*percent/100
		right.Min.X = left.Max.X + 1
		return screen.Beside(" ", first(left), second(right))
	}
}
