package overlay

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/guide"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
)

// Section is the section of the guide about the charts of a page.
type Section struct {
	Title string
	Theme screen.Theme
}

func (o *Section) Press(tea.KeyPressMsg) (a page.Action, taken bool) { return a, false }

func (o *Section) Hints() []page.Hint { return nil }

func (o *Section) Text(s *screen.Styles, width int) []string {
	lines := []string{s.Line(width).Add(chart.InkSelected, "How to read "+o.Title).String(), ""}
	section, err := guide.Section("charts", o.Title)
	if err != nil { // a test reads all sections
		return lines
	}
	return append(lines, section.Lines(min(width, ReadingWidth), guide.Style(s, o.Theme))...)
}
