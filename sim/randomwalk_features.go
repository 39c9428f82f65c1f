package sim

import (
	"math"
	"strings"

	"lambdascope/sim/features"
)

// newWalkFeatures returns the feature map of a valid name for the n states of a walk.
func newWalkFeatures(name string, n int) stateMap[int] {
	base, bias := strings.CutSuffix(name, BiasSuffix)
	if m := observedMap(base, features.Box{Low: []float64{0}, High: []float64{float64(n - 1)}}); m != nil {
		return stateMap[int]{m.Dim(), func(s int, out []float64) {
			m.Set([]float64{float64(s)}, out)
		}, bias}
	}
	if base == "dependent" {
		return stateMap[int]{n/2 + 1, dependent, bias}
	}
	return oneHot(n, bias)
}

// dependent sets the m+1 dependent features of a walk over 2m+1 states. State s, from 0, has 1/√c
// at positions max(0, s−m) … min(s, m), where c is their number, so that every row has length 1
// (Sutton et al. 2009, "Fast gradient-descent methods", for five states).
func dependent(s int, out []float64) {
	m := len(out) - 1
	clear(out)
	first, last := max(0, s-m), min(s, m)
	for p := first; p <= last; p++ {
		out[p] = 1 / math.Sqrt(float64(last-first+1))
	}
}
