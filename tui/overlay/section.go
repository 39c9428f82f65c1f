package overlay

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/guide"
	"lambdascope/tui/markdown"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
)

// Section is a page of the guide, or a part of one.
type Section struct {
	Title string // in place of a heading; may be empty
	Page  markdown.Document
	Theme screen.Theme
}

func (o *Section) Press(tea.KeyPressMsg) (a page.Action, taken bool) { return a, false }

func (o *Section) Hints() []page.Hint { return nil }

func (o *Section) Text(s *screen.Styles, width int) (lines []string) {
	if o.Title != "" {
		lines = append(lines, s.Line(width).Add(chart.InkSelected, o.Title).String(), "")
	}
	return append(lines, o.Page.Lines(min(width, ReadingWidth), guide.Style(s, o.Theme))...)
}
