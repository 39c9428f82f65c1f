package screen

import (
	"image/color"

	"charm.land/lipgloss/v2"

	"lambdascope/tui/chart"
)

// palette gives the inks their colours. Both are from Okabe and Ito's set, which
// colour-blind eyes tell apart, darkened or lightened for the background. Ramps are
// moved from their originals where a terminal of 256 colours had their order wrong.
// A test looks at both as Machado, Oliveira and Fernandes (2009) simulate protanopia,
// deuteranopia and tritanopia.
type palette struct {
	faint, estimate, truth, selected, cursor, pinned, warn, third color.Color
	band, bandLevel, bandTrials, bandSpread                       color.Color

	estimateDim, truthDim color.Color // of what is beside the one at hand

	// levels are steps through magma (van der Walt and Smith), which ascends in
	// lightness as colour-blind and grey eyes see it; the first has a contrast of 3
	// or more to a dark background and of 4.5 to a light one, as numbers are written in it.
	levels [chart.Levels]color.Color

	// heat is the scale of heat maps from low to high, steps through viridis (van
	// der Walt and Smith); diverging runs from purple through
	// grey to green (PRGn, after Brewer), as blue and orange are estimate and truth. What is
	// far from the scale's low end or middle is far from the background.
	heat      [chart.HeatSteps]color.Color
	diverging [chart.DivergingSteps]color.Color
}

func darkPalette() palette {
	return palette{
		faint:      lipgloss.Color("#8A8F98"),
		estimate:   lipgloss.Color("#56B4E9"),
		truth:      lipgloss.Color("#E69F00"),
		band:       lipgloss.Color("#2A3B4D"),
		bandLevel:  lipgloss.Color("#3D3D44"),
		bandTrials: lipgloss.Color("#4A3418"),
		bandSpread: lipgloss.Color("#1F4638"),
		selected:   lipgloss.Color("#FFFFFF"),
		cursor:     lipgloss.Color("#F0E442"),
		pinned:     lipgloss.Color("#767B84"),
		warn:       lipgloss.Color("#FF7F50"),
		third:      lipgloss.Color("#6FE3A5"),

		estimateDim: lipgloss.Color("#2F7399"),
		truthDim:    lipgloss.Color("#8A6000"),

		levels: [chart.Levels]color.Color{
			lipgloss.Color("#B73779"), lipgloss.Color("#E04E67"), lipgloss.Color("#F4695C"), lipgloss.Color("#FC8E64"),
			lipgloss.Color("#FEB47B"), lipgloss.Color("#FDD99B"), lipgloss.Color("#FCFDBF"),
		},
		heat: [chart.HeatSteps]color.Color{
			lipgloss.Color("#472D7B"), lipgloss.Color("#2F5A8C"), lipgloss.Color("#2A788E"), lipgloss.Color("#33988A"),
			lipgloss.Color("#27AD81"), lipgloss.Color("#5DC863"), lipgloss.Color("#AADC32"), lipgloss.Color("#FDE725"),
		},
		diverging: [chart.DivergingSteps]color.Color{
			lipgloss.Color("#E3C4F5"), lipgloss.Color("#B987DA"), lipgloss.Color("#8A55AD"), lipgloss.Color("#5B3B73"),
			lipgloss.Color("#3A3A3A"),
			lipgloss.Color("#2A5E3A"), lipgloss.Color("#2F8A4B"), lipgloss.Color("#53B96C"), lipgloss.Color("#A8EBB0"),
		},
	}
}

func lightPalette() palette {
	return palette{
		faint:      lipgloss.Color("#5F6570"),
		estimate:   lipgloss.Color("#005A92"),
		truth:      lipgloss.Color("#B34A00"),
		band:       lipgloss.Color("#CFE3F2"),
		bandLevel:  lipgloss.Color("#DEDEE2"),
		bandTrials: lipgloss.Color("#F5E0C4"),
		bandSpread: lipgloss.Color("#CDEBDB"),
		selected:   lipgloss.Color("#000000"),
		cursor:     lipgloss.Color("#7A2E8A"),
		pinned:     lipgloss.Color("#8B919B"),
		warn:       lipgloss.Color("#B00020"),
		third:      lipgloss.Color("#007C48"),

		estimateDim: lipgloss.Color("#4F95C4"),
		truthDim:    lipgloss.Color("#C2782A"),

		levels: [chart.Levels]color.Color{
			lipgloss.Color("#B8594F"), lipgloss.Color("#B620AE"), lipgloss.Color("#9715BB"), lipgloss.Color("#8B1590"),
			lipgloss.Color("#701489"), lipgloss.Color("#4A1079"), lipgloss.Color("#20114B"),
		},
		heat: [chart.HeatSteps]color.Color{
			lipgloss.Color("#AADC32"), lipgloss.Color("#5DC863"), lipgloss.Color("#27AD81"), lipgloss.Color("#33988A"),
			lipgloss.Color("#2A788E"), lipgloss.Color("#2F5A8C"), lipgloss.Color("#472D7B"), lipgloss.Color("#440154"),
		},
		diverging: [chart.DivergingSteps]color.Color{
			lipgloss.Color("#40004B"), lipgloss.Color("#762A83"), lipgloss.Color("#A36FB5"), lipgloss.Color("#CFAADB"),
			lipgloss.Color("#DDDDDD"),
			lipgloss.Color("#9FD49B"), lipgloss.Color("#5AAE61"), lipgloss.Color("#1B7837"), lipgloss.Color("#00441B"),
		},
	}
}
