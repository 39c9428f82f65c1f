package tui

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/control"
	"lambdascope/tui/page"
	"lambdascope/tui/panel"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// View draws the screen.
func (m *model) View() tea.View {
	v := tea.NewView(m.draw().text)
	v.AltScreen = true
	v.WindowTitle = "lambdascope"
	if !m.mouseOff {
		v.MouseMode = tea.MouseModeCellMotion
	}
	return v
}

// drawing is the screen being drawn.
type drawing struct {
	*model
	text  string
	zones []panel.Zone
}

// draw draws the screen as m.height lines of m.width cells, with its zones.
func (m *model) draw() *drawing {
	d := &drawing{model: m}
	switch {
	case m.width <= 0 || m.height <= 0:
	case m.tooSmall():
		d.text = m.sizeNeeded()
	case !m.overlays.Empty():
		d.text = strings.Join(d.overlayScreen(), "\n")
	default:
		d.text = strings.Join(d.screen(), "\n")
	}
	return d
}

// screen draws the page on show with all around it.
func (d *drawing) screen() []string {
	m := d.model
	lines := []string{d.header()}
	var folded []string
	controls := m.panel()
	controls.Actions = m.panelActions()
	s := shapeOf(m.width, m.pageHeight(), 0)
	if !s.sidebar {
		folded = controls.Folded(headerRows, m.height < lowHeight)
		s = shapeOf(m.width, m.pageHeight(), len(folded))
	}
	inRoom := m.roomLines(s)
	news := append(inRoom, m.newsLines(s, len(inRoom) > 0)...)
	news = news[:min(len(news), s.textRows)]
	snapshot := m.Snapshot()
	snapshot.Body = func() image.Rectangle { return s.body }
	snapshot.TextRows = s.textRows - len(news)
	frame := page.Frame{Lines: m.waiting(s)}
	if m.shown() != nil {
		frame = m.onShow().Draw(snapshot)
		if m.voting() { // which asks what a page may ask too
			frame.Findings = nil
		}
	}
	body := m.styles.Fill(frame.Lines, s.chartWidth, s.bodyRows)
	if m.outdated() {
		body = m.styles.Faded(body)
		frame.Readout = m.styles.Faded([]string{frame.Readout})[0]
	}
	if s.sidebar {
		separator := m.styles.Render(chart.InkFaint, m.styles.Text("│")) + " "
		body = screen.Beside(controls.Column(headerRows, s.bodyRows), body, separator)
	}
	lines = append(append(lines, folded...), body...)
	d.zones = append(d.zones, controls.Zones()...)
	for _, z := range frame.Zones {
		d.zones = append(d.zones, m.zoneOf(z))
	}
	if m.shown() == nil {
		frame.Readout = m.styles.Line(m.width).String()
	}
	lines = append(append(lines, frame.Readout), m.findings(s, news, frame.Findings)...)
	if m.lesson != nil {
		lines = d.strip(lines, inRoom)
	}
	lines = append(lines, d.footer(m.hints(s, snapshot, controls.Focused())))
	return m.styles.Fill(lines, m.width, m.height)
}

// computing tells whether the result of the settings is on its way, and the screen shows
// that: by a part of it, or as work goes on beyond patience.
func (m *model) computing() bool { return m.busy || m.part != nil }

// outdated tells whether the charts are those of other settings than the controls, or of
// a part of the trajectories, and have been for long enough to turn grey.
func (m *model) outdated() bool { return m.shown() != nil && (m.busy || m.failure != nil) }

// panelActions are what the mouse does to the controls.
func (m *model) panelActions() panel.Actions {
	return panel.Actions{
		Focus: m.focusOn,
		Turn:  m.turn,
		Set:   m.set,
		Enter: func() tea.Cmd { return m.press(pressOf("enter")) },
	}
}

// waiting says what goes on before the first result.
func (m *model) waiting(s shape) []string {
	text := " computing …"
	if m.failure != nil {
		text = ""
	}
	return m.styles.Wrap(chart.InkFaint, text, s.chartWidth, s.bodyRows)
}

// newsLines says what has happened, over the findings of the page; in a room, what goes on
// there comes before a welcome.
func (m *model) newsLines(s shape, inRoom bool) []string {
	text := m.news
	if m.Page == state.PageExplore && m.lesson == nil && !inRoom {
		text = cmp.Or(text, m.welcome)
	}
	if text == "" || m.analysis == nil || m.failure != nil || m.computing() {
		return nil
	}
	return m.styles.Indented(chart.InkCursor, text, m.width, s.textRows)
}

