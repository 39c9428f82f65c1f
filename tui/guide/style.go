package guide

import (
	"lambdascope/tui/chart"
	"lambdascope/tui/markdown"
	"lambdascope/tui/screen"
)

// Style returns the style of pages in a theme.
func Style(p *screen.Styles, theme screen.Theme) markdown.Style {
	s := markdown.Style{
		Text:       p.Style(chart.InkText),
		Heading:    p.Style(chart.InkSelected),
		Code:       p.Style(chart.InkThird),
		Link:       p.Style(chart.InkEstimate),
		Faint:      p.Style(chart.InkFaint),
		Characters: p.Text,
		Target:     Target,
	}
	if theme == screen.ThemeMono {
		s.Code = p.Style(chart.InkSelected)
	}
	return s
}
