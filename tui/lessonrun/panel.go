package lessonrun

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/lesson"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// Window is the input of the strip, the part of the screen with the lesson.
type Window struct {
	Styles        *screen.Styles
	Theme         screen.Theme
	State         state.State // of the app
	Computing     bool        // the result is being computed
	Width, Height int         // of the screen, or of the column beside the page
	Beside        bool        // the lesson stands in a column

	Class      string // in a class: the number of seats with met conditions, or ""
	ClassWaits bool   // the presenter waits for further seats
	Follows    bool   // the presenter turns the steps
}

// Small reports whether a window has no room for a lesson below charts with controls and
// findings.
func (w Window) Small() bool { return !w.Beside && (w.Width < 80 || w.Height < 24) }

// The rows of a strip besides the text.
const (
	titleRows  = 1
	statusRows = 1
)

// keptRows are the rows that the text leaves to a small window: header, controls, chart, numbers and
// footer.
const keptRows = 12

// The largest width that reads well, and the margin on either side.
const (
	widest = 110
	margin = 1
)

// Rows returns the number of rows that the lesson takes from the page.
func (x *Model) Rows() int {
	w := x.Window()
	if x.run == nil || w.Beside {
		return 0
	}
	return x.run.rows(w)
}

// View returns the lines of the step.
func (x *Model) View() []string { return x.run.draw(x.Window()) }

// ScrollBy scrolls the text by lines.
func (x *Model) ScrollBy(lines int) { x.run.scrollBy(lines, x.Window()) }

// answer shows the text below the block. It scrolls to the first line of that text, so that the end
// of the text above stays visible if there is room.
func (r *run) answer(below text, w Window) {
	r.below = below
	gap := r.gap(w)
	kept := max(1+gap, r.textRows(w)-len(below.lines(w)))
	r.top = 0
	r.scrollBy(max(0, len(r.question(w))+gap-kept), w)
}

// gap returns the number of blank lines between introduction, question and answer.
func (r *run) gap(w Window) int {
	if w.Small() || w.Height < roomy {
		return 0
	}
	return 1
}

// waits reports whether the step has conditions that are not met.
func (r *run) waits() bool { return r.step().Until != nil && !r.came }

// last reports whether the step is the last one.
func (r *run) last() bool { return r.at == len(r.Steps)-1 }

// rows returns the number of rows that the strip takes from the page. The number is constant, so that
// charts keep the size from step to step. A small window has no spare rows, so that the chart stays
// complete.
func (r *run) rows(w Window) int {
	switch {
	case w.Beside:
		return w.Height
	case w.Small():
		return titleRows + r.textRows(w) + statusRows
	case w.Height < roomy:
		return 7
	}
	return 9
}

// roomy is the least height at which the text has more rows.
const roomy = 30

// textRows returns the number of rows of the text.
func (r *run) textRows(w Window) int {
	if !w.Small() {
		return r.rows(w) - titleRows - statusRows
	}
	rows := len(r.question(w)) // or of the longer answer, so that the strip stays
	if r.came && !r.below.empty() {
		rows = max(rows, 1+len(r.below.lines(w)))
	}
	return min(rows, w.Height-keptRows-titleRows-statusRows)
}

// question returns the lines above the block, in the first step below the introduction.
func (r *run) question(w Window) []string {
	if r.about.empty() {
		return r.above.lines(w)
	}
	return slices.Concat(r.about.lines(w), make([]string, r.gap(w)), r.above.lines(w))
}

// lines returns all lines of text.
func (r *run) lines(w Window) []string {
	asked := r.question(w)
	if !r.came || r.below.empty() {
		return asked
	}
	return slices.Concat(w.Styles.Faded(asked), make([]string, r.gap(w)), r.below.lines(w))
}

// scroll scrolls the text by pages less a line.
func (r *run) scroll(pages int, w Window) { r.scrollBy(pages*max(1, r.textRows(w)-1), w) }

// scrollBy scrolls the text by lines.
func (r *run) scrollBy(lines int, w Window) {
	r.top = max(0, min(r.top+lines, len(r.lines(w))-r.textRows(w)))
}

