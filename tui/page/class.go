package page

import (
	"math"
	"slices"

	"lambdascope/sim/settings"
	"lambdascope/tui/chart"
	"lambdascope/tui/state"
)

// Class is the data of a class that pages show. A Class is immutable.
type Class struct {
	Presenter state.Optional[float64] // λ under the presenter's cursor, unless at λ̂
	Lambdas   []float64               // chosen in the class: guesses of a vote, or λ̂'s of data sets
	Guesses   bool                    // Lambdas are guesses
	Sample    *Sample                 // results of data sets by seat; nil for none
}

// Sample has the results of the seats, each from separate data. A Sample is immutable.
type Sample struct {
	Settings settings.Settings // with this seat's own seed
	Seed     uint64            // of the presenter; seats count from there
	Lambda   []float64         // λ̂ of each seat that has reported
	RootMSVE []float64         // at λ̂; NaN without truth
	Own      int               // index of this seat; below 0 before its report
	Of       int               // number of seats
}

// Of returns the sample if the settings of the sample are s, else nil. c may be nil.
func (c *Class) Of(s settings.Settings) *Sample {
	if c == nil || c.Sample == nil || c.Sample.Settings != s {
		return nil
	}
	return c.Sample
}

// PresenterMark marks the λ of the presenter's cursor on a quantity along a grid. A cursor at λ̂
// and a nil Class have no mark.
func (c *Class) PresenterMark(grid, y []float64) []chart.Series {
	k, ok := c.PresenterIndex(grid)
	if !ok {
		return nil
	}
	return []chart.Series{{
		Name: "presenter", X: grid[k : k+1], Y: y[k : k+1], Ink: chart.InkCursor, Marker: chart.MarkDiamond,
	}}
}

// PresenterFoot is PresenterMark at one height, for charts without a single curve.
func (c *Class) PresenterFoot(grid []float64, y float64) []chart.Series {
	all := make([]float64, len(grid))
	for k := range all {
		all[k] = y
	}
	return c.PresenterMark(grid, all)
}

// PresenterIndex returns the index in a grid of the λ of the presenter's cursor; false for a
// cursor at λ̂ and for a nil Class.
func (c *Class) PresenterIndex(grid []float64) (k int, ok bool) {
	if c == nil || !c.Presenter.Set || len(grid) == 0 {
		return 0, false
	}
	return Nearest(grid, c.Presenter.Value), true
}

// Nearest returns the index of the number nearest to v, the first of several.
func Nearest(numbers []float64, v float64) (best int) {
	for k, n := range numbers {
		if math.Abs(n-v) < math.Abs(numbers[best]-v) {
			best = k
		}
	}
	return best
}

// Counts returns for each λ of a grid the number of the class's λ's nearest to that λ.
func (c *Class) Counts(grid []float64) []float64 {
	counts := make([]float64, len(grid))
	for _, lambda := range c.Lambdas {
		counts[Nearest(grid, lambda)]++
	}
	return counts
}

// Same reports whether two classes are equal; either may be nil.
func (c *Class) Same(d *Class) bool {
	if c == nil || d == nil {
		return c == d
	}
	return c.Presenter == d.Presenter && c.Guesses == d.Guesses && slices.Equal(c.Lambdas, d.Lambdas) && c.Sample.same(d.Sample)
}

func (m *Sample) same(n *Sample) bool {
	if m == nil || n == nil {
		return m == n
	}
	alike := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
	return m.Settings == n.Settings && m.Seed == n.Seed && m.Own == n.Own && m.Of == n.Of &&
		slices.Equal(m.Lambda, n.Lambda) && slices.EqualFunc(m.RootMSVE, n.RootMSVE, alike)
}
