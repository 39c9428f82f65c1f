package sim

import (
	"slices"
	"strings"

	"lambdascope/sim/features"
)

// tileFeatures are a function of each cell's tile, and perhaps a bias.
type tileFeatures struct {
	of       [16]float64   // the feature of a cell by the exponent of its tile
	observed *features.Map // of the exponents, without a bias; nil for these features
	bias     bool
}

// newTileFeatures makes the feature map of a valid name.
func newTileFeatures(name string) tileFeatures {
	base, bias := strings.CutSuffix(name, BiasSuffix)
	box := features.Box{Low: make([]float64, 16), High: slices.Repeat([]float64{15}, 16)}
	f := tileFeatures{bias: bias, observed: observedMap(base, box)}
	for e := 1; e < len(f.of); e++ {
		if f.of[e] = float64(e); base == "tiles" {
			f.of[e] = float64(int(1) << e)
		}
	}
	return f
}

func (f *tileFeatures) dim() int {
	n := 16
	if f.observed != nil {
		n = f.observed.Dim()
	}
	if f.bias {
		n++
	}
	return n
}

// set sets out, dim numbers, to the features of b.
func (f *tileFeatures) set(b board, out []float64) {
	if f.bias {
		out[len(out)-1] = 1
		out = out[:len(out)-1]
	}
	if f.observed != nil {
		var exponents [16]float64
		for cell := range exponents {
			exponents[cell] = float64(b.exponent(cell))
		}
		f.observed.Set(exponents[:], out)
		return
	}
	cells := (*[16]float64)(out) // of which no index is checked
	for cell := range cells {
		cells[cell] = f.of[b&15]
		b >>= 4
	}
}
