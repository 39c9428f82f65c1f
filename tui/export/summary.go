// Package export writes what a page shows to files, and puts it into words.
package export

import (
	"strings"

	"lambdascope/tui/page"
	"lambdascope/tui/report"
)

// Summary is a page in words and numbers, with the command that opens it.
type Summary struct {
	Export  page.Export
	Args    []string // that open it again
	Command string
	Build   string // version of the program
}

// Heading stands over the command.
const Heading = "The command that opens this view:"

// Plain returns the summary for a file or the clipboard: a line for each paragraph
// or row.
func (s *Summary) Plain() string {
	var lines []string
	if text := s.Export.Text(); text != nil {
		lines = append(text, "")
	}
	lines = append(lines, Heading, s.Command)
	if s.Build != "" {
		lines = append(lines, "", report.Made(s.Build))
	}
	return strings.Join(lines, "\n") + "\n"
}
