package screen

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
)

// Line writes a line of the screen, of a fixed width in cells. It cuts longer text, with an ellipsis.
type Line struct {
	styles *Styles
	width  int
	used   int
	out    strings.Builder
}

func (p *Styles) Line(width int) *Line { return &Line{styles: p, width: width} }

// At returns the column of the next text.
func (l *Line) At() int { return l.used }

// Room returns the number of free cells.
func (l *Line) Room() int { return l.width - l.used }

// Glyphs returns the glyphs of the line.
func (l *Line) Glyphs() chart.Glyphs { return l.styles.glyphs }

// Add writes text in an ink.
func (l *Line) Add(ink chart.Ink, text string) *Line {
	text = l.styles.Text(text)
	room := l.width - l.used
	if room <= 0 || text == "" {
		return l
	}
	w := ansi.StringWidth(text)
	if w > room {
		text = ansi.Truncate(text, room, l.styles.Text("…"))
		w = ansi.StringWidth(text)
	}
	l.used += w
	e := l.styles.escapes[ink]
	l.grow()
	l.out.WriteString(e.on)
	l.out.WriteString(text)
	l.out.WriteString(e.off)
	return l
}

// grow allocates a whole line, as a rule, before the first text.
func (l *Line) grow() {
	if l.out.Len() == 0 {
		const styles = 64
		l.out.Grow(l.width + styles)
	}
}

// Fits reports whether text has room on the line.
func (l *Line) Fits(text string) bool {
	return ansi.StringWidth(l.styles.Text(text)) <= l.width-l.used
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

// Styled writes text with escape sequences.
func (l *Line) Styled(text string) *Line {
	room := max(0, l.width-l.used)
	w := ansi.StringWidth(text)
	if w > room {
		text = ansi.Truncate(text, room, "")
		w = ansi.StringWidth(text)
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
	return l.To(column-ansi.StringWidth(l.styles.Text(text))).Add(ink, text)
}

// String returns the line, padded to its width.
func (l *Line) String() string { return l.To(l.width).out.String() }
