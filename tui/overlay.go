package tui

import (
	"math"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
)

// overlay is a text that lies over the page.
type overlay struct {
	kind    overlayKind
	first   int      // the line at the top
	message []string // paragraphs, of a messageOverlay
	summary *summary // of a summaryOverlay
}

type overlayKind int

const (
	helpOverlay overlayKind = iota
	summaryOverlay
	messageOverlay
)

// pressReading handles a key while a text lies over the page.
func (m *model) pressReading(msg tea.KeyPressMsg) tea.Cmd {
	k := m.common
	switch {
	case key.Matches(msg, k.Back, k.Type),
		m.overlay.kind == helpOverlay && key.Matches(msg, k.Help),
		m.overlay.kind == summaryOverlay && key.Matches(msg, k.Summary):
		m.overlay = nil
	case key.Matches(msg, k.Quit):
		return tea.Quit
	case m.overlay.kind == summaryOverlay && key.Matches(msg, k.Copy):
		return m.copyText()
	case m.overlay.kind == summaryOverlay && key.Matches(msg, k.Export):
		m.overlay = nil
		return m.export()
	case key.Matches(msg, k.ScrollUp):
		m.scroll(-1)
	case key.Matches(msg, k.ScrollDown):
		m.scroll(+1)
	case key.Matches(msg, k.LeafUp):
		m.scroll(-m.leaf())
	case key.Matches(msg, k.LeafDown):
		m.scroll(+m.leaf())
	case key.Matches(msg, k.ScrollFirst):
		m.scroll(-m.overlay.first)
	case key.Matches(msg, k.ScrollLast):
		m.scroll(math.MaxInt32)
	}
	return nil
}

// scroll moves the text over the page by lines.
func (m *model) scroll(by int) {
	most := len(m.overlayText(m.width-4)) - m.overlayRows()
	m.overlay.first = max(0, min(m.overlay.first+by, most))
}

// leaf is how many lines leafing moves a text by: one of those on show stays.
func (m *model) leaf() int { return max(1, m.overlayRows()-1) }

// overlayRows is how many lines of a text the screen shows.
func (m *model) overlayRows() int { return max(1, m.height-2) }

// overlayText returns the text over the page, wrapped to a width.
func (m *model) overlayText(width int) []string {
	switch m.overlay.kind {
	case helpOverlay:
		return m.helpText(width)
	case summaryOverlay:
		return m.overlay.summary.set(m.styles, width)
	}
	return m.messageText(width)
}

// messageText returns a message that is too long for the page.
func (m *model) messageText(width int) []string {
	var lines []string
	for _, paragraph := range m.overlay.message {
		lines = append(append(lines, m.styles.WrapHard(chart.InkText, paragraph, width)...), "")
	}
	return lines
}

// overlayScreen shows a text in place of the page.
func (d *drawing) overlayScreen() []string {
	m := d.model
	lines := []string{d.header()}
	text := m.overlayText(m.width - 4)
	first := min(m.overlay.first, max(0, len(text)-m.overlayRows()))
	for _, l := range text[first:min(len(text), first+m.overlayRows())] {
		lines = append(lines, m.styles.Line(m.width).Add(chart.InkText, "  ").Styled(l).String())
	}
	lines = m.styles.Fill(lines, m.width, m.height-1)
	return append(lines, d.footer(m.overlay.hints()))
}

// hints are the keys for the footer.
func (o *overlay) hints() []page.Hint {
	if o.kind != summaryOverlay {
		return overlayHints()
	}
	all := overlayHints()
	return append([]page.Hint{all[0], hint("y", "copy", "y"), hint("e", "export", "e")}, all[1:]...)
}
