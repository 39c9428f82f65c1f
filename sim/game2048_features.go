package sim

import (
	"slices"
	"strings"

	"lambdascope/sim/features"
)

// newTileFeatures returns the feature map of a valid name: a function of each cell's tile, or a map
// of the exponents.
func newTileFeatures(name string) stateMap[board] {
	base, bias := strings.CutSuffix(name, BiasSuffix)
	box := features.Box{Low: make([]float64, 16), High: slices.Repeat([]float64{largestExponent}, 16)}
	if m := observedMap(base, box); m != nil {
		return stateMap[board]{m.Dim(), func(b board, out []float64) {
			var exponents [16]float64
			for cell := range exponents {
				exponents[cell] = float64(b.exponent(cell))
			}
			m.Set(exponents[:], out)
		}, bias}
	}
	var of [largestExponent + 1]float64 // the feature of a cell by exponent
	for e := 1; e < len(of); e++ {
		if of[e] = float64(e); base == "tiles" {
			of[e] = float64(int(1) << e)
		}
	}
	return stateMap[board]{16, func(b board, out []float64) {
		cells := (*[16]float64)(out) // avoids a bounds check for each cell
		for cell := range cells {
			cells[cell] = of[b&15]
			b >>= 4
		}
	}, bias}
}