// findings says in words what has happened and what there is to see.
func (m *model) findings(s shape, news, found []string) []string {
	var lines []string
	switch {
	case m.prompt != nil && m.fault != "":
		lines = m.styles.Indented(chart.InkWarn, m.fault, m.width, s.textRows)
	case m.failure != nil:
		lines = m.styles.Indented(chart.InkWarn, m.failure.Error(), m.width, s.textRows)
		if m.analysis != nil {
			lines = append(lines, m.styles.Indented(chart.InkFaint, "Charts and numbers are those of the last settings that worked.", m.width, s.textRows-len(lines))...)
		}
	case m.shown() != nil && m.shown() == m.part && !m.partLate:
		lines = m.styles.Indented(chart.InkCursor, m.partText(), m.width, s.textRows)
	case m.busy && m.shown() != nil:
		lines = m.styles.Indented(chart.InkCursor, "Computing. Until that is done, charts and numbers, in grey, are those of the settings before.", m.width, s.textRows)
	default:
		lines = append(news, found...)
	}
	return m.styles.Fill(lines, s.width, s.textRows)
}

// partText says what is on show in place of the result.
func (m *model) partText() string {
	race := m.part.Race
	if race == nil {
		text := fmt.Sprintf("First %d of %d trajectories", m.part.Settings.Trajectories, m.partOf.Trajectories)
		if some, all := len(m.part.Selection.Candidates), m.lambdas; some < all {
			text += fmt.Sprintf(", %d of %d λ's", some, all)
		}
		return text + ". Charts and numbers are what these say, until all are computed."
	}
	scored, all := m.foldsScored()
	text := fmt.Sprintf("%d of %d folds scored. ", scored, all)
	switch dropped := race.Dropped(); dropped {
	case 0:
	case 1:
		text += "1 λ (×) will hardly have the lowest LOTO error. "
	default:
		text += fmt.Sprintf("%d λ's (×) will hardly have the lowest LOTO error. ", dropped)
	}
	if scored == all {
		return text + "Charts and numbers are estimates from a random sample of them, until the standard errors are computed, too."
	}
	return text + "Charts and numbers are estimates from a random sample of the folds, until all are scored."
}

// foldsScored returns how many folds are scored, of how many, where a race is on show.
func (m *model) foldsScored() (scored, all int) {
	return max(m.folds, m.part.Race.Scored), m.part.Race.Folds
}

// sizeNeeded says what size would do.
func (m *model) sizeNeeded() string {
	text := fmt.Sprintf("Too small: need %d×%d, have %d×%d", minWidth, minHeight, m.width, m.height)
	return strings.Join(m.styles.Fill(m.styles.Wrap(chart.InkText, text, m.width, m.height), m.width, m.height), "\n")
}

// header has the pages, the problem and what it took.
func (d *drawing) header() string {
	m := d.model
	l := m.styles.Line(m.width).Add(chart.InkSelected, " λscope ")
	status := m.onShow().Status(m.Snapshot())
	inRoom, room := m.roomStatus()
	switch {
	case m.computing():
		status = strings.TrimSpace("computing … " + m.left)
	case status == "" && m.took > 0:
		status = screen.Approx(float64(m.took)/float64(time.Millisecond), 2) + " ms"
		switch {
		case room != "": // which needs the space
		case m.width >= 120:
			status = "computed in " + status
		default:
			status = "took " + status
		}
	}
	d.tabs(l)
	source := report.Source(m.Settings)
	what := source
	ink := chart.InkFaint
	if m.computing() {
		ink = chart.InkCursor
	}
	if status != "" {
		status = " · " + status
	}
	if room != "" && m.width-l.At()-ansi.StringWidth(m.styles.Text(room+what+status))-3 < 0 {
		what, status = "", "" // all that there is room for
	}
	end := m.width - ansi.StringWidth(m.styles.Text(status)) - 1
	if room != "" {
		l.Add(inRoom, " "+m.styles.Fitting(end-l.At()-1, room, strings.TrimSpace(room), room[:len("●")]))
	}
	if a := m.shown(); a != nil && !(a == m.part && m.partLate) {
		count := fmt.Sprintf("%s · %s", source, report.Size(a))
		if a == m.part {
			count = fmt.Sprintf("%s · first %d of %d trajectories", source, a.Selection.Trajectories, m.partOf.Trajectories)
			if a.Race != nil {
				scored, all := m.foldsScored()
				count = fmt.Sprintf("%s · %d of %d folds", source, scored, all)
			}
		}
		for _, full := range []string{fmt.Sprintf("%s · %d steps", count, a.Selection.Steps), count} {
			if ansi.StringWidth(m.styles.Text(full)) <= end-l.At()-2 {
				what = full
				break
			}
		}
	}
	what = m.styles.Text(what)
	if room := max(0, end-l.At()-1); m.Settings.Recorded() {
		what = ansi.Truncate(what, room, m.styles.Text("…"))
	} else if ansi.StringWidth(what) > room { // the controls have it in full
		if what = m.Settings.Problem.Domain; len(what) > room {
			what = ""
		}
	}
	if what == "" {
		status = strings.Replace(status, "·", " ", 1) // it parts the two
	}
	l.Right(chart.InkFaint, what, end)
	return l.Add(ink, status).String()
}

