package guide

import (
	"lambdascope/tui/chart"
	"lambdascope/tui/markdown"
	"lambdascope/tui/screen"
)

// Style returns how a theme draws pages; dark tells the terminal's background, for
// screen.ThemeAuto.
func Style(theme screen.Theme, dark bool, glyphs chart.Glyphs) markdown.Style {
	return StyleOf(screen.New(theme, dark, glyphs), theme)
}

// StyleOf is Style for styles that there are, of a theme.
func StyleOf(p *screen.Styles, theme screen.Theme) markdown.Style {
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
