package overlay

import (
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/guide"
	"lambdascope/tui/lesson"
	"lambdascope/tui/markdown"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
)

// Lessons is a list of lessons to begin. It does not use Bubbles' list, because that needs an item
// type and a delegate for the same lines, with title, filter, pages, status and help turned off.
type Lessons struct {
	All    []*lesson.Lesson
	Chosen int
	Theme  screen.Theme
	Begin  func(l *lesson.Lesson) page.Action
}

// Press chooses or begins a lesson. The key that opens the list also closes the list.
func (o *Lessons) Press(msg tea.KeyPressMsg) (a page.Action, taken bool) {
	switch msg.String() {
	case "L":
		a.Close = true
	case "enter":
		if len(o.All) > 0 {
			a = o.Begin(o.All[o.Chosen])
		}
		a.Close = true
	case "up", "k":
		o.Chosen = max(0, o.Chosen-1)
	case "down", "j":
		o.Chosen = min(len(o.All)-1, o.Chosen+1)
	case "home":
		o.Chosen = 0
	case "end":
		o.Chosen = len(o.All) - 1
	default:
		return a, false
	}
	return a, true
}

func (o *Lessons) Hints() []page.Hint {
	return []page.Hint{{Key: "⏎", Does: "begin", Press: "enter"}}
}

// listHead is the number of lines above the list.
const listHead = 2

// FocusLine returns the line of the chosen lesson.
func (o *Lessons) FocusLine() int { return listHead + o.Chosen }

// Text returns the list, and the introduction of the chosen lesson.
func (o *Lessons) Text(s *screen.Styles, width int) []string {
	lines := []string{s.Line(width).Add(chart.InkSelected, "Lessons").String(), ""}
	names, titles := 0, 0
	for _, l := range o.All {
		names = max(names, ansi.StringWidth(s.Text(l.Name)))
		titles = max(titles, ansi.StringWidth(s.Text(l.Title)))
	}
	const sign, gap = 2, 2
	for i, of := range o.All {
		l := s.Line(width)
		ink := chart.InkText
		if i == o.Chosen {
			l.Add(chart.InkCursor, "▸ ")
			ink = chart.InkSelected
		}
		l.To(sign).Add(chart.InkCursor, of.Name).To(sign+names+gap).Add(ink, of.Title)
		if of.Minutes != "" && l.Fits("  "+of.Minutes) {
			l.To(max(l.At(), sign+names+gap+titles)).Add(chart.InkFaint, "  "+of.Minutes)
		}
		lines = append(lines, l.String())
	}
	if len(o.All) == 0 {
		return append(lines, s.Line(width).Add(chart.InkText, "There are none.").String())
	}
	lines = append(lines, "")
	d, err := markdown.Parse([]byte(o.All[o.Chosen].Intro))
	if err != nil {
		return lines
	}
	return append(lines, d.Lines(min(width, ReadingWidth), guide.Style(s, o.Theme))...)
}
