package overlay

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
)

// Help explains a page: how to read it, its keys, and the keys of all pages.
type Help struct {
	page.Help
	Title string // of the page

	lines  []string // as they were set last
	styles *screen.Styles
	width  int
}

// Press closes the help by the key that opened it.
func (h *Help) Press(msg tea.KeyPressMsg) Request {
	if msg.String() == "?" {
		return Request{Kind: Close}
	}
	return Request{}
}

// Hints are none.
func (h *Help) Hints() []page.Hint { return nil }

// Text returns the help.
func (h *Help) Text(s *screen.Styles, width int) []string {
	if h.styles != s || h.width != width {
		h.lines, h.styles, h.width = h.set(s, width), s, width
	}
	return h.lines
}

func (h *Help) set(s *screen.Styles, width int) []string {
	lines := []string{s.Line(width).Add(chart.InkSelected, "How to read "+h.Title).String()}
	for _, text := range h.Reading {
		lines = append(lines, s.Wrap(chart.InkText, text, min(width, 90), 20)...)
		lines = append(lines, "")
	}
	const column = 14
	for _, g := range h.Keys {
		lines = append(lines, s.Line(width).Add(chart.InkSelected, g.Title).String())
		for _, b := range g.Bindings {
			if !b.Enabled() {
				continue
			}
			h := b.Help()
			does := s.Wrap(chart.InkText, h.Desc, max(1, width-column-1), len(h.Desc)) // all of it
			for i, text := range does {
				l := s.Line(width)
				if i == 0 {
					l.Add(chart.InkCursor, "  "+h.Key)
				}
				lines = append(lines, l.To(column+1).Styled(text).String())
			}
		}
	}
	return lines
}
