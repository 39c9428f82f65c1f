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

func negativeRatio(ratio float64) *fault {
	return &fault{text: fmt.Sprintf("%v: want a number ≥ 0", ratio)}
}

// checkRatios returns the fault of the ratios of an episode.
func (e *episode) checkRatios() *fault {
	if len(e.ratios) != len(e.rewards) {
		return &fault{text: fmt.Sprintf("%s for %s: want one for each", textfmt.Count(len(e.ratios), "ratio"), textfmt.Count(len(e.rewards), "reward"))}
	}
	if i := slices.IndexFunc(e.ratios, func(v float64) bool { return v < 0 }); i >= 0 {
		return negativeRatio(e.ratios[i]).at(e.first + i)
	}
	return nil
}
