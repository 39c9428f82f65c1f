package screen

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
)

// Line is a line of the screen being written, of a fixed width in cells. What
// does not fit is cut, with an ellipsis.
type Line struct {
	styles *Styles
	width  int
	used   int
	out    strings.Builder
}

func (p *Styles) Line(width int) *Line { return &Line{styles: p, width: width} }

// At is the column that what is written next begins at.
func (l *Line) At() int { return l.used }

// Room is how many cells are left.
func (l *Line) Room() int { return l.width - l.used }

// Glyphs are those that the line is written in.
func (l *Line) Glyphs() chart.Glyphs { return l.styles.glyphs }

// Add writes text in an ink.
func (l *Line) Add(ink chart.Ink, text string) *Line {
	text = l.styles.Text(text)
	room := l.width - l.used
	if room <= 0 || text == "" {
		return l
	}
	w := chart.Width(text)
	if w > room {
		text = ansi.Truncate(text, room, l.styles.Text("…"))
		w = chart.Width(text)
	}
	l.used += w
	e := l.styles.escapes[ink]
	l.grow()
	l.out.WriteString(e.on)
	l.out.WriteString(text)
	l.out.WriteString(e.off)
	return l
}

// grow makes room for a whole line, mostly, when the first of it is written.
func (l *Line) grow() {
	if l.out.Len() == 0 {
		const styles = 64
		l.out.Grow(l.width + styles)
	}
}

// Fits tells whether text has room on the line.
func (l *Line) Fits(text string) bool {
	return chart.Width(l.styles.Text(text)) <= l.width-l.used
}

// First writes the first of some texts that has room, or nothing.
func (l *Line) First(ink chart.Ink, texts ...string) *Line {
	for _, t := range texts {
		if l.Fits(t) {
			return l.Add(ink, t)
		}
	}
	return l
}

// Styled writes text that carries its own escape sequences.
func (l *Line) Styled(text string) *Line {
	room := max(0, l.width-l.used)
	w := chart.Width(text)
	if w > room {
		text = ansi.Truncate(text, room, "")
		w = chart.Width(text)
	}
	l.used += w
	l.grow()
	l.out.WriteString(text)
	return l
}

// To pads with spaces up to a column.
func (l *Line) To(column int) *Line {
	const spaces = "                                                                "
	for n := min(column, l.width) - l.used; n > 0; n = min(column, l.width) - l.used {
		n = min(n, len(spaces))
		l.grow()
		l.out.WriteString(spaces[:n])
		l.used += n
	}
	return l
}

// Right writes text so that it ends at a column.
func (l *Line) Right(ink chart.Ink, text string, column int) *Line {
	return l.To(column-chart.Width(l.styles.Text(text))).Add(ink, text)
}

// String returns the line, padded to its width.
func (l *Line) String() string { return l.To(l.width).out.String() }
