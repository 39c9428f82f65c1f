package overlay

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/export"
	"lambdascope/tui/guide"
	"lambdascope/tui/lesson"
	"lambdascope/tui/markdown"
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

// Message is a complete text, for the lines under the charts or, if it is too long, for paragraphs over
// the page.
type Message []string

func (m Message) Press(tea.KeyPressMsg) (a page.Action, taken bool) { return a, false }

func (m Message) Hints() []page.Hint { return nil }

func (m Message) Text(s *screen.Styles, width int) (lines []string) {
	for _, paragraph := range m {
		lines = append(append(lines, s.WrapAll(chart.InkText, strings.TrimSpace(paragraph), width)...), "")
	}
	return lines
}

// Lessons is a list of lessons to begin. It does not use Bubbles' list, because that needs an item
// type and a delegate for the same lines, with title, filter, pages, status and help turned off.
type Lessons struct {
	All    []*lesson.Lesson // at least one
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
		a = o.Begin(o.All[o.Chosen])
		a.Close = true
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

// Rows returns the lines of the lessons.
func (o *Lessons) Rows(*screen.Styles, int) []int {
	rows := make([]int, len(o.All)+1)
	for i := range rows {
		rows[i] = listHead + i
	}
	return rows
}

// Row points to the index of the chosen lesson.
func (o *Lessons) Row() *int { return &o.Chosen }

// Text returns the list, and below or beside it the introduction of the chosen lesson.
func (o *Lessons) Text(s *screen.Styles, width int) []string {
	column, two := screen.TwoColumns(width)
	if !two {
		return append(append(o.list(s, width), ""), o.intro(s, width)...)
	}
	list := o.list(s, column)
	beside := slices.Concat(make([]string, listHead), o.intro(s, column), o.steps(s, column))
	rows := max(len(list), len(beside))
	gap := strings.Repeat(" ", width/2-column)
	return screen.Beside(gap, s.Fill(list, column, rows), s.Fill(beside, column, rows))
}

// intro returns the introduction of the chosen lesson.
func (o *Lessons) intro(s *screen.Styles, width int) []string {
	d, err := markdown.Parse([]byte(o.All[o.Chosen].Intro))
	if err != nil {
		return nil
	}
	return d.Lines(min(width, ReadingWidth), guide.Style(s, o.Theme))
}

// steps returns the titles of the chosen lesson's steps.
func (o *Lessons) steps(s *screen.Styles, width int) []string {
	lines := []string{""}
	for i, step := range o.All[o.Chosen].Steps {
		lines = append(lines, s.Line(width).Add(chart.InkFaint, fmt.Sprintf("%2d  ", i+1)).Add(chart.InkText, step.Title).String())
	}
	return lines
}

// list returns the lessons, a line each.
func (o *Lessons) list(s *screen.Styles, width int) []string {
	lines := []string{s.Line(width).Add(chart.InkSelected, "Lessons").String(), ""}
	var names, titles int
	for _, l := range o.All {
		names = max(names, ansi.StringWidth(s.Text(l.Name)))
		titles = max(titles, ansi.StringWidth(s.Text(l.Title)))
	}
	const sign = 2
	const gap = 2
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
	return lines
}
