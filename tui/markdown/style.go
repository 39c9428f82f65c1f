package markdown

import "charm.land/lipgloss/v2"

// Style is how a document is drawn.
type Style struct {
	Text, Heading, Code, Link lipgloss.Style
	// Faint is for what is not of the text: rules, bullets, targets of links.
	Faint lipgloss.Style

	// Characters returns a text in the characters that the terminal has; nil for
	// all of them. It must keep spaces and the text on one line.
	Characters func(text string) string
	// Target returns what a reader is to type or open to follow a link, shown
	// behind the link; "" shows nothing. Nil is the same.
	Target func(destination string) string
	// Plain leaves all styles out. Code within a text is then in backticks, and
	// headings have a rule below them.
	Plain bool
	// LongCode keeps the lines of blocks of code whole, however long they are.
	LongCode bool
}

// look says how a run of text differs from the text around it.
type look uint8

const (
	strong look = 1 << iota
	emphasis
	code
	link
	faint
)

// style returns the style of a look on a base.
func (s Style) style(base lipgloss.Style, l look) lipgloss.Style {
	out := base
	if s.Plain {
		return out
	}
	switch {
	case l&faint != 0:
		out = s.Faint
	case l&code != 0:
		out = s.Code.Inherit(base)
	case l&link != 0:
		out = s.Link.Inherit(base)
	}
	if l&strong != 0 {
		out = out.Bold(true)
	}
	if l&emphasis != 0 {
		out = out.Italic(true)
	}
	return out
}

// Show returns a text as the terminal can show it, without control characters.
func (s Style) Show(text string) string {
	text = safe(text)
	if s.Characters != nil {
		text = s.Characters(text)
	}
	return text
}
