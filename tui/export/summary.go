// Package export writes what a page shows to files, and puts it into words.
package export

import (
	"strings"

	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/state"
)

// Summary is a page in words and numbers, with the command or link that opens it.
type Summary struct {
	Export  page.Export
	Command string // or link that does
	Build   string // version of the program
}

// Heading stands over the command, or link.
func (s *Summary) Heading() string {
	what := "command"
	if state.IsLink(s.Command) {
		what = "link"
	}
	return "The " + what + " that opens this view:"
}

// Plain returns the summary for a file or the clipboard: a line for each paragraph
// or row.
func (s *Summary) Plain() string {
	var lines []string
	if text := s.Export.Text(); text != nil {
		lines = append(text, "")
	}
	lines = append(lines, s.Heading(), s.Command)
	if s.Build != "" {
		lines = append(lines, "", report.Made(s.Build))
	}
	return strings.Join(lines, "\n") + "\n"
}
