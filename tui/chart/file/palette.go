package file

import (
	"cmp"
	"image/color"

	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
)

var paper = screen.Paper()

// colour returns the colour of an ink on white; black for an unknown ink.
func colour(i chart.Ink) color.NRGBA {
	return color.NRGBAModel.Convert(cmp.Or(paper[i], paper[chart.InkText])).(color.NRGBA)
}
