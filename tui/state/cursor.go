package state

import (
	"math"

	"lambdascope/sim/analysis"
)

// CursorIndex returns the index of the λ under the cursor, of a result: λ̂ until it is
// moved, then the λ of the grid nearest to where it was put. A replay shows what λ does,
// which it does not at 0: where λ̂ is that, it is at the middle of the grid.
func (s State) CursorIndex(a *analysis.Result) int {
	switch sel := a.Selection; {
	case !s.Cursor.Set && s.Page == PageFolds && s.Step.Set && sel.Best().Lambda == 0:
		return len(sel.Candidates) / 2
	case !s.Cursor.Set:
		return sel.Selected
	}
	return Nearest(a, s.Cursor.Value)
}

// Nearest returns the index of the λ of the grid that is nearest, the first of
// several.
func Nearest(a *analysis.Result, lambda float64) int {
	best, all := 0, a.Selection.Candidates
	for k, c := range all {
		if math.Abs(c.Lambda-lambda) < math.Abs(all[best].Lambda-lambda) {
			best = k
		}
	}
	return best
}
