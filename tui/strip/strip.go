// Package strip draws a lesson below the charts: the text of a step, what the step waits
// for, and how to go on. It knows the lesson and the window, and neither pages nor the
// app, which decides when a step ends.
package strip

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/lesson"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// Strip is a step of a lesson as it is read.
type Strip struct {
	*lesson.Lesson
	Step     int
	Came     bool        // the conditions of the step have been met
	Of       state.State // source of the numbers of the answer: the learner's state then, or the scene
	Reminded bool        // n has been pressed before that; once more goes on
	Folded   bool

	Ended bool           // n has been pressed at the last step
	Next  *lesson.Lesson // begins at one more n; nil for none

	about        text // introduction of the lesson, before the first step
	above, below text // texts around the block; below once Came
	top          int  // first visible line, counted from the first of above
}

// Window is the window of a strip.
type Window struct {
	Styles        *screen.Styles
	Theme         screen.Theme
	State         state.State // of the app
	Computing     bool        // its result is still being computed
	Width, Height int
	Kept          int // rows at the top and the bottom that text never covers

	// In a room: the seats at which the conditions are met, or empty, and whether the
	// presenter still waits for some.
	Class      string
	ClassWaits bool
	Follows    bool // the presenter goes on
}

// Small reports whether a window has no room for a lesson below charts with controls and
// findings.
func (w Window) Small() bool { return w.Width < 80 || w.Height < 24 }

// The rows of a strip beside its text.
const (
	titleRows  = 1
	statusRows = 1
)

// In a small window, the text covers the rows of numbers and findings, and leaves chartRows
// for the chart with its controls.
const (
	covered   = 2
	chartRows = 9
)

// The widest text that reads well, and the cells on either side of it.
const (
	widest = 110
	margin = 1
)

// Begin shows a step, with its numbers still to come.
func (s *Strip) Begin(step int, w Window) {
	s.Step = max(0, min(len(s.Steps)-1, step))
	s.Came, s.Reminded, s.top = false, false, 0
	s.about, s.above, s.below = text{}, newText(s.Pending(s.Step), nil), text{}
	if s.Step == 0 {
		s.about = newText(s.Intro, nil)
	}
	if w.Small() {
		s.Folded = false
	}
}

// Again has the step wait once more, without its answer.
func (s *Strip) Again() {
	s.Came, s.Reminded, s.top = false, false, 0
	s.below = text{}
}

// Say shows the text above the block, or the error of its numbers.
func (s *Strip) Say(source string, err error) { s.above = newText(source, err) }

// SayThen shows the text below the block from its first line, and before it the last lines
// of the text above if there is room.
func (s *Strip) SayThen(source string, err error, w Window) {
	s.below = newText(source, err)
	least := 1 + s.gap(w)
	rows, answer := s.textRows(w), len(s.below.lines(w))
	if answer >= rows { // the reader scrolls anyway
		least++
	}
	s.top = 0
	s.ScrollBy(max(0, len(s.above.lines(w))+s.gap(w)-max(least, rows-answer)), w)
}

// gap returns the number of blank lines between question and answer.
func (s *Strip) gap(w Window) int {
	if w.Small() || w.Height < roomy {
		return 0
	}
	return 1
}

// Waits reports whether the step has conditions that are not met.
func (s *Strip) Waits() bool { return s.Steps[s.Step].Until != nil && !s.Came }

// Last reports whether the step is the last one.
func (s *Strip) Last() bool { return s.Step == len(s.Steps)-1 }

// Rows returns the number of rows that the strip takes from the page. It is constant, so
// that charts keep their size from step to step. In a small window it is as small as the
// text allows, so that the chart above stays whole.
func (s *Strip) Rows(w Window) int {
	switch {
	case s.Folded:
		return titleRows
	case w.Small():
		return titleRows + s.textRows(w) + statusRows - covered
	case w.Height < roomy:
		return 7
	}
	return 9
}

// roomy is the least height at which the text has more rows.
const roomy = 30

// textRows returns the number of rows of the text.
func (s *Strip) textRows(w Window) int {
	switch {
	case s.Folded:
		return 0
	case w.Small(): // those of the question, or of the answer if it needs more
		rows := len(s.above.lines(w))
		if s.Came && !s.below.empty() {
			rows = max(rows, 1+len(s.below.lines(w)))
		}
		return min(rows, w.Height-w.Kept-titleRows-statusRows-chartRows)
	}
	return s.Rows(w) - titleRows - statusRows
}

// lines returns all lines of text, and the index of the first one of the step.
func (s *Strip) lines(w Window) (lines []string, first int) {
	if !s.about.empty() {
		lines = append(s.about.lines(w), "")
		first = len(lines)
	}
	asked := s.above.lines(w)
	if !s.Came || s.below.empty() {
		return append(lines, asked...), first
	}
	lines = append(lines, w.Styles.Faded(asked)...)
	lines = append(lines, make([]string, s.gap(w))...)
	return append(lines, s.below.lines(w)...), first
}

// Scroll scrolls the text by pages less a line.
func (s *Strip) Scroll(pages int, w Window) { s.ScrollBy(pages*max(1, s.textRows(w)-1), w) }

// ScrollBy scrolls the text by lines.
func (s *Strip) ScrollBy(lines int, w Window) {
	text, first := s.lines(w)
	s.top = max(-first, min(s.top+lines, max(0, len(text)-first-s.textRows(w))))
}

