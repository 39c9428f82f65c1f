package explore

import (
	"image"
	"math"
	"slices"

	"lambdascope/sim/analysis"
	"lambdascope/sim/truth"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// valueMaps are the values of an analysis over a plane, which Mountain Car's states
// are points of, with the ranges of their colours. These hold for all λ's, so that
// moving the cursor changes the map and not its key.
type valueMaps struct {
	of      *analysis.Result
	values  *truth.Map
	real    []float64 // the true values, cell by cell
	x, y    []float64 // the middles of the cells
	shared  [2]float64
	largest float64 // difference
}

// mapped tells whether values can be drawn as maps: the truth knows where its states
// lie.
func (v *view) mapped() bool { return v.maps != nil && v.maps.values != nil }

func newValueMaps(a *analysis.Result) *valueMaps {
	v := &valueMaps{of: a}
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

	// A few λ's say how far estimates reach at all of them: they change smoothly.
	const few = 4
	low, high := knownExtent(v.real)
	lowest, highest := math.Inf(1), math.Inf(-1)
	all := a.Selection.Candidates
	for i := range few + 1 {
		estimated := v.values.Estimated(all[i*(len(all)-1)/few].Theta)
		first, last := knownExtent(estimated)
		lowest, highest = min(lowest, first), max(highest, last)
		for j, e := range estimated {
			if d := math.Abs(e - v.real[j]); d > v.largest {
				v.largest = d
			}
		}
	}
	// Where estimates go astray the colours end, so that the true values keep some.
	span := high - low
	v.shared[0], v.shared[1] = chart.RoundOutwards(max(min(low, lowest), low-span), min(max(high, highest), high+span))
	_, v.largest = chart.RoundOutwards(-min(v.largest, span), min(v.largest, span))
	return v
}

// knownExtent returns the least and the largest number, of those that are no gaps.
func knownExtent(x []float64) (low, high float64) {
	return figure.Extent(slices.DeleteFunc(slices.Clone(x), math.IsNaN))
}

// mapKind is what a map shows.
type mapKind int

const (
	mapTrue mapKind = iota
	mapEstimated
	mapDifference
)

// spec draws a map at the λ under the cursor.
func (v *valueMaps) spec(l mapLook, kind mapKind) *chart.Spec {
	x, y := v.values.Axes()
	h := &chart.Heat{X: v.x, Y: v.y, Z: v.real, Min: v.shared[0], Max: v.shared[1]}
	if kind != mapTrue {
		h.Z = v.values.Estimated(l.analysis.Selection.Candidates[l.cursor].Theta)
	}
	if kind == mapDifference {
		for i, t := range v.real {
			h.Z[i] -= t
		}
		h.Diverging, h.Min, h.Max = true, -v.largest, v.largest
	}
	if l.hides(kind) { // the map keeps its place
		h.Z = nil
	}
	if !l.y.Empty() {
		h.Min, h.Max = l.y.Lo, l.y.Hi
	}
	s := &chart.Spec{
		X:    chart.Axis{Label: "x", Long: x.Name, Min: x.Min, Max: x.Max},
		Y:    chart.Axis{Long: y.Name, Min: y.Min, Max: y.Max},
		Heat: h,
		Held: l.held,
	}
	if l.wide { // elsewhere some of the keys would leave them no room
		s.Y.Label, h.Name = "v", l.mapName(kind, true)
	}
	return s
}

// The widths from which a map can be read, and has room for long labels, and its
// name beside its key.
const (
	mapWidth     = 19
	mapWideWidth = 37
)

// kinds are the maps that there are.
func kinds() []mapKind { return []mapKind{mapTrue, mapEstimated, mapDifference} }

// hides tells whether a map is not to be seen while the truth is hidden.
func (l look) hides(kind mapKind) bool { return l.hidden && kind != mapEstimated }

// mapName names a map.
func (l look) mapName(kind mapKind, long bool) string {
	if l.hides(kind) {
		return kind.name(false) + ", hidden"
	}
	return kind.name(long)
}

// mapCharts are the maps as they are exported; none where there are none.
func (v *view) mapCharts(l look) []page.Chart {
	if !v.mapped() {
		return nil
	}
	var out []page.Chart
	for _, kind := range kinds() {
		if l.hides(kind) {
			continue
		}
		s := v.maps.spec(mapLook{v.on(l, coloursOf(kind), ""), true}, kind)
		if kind != mapTrue {
			s.Heat.Name += " at λ = " + screen.Exact(l.analysis.Selection.Candidates[l.cursor].Lambda)
		}
		out = append(out, page.Chart{Name: "map-" + [...]string{"true", "estimated", "difference"}[kind], Spec: s})
	}
	return out
}

// mapLook is what a map is of.
type mapLook struct {
	look
	wide bool // it has room for long labels, and its name beside its key
}

// mapsChart draws true and estimated values and their difference side by side, as
// many as fit; while the truth is hidden, blank where it would show.
func (v *view) mapsChart(area image.Rectangle) []string {
	l := v.look()
	l.pinned = [state.MaxPins]*analysis.Result{}
	kinds := kinds()
	kinds = kinds[:max(1, min(len(kinds), (area.Dx()+1)/(mapWidth+1)))]
	each := (area.Dx() + 1) / len(kinds)

	wide := each > mapWideWidth
	lines := []string{v.mapsHead(area.Dx(), l)}
	if !wide {
		names := v.Styles.Line(area.Dx())
		for i, kind := range kinds {
			names.To(i*each).Add(chart.InkFaint, " "+l.mapName(kind, wide))
		}
		lines = append(lines, names.String())
	}
	rows := area.Dy() - len(lines)
	charts := make([][]string, len(kinds))
	for i, kind := range kinds {
		width := each - 1
		if i == len(kinds)-1 {
			width = area.Dx() - i*each
		}
		of := mapLook{v.on(l, coloursOf(kind), ""), wide}
		d := v.Charts.Draw("map of "+kind.name(true), of, width, rows, func() *chart.Spec { return v.maps.spec(of, kind) })
		charts[i] = d.Lines
	}
	v.Zone(page.Zone{Rectangle: area, Wheel: (*page.Snapshot).MoveCursor})
	return append(lines, v.Charts.Beside("maps", " ", charts...)...)
}

func (k mapKind) name(long bool) string {
	switch {
	case k == mapTrue:
		return "true"
	case k == mapEstimated:
		return "estimated"
	case long:
		return "estimated − true"
	}
	return "difference"
}

// mapsHead says what the maps are of, in the longest of some ways that fits.
func (v *view) mapsHead(width int, l look) string {
	at := "λ = " + screen.Exact(l.analysis.Selection.Candidates[l.cursor].Lambda)
	policy := "policy"
	if l.analysis.Settings.Problem.Target != 0 {
		policy = "behaviour"
	}
	texts := []string{
		"mean value by position x and velocity v, " + at + "   blank: where the " + policy + " hardly ever goes",
		"value by position x and velocity v, " + at + "   blank: hardly ever visited",
		"value by position x, velocity v, " + at + " · blank: unvisited",
		"position x, velocity v, " + at + " · blank: unvisited",
		"position x, velocity v, " + at,
	}
	if l.hidden {
		texts = []string{
			"estimated value by position x and velocity v, " + at + "; the true ones are hidden   blank: where the " + policy + " hardly ever goes",
			"estimated value by position x, velocity v, " + at + "; z reveals the true",
			"estimated value by x and v, " + at + "; z reveals the true",
			"estimated value by x and v, " + at,
		}
	}
	return v.Styles.Longest(width, texts)
}

// readingMaps explains the maps, where there are any.
func (v *view) readingMaps() []string {
	if !v.mapped() {
		return nil
	}
	return []string{"The maps show values over the car's position x and velocity v: each cell is the mean over the policy's visits to it. A cell is blank where the policy never takes the car, or hardly ever: fewer than one visit in 100,000 is there, and hardly any error counts it. True and estimated values have the same colours; the difference is estimated − true. Move the λ cursor and see where the estimates change. o shows another chart where not all fit."}
}
