package page

import (
	"slices"

	"lambdascope/tui/state"
)

// Class is what a page shows of the class in a room beside the state. It does not
// change.
type Class struct {
	Presenter state.Optional[float64] // λ under the presenter's cursor, where that is elsewhere than at λ̂
	Lambdas   []float64               // chosen in the class: guesses of a vote, or λ̂'s of data sets
	Guesses   bool                    // Lambdas are guesses
}

// Counts returns how many of the class's λ's are nearest to each of a grid.
func (c *Class) Counts(grid []float64) []float64 {
	counts := make([]float64, len(grid))
	for _, lambda := range c.Lambdas {
		best := 0
		for k, g := range grid {
			if abs(g-lambda) < abs(grid[best]-lambda) {
				best = k
			}
		}
		counts[best]++
	}
	return counts
}

// Same tells whether two are alike; either may be nil.
func (c *Class) Same(d *Class) bool {
	if c == nil || d == nil {
		return c == d
	}
	return c.Presenter == d.Presenter && c.Guesses == d.Guesses && slices.Equal(c.Lambdas, d.Lambdas)
}

func abs(x float64) float64 { return max(x, -x) }
