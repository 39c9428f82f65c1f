package page

import (
	"math"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/screen"
)

// ErrorParts writes the error at the k-th λ as a sum, under a name, of two numbers with some decimals.
// The result is the sum of the written numbers, so that it adds up for a reader. With a hidden truth
// there is the variance alone.
func ErrorParts(split figure.Split, k, decimals int, name string) []screen.Part {
	write := func(x float64) string {
		if math.IsNaN(x) {
			return "unknown"
		}
		return textfmt.WithDecimals(x, decimals)
	}
	variance := screen.Part{Ink: chart.InkEstimate, Label: "variance", Text: write(split.Variance[k])}
	if split.Hidden {
		return []screen.Part{variance}
	}
	variance.Label = "+ variance"
	bias2 := split.Bias2[k]
	unit := math.Pow10(decimals)
	sum := (math.Round(float64(bias2*unit)) + math.Round(float64(split.Variance[k]*unit))) / unit
	parts := []screen.Part{
		{Ink: chart.InkTruth, Label: "bias²", Text: write(bias2)},
		variance,
		{Ink: chart.InkSelected, Label: "= " + name, Text: write(sum)},
	}
	if bias2 == 0 {
		parts = append(parts, screen.Part{Ink: chart.InkFaint, Text: "no bias beyond chance"})
	}
	return parts
}
