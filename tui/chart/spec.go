// Package chart describes charts and draws them in terminal cells.
//
// A Spec says what to show; it knows no colours, fonts or sizes. Spec.Draw
// renders one at a given size in braille or ASCII glyphs. The same Spec
// can be drawn as a file by package file.
//
// Cells lie on a canvas of ntcharts, and runs of equal cells are written at the end, because the
// canvas itself would style every cell.
package chart

// Ink names the colour role of a mark. One quantity keeps one Ink on every
// page; a theme turns it into a colour. Series must differ in Line or Marker
// too, for eyes and screens without colour.
type Ink int8

// The inks. A soft ink is that of bars, of earlier curves and of columns off the cursor.
const (
	InkText     Ink = iota // text, data as observed
	InkFaint               // labels, notes, smaller n
	InkRule                // borders, axes, the line of λ̂
	InkEstimate            // LOTO error, estimates, variance
	InkTruth               // true values and errors, bias²
	InkAgainst             // what the data speak against: a λ ruled out
	InkSelected            // λ̂, the headline

	InkEstimateDim // soft
	InkTruthDim    // soft
	InkAgainstDim  // soft

	InkCursor // what the keys act on
	InkChip   // the same, on a fill
	InkPinned // pinned curves
	InkWarn   // warnings and errors
	InkThird  // a third quantity beside estimate and truth
	InkLevel  // the first of Levels inks for quantities in order, as sizes are; see Level

	// Those of heat maps, whose foreground is the colour of a cell: the first of
	// HeatSteps from low to high, and of DivergingSteps, the middle one for 0.
	InkHeat      = InkLevel + Levels
	InkDiverging = InkHeat + HeatSteps

	numInks = InkDiverging + DivergingSteps
)

// HeatSteps and DivergingSteps are how many inks heat maps have.
const (
	HeatSteps      = 8
	DivergingSteps = 9
)

// Levels is how many inks there are for quantities in order. A theme gives them
// the contrast to the background that ascends with the level.
const Levels = 7

// Level returns the ink of the i-th of n quantities in order, from 0; where there
// are few the inks are far apart, and where n > Levels neighbours share one.
func Level(i, n int) Ink {
	if n <= 1 {
		return InkLevel + Levels - 1
	}
	return InkLevel + Ink(max(0, min(i, n-1))*(Levels-1)/(n-1))
}

// Line is the way the points of a series are joined.
type Line int

// The lines.
const (
	LineNone Line = iota
	LineSolid
	LineDashed
	LineDotted
)

// Marker is the sign drawn at a point.
type Marker int8

// The markers; in ASCII: nothing, *, o, v, x, +, ^, #, %, @, A, Y, *.
const (
	MarkNone     Marker = iota
	MarkDot             // ●
	MarkRing            // ○
	MarkDown            // ▼
	MarkCross           // ×
	MarkSquare          // ■
	MarkUp              // ▲, of what lies higher than it is drawn
	MarkDiamond         // ◆
	MarkLozenge         // ◇, in files large enough to stand around another marker
	MarkStart           // ◎, where episodes start
	MarkTriangle        // △
	MarkWedge           // ▽
	MarkStar            // ★, λ̂ in a strip
	MarkPoint           // one of a cloud: a braille dot, or in a cell the sign of how many
)

// Series is one quantity along x. Its points are joined in the order given.
type Series struct {
	Name   string    // in the legend; empty for none
	Short  string    // the name where the legend has little room; empty for Name
	X, Y   []float64 // of one length; a NaN or infinite X or Y is a gap
	Ink    Ink
	Line   Line
	Marker Marker   // in the legend, and at every point unless Marks is given
	Marks  []Marker // per point, in place of Marker; nil for none
}

// Range is from Lo to Hi; the zero Range is none.
type Range struct{ Lo, Hi float64 }

// Empty tells whether there is no range.
func (r Range) Empty() bool { return r == Range{} }

// RangeOf returns the range of the finite numbers; none where there are none.
func RangeOf(numbers ...[]float64) Range {
	e := newExtent(false)
	for _, x := range numbers {
		for _, v := range x {
			e.add(v)
		}
	}
	if e.empty() {
		return Range{}
	}
	return Range{e.lo, e.hi}
}

// Union returns the range over two.
func (r Range) Union(s Range) Range { return Range{min(r.Lo, s.Lo), max(r.Hi, s.Hi)} }

// Axis is a scale. Where Min = Max = 0 (or one of them is no possible bound) it
// fits the data, or what it is to reach over, with a little room. In cells the left
// axis then has its round numbers on whole rows.
type Axis struct {
	Label    string // quantity and, in brackets, unit
	Long     string // where given, in place of Label where there is room, as in files
	Min, Max float64
	Over     Range     // what to fit in place of the data; what lies outside is marked at the edge
	Log      bool      // base 10; values ≤ 0 are gaps
	Ticks    []float64 // where given, in place of round numbers (as many as fit are labelled)
	Names    []string  // where given, the text of each of Ticks
	Marks    []Marker  // where given, signs on the axis at each of Ticks, with the texts below

	// Scale names the range of the axis, for a caller that keeps it over other data; empty
	// where nothing is to be kept.
	Scale string
	Zero  float64 // from which a kept range counts

	Origin *Origin // of ticks in place of 0; nil for none
}

// Origin is the value that the ticks of an axis count from: each is the signed difference from
// At, and At itself has a name.
type Origin struct {
	At   float64
	Name string
}

// Strip is a row under the x axis: a mark at each X or, with Y, a bar from 0 to the tallest. Bars
// that fall into one cell show the tallest of them.
type Strip struct {
	Label string
	X     []float64
	Marks []Marker  // of one length with X; nil for bars
	Inks  []Ink     // of the marks
	Y     []float64 // of the bars; Y ≤ 0 has no bar, NaN or infinity is a gap
	Ink   Ink       // of the bars and of the label of marks
}

// Cursor is a vertical line at X.
type Cursor struct {
	X   float64
	Ink Ink
}

// Note is a legend entry that belongs to no series, such as the meaning of a
// marker.
type Note struct {
	Marker Marker
	Ink    Ink
	Text   string
	Short  string // the text where the legend has little room; empty for Text
}

// Spec is one chart. Later things cover earlier ones: the heat map, bands, then the
// cursor, bars, then series in order, markers on top; of two markers in one cell the
// one with the higher Rank is seen.
type Spec struct {
	Titles []string // of the panel, the longest first; none for a chart without a panel line
	X, Y   Axis
	Heat   *Heat
	Bands  []Band
	Errors []ErrorBars
	Level  *float64 // a line across the plot at this y; nil for none
	Bars   []Bars
	Stack  *Stack // with no series but markers at its columns
	Swarm  *Swarm // alone, but for notes
	Series []Series
	Cursor *Cursor
	Chip   *float64 // an x whose label on the axis is filled; nil for none
	Strips []Strip  // the first row lies under the axis
	Notes  []Note
	// Named has the names of lines and of the parts of columns stand beside their ends, at
	// the right of the plot, and not in the legend, where there
	// is room.
	Named bool
	// Held tells that the axes stay while the data change; the legend says so.
	Held bool
	// Dodge has markers that would cover one another stand side by side: in cells,
	// those of different series; in files, those of one kind at one point.
	Dodge bool
}
