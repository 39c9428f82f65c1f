package tui

import (
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

// newsLines are the lines of the news.
func (d *drawing) newsLines(rows int) []string {
	m := d.model
	if m.news == "" || !m.ready() {
		return nil
	}
	return m.styles.Indented(chart.InkText, m.styles.Clauses(m.news, m.width-2, rows), m.width, rows)
}

// standing are the lines of the class, or outside of a room the welcome.
func (d *drawing) standing(rows int) []string {
	m := d.model
	lines := d.classLines(max(rows, 2))
	if len(lines) > 0 || m.Page != state.PageExplore || rows < 2 || m.lessons.Taken() || m.news != "" || m.welcome == "" || !m.ready() {
		return lines
	}
	return m.styles.Indented(chart.InkText, m.styles.Clauses(m.welcome, m.width-2, rows), m.width, rows)
}

// faultLines say what is wrong with the last key.
func (d *drawing) faultLines() []string {
	if d.fault == "" {
		return nil
	}
	return d.styles.Indented(chart.InkWarn, "! "+d.fault, d.width, errorRows)
}

// texts are the lines of text above the charts: the headline and a sentence of the page, or an error in
// their place. A notice, until the next key, has no rows of its own, because charts would move.
func (d *drawing) texts(s shape) (above, notice []string) {
	m := d.model
	rows := max(s.textRows, 1)
	notice = d.faultLines()
	var standing []string
	switch {
	case m.job.Err != nil:
		above = m.styles.Indented(chart.InkText, "! "+m.job.Err.Error(), m.width, errorRows)
		if m.analysis != nil && len(above) < rows {
			above = append(above, m.styles.Indented(chart.InkFaint, "Charts and numbers are those of the last settings that worked.", m.width, 1)...)
		}
		return above, notice
	case notice != nil:
	case m.part() != nil && m.shown(m.Page) == m.part() && !m.partLate():
		return m.styles.Indented(chart.InkText, m.partText(), m.width, rows), nil
	case m.job.Slow && m.shown(m.Page) != nil:
		return m.styles.Indented(chart.InkText, "Computing. The grey results are for the previous settings.", m.width, rows), nil
	default:
		notice = d.newsLines(rows)
		standing = d.standing(rows)
	}
	// The findings may answer a vote, or the question of a lesson's step.
	if m.shown(m.Page) == nil || s.textRows == 0 || m.class.Voting() && m.fault == "" {
		return standing, notice
	}
	rows -= len(standing)
	if len(notice) < rows {
		rows -= len(notice)
	}
	return append(d.show.DrawSentence(max(1, rows)), standing...), notice
}
