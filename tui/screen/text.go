package screen

import (
	"image"
	"math"
	"strings"

	"charm.land/lipgloss/v2"
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
	var out []string
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

// Break is the function Break for a text in the characters that the terminal has.
func (p *Styles) Break(text string, width int) []string { return Break(p.Text(text), width) }

// Break breaks text, which may have styles, into lines of a width: at its spaces, and inside words that
// are longer than a line. No line ends at a hyphen, as names of files have them, nor at a space beside a
// sign that belongs to both sides.
func Break(text string, width int) []string {
	wrap := ansi.Wrap
	if strings.Contains(text, "\x1b") { // the styles of a line go on in the next, which takes twice the time
		wrap = lipgloss.Wrap
	}
	return strings.Split(broken.Replace(wrap(unbroken.Replace(text), max(1, width), "")), "\n")
}

const (
	noBreakSpace  = "\u00a0"
	noBreakHyphen = "\u2011"
)

var (
	unbroken = strings.NewReplacer(
		" = ", noBreakSpace+"="+noBreakSpace, " ± ", noBreakSpace+"±"+noBreakSpace, " +/- ", noBreakSpace+"+/"+noBreakHyphen+noBreakSpace,
		" %", noBreakSpace+"%", "-", noBreakHyphen)
	broken = strings.NewReplacer(noBreakSpace, " ", noBreakHyphen, "-")
)

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

// Note is Indented for an area.
func (p *Styles) Note(ink chart.Ink, text string, area image.Rectangle) []string {
	return p.Indented(ink, text, area.Dx(), area.Dy())
}

// Widest returns the width of the widest of some lines.
func Widest(lines []string) int {
	width := 0
	for _, l := range lines {
		width = max(width, chart.Width(l))
	}
	return width
}

// WrapAll is Wrap for as many rows as the text takes.
func (p *Styles) WrapAll(ink chart.Ink, text string, width int) []string {
	return p.Wrap(ink, text, width, math.MaxInt)
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
