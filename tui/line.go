package tui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
)

// line is a line of the screen being written, of a fixed width in cells. What
// does not fit is cut, with an ellipsis.
type line struct {
	pen   *pen
	width int
	used  int
	out   strings.Builder
}

func (p *pen) line(width int) *line { return &line{pen: p, width: width} }

// add writes text in an ink.
func (l *line) add(ink chart.Ink, text string) *line {
	text = l.pen.text(text)
	room := l.width - l.used
	if room <= 0 || text == "" {
		return l
	}
	w := ansi.StringWidth(text)
	if w > room {
		text = ansi.Truncate(text, room, l.pen.text("…"))
		w = ansi.StringWidth(text)
	}
	l.used += w
	l.out.WriteString(l.pen.style(ink).Render(text))
	return l
}

// fits tells whether text has room on the line.
func (l *line) fits(text string) bool {
	return ansi.StringWidth(l.pen.text(text)) <= l.width-l.used
}

// styled writes text that carries its own escape sequences.
func (l *line) styled(text string) *line {
	text = ansi.Truncate(text, max(0, l.width-l.used), "")
	l.used += ansi.StringWidth(text)
	l.out.WriteString(text)
	return l
}

// to pads with spaces up to a column.
func (l *line) to(column int) *line {
	if n := min(column, l.width) - l.used; n > 0 {
		l.out.WriteString(strings.Repeat(" ", n))
		l.used += n
	}
	return l
}

// right writes text so that it ends at a column.
func (l *line) right(ink chart.Ink, text string, column int) *line {
	return l.to(column-ansi.StringWidth(l.pen.text(text))).add(ink, text)
}

// String returns the line, padded to its width.
func (l *line) String() string { return l.to(l.width).out.String() }

// wrap breaks text into at most rows lines of a width, each padded; what is left
// over is cut with an ellipsis.
func (p *pen) wrap(ink chart.Ink, text string, width, rows int) []string {
	if rows <= 0 {
		return nil
	}
	parts := p.broken(text, width)
	if len(parts) > rows {
		parts[rows-1] += p.text(" …")
		if ansi.StringWidth(parts[rows-1]) > width {
			parts[rows-1] = ansi.Truncate(parts[rows-1], width, p.text("…"))
		}
		parts = parts[:rows]
	}
	out := make([]string, 0, rows)
	for _, part := range parts {
		out = append(out, p.line(width).add(ink, strings.TrimRight(part, " ")).String())
	}
	return out
}

// broken breaks text into lines of a width at its spaces, but not at those around a
// sign that belongs to both sides, nor at hyphens, which names of files have.
func (p *pen) broken(text string, width int) []string {
	const space, hyphen = "\u00a0", "\u2011" // at which no line is broken
	text = p.text(text)
	for _, sign := range []string{"=", "±", "+/-"} {
		text = strings.ReplaceAll(text, " "+sign+" ", space+sign+space)
	}
	text = ansi.Wordwrap(strings.ReplaceAll(text, "-", hyphen), max(1, width), "")
	text = strings.ReplaceAll(strings.ReplaceAll(text, hyphen, "-"), space, " ")
	return strings.Split(text, "\n")
}

// clauses returns text without those clauses at its end for which rows lines of a
// width have no room; all of it where there is none even for the first.
func (p *pen) clauses(text string, width, rows int) string {
	for short := text; rows > 0; {
		if len(p.broken(short, width)) <= rows {
			return short
		}
		end := max(strings.LastIndex(short, "; "), strings.LastIndex(short, ". "))
		if end < 0 {
			break
		}
		short = short[:end] + "."
	}
	return text
}

// longest writes the longest of some ways to say a thing that has room, one cell
// in.
func (p *pen) longest(width int, ways []string) string {
	for _, w := range ways {
		if l := p.line(width); l.fits(" " + w) {
			return l.add(chart.InkFaint, " "+w).String()
		}
	}
	return p.line(width).add(chart.InkFaint, " "+ways[len(ways)-1]).String()
}

// fill pads lines with blank ones, or cuts them, to a number of rows.
func (p *pen) fill(lines []string, width, rows int) []string {
	for len(lines) < rows {
		lines = append(lines, strings.Repeat(" ", width))
	}
	return lines[:rows]
}

// beside joins two blocks of lines of the same height, with a separator.
func beside(left, right []string, separator string) []string {
	out := make([]string, min(len(left), len(right)))
	for i := range out {
		out[i] = left[i] + separator + right[i]
	}
	return out
}
