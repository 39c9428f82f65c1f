// Package export writes the content of a page as text, as HTML and as files. All formats use
// the views of the page, so that text, tables and charts agree.
package export

import (
	"math"
	"strings"

	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/state"
)

// Summary is the content of a page, with a command or link to the page.
type Summary struct {
	Export  page.Export
	Command string // or a link
	Build   string // version of the program
}

// Heading is the line above the command or link.
func (s *Summary) Heading() string {
	kind := "command"
	if state.IsLink(s.Command) {
		kind = "link"
	}
	return "The " + kind + " that opens this view:"
}

// Plain returns the text for a file or the clipboard, with a line for each paragraph and row.
func (s *Summary) Plain() string {
	lines := s.Lines(math.MaxInt, func(cell string) string { return cell }, func(text string) []string { return []string{text} })
	lines = append(lines, s.Heading(), s.Command)
	if s.Build != "" {
		lines = append(lines, "", report.Made(s.Build))
	}
	return strings.Join(lines, "\n") + "\n"
}
