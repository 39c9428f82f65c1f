package sim

import "strings"

// tileFeatures are a function of each cell's tile, and perhaps a bias.
type tileFeatures struct {
	of   [16]float64 // the feature of a cell by the exponent of its tile
	bias bool
}

// newTileFeatures makes the feature map of a valid name.
func newTileFeatures(name string) tileFeatures {
	base, bias := strings.CutSuffix(name, BiasSuffix)
	f := tileFeatures{bias: bias}
	for e := 1; e < len(f.of); e++ {
		if f.of[e] = float64(e); base == "tiles" {
			f.of[e] = float64(int(1) << e)
		}
	}
	return f
}

func (f *tileFeatures) dim() int {
	if f.bias {
		return 17
	}
	return 16
}

// set sets out, dim numbers, to the features of b.
func (f *tileFeatures) set(b board, out []float64) {
	for cell := range 16 {
		out[cell] = f.of[b.exponent(cell)]
	}
	if f.bias {
		out[16] = 1
	}
}
