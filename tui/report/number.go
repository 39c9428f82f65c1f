package report

import (
	"math"

	"lambdascope/sim/textfmt"
)

// Exact returns a cell of a CSV: the shortest text that reads back as v, empty for NaN and infinities.
func Exact(v float64) string {
	if !finite(v) {
		return ""
	}
	return textfmt.Number(v)
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
