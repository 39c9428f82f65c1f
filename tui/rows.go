package tui

import (
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// header names the pages, the problem and the size of the data.
func (d *drawing) header() string {
	m := d.model
	l := m.styles.Line(m.width)
	if m.width < namedTabs || m.width >= namedTabs+20 { // the names of pages need the room
		l.Add(chart.InkSelected, " λscope ")
	}
	status := d.show.Status
	var class string // empty without a class
	var shorter []string
	classInk := chart.InkFaint
	if m.class.Known() {
		classInk, class, shorter = m.class.Status()
	}
	if m.computing() {
		status = strings.TrimSpace("computing … " + m.left)
	}
	d.tabs(l)
	source := report.Source(m.Settings)
	what := source
	ink := chart.InkFaint
	if m.computing() {
		ink = chart.InkCursor
	}
	if status != "" {
		left := m.width - l.At()
		status = shortened(" · "+status, func(text string) bool { return ansi.StringWidth(m.styles.Text(text)) <= left })
	}
	if class != "" && m.width-l.At()-ansi.StringWidth(m.styles.Text(class+what+status))-3 < 0 {
		what = "" // the class leaves no space
		status = ""
	}
	end := m.width - ansi.StringWidth(m.styles.Text(status)) - 1
	if class != "" {
		l.Add(classInk, " "+m.styles.Fitting(end-l.At()-1, append([]string{class}, shorter...)...))
	}
	if a := m.shown(m.Page); a != nil && !(a == m.part() && m.partLate()) {
		count := fmt.Sprintf("%s · %s", source, report.Size(a))
		if a == m.part() {
			count = fmt.Sprintf("%s · first %d of %d trajectories", source, a.Selection.Trajectories, m.job.Now.of.Trajectories)
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
	} else if ansi.StringWidth(what) > room { // the controls show the name in full
		if what = m.Settings.Problem.Name(); len(what) > room {
			what = ""
		}
	}
	if what == "" {
		status = strings.Replace(status, "·", " ", 1) // no separator without a name
	}
	l.Right(chart.InkFaint, what, end)
	return l.Add(ink, status).String()
}

// shortened cuts parts off the end of a status until the rest fits. It keeps the first part.
func shortened(status string, fits func(string) bool) string {
	for !fits(status) {
		end := max(strings.LastIndex(status, ", "), strings.LastIndex(status, " · "))
		if end <= 0 {
			break
		}
		status = status[:end]
	}
	return status
}

// namedTabs is the least width with room for the names of all pages.
const namedTabs = 80

// tabs draws the names of all pages. A narrow screen has only the name of the current page, and
// numbers for the other pages.
func (d *drawing) tabs(l *screen.Line) {
	m := d.model
	for i := range m.pages {
		from := l.At()
		switch {
		case state.Page(i) == m.Page:
			l.Add(chart.InkChip, fmt.Sprintf(" %d·%s ", i, state.Page(i).Title()))
		case m.width < namedTabs:
			l.Add(chart.InkFaint, fmt.Sprintf(" %d ", i))
		default:
			l.Add(chart.InkFaint, fmt.Sprintf(" %d %s ", i, state.Page(i).Title()))
		}
		d.zones = append(d.zones, page.Zone{
			Rectangle: image.Rect(from, 0, l.At(), 1),
			Press: func(s *page.Snapshot, _ image.Point) page.Action {
				key, _ := find(m.bindings[m.Page], s, strconv.Itoa(i))
				a := key.Do(s)
				a.Close = true
				return a
			},
		})
	}
}

// waiting is the body of the page before the first result.
func (d *drawing) waiting(s shape) []string {
	m := d.model
	text := " computing …"
	if m.job.Err != nil {
		text = ""
	}
	return m.styles.Wrap(chart.InkFaint, text, s.body.Dx(), s.body.Dy())
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
			above = append(above, m.styles.Indented(chart.InkFaint, "Charts and numbers are for the last settings that worked.", m.width, 1)...)
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

// footer draws as many keys as fit, before others the main ones. It always keeps the last keys, for
// lessons, help and quitting, so that users find the way out.
func (d *drawing) footer(hints []page.Hint) string {
	m := d.model
	if m.controls.Typing() {
		hints = m.controls.Hints()
	} else if m.controls.Searching() {
		return m.controls.SearchLine(m.styles, m.width)
	}
	d.hints = slices.Clone(hints)
	width := func(h page.Hint) int {
		return len("   ") + ansi.StringWidth(m.styles.Text(h.Key)) + ansi.StringWidth(m.styles.Text(h.Does))
	}
	total := 0
	for _, h := range hints {
		total += width(h)
	}
	stay := 0
	for _, h := range hints {
		if h.Stays {
			stay++
		}
	}
	for own := len(hints) - max(stay, leastHints); own > 0 && total > m.width; own-- {
		last := own - 1
		for i, h := range hints[:own] {
			if !h.Main {
				last = i
			}
		}
		total -= width(hints[last])
		hints = slices.Delete(hints, last, last+1)
	}
	l := m.styles.Line(m.width)
	for _, h := range hints {
		from := l.At()
		l.Add(chart.InkSelected, " "+h.Key).Add(chart.InkFaint, " "+h.Does+" ")
		d.zones = append(d.zones, page.Zone{
			Rectangle: image.Rect(from, m.height-1, l.At(), m.height),
			Press:     func(*page.Snapshot, image.Point) page.Action { return page.Press(h.Press) },
		})
	}
	return l.String()
}

// leastHints is the number of hints of an overlay that stay: the ways out.
const leastHints = 2
