package state

import (
	"math"

	"lambdascope/sim/analysis"
)

// CursorIndex returns the index of the λ at the cursor: the candidate nearest to s.Cursor, or
// λ̂ if it is unset. A replay at λ = 0 would show no trace, so there the middle of the grid
// replaces a λ̂ of 0. The dial starts at the first λ, because it knows no λ̂.
func (s State) CursorIndex(a *analysis.Result) int {
	switch sel := a.Selection; {
	case !s.Cursor.Set && s.Page == PageFolds && s.Step.Set && sel.Best().Lambda == 0:
		return len(sel.Candidates) / 2
	case !s.Cursor.Set && s.Page == PageDial:
		return 0
	case !s.Cursor.Set:
		return sel.Selected
	}
	return Nearest(a, s.Cursor.Value)
}

// Nearest returns the index of the nearest candidate, the first of equals.
func Nearest(a *analysis.Result, lambda float64) int {
	best := 0
	all := a.Selection.Candidates
	for k, c := range all {
		if math.Abs(c.Lambda-lambda) < math.Abs(all[best].Lambda-lambda) {
			best = k
		}
	}
	return best
}
