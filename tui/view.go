package tui

import (
	"fmt"
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/overlay"
	"lambdascope/tui/page"
	"lambdascope/tui/panel"
	"lambdascope/tui/terminal"
)

// View draws the screen.
func (m *model) View() tea.View { return m.viewOf(m.draw()) }

func (m *model) viewOf(d *drawing) tea.View {
	v := tea.NewView(d.text)
	v.AltScreen = true
	v.WindowTitle = "lambdascope"
	if !m.config.MouseOff {
		v.MouseMode = tea.MouseModeCellMotion
	}
	return v
}

// Describe draws the screen for a page.
func (m *model) Describe() (tea.View, terminal.Description) {
	d := m.draw()
	out := terminal.Description{Args: m.reopens(), Own: m.room.Part().Own}
	if m.overlays.Empty() && m.Page.HasControls() {
		c, _ := m.focused()
		out.Says = c.Label + " " + c.Get(m.State)
		if m.entry != nil {
			out.Says += ". " + c.Help
		}
		if m.fault != "" {
			out.Says += ". " + m.fault
		}
	}
	for _, l := range d.says {
		out.Says = strings.TrimSpace(out.Says + "\n" + strings.TrimSpace(ansi.Strip(l)))
	}
	if !m.overlays.Empty() {
		if s, ok := m.overlays.Top().(*overlay.Summary); ok {
			out.Words, out.Says = s.HTML(m.Page.Title()), ""
		}
	}
	return m.viewOf(d), out
}

// drawing is the screen being drawn.
type drawing struct {
	*model
	snapshot *page.Snapshot
	show     page.Show
	text     string
	says     []string // what is new on it, in words
	zones    []panel.Zone
}

// draw draws the screen as m.height lines of m.width cells, with its zones.
func (m *model) draw() *drawing {
	d := &drawing{model: m, snapshot: m.Snapshot()}
	d.show = m.onShow().Show(d.snapshot)
	switch {
	case m.width <= 0 || m.height <= 0:
	case m.tooSmall():
		d.text = m.sizeNeeded()
	case !m.overlays.Empty():
		d.text = joined(d.overlayScreen())
	default:
		d.text = joined(d.screen())
	}
	return d
}

// row is a line of the screen in parts that stand side by side.
type row struct{ left, middle, right string }

// addLines appends rows of one part.
func addLines(rows []row, lines ...string) []row {
	for _, l := range lines {
		rows = append(rows, row{right: l})
	}
	return rows
}

// joined returns rows as text.
func joined(rows []row) string {
	size := len(rows)
	for _, r := range rows {
		size += len(r.left) + len(r.middle) + len(r.right)
	}
	var b strings.Builder
	b.Grow(size)
	for i, r := range rows {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(r.left)
		b.WriteString(r.middle)
		b.WriteString(r.right)
	}
	return b.String()
}

// screen draws the page on show with all around it.
func (d *drawing) screen() []row {
	m := d.model
	rows := addLines(make([]row, 0, m.height+1), d.header())
	var folded []string
	snapshot := d.snapshot
	controls := m.panel(snapshot)
	s := m.shape(func() int {
		folded = controls.Folded(headerRows, m.besideLesson())
		return len(folded)
	})
	inRoom := m.roomLines(s)
	news := append(inRoom, m.newsLines(s, len(inRoom) > 0)...)
	news = news[:min(len(news), s.textRows)]
	snapshot.Body = func() image.Rectangle { return s.body }
	snapshot.TextRows = s.textRows - len(news)
	var frame page.Frame
	if m.shown() == nil {
		frame.Lines = m.waiting(s)
		frame.Readout = m.styles.Line(m.width).String()
	} else {
		frame = d.show.Draw()
		if m.room.Part().Voting() || m.besideLesson() || m.lessons.Waits() { // which ask what a page may ask too, or what it answers
			frame.Findings = nil
		}
	}
	body := m.styles.Fill(frame.Lines, s.chartWidth, s.bodyRows)
	if m.outdated() {
		body = m.styles.Faded(body)
		frame.Readout = m.styles.Faded([]string{frame.Readout})[0]
	}
	rows = addLines(rows, folded...)
	if s.sidebar {
		separator := m.styles.Render(chart.InkFaint, m.styles.Text("│")) + " "
		for i, left := range controls.Column(headerRows, s.bodyRows) {
			rows = append(rows, row{left, separator, body[i]})
		}
	} else {
		rows = addLines(rows, body...)
	}
	d.zones = append(d.zones, controls.Zones()...)
	for _, z := range frame.Zones {
		d.zones = append(d.zones, m.zoneOf(z))
	}
	d.says = append([]string{frame.Readout}, m.findings(s, news, frame.Findings)...)
	rows = addLines(rows, d.says...)
	if m.lessons.Taken() {
		before := len(rows)
		rows = d.strip(rows, inRoom)
		for _, r := range rows[before:] {
			d.says = append(d.says, r.left+r.middle+r.right)
		}
	}
	rows = addLines(rows, d.footer(page.Hints(m.bindings[m.Page], snapshot)))
	return addLines(rows, m.styles.Fill(nil, m.width, max(0, m.height-len(rows)))...)[:m.height]
}

// outdated tells whether the charts are those of other settings than the controls, or of
// a part of the trajectories, and have been for long enough to turn grey.
func (m *model) outdated() bool { return m.shown() != nil && (m.job.Slow || m.job.Err != nil) }

// panelActions are what the mouse does to the controls.
func (m *model) panelActions() panel.Actions {
	return panel.Actions{
		Focus: m.focusOn,
		Turn:  m.turn,
		Set:   m.set,
		Enter: func() tea.Cmd { return m.press(pressOf("enter")) },
		More:  func() tea.Cmd { return m.press(pressOf(panel.MoreKey)) },
	}
}

// sizeNeeded says what size would do.
func (m *model) sizeNeeded() string {
	text := fmt.Sprintf("Too small: need %d×%d, have %d×%d", minWidth, minHeight, m.width, m.height)
	return strings.Join(m.styles.Fill(m.styles.Wrap(chart.InkText, text, m.width, m.height), m.width, m.height), "\n")
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
func (d *drawing) overlayScreen() []row {
	m := d.model
	const margin = "  "
	rows := addLines(make([]row, 0, m.height), d.header())
	room := m.width - len(margin)
	blank := strings.Repeat(" ", room)
	d.says = m.overlays.Lines(m.styles, m.overlaySize())
	for _, l := range d.says {
		l = ansi.Truncate(l, room, "")
		rows = append(rows, row{m.styles.Render(chart.InkText, margin), l, blank[chart.Width(l):]})
	}
	rows = addLines(rows, m.styles.Fill(nil, m.width, max(0, m.height-1-len(rows)))...)[:m.height-1]
	return addLines(rows, d.footer(m.overlays.Hints()))
}
