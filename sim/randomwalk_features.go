package sim

import (
	"math"
	"strings"

	"lambdascope/sim/features"
)

// walkFeatures returns the features of the n states of a walk by the map of a valid name.
func walkFeatures(name string, n int) (dim int, x []float64) {
	if m := observedMap(name, features.Box{Low: []float64{0}, High: []float64{float64(n - 1)}}); m != nil {
		x = make([]float64, n*m.Dim())
		for s := range n {
			m.Set([]float64{float64(s)}, x[s*m.Dim():(s+1)*m.Dim()])
		}
		return m.Dim(), x
	}
	base, bias := strings.CutSuffix(name, BiasSuffix)
	if dim, x = oneHot(n); base == "dependent" {
		dim, x = dependent(n)
	}
	if bias {
		dim, x = withBias(dim, x)
	}
	return dim, x
}

// oneHot returns the 1-hot features of a walk over n states, n×n: the identity.
func oneHot(n int) (dim int, x []float64) {
	x = make([]float64, n*n)
	for s := range n {
		x[s*n+s] = 1
	}
	return n, x
}

// dependent returns the dependent features of a walk over n = 2m+1 states,
// n×(m+1). State s, from 0, has 1/√c at positions max(0, s−m) … min(s, m), where
// c is their number, so that every row has length 1 (Sutton et al. 2009, "Fast
// gradient-descent methods", for n = 5).
func dependent(n int) (dim int, x []float64) {
	m := n / 2
	dim = m + 1
	x = make([]float64, n*dim)
	for s := range n {
		first, last := max(0, s-m), min(s, m)
		for p := first; p <= last; p++ {
			x[s*dim+p] = 1 / math.Sqrt(float64(last-first+1))
		}
	}
	return dim, x
}
