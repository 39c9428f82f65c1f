package overlay

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/guide"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
)

// Help explains how to read a page, and lists the keys.
type Help struct {
	Title    string // of the page
	Intro    string // the first paragraph; empty for none
	Theme    screen.Theme
	Bindings []page.Binding
}

// Press closes the help at the key that opens it.
func (h *Help) Press(msg tea.KeyPressMsg) (a page.Action, taken bool) {
	a.Close = msg.String() == "?"
	return a, a.Close
}

func (h *Help) Hints() []page.Hint { return nil }

func (h *Help) Text(s *screen.Styles, width int) []string {
	lines := []string{s.Line(width).Add(chart.InkSelected, "How to read "+h.Title).String()}
	if h.Intro != "" {
		lines = append(lines, s.WrapAll(chart.InkText, h.Intro, min(width, ReadingWidth))...)
	}
	lines = append(lines, "")
	if section, err := guide.Section("charts", h.Title); err == nil { // a test reads all sections
		lines = append(append(lines, section.Lines(min(width, ReadingWidth), guide.Style(s, h.Theme))...), "")
	}
	for g := page.GroupOwn; g <= page.GroupLeaving; g++ {
		if own := h.keys(s, g, width); len(own) > 0 {
			lines = append(lines, s.Line(width).Add(chart.InkSelected, cmp.Or(g.Title(), h.Title)).String())
			lines = append(lines, own...)
		}
	}
	return lines
}

// keys lists the keys of a group.
func (h *Help) keys(s *screen.Styles, g page.Group, width int) (lines []string) {
	const column = 14
	for _, b := range h.Bindings {
		if b.Group != g || b.Does == "" {
			continue
		}
		for i, text := range s.WrapAll(chart.InkText, b.Does, max(1, width-column-1)) {
			l := s.Line(width)
			if i == 0 {
				l.Add(chart.InkCursor, "  "+b.Name())
			}
			lines = append(lines, l.To(column+1).Styled(text).String())
		}
	}
	return lines
}
