// Package chart describes charts and draws them in terminal cells.
//
//	─ LOTO error by λ ────────────── ● LOTO error ─    Titles; legend of the Series
//	 +.02 ┤ ╷
//	      │ │         ╷                                Intervals, which end above the line if out
//	 +.01 ┤ ●         │
//	      │ ╵         ●         ╷         ●            Series
//	 .143 ┤ ╌╌╌╌╌╌╌╌╌╌│╌╌╌╌╌╌╌╌╌●╌╌╌╌╌╌╌╌╌│            Y with its Zero
//	    λ └─0─────────.3────────.7────────1            X
//	 n 30   ×         ○         ★         ○            Strips
//
// A Spec holds the content of a chart, without colours, fonts or sizes. Spec.Draw renders a Spec
// at a given size in braille or ASCII glyphs. Package file draws the same Spec as a file. Draw gives
// the canvas to drawings that are no charts, such as mazes.
//
// A drawing is a canvas of ntcharts. Package chart converts the canvas to lines itself and styles
// runs of equal cells, because the canvas would style every cell.
package chart

import "math"

// Ink names the colour role of a mark. One quantity keeps one Ink on every page; a theme maps
// inks to colours. Series must differ in Line or Marker too, because some eyes and screens see no
// colours.
type Ink int8

// The inks. Soft inks are for bars, earlier curves and columns off the cursor.
const (
	InkText     Ink = iota // text, data as observed
	InkFaint               // labels, notes, smaller n
	InkRule                // borders, axes, the line of λ̂
	InkEstimate            // LOTO error, estimates, variance
	InkTruth               // true values and errors, bias²
	InkAgainst             // a λ that the data rule out
	InkSelected            // λ̂, the headline

	InkEstimateDim // soft
	InkTruthDim    // soft
	InkAgainstDim  // soft

	InkCursor // the target of the keys
	InkChip   // the target of the keys, on a fill
	InkPinned // pinned curves
	InkWarn   // warnings and errors
	InkThird  // a third quantity beside estimate and truth
	InkLevel  // the first of Levels inks for ordered quantities, such as sizes; see Level

	// The first inks of heat maps, from low to high. The foreground is the colour of a cell. The
	// middle one of the DivergingSteps inks is for 0.
	InkHeat      = InkLevel + Levels
	InkDiverging = InkHeat + HeatSteps
)

// HeatSteps and DivergingSteps are the numbers of heat map inks.
const (
	HeatSteps      = 8
	DivergingSteps = 9
)

// Levels is the number of inks for ordered quantities. In a theme their contrast to the
// background ascends with the level.
const Levels = 7

// Level returns the ink of the i-th of n ordered quantities, counted from 0. The inks of few
// quantities are far apart; for n > Levels some neighbours share an ink.
func Level(i, n int) Ink {
	if n <= 1 {
		return InkLevel + Levels - 1
	}
	return InkLevel + Ink(max(0, min(i, n-1))*(Levels-1)/(n-1))
}

// Line is the style of the line through the points of a series.
type Line int

// The lines.
const (
	LineNone Line = iota
	LineSolid
	LineDashed
	LineDotted
	LineSpan // ├─┤ along one row, from the first point to the last
)

// Marker is the sign at a point.
type Marker int8

// The markers.
const (
	MarkNone     Marker = iota
	MarkDot             // ●
	MarkRing            // ○
	MarkDown            // ▼
	MarkCross           // ×
	MarkSquare          // ■
	MarkUp              // ▲, a value above its drawn place
	MarkDiamond         // ◆
	MarkLozenge         // ◇, in files large enough to surround another marker
	MarkStart           // ◎, where episodes start
	MarkTriangle        // △
	MarkWedge           // ▽
	MarkStar            // ★, λ̂
	MarkRun             // ─, still in, in a dense strip
	MarkPoint           // ⠂, a point of a cloud: a single dot
	MarkBullet          // •, a dot of a swarm
	MarkLevel           // ━, the mean of a swarm
)

var markers = []rune("\x00●○▼×■▲◆◇◎△▽★─⠂•━")

// rune returns the sign of a marker, or 0 for none.
func (m Marker) rune() rune {
	if m < 0 || int(m) >= len(markers) {
		return 0
	}
	return markers[m]
}