// tabs shows the pages: all their names, or, where there is little room, the name
// of the one on show and the numbers of the others.
func (d *drawing) tabs(l *screen.Line) {
	m := d.model
	const room = 80
	for i := range m.pages {
		from := l.At()
		switch {
		case state.Page(i) == m.Page:
			l.Add(chart.InkCursor, fmt.Sprintf(" %d·%s ", i+1, state.Page(i).Title()))
		case m.width < room:
			l.Add(chart.InkFaint, fmt.Sprintf(" %d ", i+1))
		default:
			l.Add(chart.InkFaint, fmt.Sprintf(" %d %s ", i+1, state.Page(i).Title()))
		}
		d.zones = append(d.zones, panel.Zone{
			Rectangle: image.Rect(from, 0, l.At(), 1),
			Press: func(image.Point) tea.Cmd {
				m.overlays.Clear()
				return m.open(state.Page(i))
			},
		})
	}
}

// hints are the keys for the footer, in words of what they do now.
func (m *model) hints(s shape, snapshot *page.Snapshot, focused control.Control) []page.Hint {
	own := m.onShow().Hints(snapshot)
	all := m.common.hints(own, s.room == page.RoomForOne)
	all = append(m.roomHints(), all...)
	if m.lesson != nil {
		lesson := newLessonKeys().hints(m.window().Small(), m.lesson.Folded)
		if takesBack(own) {
			lesson = slices.DeleteFunc(lesson, func(h page.Hint) bool { return h.Press == "esc" })
		}
		all = append(lesson, all...)
		if m.voting() && !m.room.Look.Leads { // which comes before the lesson
			all = append(m.roomHints(), all...)
		}
	}
	all = once(all)
	for i, h := range all {
		switch {
		case h.Press == m.common.Hide.Keys()[0] && m.Hidden:
			all[i].Does = "reveal"
		case h.Press == m.common.Type.Keys()[0] && focused.Enters != "":
			all[i].Does = focused.Enters
		}
	}
	return all
}

// once leaves out keys that are there twice.
func once(all []page.Hint) []page.Hint {
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(h page.Hint) bool {
		twice := seen[h.Key]
		seen[h.Key] = true
		return twice
	})
}

// takesBack tells whether a page with these hints has a use for esc itself, such as the
// way out of a replay. It comes before that out of a lesson.
func takesBack(hints []page.Hint) bool {
	return slices.ContainsFunc(hints, func(h page.Hint) bool { return h.Press == "esc" })
}

// footer shows the keys for what is at hand, as many as fit; the last two, which
// lead to all others and out, always.
func (d *drawing) footer(hints []page.Hint) string {
	m := d.model
	switch {
	case m.prompt != nil:
		return m.prompt.Line(m.styles, m.width)
	case m.jump != nil:
		return m.jump.Line(m.styles, m.width)
	case m.entry != nil:
		hints = typingHints()
	}
	hints = slices.DeleteFunc(hints, func(h page.Hint) bool {
		return m.Settings.Recorded() && h.Press == m.common.NewSeed.Keys()[0] ||
			m.config.Files == nil && h.Press == m.common.Export.Keys()[0]
	})
	width := func(h page.Hint) int { return ansi.StringWidth(m.styles.Text(" " + h.Key + " " + h.Does + " ")) }
	total := 0
	for _, h := range hints {
		total += width(h)
	}
	for last := len(hints) - 2; last > 0 && total > m.width; last-- {
		total -= width(hints[last-1])
		hints = slices.Delete(hints, last-1, last)
	}
	l := m.styles.Line(m.width)
	for _, h := range hints {
		from := l.At()
		l.Add(chart.InkSelected, " "+h.Key).Add(chart.InkFaint, " "+h.Does+" ")
		d.zones = append(d.zones, panel.Zone{
			Rectangle: image.Rect(from, m.height-1, l.At(), m.height),
			Press:     func(image.Point) tea.Cmd { return m.press(pressOf(h.Press)) },
		})
	}
	return l.String()
}

// zoneOf returns a zone of a page.
func (m *model) zoneOf(z page.Zone) panel.Zone {
	at := func(does func(*page.Snapshot, image.Point) page.Action) func(image.Point) tea.Cmd {
		if does == nil {
			return nil
		}
		return func(at image.Point) tea.Cmd { return m.apply(does(m.Snapshot(), at)) }
	}
	out := panel.Zone{Rectangle: z.Rectangle, Press: at(z.Press), Drag: at(z.Drag)}
	if z.Wheel != nil {
		out.Wheel = func(by int) tea.Cmd { return m.apply(z.Wheel(m.Snapshot(), by)) }
	}
	return out
}

// overlayScreen shows a text in place of the page.
func (d *drawing) overlayScreen() []string {
	m := d.model
	lines := []string{d.header()}
	for _, l := range m.overlays.Lines(m.styles, m.overlaySize()) {
		lines = append(lines, m.styles.Line(m.width).Add(chart.InkText, "  ").Styled(l).String())
	}
	lines = m.styles.Fill(lines, m.width, m.height-1)
	return append(lines, d.footer(m.overlays.Hints()))
}
