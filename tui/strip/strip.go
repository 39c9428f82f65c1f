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
	Came     bool        // what the step waits for
	Of       state.State // what its answer is of: what the app showed when it came, or the scene
	Reminded bool        // that it has not: the next step is a key press away
	Folded   bool

	// Of the last step: that one has gone on from it, and what one more n begins; nil for
	// nothing.
	Ended bool
	Next  *lesson.Lesson

	about        text // what the lesson is about, before the first step
	above, below text // below while what the step waits for has come
	top          int  // the first line of text on show, from the first of above
}

// Window is what a strip is drawn in.
type Window struct {
	Styles        *screen.Styles
	Theme         screen.Theme
	State         state.State // what the app shows
	Computing     bool        // that is still on its way
	Width, Height int
	Kept          int // rows at the top and the bottom that text never lies over

	// In a room: at how many seats what the step waits for has come, or empty, and
	// whether its presenter still waits for some.
	Class      string
	ClassWaits bool
	Follows    bool // who presents goes on
}

// Small reports whether a window has no room for a lesson below the charts and all that
// they have around them.
func (w Window) Small() bool { return w.Width < 80 || w.Height < 24 }

// The rows of a strip beside its text.
const (
	titleRows  = 1
	statusRows = 1
)

// Of a page in a small window, the text lies over covered rows, of numbers and findings, and
// leaves the chart with its controls chartRows.
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

// Again has the step wait again for what has come, without what it said then.
func (s *Strip) Again() {
	s.Came, s.Reminded, s.top = false, false, 0
	s.below = text{}
}

// Say shows what the step says at once, or why that can't be computed.
func (s *Strip) Say(source string, err error) { s.above = newText(source, err) }

// SayThen shows what the step says when its wait is over, from its first line, below as
// much of what was asked as there is room for: its last lines.
func (s *Strip) SayThen(source string, err error, w Window) {
	s.below = newText(source, err)
	least := 1 + s.gap(w)
	rows, answer := s.textRows(w), len(s.below.lines(w))
	if answer >= rows { // it is scrolled anyway
		least++
	}
	s.top = 0
	s.ScrollBy(max(0, len(s.above.lines(w))+s.gap(w)-max(least, rows-answer)), w)
}

// gap is how many lines are left free between what a step asks and what it says then.
func (s *Strip) gap(w Window) int {
	if w.Small() || w.Height < roomy {
		return 0
	}
	return 1
}

// Waits tells whether the step waits for what has not come.
func (s *Strip) Waits() bool { return s.Steps[s.Step].Until != nil && !s.Came }

// Last tells whether there is no step after this.
func (s *Strip) Last() bool { return s.Step == len(s.Steps)-1 }

// Rows is how many rows the strip takes from the page. In all but small windows they are
// always as many, so that the charts keep their size from step to step. In a small one they
// are those that its text needs, so that a chart is whole above it.
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

// roomy is the height from which on the text has more rows.
const roomy = 30

// textRows is how many rows the text has.
func (s *Strip) textRows(w Window) int {
	switch {
	case s.Folded:
		return 0
	case w.Small(): // what was asked, and then no more than the answer needs, if there is room
		rows := len(s.above.lines(w))
		if s.Came && !s.below.empty() {
			rows = max(rows, 1+len(s.below.lines(w)))
		}
		return min(rows, w.Height-w.Kept-titleRows-statusRows-chartRows)
	}
	return s.Rows(w) - titleRows - statusRows
}

// lines returns all lines of text, and which of them is the first of the step.
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

// Scroll shows what follows in the text by pages, or what precedes; a line stays.
func (s *Strip) Scroll(pages int, w Window) { s.ScrollBy(pages*max(1, s.textRows(w)-1), w) }

// ScrollBy is Scroll by lines.
func (s *Strip) ScrollBy(lines int, w Window) {
	text, first := s.lines(w)
	s.top = max(-first, min(s.top+lines, max(0, len(text)-first-s.textRows(w))))
}

// Draw returns the lines of the strip: Rows, or in a small window as many as lie over
// the page.
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

// title names the lesson and the step; folded also what the status says.
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

// folded has what the status says beside the title of the step, or in place of that
// where there is room for one alone.
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

// status says what the step waits for and how to go on, and whether text is hidden before
// and after the lines above it.
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

// says returns what the status says, the longest first.
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

// onward says what comes after the step, also in few words.
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
