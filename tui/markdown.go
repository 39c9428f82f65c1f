package tui

import (
	"lambdascope/tui/chart"
	"lambdascope/tui/markdown"
)

// MarkdownStyle returns how a theme draws Markdown; dark tells the terminal's
// background, for ThemeAuto.
func MarkdownStyle(theme Theme, dark bool, glyphs chart.Glyphs) markdown.Style {
	p := newPen(theme, dark, glyphs)
	s := markdown.Style{
		Text:       p.style(chart.InkText),
		Heading:    p.style(chart.InkSelected),
		Code:       p.style(chart.InkThird),
		Link:       p.style(chart.InkEstimate),
		Faint:      p.style(chart.InkFaint),
		Characters: p.text,
	}
	if theme == ThemeMono {
		s.Code = p.style(chart.InkSelected)
	}
	return s
}
