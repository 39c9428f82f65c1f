package tui

import (
	"lambdascope/tui/chart"
)

// helpText returns the help of the page on show, wrapped to a width: its keys,
// the keys of all pages, and how to read it.
func (m *model) helpText(width int) []string {
	var lines []string
	const column = 14
	help := m.onShow().Help(m.Snapshot())
	for _, g := range append(help.Keys, m.common.groups()...) {
		lines = append(lines, m.styles.Line(width).Add(chart.InkSelected, g.Title).String())
		for _, b := range g.Bindings {
			if !b.Enabled() {
				continue
			}
			h := b.Help()
			does := m.styles.Wrap(chart.InkText, h.Desc, max(1, width-column-1), len(h.Desc)) // all of it
			for i, text := range does {
				l := m.styles.Line(width)
				if i == 0 {
					l.Add(chart.InkCursor, "  "+h.Key)
				}
				lines = append(lines, l.To(column+1).Styled(text).String())
			}
		}
	}
	lines = append(lines, "", m.styles.Line(width).Add(chart.InkSelected, "How to read "+m.Page.Title()).String())
	for _, text := range help.Reading {
		lines = append(lines, m.styles.Wrap(chart.InkText, text, min(width, 90), 20)...)
		lines = append(lines, "")
	}
	return lines
}