// Drawn reports whether a marker has a sign.
func (m Marker) Drawn() bool { return m.rune() != 0 }

// Series is one quantity along x. Its line joins the points in the order given. A series without
// points is a note in the legend.
type Series struct {
	Name   string    // in the legend; empty for no entry
	Short  string    // the name in a short legend; empty for Name
	X, Y   []float64 // of equal length; a NaN or infinite X or Y is a gap
	Ink    Ink
	Line   Line
	Marker Marker   // in the legend, and at every point unless Marks is set
	Marks  []Marker // one for each point, instead of Marker; nil for Marker
}

// Len returns the number of complete points, because X and Y may differ in length.
func (s *Series) Len() int { return min(len(s.X), len(s.Y)) }

// Mark returns the marker of point i.
func (s *Series) Mark(i int) Marker {
	if s.Marks == nil {
		return s.Marker
	}
	return elem(s.Marks, i)
}

// elem returns an element, or the zero value beyond the end.
func elem[T any](all []T, i int) (v T) {
	if i < len(all) {
		v = all[i]
	}
	return v
}

// Range is the interval from Lo to Hi; the zero Range is empty.
type Range struct{ Lo, Hi float64 }

// Empty reports whether the range is the zero Range.
func (r Range) Empty() bool { return r == Range{} }

// RangeOf returns the range of the finite numbers; empty without any.
func RangeOf(numbers ...[]float64) Range { return rangeOf(false, numbers...) }

// rangeOf returns the range of the numbers that have a place on an axis.
func rangeOf(log bool, numbers ...[]float64) Range {
	r := Range{math.Inf(1), math.Inf(-1)}
	for _, vs := range numbers {
		for _, v := range vs {
			if placed(v, log) {
				r = r.Union(Range{v, v})
			}
		}
	}
	if r.Lo > r.Hi {
		return Range{}
	}
	return r
}

// Union returns the least range that contains r and s. Both must be nonempty, since a zero Range
// counts as 0.
func (r Range) Union(s Range) Range { return Range{min(r.Lo, s.Lo), max(r.Hi, s.Hi)} }

// Axis is a scale. Without valid bounds, such as Min = Max = 0, the axis fits Over or, if Over is
// empty, the data, with a little room. In cells the left axis then has its round numbers on whole
// rows.
type Axis struct {
	Label    string // quantity and, in brackets, unit
	Long     string // a longer Label for files; empty for Label
	Min, Max float64
	Over     Range     // the range to fit instead of the data; marks at the edge show points outside
	Log      bool      // base 10; values ≤ 0 are gaps
	Ticks    []float64 // instead of round numbers; the chart labels as many as fit
	Names    []string  // the texts of Ticks; nil for numbers
	Marks    []Marker  // of Ticks, on the line of an x axis; nil for no marks
	Steps    int       // equal steps from Min to Max, in cells whole columns or rows; 0 for none

	// Scale names the range of the axis, so that a caller can keep the range for other data;
	// empty for a range that nobody keeps.
	Scale string

	Off  bool   // no line and no labels, since a list stands beside the chart
	Zero string // the name of 0 on an axis of differences, which have signs; empty for other axes
}

// Spec is one chart. Later parts cover earlier parts: the heat map, the line of Y.Zero, edges of
// intervals, columns, lines with gaps, solid lines, a swarm, bars of intervals, and the markers of
// the series. Solid lines cover dashed ones, because a gap should not look like the end of a line.
// Bars cover blank cells alone, and with verdicts every cell on the row of 0.
type Spec struct {
	Titles    []string // of the panel, the longest first; nil for no panel line
	X, Y      Axis
	Heat      *Heat
	Intervals []Interval
	Stack     *Stack // allows only series of markers at its columns
	Swarm     *Swarm
	Series    []Series
	Cursor    *float64 // the x of the filled label on the axis; nil for no such label
	Strips    []Strip  // the first row lies under the axis
}

// slots returns the number of places at x = 0, 1, 2 … for the groups of a swarm or the columns of
// a stack; 0 for a numeric x axis.
func (s *Spec) slots() (n int) {
	if s.Swarm != nil {
		n = len(s.Swarm.Groups)
	}
	if s.Stack != nil {
		n = max(n, s.Stack.Len())
	}
	return n
}
