package file

import (
	"image/color"

	"lambdascope/tui/chart"
)

// colour returns the colour of an ink on white. Roles have the colours of light screens. Levels
// are the blue of estimates from soft to full, heat maps steps through viridis, diverging maps
// steps from purple through grey to green.
func colour(i chart.Ink) color.NRGBA {
	switch i {
	case chart.InkFaint:
		return rgb(0x5F5F68)
	case chart.InkRule:
		return rgb(0x85858D)
	case chart.InkEstimate:
		return rgb(0x0A5FC8)
	case chart.InkEstimateDim:
		return rgb(0x4F88C8)
	case chart.InkTruth:
		return rgb(0x8F6000)
	case chart.InkTruthDim:
		return rgb(0xB07F2A)
	case chart.InkAgainst:
		return rgb(0xC2186A)
	case chart.InkAgainstDim:
		return rgb(0xD4719A)
	case chart.InkThird:
		return rgb(0x007C48)
	case chart.InkCursor:
		return rgb(0x005A4C)
	case chart.InkPinned:
		return rgb(0x9298A2)
	}
	levels := [chart.Levels]uint32{0x7FB0E8, 0x5590D6, 0x2569CA, 0x134EA2, 0x0B418E, 0x062756, 0x041632}
	if l := i - chart.InkLevel; l >= 0 && int(l) < len(levels) {
		return rgb(levels[l])
	}
	heat := [chart.HeatSteps]uint32{0xAADC32, 0x5DC863, 0x27AD81, 0x21908C, 0x2C728E, 0x3B528B, 0x472D7B, 0x440154}
	if l := i - chart.InkHeat; l >= 0 && int(l) < len(heat) {
		return rgb(heat[l])
	}
	diverging := [chart.DivergingSteps]uint32{0x40004B, 0x762A83, 0xA36FB5, 0xCFAADB, 0xDDDDDD, 0xA6DBA0, 0x5AAE61, 0x1B7837, 0x00441B}
	if l := i - chart.InkDiverging; l >= 0 && int(l) < len(diverging) {
		return rgb(diverging[l])
	}
	return rgb(0x000000)
}

func rgb(v uint32) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xFF}
}
