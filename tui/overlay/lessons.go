package overlay

import (
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/guide"
	"lambdascope/tui/markdown"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
)

// Lessons lists lessons, of which one can be begun.
type Lessons struct {
	Entries []Entry
	Chosen  int
	Theme   screen.Theme
}

// Entry is a lesson of a list.
type Entry struct {
	Name, Title, Minutes string
	Intro                string // in Markdown
}

// Press chooses a lesson, begins it, or closes the list by the key that opened it.
func (o *Lessons) Press(msg tea.KeyPressMsg) Request {
	switch msg.String() {
	case "L":
		return Request{Kind: Close}
	case "enter":
		return Request{Kind: Begin, Index: o.Chosen}
	case "up", "k":
		o.Chosen = max(0, o.Chosen-1)
	case "down", "j":
		o.Chosen = min(len(o.Entries)-1, o.Chosen+1)
	case "home":
		o.Chosen = 0
	case "end":
		o.Chosen = len(o.Entries) - 1
	default:
		return Request{}
	}
	return Request{Kind: Taken}
}

// Hints are its own keys.
func (o *Lessons) Hints() []page.Hint {
	return []page.Hint{{Key: "⏎", Does: "begin", Press: "enter"}}
}

// listHead is how many lines stand above the list.
const listHead = 2

// FocusLine returns the line of the lesson that is chosen.
func (o *Lessons) FocusLine() int { return listHead + o.Chosen }

// Text returns the list, and what the chosen lesson is about.
func (o *Lessons) Text(s *screen.Styles, width int) []string {
	lines := []string{s.Line(width).Add(chart.InkSelected, "Lessons").String(), ""}
	names, titles := 0, 0
	for _, e := range o.Entries {
		names = max(names, ansi.StringWidth(s.Text(e.Name)))
		titles = max(titles, ansi.StringWidth(s.Text(e.Title)))
	}
	const sign, gap = 2, 2
	for i, e := range o.Entries {
		l, ink := s.Line(width), chart.InkText
		if i == o.Chosen {
			l.Add(chart.InkCursor, "▸ ")
			ink = chart.InkSelected
		}
		l.To(sign).Add(chart.InkCursor, e.Name).To(sign+names+gap).Add(ink, e.Title)
		if e.Minutes != "" && l.Fits("  "+e.Minutes) {
			l.To(max(l.At(), sign+names+gap+titles)).Add(chart.InkFaint, "  "+e.Minutes)
		}
		lines = append(lines, l.String())
	}
	if len(o.Entries) == 0 {
		return append(lines, s.Line(width).Add(chart.InkText, "There are none.").String())
	}
	lines = append(lines, "")
	d, err := markdown.Parse([]byte(o.Entries[o.Chosen].Intro))
	if err != nil {
		return lines
	}
	return append(lines, d.Lines(min(width, ReadingWidth), guide.StyleOf(s, o.Theme))...)
}
