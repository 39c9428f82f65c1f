package screen

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"

	"lambdascope/tui/chart"
)

// palette has the colours of inks. Both palettes are from Okabe and Ito's set, which colour-blind eyes
// tell apart, darkened or lightened for the background. Ramps differ from their originals where a terminal
// of 256 colours had the wrong order. A test checks both palettes with the simulations of protanopia,
// deuteranopia and tritanopia by Machado, Oliveira and Fernandes (2009).
type palette map[chart.Ink]color.Color

// newPalette returns the colours of some inks and of three ramps.
//
// The levels are steps through magma (van der Walt and Smith), because its lightness ascends for
// colour-blind and grey eyes, too. The first level has a contrast of 3 or more to a dark background and
// of 4.5 to a light one, as numbers have this ink.
//
// The scale heat of heat maps, from low to high, has steps through viridis (van der Walt and Smith). The
// scale diverging runs from purple through grey to green (PRGn, after Brewer), because blue and orange are
// the estimate and the truth. Colours far from the low end or the middle contrast most with the background.
func newPalette(inks map[chart.Ink]string, levels, heat, diverging string) palette {
	p := palette{}
	for ink, c := range inks {
		p[ink] = lipgloss.Color(c)
	}
	for first, ramp := range map[chart.Ink]string{chart.InkLevel: levels, chart.InkHeat: heat, chart.InkDiverging: diverging} {
		for i, c := range strings.Fields(ramp) {
			p[first+chart.Ink(i)] = lipgloss.Color(c)
		}
	}
	return p
}

// darkPalette is for dark backgrounds.
func darkPalette() palette {
	return newPalette(map[chart.Ink]string{
		chart.InkFaint:       "#8A8F98",
		chart.InkEstimate:    "#56B4E9",
		chart.InkTruth:       "#E69F00",
		chart.InkSelected:    "#FFFFFF",
		chart.InkCursor:      "#F0E442",
		chart.InkPinned:      "#767B84",
		chart.InkWarn:        "#FF7F50",
		chart.InkThird:       "#6FE3A5",
		chart.InkAgainst:     "#E4517F",
		chart.InkAgainstDim:  "#A54C68",
		chart.InkEstimateDim: "#2F7399",
		chart.InkTruthDim:    "#8A6000",
	},
		"#B73779 #E04E67 #F4695C #FC8E64 #FEB47B #FDD99B #FCFDBF",
		"#472D7B #2F5A8C #2A788E #33988A #27AD81 #5DC863 #AADC32 #FDE725",
		"#E3C4F5 #B987DA #8A55AD #5B3B73 #3A3A3A #2A5E3A #2F8A4B #53B96C #A8EBB0")
}

// lightPalette is for light backgrounds.
func lightPalette() palette {
	return newPalette(map[chart.Ink]string{
		chart.InkFaint:       "#5F6570",
		chart.InkEstimate:    "#005A92",
		chart.InkTruth:       "#B34A00",
		chart.InkSelected:    "#000000",
		chart.InkCursor:      "#7A2E8A",
		chart.InkPinned:      "#8B919B",
		chart.InkWarn:        "#B00020",
		chart.InkThird:       "#007C48",
		chart.InkAgainst:     "#C2186A",
		chart.InkAgainstDim:  "#D4719A",
		chart.InkEstimateDim: "#4F95C4",
		chart.InkTruthDim:    "#C2782A",
	},
		"#B8594F #B620AE #9715BB #8B1590 #701489 #4A1079 #20114B",
		"#AADC32 #5DC863 #27AD81 #33988A #2A788E #2F5A8C #472D7B #440154",
		"#40004B #762A83 #A36FB5 #CFAADB #DDDDDD #9FD49B #5AAE61 #1B7837 #00441B")
}
