package report

import (
	"fmt"
	"math"

	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
)

// Explained returns the share of the error of a constant that the features explain at λ̂: 1 − LOTO
// error/error of a constant. It is NaN if that error is not finite, or 0 up to rounding.
func Explained(a *analysis.Result) float64 {
	if !(a.Constant > noise*noise*a.Selection.MeanSquaredReturn) || math.IsInf(a.Constant, 0) {
		return math.NaN()
	}
	share := 1 - a.Selection.Best().LOTO/a.Constant
	if math.Abs(share) < noise {
		return 0
	}
	return share
}

// Constant compares the LOTO error at λ̂ with the error of a constant in a sentence; nil without such
// an error.
func Constant(a *analysis.Result) []string {
	share := Explained(a)
	if math.IsNaN(share) {
		return nil
	}
	found := fmt.Sprintf("the features explain %s of the variance", percent(share))
	if share < 0 {
		found = worse
		if a.NoConstant {
			found += "; no feature is constant: try +bias"
		}
	}
	return []string{fmt.Sprintf("LOTO error %s at λ̂; a constant prediction scores %s: %s.", textfmt.Rounded(a.Selection.Best().LOTO, 3), textfmt.Rounded(a.Constant, 3), found)}
}

const worse = "these features predict worse than no features"
