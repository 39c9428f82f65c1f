package markdown

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// line is a line that is drawn.
type line struct {
	text  string
	width int
}

// plain returns a line of text in one style.
func plain(style lipgloss.Style, text string, width int) line {
	return line{style.Render(text), width}
}

// pad returns the line after and before a number of spaces.
func (l line) pad(left, right int) line {
	return line{strings.Repeat(" ", left) + l.text + strings.Repeat(" ", right), left + l.width + right}
}

// after returns a line with another before it.
func (l line) after(first line) line {
	return line{first.text + l.text, first.width + l.width}
}

// flow returns spans as lines of a width, broken at spaces.
func (s Style) flow(spans []Span, base lipgloss.Style, width int) []line {
	return s.fill(s.words(spans), base, width)
}

// fill returns words as lines of a width.
func (s Style) fill(words []word, base lipgloss.Style, width int) []line {
	var lines []line
	var pending []word
	used := 0
	end := func() {
		if len(pending) > 0 {
			lines = append(lines, s.line(pending, base))
		}
		pending, used = nil, 0
	}
	for _, w := range words {
		for _, part := range w.cut(width) {
			if part.start || used > 0 && used+1+part.width > width {
				end()
			}
			if used > 0 {
				used++
			}
			used += part.width
			pending = append(pending, part)
		}
	}
	end()
	return lines
}

// line returns words as a line.
func (s Style) line(words []word, base lipgloss.Style) line {
	var joined word
	for i, w := range words {
		for k, r := range w.runs {
			if i > 0 && k == 0 {
				// A space between words of one look has that look: fewer runs.
				l := look(0)
				if joined.runs[len(joined.runs)-1].look == r.look {
					l = r.look
				}
				joined.add(" ", l)
			}
			joined.add(r.text, r.look)
		}
	}
	var out strings.Builder
	for _, r := range joined.runs {
		out.WriteString(s.style(base, r.look).Render(r.text))
	}
	return line{out.String(), joined.width}
}
