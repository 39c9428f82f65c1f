package screen

import (
	"image"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
)

// Wrap breaks text into at most rows lines of a width, each padded; an ellipsis stands
// for the words that are left over.
func (p *Styles) Wrap(ink chart.Ink, text string, width, rows int) []string {
	if rows <= 0 {
		return nil
	}
	parts := p.Break(text, width)
	if len(parts) > rows {
		parts[rows-1] = cutAtWord(parts[rows-1], width, p.Text(" …"))
		parts = parts[:rows]
	}
	out := make([]string, 0, rows)
	for _, part := range parts {
		out = append(out, p.Line(width).Add(ink, strings.TrimRight(part, " ")).String())
	}
	return out
}

// cutAtWord returns as many words of a line as leave room for an ellipsis after them, and
// that; of a single word that is too long, a part.
func cutAtWord(line string, width int, ellipsis string) string {
	for short := line; ; {
		if chart.Width(short+ellipsis) <= width {
			return short + ellipsis
		}
		end := strings.LastIndex(strings.TrimRight(short, " "), " ")
		if end <= 0 {
			return ansi.Truncate(line, width, strings.TrimSpace(ellipsis))
		}
		short = strings.TrimRight(short[:end], " ")
	}
}

// Break breaks text into lines of a width at its spaces, but not at those around a
// sign that belongs to both sides, nor at hyphens, which names of files have.
func (p *Styles) Break(text string, width int) []string {
	const space, hyphen = "\u00a0", "\u2011" // at which no line is broken
	text = p.Text(text)
	for _, sign := range [...]struct{ loose, tight string }{
		{" = ", space + "=" + space}, {" ± ", space + "±" + space}, {" +/- ", space + "+/-" + space}, {" %", space + "%"},
	} {
		text = strings.ReplaceAll(text, sign.loose, sign.tight)
	}
	lines := strings.Split(ansi.Wordwrap(strings.ReplaceAll(text, "-", hyphen), max(1, width), ""), "\n")
	for i, l := range lines {
		lines[i] = strings.ReplaceAll(strings.ReplaceAll(l, hyphen, "-"), space, " ")
	}
	return lines
}

// Clauses returns text without those clauses at its end for which rows lines of a
// width have no room; all of it where there is none even for the first.
func (p *Styles) Clauses(text string, width, rows int) string {
	for short := text; rows > 0; {
		if len(p.Break(short, width)) <= rows {
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

// Fitting returns the first of some ways to say a thing that has room, else the last.
func (p *Styles) Fitting(width int, ways ...string) string {
	for _, w := range ways {
		if chart.Width(p.Text(w)) <= width {
			return w
		}
	}
	return ways[len(ways)-1]
}

// Longest writes that of some ways to say a thing which Fitting returns, one cell in.
func (p *Styles) Longest(width int, ways []string) string {
	return p.Line(width).Add(chart.InkFaint, " "+p.Fitting(width-1, ways...)).String()
}

// Note wraps text over an area, one cell in.
func (p *Styles) Note(ink chart.Ink, text string, area image.Rectangle) []string {
	var lines []string
	for _, l := range p.Wrap(ink, text, area.Dx()-2, area.Dy()) {
		lines = append(lines, p.Line(area.Dx()).Add(chart.InkText, " ").Styled(l).String())
	}
	return lines
}

func Widest(lines []string) int {
	width := 0
	for _, l := range lines {
		width = max(width, chart.Width(l))
	}
	return width
}

// WrapHard breaks text at spaces, and inside what is longer than a line, so that
// nothing is lost. Commands are not broken at their hyphens.
func (p *Styles) WrapHard(ink chart.Ink, text string, width int) []string {
	width = max(1, width)
	var lines []string
	now := ""
	for _, word := range strings.Split(p.Text(text), " ") {
		if now != "" && chart.Width(now)+1+chart.Width(word) > width {
			lines = append(lines, now)
			now = ""
		}
		if now != "" {
			now += " "
		}
		now += word
		for chart.Width(now) > width {
			lines = append(lines, ansi.Truncate(now, width, ""))
			now = ansi.TruncateLeft(now, width, "")
		}
	}
	lines = append(lines, now)
	for i, l := range lines {
		lines[i] = p.Line(width).Add(ink, l).String()
	}
	return lines
}

// Sentence is indented for what can do without its last clauses.
func (p *Styles) Sentence(text string, width, rows int) []string {
	return p.Indented(chart.InkText, p.Clauses(text, width-2, rows), width, rows)
}

// Indented wraps text to at most rows lines of a width, one cell in.
func (p *Styles) Indented(ink chart.Ink, text string, width, rows int) []string {
	var lines []string
	for _, l := range p.Wrap(ink, text, width-2, rows) {
		lines = append(lines, p.Line(width).Add(chart.InkText, " ").Styled(l).String())
	}
	return lines
}
