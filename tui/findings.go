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
func (d *drawing) newsLines(rows int, ofClass bool) []string {
	m := d.model
	text := m.news
	if m.Page == state.PageExplore && rows > 1 && !m.lessons.Taken() && !ofClass {
		text = cmp.Or(text, m.welcome)
	}
	if text == "" || !m.ready() {
		return nil
	}
	return m.styles.Indented(chart.InkText, m.styles.Clauses(text, m.width-2, rows), m.width, rows)
}

// faultLines say what is wrong with the last key.
func (d *drawing) faultLines() []string {
	if d.fault == "" {
		return nil
	}
	return d.styles.Indented(chart.InkWarn, "! "+d.fault, d.width, errorRows)
}

// texts are the lines of text above the charts: the headline and a sentence of the page, news, or
// an error in their place.
func (d *drawing) texts(s shape) []string {
	m := d.model
	rows := s.textRows
	fault := d.faultLines()
	switch {
	case len(fault) > 0 && m.job.Err == nil:
		if m.shown(m.Page) == nil || rows == 0 {
			return fault
		}
		return append(d.show.DrawSentence(max(1, rows-len(fault))), fault...)
	case m.job.Err != nil:
		lines := m.styles.Indented(chart.InkText, "! "+m.job.Err.Error(), m.width, errorRows)
		if m.analysis != nil {
			lines = append(lines, m.styles.Indented(chart.InkFaint, "Charts and numbers are those of the last settings that worked.", m.width, errorRows-len(lines))...)
		}
		return append(lines, fault...)
	case m.part() != nil && m.shown(m.Page) == m.part() && !m.partLate():
		return m.styles.Indented(chart.InkText, m.partText(), m.width, max(1, rows))
	case m.job.Slow && m.shown(m.Page) != nil:
		return m.styles.Indented(chart.InkText, "Computing. The grey results are for the previous settings.", m.width, max(1, rows))
	}
	ofClass := d.classLines(max(rows, 2))
	news := d.newsLines(max(rows, 1), len(ofClass) > 0)
	news = append(news, ofClass[:min(len(ofClass), max(rows, 2)-len(news))]...)
	// The findings may answer a vote, or the question of a lesson's step.
	if m.shown(m.Page) == nil || m.class.Voting() || rows == 0 {
		return news
	}
	return append(d.show.DrawSentence(max(1, rows-len(news))), news...)
}
