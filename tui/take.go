package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
)

// command returns the command that opens this view.
func (m *model) command() string { return m.config.CommandLine(m.args()) }

// copyCommand puts the command that opens this view on the clipboard, through the
// terminal, which may refuse without saying so: it is shown too.
func (m *model) copyCommand() tea.Cmd {
	command := m.command()
	m.tell("Copied: ", command)
	return tea.SetClipboard(command)
}

// copyText puts the page in words and numbers on the clipboard.
func (m *model) copyText() tea.Cmd {
	text := m.overlay.summary.plain()
	m.overlay = nil
	m.tell("Copied: this page in words and numbers.", "")
	return tea.SetClipboard(text)
}

// tell says what has happened, where it is read in full: under the charts if it
// fits there, else over the page. What follows may be long and is broken anywhere.
func (m *model) tell(what, follows string) {
	s := shapeOf(m.width, m.height, 0)
	under := m.failure == nil && !m.busy && m.analysis != nil
	if lines := m.pen.broken(what+follows, m.width-2); under && len(lines) <= s.textRows && widest(lines) <= m.width-2 {
		m.news = what + follows
		return
	}
	m.overlay = &overlay{kind: messageOverlay, message: []string{strings.TrimSpace(what), follows}}
}

func widest(lines []string) int {
	width := 0
	for _, l := range lines {
		width = max(width, ansi.StringWidth(l))
	}
	return width
}

// wrapHard breaks text at spaces, and inside what is longer than a line, so that
// nothing is lost. Commands are not broken at their hyphens.
func (p *pen) wrapHard(ink chart.Ink, text string, width int) []string {
	width = max(1, width)
	var lines []string
	now := ""
	for _, word := range strings.Split(p.text(text), " ") {
		if now != "" && ansi.StringWidth(now)+1+ansi.StringWidth(word) > width {
			lines = append(lines, now)
			now = ""
		}
		if now != "" {
			now += " "
		}
		now += word
		for ansi.StringWidth(now) > width {
			lines = append(lines, ansi.Truncate(now, width, ""))
			now = ansi.TruncateLeft(now, width, "")
		}
	}
	lines = append(lines, now)
	for i, l := range lines {
		lines[i] = p.line(width).add(ink, l).String()
	}
	return lines
}
