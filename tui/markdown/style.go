package markdown

import (
	"charm.land/lipgloss/v2"

	"lambdascope/tui/shell"
)

// Style is the style of a drawing.
type Style struct {
	Text, Heading, Code, Link lipgloss.Style
	// Faint is for signs of the drawing: rules, bullets and targets of links.
	Faint lipgloss.Style

	// Characters maps a text to the characters of the terminal, without line breaks. Nil keeps all.
	Characters func(text string) string
	// Target returns the words to type or open for following a link. The drawing omits a target
	// of "", and all targets if Target is nil.
	Target func(destination string) string
	// Plain is for text without styles: code is in backticks, and headings have a rule below. Long
	// lines of code are not broken, so that readers can copy commands.
	Plain bool
}

// Show returns a text in the characters of the terminal, with control characters escaped.
func (s Style) Show(text string) string {
	text = shell.Escape(text)
	if s.Characters != nil {
		text = s.Characters(text)
	}
	return text
}

// render returns a text in a style.
func (s Style) render(style lipgloss.Style, text string) string {
	if text = s.Show(text); s.Plain {
		return text
	}
	return style.Render(text)
}