// draw returns the lines of the strip.
func (r *run) draw(w Window) []string {
	out := []string{r.title(w)}
	text := r.lines(w)
	rows := r.textRows(w)
	if w.Beside { // the status follows the text, which is where the reader looks
		rows = min(rows, len(text)+1)
	}
	top := max(0, min(r.top, len(text)-rows)) // because the window may have grown
	for i := range rows {
		l := w.Styles.Line(w.Width).To(margin)
		if top+i < len(text) {
			l.Styled(text[top+i])
		}
		out = append(out, l.String())
	}
	return append(out, r.status(w, top > 0, top+rows < len(text)))
}

// title draws the names of the lesson and the step.
func (r *run) title(w Window) string {
	l := w.Styles.Line(w.Width).Add(chart.InkFaint, "─")
	l.Add(chart.InkCursor, fmt.Sprintf(" %d/%d ", r.at+1, len(r.Steps)))
	l.Add(chart.InkSelected, r.step().Title+" ")
	name := " " + r.Title + " ─"
	room := l.Room() - ansi.StringWidth(w.Styles.Text(name)) - 1
	if room < 1 {
		return l.Add(chart.InkFaint, strings.Repeat("─", max(0, l.Room()))).String()
	}
	return l.Add(chart.InkFaint, strings.Repeat("─", room)+name).String()
}

// status draws the condition or the next key, and the keys that scroll.
func (r *run) status(w Window, before, after bool) string {
	l := w.Styles.Line(w.Width).To(margin)
	scroll := ""
	if before {
		scroll = "[ back "
	}
	if after {
		scroll = strings.TrimLeft(scroll+" ] more ", " ")
	}
	ink, all := r.says(w)
	l.Add(ink, w.Styles.Fitting(w.Width-ansi.StringWidth(scroll)-margin-1, all...))
	if scroll != "" {
		l.Right(chart.InkCursor, scroll, w.Width)
	}
	return l.String()
}

// says returns texts of the status, from long to short.
func (r *run) says(w Window) (chart.Ink, []string) {
	class := w.Class
	if class != "" {
		class = " · " + class
	}
	until := r.step().Until
	long, brief := lesson.Waiting(until, w.State)
	onward, short := r.onward(w)
	switch {
	case r.reminded && r.waits():
		return chart.InkWarn, []string{"This step is not done yet. Press n again to skip it.", "n again skips it"}
	case r.reminded && w.ClassWaits:
		return chart.InkWarn, []string{"Of the class " + w.Class + ". Press n again to skip the step.", "n again skips it"}
	case r.waits() && (w.Computing || long == ""):
		return chart.InkCursor, []string{"computing …" + class, "computing …"}
	case r.waits():
		return chart.InkCursor, []string{"▸ Waiting: " + long + class, "▸ " + long + class, "▸ " + brief + class, "▸ waiting" + class, "▸ waiting"}
	case r.outdated(w):
		return chart.InkWarn, []string{"✓ computed for other settings" + class + " · B restores the step", "✓ for other settings · B restores"}
	case until != nil:
		return chart.InkEstimate, []string{"✓ done" + class + " · " + onward, "✓ " + onward, "✓ " + short}
	}
	return chart.InkFaint, []string{onward, short}
}

// outdated reports whether the answer has numbers of earlier settings.
func (r *run) outdated(w Window) bool {
	return r.came && r.Computed(r.at) && (r.of.Settings != w.State.Settings || r.of.Trials != w.State.Trials)
}

// onward returns instructions for leaving the step: a sentence, and a few words.
func (r *run) onward(w Window) (long, short string) {
	switch {
	case w.Follows:
		long = "the presenter goes on"
	case r.last() && r.next == nil:
		long = "esc leaves the lesson"
	case r.last():
		return "n begins the next lesson, “" + r.next.Title + "”", "n begins the next lesson"
	case w.ClassWaits:
		long = "n twice goes on"
	default:
		long = "n goes on"
	}
	return long, long
}
