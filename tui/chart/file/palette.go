package file

import (
	"image/color"

	"lambdascope/tui/chart"
)

// colour returns what an ink is on white: colours of Okabe and Ito, and steps
// through magma, from light to dark, for levels.
func colour(i chart.Ink) color.NRGBA {
	switch i {
	case chart.InkFaint, chart.InkBand:
		return rgb(0x4D525B)
	case chart.InkEstimate:
		return rgb(0x0072B2)
	case chart.InkTruth:
		return rgb(0xD55E00)
	case chart.InkThird:
		return rgb(0x009E73)
	case chart.InkCursor:
		return rgb(0x7A2E8A)
	case chart.InkGhost:
		return rgb(0x9298A2)
	case chart.InkWarn:
		return rgb(0xB00020)
	}
	levels := [chart.Levels]uint32{0xF1605D, 0xDA4569, 0xB73779, 0x952C80, 0x721F81, 0x4A1079, 0x20114B}
	if l := i - chart.InkLevel; l >= 0 && int(l) < len(levels) {
		return rgb(levels[l])
	}
	return rgb(0x000000)
}

func rgb(v uint32) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xFF}
}
