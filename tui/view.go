package tui

import (
	"fmt"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/overlay"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/terminal"
)

// View draws the screen.
func (m *model) View() tea.View { return m.draw().screenView() }

func (d *drawing) screenView() tea.View {
	v := tea.NewView(d.text)
	v.AltScreen = true
	v.WindowTitle = "lambdascope"
	if !d.config.MouseOff {
		v.MouseMode = tea.MouseModeCellMotion
	}
	return v
}

// Describe draws the screen for a page.
func (m *model) Describe() (tea.View, terminal.Description) {
	d := m.draw()
	out := terminal.Description{Args: m.reopens(), Own: m.class.Own}
	if m.overlays.Empty() {
		out.Says = m.controls.Says(d.snapshot)
	}
	for _, h := range d.hints {
		if h.Press != "" {
			out.Keys = append(out.Keys, [2]string{h.Press, h.Key + " " + h.Does})
		}
	}
	for _, l := range d.says {
		out.Says = strings.TrimSpace(out.Says + "\n" + strings.TrimSpace(ansi.Strip(l)))
	}
	if !m.overlays.Empty() {
		if s, ok := m.overlays.Top().(*overlay.Summary); ok {
			out.Words = s.HTML(m.Page.Title())
			out.Says = ""
		}
	}
	return d.screenView(), out
}

// drawing is the screen being drawn.
type drawing struct {
	*model
	snapshot *page.Snapshot
	show     page.Show
	text     string
	says     []string // lines of text, for a screen reader
	zones    []page.Zone
	hints    []page.Hint // of the footer, as if it had room for all
}

// draw draws the screen as m.height lines of m.width cells, with zones for the mouse.
func (m *model) draw() *drawing {
	d := &drawing{model: m, snapshot: m.Snapshot()}
	d.show = m.pages[m.Page].Show(d.snapshot)
	var rows []string
	switch {
	case m.width <= 0 || m.height <= 0:
		return d
	case m.tooSmall():
		rows = d.sizeNeeded()
	case !m.overlays.Empty():
		rows = d.overlayScreen()
	default:
		rows = d.screen()
	}
	if m.lessonBeside() {
		rows = d.beside(rows)
	}
	d.text = strings.Join(rows, "\n")
	return d
}

// screen draws the current page with header, controls, texts and footer.
func (d *drawing) screen() []string {
	m := d.model
	rows := []string{d.header()}
	snapshot := d.snapshot
	s := m.shape()
	texts, notice := d.texts(s)
	d.says = append(texts, notice...)
	if len(texts)+len(notice) <= s.textRows {
		texts = d.says
		notice = nil
	}
	if len(texts) > s.textRows {
		s.textRows = len(texts)
		s.divide()
	}
	rows = append(rows, m.styles.Fill(texts, s.width, s.textRows)...)
	controls := m.controls.Panel(snapshot)
	if !s.sidebar {
		rows = append(rows, controls.Strip(headerRows+s.textRows)...)
	}
	snapshot.Body = s.body
	var frame page.Frame
	if m.shown(m.Page) == nil {
		frame.Lines = d.waiting(s)
		frame.Readout = m.styles.Line(m.width).String()
	} else {
		frame = d.show.Draw(s.body)
	}
	body := m.styles.Fill(frame.Lines, s.body.Dx(), s.body.Dy())
	if d.outdated() {
		body = m.styles.Faded(body)
		frame.Readout = m.styles.Faded([]string{frame.Readout})[0]
	}
	if s.sidebar {
		rows = append(rows, screen.Beside(" ", controls.Column(s.body.Min.Y, s.body.Dy()), body)...)
	} else {
		rows = append(rows, body...)
	}
	d.zones = slices.Concat(d.zones, controls.Zones(), frame.Zones)
	d.says = append([]string{frame.Readout}, d.says...)
	rows = append(rows, frame.Readout)
	end := len(rows)
	if m.lessons.Taken() && !m.lessonBeside() {
		before := len(rows)
		rows = d.strip(rows)
		d.says = append(d.says, rows[before:]...)
	}
	if m.controls.Listing() {
		d.list(rows, s.list(m.height))
	}
	copy(rows[end-len(notice):], notice)
	for _, y := range []int{headerRows, headerRows + 1, end - 1} { // texts and numbers
		d.keyZones(rows[y], image.Pt(0, y))
	}
	rows = append(rows, d.footer(page.Hints(m.bindings[m.Page], snapshot)))
	return append(rows, m.styles.Fill(nil, m.width, max(0, m.height-len(rows)))...)[:m.height]
}

// list draws the palette over the rows of the page.
func (d *drawing) list(rows []string, area image.Rectangle) {
	lines, zones, says := d.controls.DrawList(d.snapshot, area)
	for i, l := range lines {
		row := &rows[area.Min.Y+i]
		*row = ansi.Truncate(*row, area.Min.X, "") + l
	}
	d.says = append([]string{says}, d.faultLines()...)
	d.zones = append(d.zones, zones...)
}

// outdated reports whether the charts turn grey, because they show earlier settings or a long-lived
// preview.
func (d *drawing) outdated() bool {
	return d.shown(d.Page) != nil && (d.job.Slow || d.job.Err != nil)
}

// sizeNeeded is the screen of a window that is too small.
func (d *drawing) sizeNeeded() []string {
	m := d.model
	text := fmt.Sprintf("Too small: need %d×%d, have %d×%d", minWidth, minHeight, m.width, m.height)
	return m.styles.Fill(m.styles.Wrap(chart.InkText, text, m.width, m.height), m.width, m.height)
}

// overlayScreen draws a text over the page.
func (d *drawing) overlayScreen() []string {
	m := d.model
	const margin = "  "
	rows := []string{d.header()}
	room := m.width - len(margin)
	blank := strings.Repeat(" ", room)
	d.says = m.overlays.Lines(m.styles, m.overlaySize())
	for _, l := range d.says {
		l = ansi.Truncate(l, room, "")
		rows = append(rows, m.styles.Render(chart.InkText, margin)+l+blank[ansi.StringWidth(l):])
	}
	d.zones = append(d.zones, page.Zone{
		Rectangle: image.Rect(0, len(rows)-len(d.says), m.width, len(rows)),
		Press: func(_ *page.Snapshot, at image.Point) page.Action {
			return m.overlays.Click(at.Y-headerRows, m.styles, m.overlaySize())
		},
	})
	rows = append(rows, m.styles.Fill(nil, m.width, max(0, m.height-1-len(rows)))...)[:m.height-1]
	return append(rows, d.footer(m.overlays.Hints(m.styles, m.overlaySize())))
}
