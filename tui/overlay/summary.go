package overlay

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/export"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
)

// ReadingWidth is the largest width of prose.
const ReadingWidth = 90

// Summary shows the text of a page.
type Summary struct {
	export.Summary
	NoFiles bool                          // the session can't export
	Copy    func(text string) page.Action // to the clipboard
	ToFiles func() page.Action            // exports the page
}

// Press copies or exports the summary. The key that opens the summary also closes the summary.
func (s *Summary) Press(msg tea.KeyPressMsg) (a page.Action, taken bool) {
	switch msg.String() {
	case "t":
		return page.Action{Close: true}, true
	case "y":
		return s.Copy(s.Plain()), true
	case "e":
		return s.ToFiles(), true
	}
	return a, false
}

func (s *Summary) Hints() []page.Hint {
	out := []page.Hint{{Key: "y", Does: "copy", Press: "y"}}
	if !s.NoFiles {
		out = append(out, page.Hint{Key: "e", Does: "export", Press: "e"})
	}
	return out
}

// Text returns the text of the page, and the complete command.
func (s *Summary) Text(p *screen.Styles, width int) []string {
	lines := s.Lines(width, p.Text, func(text string) []string { return p.Break(text, min(width, ReadingWidth)) })
	for i, line := range lines {
		lines[i] = p.Line(width).Add(chart.InkText, line).String()
	}
	lines = append(lines, p.Line(width).Add(chart.InkFaint, s.Heading()).String())
	return append(lines, p.WrapAll(chart.InkText, s.Command, width)...)
}
