package tui

import (
	"fmt"
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/guide"
	"lambdascope/tui/lesson"
	"lambdascope/tui/panel"
	"lambdascope/tui/shell"
)

// small tells whether a window has no room for a lesson below the charts. Its text then
// lies over them, unless it is folded away.
func (m *model) small() bool { return m.width < 80 || m.height < 24 }

// pageHeight is how many rows of the screen the page on show has, with header and
// footer: the rest is the strip of a lesson.
func (m *model) pageHeight() int { return m.height - m.stripRows() }

// stripRows is how many rows the strip of a lesson takes from the page: always as many in
// a window, so that the charts keep their size from step to step.
func (m *model) stripRows() int {
	switch {
	case m.lesson == nil:
		return 0
	case m.lesson.folded || m.small():
		return 1
	case m.height < 30:
		return 7
	}
	return 9
}

// The rows of a strip beside its text.
const (
	titleRows  = 1
	statusRows = 1
)

// textRows is how many rows the text of a lesson has.
func (m *model) textRows() int {
	switch {
	case m.lesson.folded:
		return 0
	case m.small(): // all but header and footer, if need be
		return min(len(m.lessonText()), max(0, m.height-headerRows-1-titleRows-statusRows))
	}
	return m.stripRows() - titleRows - statusRows
}

// The widest text of a lesson that reads well, and the cells on either side of it.
const (
	lessonWidth  = 110
	lessonMargin = 1
)

// lessonText returns all lines of what the step says.
func (m *model) lessonText() []string {
	lines := m.linesOf(m.lesson.above)
	if m.lesson.came && (m.lesson.below.err != nil || len(m.lesson.below.Blocks) > 0) {
		lines = append(append(lines, ""), m.linesOf(m.lesson.below)...)
	}
	return lines
}

// linesOf returns the lines of a part of what a step says.
func (m *model) linesOf(t text) []string {
	width := min(m.width-2*lessonMargin, lessonWidth)
	if t.err != nil {
		return m.styles.Wrap(chart.InkWarn, shell.Escape(t.err.Error()), width, m.height)
	}
	return t.Lines(width, guide.StyleOf(m.styles, m.config.Theme))
}

// scrollLesson shows what follows in the text, or what precedes.
func (m *model) scrollLesson(pages int) {
	rows := m.textRows()
	m.scrollLessonBy(pages * max(1, rows-1)) // a line stays
}

func (m *model) scrollLessonBy(lines int) {
	m.lesson.top = max(0, min(m.lesson.top+lines, len(m.lessonText())-m.textRows()))
}

// scrollToBelow shows what is said when a wait is over.
func (m *model) scrollToBelow() {
	m.lesson.top = 0
	m.scrollLessonBy(len(m.linesOf(m.lesson.above)) + 1)
}

// strip draws the strip of the lesson above the footer: its rows of the page, and where
// the window is small what lies over that.
func (d *drawing) strip(lines []string) []string {
	m, r := d.model, d.lesson
	title := d.stripTitle()
	if r.folded {
		return append(lines, title)
	}
	text, rows := m.lessonText(), m.textRows()
	top := max(0, min(r.top, len(text)-rows))
	own := []string{title}
	for i := range rows {
		l := m.styles.Line(m.width).To(lessonMargin)
		if top+i < len(text) {
			l.Styled(text[top+i])
		}
		own = append(own, l.String())
	}
	own = append(own, d.stripStatus(top > 0, top+rows < len(text)))
	if m.small() {
		lines = lines[:max(0, m.height-1-len(own))]
	}
	lines = append(lines, own...)
	d.zones = append(d.zones, panel.Zone{
		Rectangle: image.Rect(0, len(lines)-len(own), m.width, len(lines)),
		Press:     func(image.Point) tea.Cmd { return nil }, // nothing below it is meant
		Wheel: func(by int) tea.Cmd {
			m.scrollLessonBy(-by)
			return nil
		},
	})
	return lines
}

// stripTitle names the lesson and the step.
func (d *drawing) stripTitle() string {
	m, r := d.model, d.lesson
	l := m.styles.Line(m.width).Add(chart.InkFaint, "─")
	step := fmt.Sprintf(" %d/%d ", r.step+1, len(r.Steps))
	l.Add(chart.InkCursor, step).Add(chart.InkSelected, r.Steps[r.step].Title+" ")
	name := " " + r.Title + " ─"
	room := l.Room() - ansi.StringWidth(m.styles.Text(name)) - 1
	if r.folded {
		name = " tab unfolds ─"
		if r.waits() {
			name = " " + lesson.Wants(r.Steps[r.step].Until) + " · tab unfolds ─"
		}
		if !l.Fits(name + "──") {
			name = " tab unfolds ─"
		}
		room = l.Room() - ansi.StringWidth(m.styles.Text(name))
	}
	if room < 1 {
		return l.Add(chart.InkFaint, strings.Repeat("─", max(0, l.Room()))).String()
	}
	return l.Add(chart.InkFaint, strings.Repeat("─", room)+name).String()
}

// stripStatus says what the step waits for and how to go on.
func (d *drawing) stripStatus(before, after bool) string {
	m, r := d.model, d.lesson
	l := m.styles.Line(m.width).To(lessonMargin)
	scroll := ""
	switch {
	case before && after:
		scroll = "[ back  ] more "
	case after:
		scroll = "] more "
	case before:
		scroll = "[ back "
	}
	until := r.Steps[r.step].Until
	room := m.width - ansi.StringWidth(scroll) - lessonMargin - 1
	class := m.classHas()
	if class != "" {
		class = " · " + class
	}
	switch wants := lesson.Wants(until); {
	case r.waits() && r.reminded:
		l.Add(chart.InkWarn, d.longest(room, "It waits for "+wants+". n again goes on all the same.", "It waits. n again goes on all the same.", "It waits: n again"))
	case m.classWaits() && r.reminded:
		l.Add(chart.InkWarn, d.longest(room, "Of the class "+m.classHas()+". n again goes on all the same.", "n again goes on"))
	case r.waits():
		keys := lesson.Keys(until)
		if keys != "" {
			keys = " (" + keys + ")"
		}
		l.Add(chart.InkCursor, d.longest(room, "▸ waits for "+wants+keys+class, "▸ waits for "+wants+class, "▸ "+wants+class, "▸ waits"+class, "▸ waits for "+wants, "▸ "+wants, "▸ waits"))
	case until != nil:
		l.Add(chart.InkEstimate, d.longest(room, "✓ "+wants+class+" · "+d.onward(), "✓ "+d.onward()+class, "✓ "+d.onward()))
	default:
		l.Add(chart.InkFaint, d.onward())
	}
	if scroll != "" {
		l.Right(chart.InkCursor, scroll, m.width)
	}
	return l.String()
}

// onward says what comes after the step.
func (d *drawing) onward() string {
	if d.lesson.last() {
		return "the last step"
	}
	return "n goes on"
}

// longest returns the first of some texts that has room, else the last.
func (d *drawing) longest(room int, ways ...string) string {
	for _, way := range ways {
		if ansi.StringWidth(d.styles.Text(way)) <= room {
			return way
		}
	}
	return ways[len(ways)-1]
}
