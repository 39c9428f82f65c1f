package recorded

import (
	"fmt"
	"slices"

	"lambdascope/sim/textfmt"
)

// The names of importance ratios, of an episode and of a transition.
const (
	fieldRatios = "ratios"
	fieldRatio  = "ratio"
)

func checkRatio(ratio float64) *fault {
	if ratio >= 0 {
		return nil
	}
	return &fault{text: fmt.Sprintf("%v: want a number ≥ 0", ratio)}
}

// checkRatios returns the fault of ratios in an episode of h transitions.
func checkRatios(ratios []float64, h int) *fault {
	if len(ratios) != h {
		return &fault{text: fmt.Sprintf("%s for %s: want one for each", textfmt.Count(len(ratios), "ratio"), textfmt.Count(h, "reward"))}
	}
	if i := slices.IndexFunc(ratios, func(v float64) bool { return v < 0 }); i >= 0 {
		return checkRatio(ratios[i]).at(i)
	}
	return nil
}
