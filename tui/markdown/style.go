package markdown

import (
	"charm.land/lipgloss/v2"

	"lambdascope/tui/shell"
)

// Style is how a document is drawn.
type Style struct {
	Text, Heading, Code, Link lipgloss.Style
	// Faint is for rules, bullets and targets of links, which are not in the text.
	Faint lipgloss.Style

	// Characters maps a text to the characters that the terminal has, on one line; nil for all.
	Characters func(text string) string
	// Target returns the words that a reader types or opens to follow a link; "" for none. Nil is
	// the same.
	Target func(destination string) string
	// Plain leaves all styles out. Code in a text is then in backticks, and headings have a rule
	// below them.
	Plain bool
	// LongCode keeps the lines of blocks of code whole.
	LongCode bool
}

// Show returns a text in the characters that the terminal has, without control characters.
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
