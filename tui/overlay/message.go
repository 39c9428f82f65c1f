package overlay

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
)

// Message is a complete text, for the lines under the charts or, if it is too long, for paragraphs over
// the page.
type Message []string

func (m Message) Press(tea.KeyPressMsg) (a page.Action, taken bool) { return a, false }

func (m Message) Hints() []page.Hint { return nil }

func (m Message) Text(s *screen.Styles, width int) []string {
	var lines []string
	for _, paragraph := range m {
		lines = append(append(lines, s.WrapAll(chart.InkText, strings.TrimSpace(paragraph), width)...), "")
	}
	return lines
}
