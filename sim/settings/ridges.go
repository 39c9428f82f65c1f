package settings

import (
	"fmt"
	"slices"
	"strings"

	"lambdascope/estimator"
	"lambdascope/sim/textfmt"
)

// UsualRidges returns the default ridges of a comparison.
func UsualRidges() []float64 { return []float64{0, .01, .1, 1, 10} }

// ParseRidges reads comma-separated ridges and returns them sorted, without
// duplicates. The error describes the accepted form.
func ParseRidges(text string) ([]float64, error) {
	var out []float64
	for item := range strings.SplitSeq(text, ",") {
		v, err := textfmt.ParseNumber(item)
		if err != nil {
			return nil, RangeError("ridges", fmt.Sprintf("%q", textfmt.Clip(text)), "numbers ≥ 0, comma-separated, such as 0,0.01,0.1,1")
		}
		if !(v >= 0) {
			return nil, RangeError("ridge", v, "a number ≥ 0")
		}
		out = append(out, v+0) // + 0 makes −0 a 0
	}
	slices.Sort(out)
	if out = slices.Compact(out); len(out) > estimator.MostRidges {
		return nil, fmt.Errorf("ridges: %d values; want at most %d", len(out), estimator.MostRidges)
	}
	return out, nil
}
