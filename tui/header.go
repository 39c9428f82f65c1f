package tui

import (
	"fmt"
	"image"
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
