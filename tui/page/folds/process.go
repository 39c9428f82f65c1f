package folds

import (
	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim"
	"lambdascope/tui/chart"
)

// pathRows is how many rows the path takes without the features.
const pathRows = 2

// path draws the states of a problem before and after the current one, as many as fit, and below them
// the features.
func (g *stage) path(s *sim.ProcessReplay, w, h int) []string {
	now := g.t
	const between = " → "
	width := func(t int) int { return ansi.StringWidth(between + s.Name(t)) }
	first, last := now, now
	for room := w - ansi.StringWidth("● "+s.Name(now)) - 2*ansi.StringWidth("… "); ; {
		grown := false
		if last < s.Len() && width(last+1) <= room {
			last++
			room -= width(last)
			grown = true
		}
		if first > 0 && width(first-1) <= room {
			first--
			room -= width(first)
			grown = true
		}
		if !grown {
			break
		}
	}
	l := g.styles.Line(w)
	if first > 0 {
		l.Add(chart.InkFaint, "… ")
	}
	for t := first; t <= last; t++ {
		if t > first {
			l.Add(chart.InkFaint, between)
		}
		if t == now {
			l.Add(chart.InkCursor, "● "+s.Name(t))
		} else {
			l.Add(chart.InkText, s.Name(t))
		}
	}
	if last < s.Len() {
		l.Add(chart.InkFaint, " …")
	}
	title := g.styles.Fitting(w, "the states before and after this one (●)", "states, ● now")
	lines := []string{g.styles.Line(w).Add(chart.InkFaint, title).String(), l.String()}
	if h < pathRows+2 {
		return lines[max(0, len(lines)-h):]
	}
	return append(lines, g.features(w, h-pathRows)...)
}
