package recorded

import (
	"fmt"

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

// checkRatios returns the fault of the ratios of an episode.
func (e *episode) checkRatios() *fault {
	if len(e.ratios) != len(e.rewards) {
		return &fault{text: fmt.Sprintf("%s for %s: want one for each", textfmt.Count(len(e.ratios), "ratio"), textfmt.Count(len(e.rewards), "reward"))}
	}
	for i, v := range e.ratios {
		if f := checkRatio(v); f != nil {
			return f.at(e.first + i)
		}
	}
	return nil
}
