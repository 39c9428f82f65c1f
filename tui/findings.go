package tui

import (
	"cmp"

	"lambdascope/tui/chart"
	"lambdascope/tui/state"
)

// waiting is the body of the page before the first result.
func (d *drawing) waiting(s shape) []string {
	m := d.model
	text := " computing …"
	if m.job.Err != nil {
		text = ""
	}
	return m.styles.Wrap(chart.InkFaint, text, s.chartWidth, s.bodyRows)
}

// newsLines are the lines of the news, or of the welcome outside of a room.
func (d *drawing) newsLines(s shape, inRoom bool) []string {
	m := d.model
	text := m.news
	if m.Page == state.PageExplore && !m.lessons.Taken() && !inRoom {
		text = cmp.Or(text, m.welcome)
	}
	if text == "" || m.analysis == nil || m.job.Err != nil || m.computing() {
		return nil
	}
	if s.besideLesson { // one line has to do
		text = m.styles.Clauses(text, m.width-2, s.textRows)
	}
	return m.styles.Indented(chart.InkCursor, text, m.width, s.textRows)
}

// findings are the lines of text below the charts.
func (d *drawing) findings(s shape, news, found []string) []string {
	m := d.model
	var lines []string
	switch {
	case m.prompt != nil && m.fault != "":
		lines = m.styles.Indented(chart.InkWarn, m.fault, m.width, s.textRows)
	case m.job.Err != nil:
		lines = m.styles.Indented(chart.InkWarn, m.job.Err.Error(), m.width, s.textRows)
		if m.analysis != nil {
			lines = append(lines, m.styles.Indented(chart.InkFaint, "Charts and numbers are those of the last settings that worked.", m.width, s.textRows-len(lines))...)
		}
	case m.part() != nil && m.shown(m.Page) == m.part() && !m.partLate():
		lines = m.styles.Indented(chart.InkCursor, m.partText(), m.width, s.textRows)
	case m.job.Slow && m.shown(m.Page) != nil:
		lines = m.styles.Indented(chart.InkCursor, "Computing. Until that is done, charts and numbers, in grey, are those of the settings before.", m.width, s.textRows)
	case m.fault != "" && !m.Page.HasControls(): // which have the faults elsewhere
		lines = m.styles.Indented(chart.InkWarn, m.fault, m.width, s.textRows)
	default:
		lines = append(news, found...)
	}
	return m.styles.Fill(lines, s.width, s.textRows)
}
