package tui

import (
	"strings"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
)

// readingWidth is the widest that prose is set.
const readingWidth = 90

// summary is a page in words and numbers, with the command that opens it.
type summary struct {
	export  page.Export
	args    []string // that open it again
	command string

	lines []string // as they were set last
	pen   *screen.Styles
	width int
}

func (m *model) summary() *summary {
	return &summary{export: m.onShow().Export(m.Snapshot()), args: m.args(), command: m.command()}
}

// openSummary shows the page as it is now in words and numbers.
func (m *model) openSummary() {
	m.overlay = &overlay{kind: summaryOverlay, summary: m.summary()}
}

// commandHeading stands over the command.
const commandHeading = "The command that opens this view:"

// plain returns the summary for a file or the clipboard: a line for each paragraph
// or row.
func (s *summary) plain() string {
	var lines []string
	if s.export.Text != nil {
		lines = append(s.export.Text(), "")
	}
	return strings.Join(append(lines, commandHeading, s.command), "\n") + "\n"
}

// set returns the summary set to a width: prose wrapped, rows of a table as they
// are or cut, the command in full.
func (s *summary) set(p *screen.Styles, width int) []string {
	if s.pen == p && s.width == width {
		return s.lines
	}
	var paragraphs, lines []string
	switch e := s.export; {
	case e.Fitted != nil:
		paragraphs = e.Fitted(width)
	case e.Text != nil:
		paragraphs = e.Text()
	}
	for _, text := range paragraphs {
		switch {
		case text == "":
			lines = append(lines, "")
		case strings.Contains(text, screen.CellGap):
			lines = append(lines, p.Line(width).Add(chart.InkText, text).String())
		default:
			lines = append(lines, p.Wrap(chart.InkText, text, min(width, readingWidth), len(text))...) // all of it
		}
	}
	if lines != nil {
		lines = append(lines, "")
	}
	lines = append(lines, p.Line(width).Add(chart.InkFaint, commandHeading).String())
	lines = append(lines, p.WrapHard(chart.InkText, s.command, width)...)
	s.lines, s.pen, s.width = lines, p, width
	return lines
}