// Draw returns the lines of the strip; in a small window more than Rows, because they cover
// a part of the page.
func (s *Strip) Draw(w Window) []string {
	out := []string{s.title(w)}
	if s.Folded {
		return out
	}
	text, first := s.lines(w)
	rows := s.textRows(w)
	top := max(0, first+min(s.top, max(0, len(text)-first-rows)))
	for i := range rows {
		l := w.Styles.Line(w.Width).To(margin)
		if top+i < len(text) {
			l.Styled(text[top+i])
		}
		out = append(out, l.String())
	}
	return append(out, s.status(w, top > 0, top+rows < len(text)))
}

// title names the lesson and the step; if folded, it has the status, too.
func (s *Strip) title(w Window) string {
	l := w.Styles.Line(w.Width).Add(chart.InkFaint, "─")
	l.Add(chart.InkCursor, fmt.Sprintf(" %d/%d ", s.Step+1, len(s.Steps)))
	if s.Folded {
		return s.folded(w, l)
	}
	l.Add(chart.InkSelected, s.Steps[s.Step].Title+" ")
	name := " " + s.Title + " ─"
	room := l.Room() - ansi.StringWidth(w.Styles.Text(name)) - 1
	if room < 1 {
		return l.Add(chart.InkFaint, strings.Repeat("─", max(0, l.Room()))).String()
	}
	return l.Add(chart.InkFaint, strings.Repeat("─", room)+name).String()
}

// folded shows the status beside the title of the step, or in its place if there is no room
// for both.
func (s *Strip) folded(w Window, l *screen.Line) string {
	const rules = " " + " ─"
	ink, all := s.says(w)
	title, shortest := s.Steps[s.Step].Title+" ", all[len(all)-1]
	room := l.Room() - len([]rune(rules))
	says := w.Styles.Fitting(room-ansi.StringWidth(w.Styles.Text(title)), all...)
	if says == shortest {
		if alone := w.Styles.Fitting(room, all...); alone != shortest || !l.Fits(title+rules+says) {
			title, says = "", alone
		}
	}
	if tab := says + " · tab unfolds"; l.Fits(title + rules + tab) {
		says = tab
	}
	l.Add(chart.InkSelected, title)
	rule := max(0, l.Room()-ansi.StringWidth(w.Styles.Text(rules+says)))
	return l.Add(chart.InkFaint, strings.Repeat("─", rule)+" ").Add(ink, says).Add(chart.InkFaint, " ─").String()
}

// status tells what the step waits for, how to go on, and whether there is more text before
// and after the visible lines.
func (s *Strip) status(w Window, before, after bool) string {
	l := w.Styles.Line(w.Width).To(margin)
	scroll := ""
	if before {
		scroll = "[ back "
	}
	if after {
		scroll = strings.TrimLeft(scroll+" ] more ", " ")
	}
	ink, all := s.says(w)
	l.Add(ink, w.Styles.Fitting(w.Width-ansi.StringWidth(scroll)-margin-1, all...))
	if scroll != "" {
		l.Right(chart.InkCursor, scroll, w.Width)
	}
	return l.String()
}

// says returns the texts of the status, the longest first.
func (s *Strip) says(w Window) (chart.Ink, []string) {
	class := w.Class
	if class != "" {
		class = " · " + class
	}
	until := s.Steps[s.Step].Until
	long, brief := lesson.Waiting(until, w.State)
	onward, short := s.onward(w)
	switch {
	case s.Reminded && s.Waits():
		return chart.InkWarn, []string{"This step is not done yet. Press n again to skip it.", "n again skips it"}
	case s.Reminded && w.ClassWaits:
		return chart.InkWarn, []string{"Of the class " + w.Class + ". Press n again to skip the step.", "n again skips it"}
	case s.Waits() && (w.Computing || long == ""):
		return chart.InkCursor, []string{"computing …" + class, "computing …"}
	case s.Waits():
		return chart.InkCursor, []string{"▸ Waiting: " + long + class, "▸ " + long + class, "▸ " + brief + class, "▸ waiting" + class, "▸ waiting"}
	case s.outdated(w):
		return chart.InkWarn, []string{"✓ computed for other settings" + class + " · B restores the step", "✓ for other settings · B restores"}
	case until != nil:
		return chart.InkEstimate, []string{"✓ done" + class + " · " + onward, "✓ " + onward, "✓ " + short}
	}
	return chart.InkFaint, []string{onward, short}
}

// outdated reports whether the numbers of the answer are of other settings than the app has.
func (s *Strip) outdated(w Window) bool {
	return s.Came && s.Computed(s.Step) && (s.Of.Settings != w.State.Settings || s.Of.Trials != w.State.Trials)
}

// onward tells what comes after the step, also in few words.
func (s *Strip) onward(w Window) (long, short string) {
	switch {
	case w.Follows:
		long = "the presenter goes on"
	case s.Next != nil:
		return "n again begins “" + s.Next.Title + "”", "n again begins the next lesson"
	case s.Ended:
		long = "esc leaves the lesson"
	case s.Last():
		return "the last step · n says what comes next", "n says what comes next"
	case w.ClassWaits:
		long = "n twice goes on"
	default:
		long = "n goes on"
	}
	return long, long
}
