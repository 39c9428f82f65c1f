package file

import (
	"image/color"

	"lambdascope/tui/chart"
)

// colour returns what an ink is on white: colours of Okabe and Ito; steps through
// magma, from light to dark, for levels, and through viridis for heat maps; blue
// through grey to orange for those that diverge.
func colour(i chart.Ink) color.NRGBA {
	switch i {
	case chart.InkFaint, chart.InkBand:
		return rgb(0x4D525B)
	case chart.InkBandLevel:
		return rgb(0x8C6D31)
	case chart.InkBandTrials:
		return rgb(0x56739A)
	case chart.InkBandSpread:
		return rgb(0x5E8A5E)
	case chart.InkEstimate:
		return rgb(0x0072B2)
	case chart.InkTruth:
		return rgb(0xD55E00)
	case chart.InkEstimateDim:
		return rgb(0x6FA8CF)
	case chart.InkTruthDim:
		return rgb(0xE9A36F)
	case chart.InkThird:
		return rgb(0x009E73)
	case chart.InkCursor:
		return rgb(0x7A2E8A)
	case chart.InkPinned:
		return rgb(0x9298A2)
	case chart.InkWarn:
		return rgb(0xB00020)
	}
	levels := [chart.Levels]uint32{0xF1605D, 0xDA4569, 0xB73779, 0x952C80, 0x721F81, 0x4A1079, 0x20114B}
	if l := i - chart.InkLevel; l >= 0 && int(l) < len(levels) {
		return rgb(levels[l])
	}
	heat := [chart.HeatSteps]uint32{0xAADC32, 0x5DC863, 0x27AD81, 0x21908C, 0x2C728E, 0x3B528B, 0x472D7B, 0x440154}
	if l := i - chart.InkHeat; l >= 0 && int(l) < len(heat) {
		return rgb(heat[l])
	}
	diverging := [chart.DivergingSteps]uint32{0x08457E, 0x2F7FC1, 0x6FAEDD, 0xA9CDEB, 0xDDDDDD, 0xF0C48A, 0xE0933A, 0xB4600C, 0x6E3500}
	if l := i - chart.InkDiverging; l >= 0 && int(l) < len(diverging) {
		return rgb(diverging[l])
	}
	return rgb(0x000000)
}

func rgb(v uint32) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xFF}
}
