package explore

import (
	"image"
	"math"

	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
	"lambdascope/sim/truth"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
)

// valueMaps holds the values of an analysis over a plane, such as the states of Mountain Car. The
// colour ranges hold for all λ's, so that moving the cursor changes the map and not its key.
type valueMaps struct {
	values  *truth.Map
	real    []float64 // the true values by cell
	x, y    []float64 // the centres of the cells
	shared  [2]float64
	largest float64 // the largest absolute difference
}

// mapsOf returns the maps of the result. values is nil if the truth has no coordinates for its
// states.
func (v *view) mapsOf() *valueMaps {
	if v.Result == nil {
		return &valueMaps{}
	}
	return v.maps.Of(v.Result, func() *valueMaps { return newValueMaps(v.Result) })
}

// mapped reports whether the result has maps.
func (v *view) mapped() bool { return v.mapsOf().values != nil }

func newValueMaps(a *analysis.Result) *valueMaps {
	v := new(valueMaps)
	if a.Truth == nil {
		return v
	}
	if v.values = a.Truth.Map(); v.values == nil {
		return v
	}
	v.real = v.values.True()
	x, y := v.values.Axes()
	for i := range x.Cells {
		v.x = append(v.x, x.Min+(x.Max-x.Min)*(float64(i)+.5)/float64(x.Cells))
	}
	for i := range y.Cells {
		v.y = append(v.y, y.Min+(y.Max-y.Min)*(float64(i)+.5)/float64(y.Cells))
	}

	// A few λ's show the range for all, because estimates change smoothly with λ.
	const few = 4
	known := chart.RangeOf(v.real)
	reach := known
	all := a.Selection.Candidates
	for i := range few + 1 {
		estimated := v.values.Estimated(all[i*(len(all)-1)/few].Theta)
		reach = reach.Union(chart.RangeOf(estimated))
		for j, e := range estimated {
			if d := math.Abs(e - v.real[j]); d > v.largest {
				v.largest = d
			}
		}
	}
	// The colours end one true span beyond the true values; otherwise a wild estimate would leave
	// the true values a single colour.
	span := known.Hi - known.Lo
	v.shared = [2]float64{max(reach.Lo, known.Lo-span), min(reach.Hi, known.Hi+span)}
	v.largest = min(v.largest, span)
	return v
}

// mapKind is the quantity of a map.
type mapKind int

const (
	mapTrue mapKind = iota
	mapEstimated
	mapDifference
)

// mapSpec draws a map at the λ under the cursor.
func (v *view) mapSpec(kind mapKind, width int, wide bool) *chart.Spec {
	if width == page.InFile && v.hides(kind) {
		return nil
	}
	of := v.mapsOf()
	x, y := of.values.Axes()
	h := &chart.Heat{X: of.x, Y: of.y, Min: of.shared[0], Max: of.shared[1], Colours: "explore map"}
	if kind == mapDifference {
		h.Diverging = true
		h.Min = -of.largest
		h.Max = of.largest
		h.Colours = "explore map of differences"
	}
	s := &chart.Spec{
		X:    chart.Axis{Label: "x", Long: x.Name, Min: x.Min, Max: x.Max},
		Y:    chart.Axis{Long: y.Name, Min: y.Min, Max: y.Max},
		Heat: h,
	}
	switch theta := v.Result.Selection.Candidates[v.CursorIndex()].Theta; {
	case v.hides(kind): // an empty map keeps the place
	case kind == mapTrue:
		h.Z = of.real
	case kind == mapEstimated:
		h.Z = of.values.Estimated(theta)
	default:
		h.Z = of.values.Estimated(theta)
		for i, t := range of.real {
			h.Z[i] -= t
		}
	}
	if wide { // because in narrow maps some keys would leave no room
		s.Y.Label = "v"
		h.Name = v.mapName(kind, true)
	}
	if width == page.InFile && kind != mapTrue {
		h.Name += " at λ = " + textfmt.Number(v.CursorLambda())
	}
	return s
}

// The least widths, in cells, of a readable map, and of a map with long labels and its name
// beside its key.
const (
	mapWidth     = 19
	mapWideWidth = 37
)

// hides reports whether a map must stay hidden because the truth is hidden.
func (v *view) hides(kind mapKind) bool { return v.Hidden && kind != mapEstimated }

var mapNames = [...]string{"true", "estimated", "difference"}

// mapName returns the name of a map.
func (v *view) mapName(kind mapKind, long bool) string {
	switch {
	case v.hides(kind):
		return mapNames[kind] + ", hidden"
	case long && kind == mapDifference:
		return "estimated − true"
	}
	return mapNames[kind]
}

// mapViews returns the maps, nil without any. Wide maps have long labels, and their names beside
// their keys.
func (v *view) mapViews(wide bool) (out []page.View) {
	if !v.mapped() {
		return nil
	}
	for kind, name := range mapNames {
		out = append(out, page.View{
			Name: "map-" + name,
			Spec: func(width int) *chart.Spec { return v.mapSpec(mapKind(kind), width, wide) },
		})
	}
	return out
}

// mapsChart draws true values, estimated values and their difference side by side, as many maps
// as fit. While the truth is hidden, maps that would show the truth are blank.
func (v *view) mapsChart(area image.Rectangle) []string {
	n := max(1, min(len(mapNames), (area.Dx()+1)/(mapWidth+1)))
	each := (area.Dx() + 1) / n
	views := v.mapViews(each > mapWideWidth)[:n]
	lines := []string{v.mapsHead(area.Dx())}
	if each <= mapWideWidth {
		names := v.Styles.Line(area.Dx())
		for i := range views {
			names.To(i*each).Add(chart.InkFaint, " "+v.mapName(mapKind(i), false))
		}
		lines = append(lines, names.String())
	}
	blocks := make([]page.Block, n)
	for i, view := range views {
		blocks[i] = v.Block(view)
	}
	area.Min.Y += len(lines)
	return append(lines, v.Row(blocks...)(area)...)
}

// mapsHead returns the heading of the maps, the longest that fits.
func (v *view) mapsHead(width int) string {
	at := "λ = " + textfmt.Number(v.CursorLambda())
	policy := "policy"
	if v.Result.Settings.Problem.Target != 0 {
		policy = "behaviour"
	}
	texts := []string{
		"mean value by position x and velocity v, " + at + "   blank: where the " + policy + " hardly ever goes",
		"value by position x and velocity v, " + at + "   blank: hardly ever visited",
		"value by position x, velocity v, " + at + " · blank: unvisited",
		"position x, velocity v, " + at + " · blank: unvisited",
		"position x, velocity v, " + at,
	}
	if v.Hidden {
		texts = []string{
			"estimated value by position x and velocity v, " + at + "; the true ones are hidden   blank: where the " + policy + " hardly ever goes",
			"estimated value by position x, velocity v, " + at + "; z reveals the true",
			"estimated value by x and v, " + at + "; z reveals the true",
			"estimated value by x and v, " + at,
		}
	}
	return v.Styles.Longest(width, texts)
}
