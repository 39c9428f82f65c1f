package screen

import (
	"fmt"
	"image"
	"math"
	"strings"
	"time"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
)

// Wrap breaks text into at most rows lines, padded to a width. An ellipsis stands for further words.
func (p *Styles) Wrap(ink chart.Ink, text string, width, rows int) (out []string) {
	if rows <= 0 {
		return nil
	}
	parts := p.Break(text, width)
	if len(parts) > rows {
		parts[rows-1] = cutAtWord(parts[rows-1], width, p.Text(" …"))
		parts = parts[:rows]
	}
	for _, part := range parts {
		out = append(out, p.Line(width).Add(ink, strings.TrimRight(part, " ")).String())
	}
	return out
}

// cutAtWord cuts a line at a word, or inside the first word, so that an ellipsis has room, and appends the
// ellipsis.
func cutAtWord(line string, width int, ellipsis string) string {
	for short := line; ; {
		if ansi.StringWidth(short+ellipsis) <= width {
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
// are longer than a line. Lines do not end at a hyphen, because names of files have hyphens, nor at a
// space beside a sign that belongs to both sides.
func Break(text string, width int) []string {
	wrap := ansi.Wrap
	if strings.Contains(text, "\x1b") { // carry styles to the next line, which takes twice the time
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

// Clauses drops clauses from the end of a text until it fits into rows lines of a width. If the first clause
// does not fit, Clauses returns the text.
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

// Fitting returns the first text that fits the width, or else the last.
func (p *Styles) Fitting(width int, ways ...string) string {
	for _, w := range ways {
		if ansi.StringWidth(p.Text(w)) <= width {
			return w
		}
	}
	return ways[len(ways)-1]
}

// Longest returns the line of the text of Fitting, indented by a cell.
func (p *Styles) Longest(width int, ways []string) string {
	return p.Line(width).Add(chart.InkFaint, " "+p.Fitting(width-1, ways...)).String()
}

// Note is Indented for an area.
func (p *Styles) Note(ink chart.Ink, text string, area image.Rectangle) []string {
	return p.Indented(ink, text, area.Dx(), area.Dy())
}

// Widest returns the width of the widest line.
func Widest(lines []string) (width int) {
	for _, l := range lines {
		width = max(width, ansi.StringWidth(l))
	}
	return width
}

// WrapAll is Wrap without a limit of rows.
func (p *Styles) WrapAll(ink chart.Ink, text string, width int) []string {
	return p.Wrap(ink, text, width, math.MaxInt)
}

// Indented is Wrap with the lines indented by a cell.
func (p *Styles) Indented(ink chart.Ink, text string, width, rows int) (lines []string) {
	for _, l := range p.Wrap(ink, text, width-2, rows) {
		lines = append(lines, p.Line(width).Add(chart.InkText, " ").Styled(l).String())
	}
	return lines
}

// Item returns the line with a text beside it, wrapped in a column.
func (l *Line) Item(column int, ink chart.Ink, text string) (lines []string) {
	for _, part := range l.styles.WrapAll(ink, text, max(1, l.width-column)) {
		lines = append(lines, l.To(column).Styled(part).String())
		l = l.styles.Line(l.width)
	}
	return lines
}

// EstimateLeft writes the time left for work with a share done; "" until an estimate is possible.
func EstimateLeft(elapsed time.Duration, share float64) string {
	const little = .02
	if share < little {
		return ""
	}
	return TimeLeft(time.Duration(float64(elapsed) * (1 - share) / share))
}

// TimeLeft writes a time as roughly as an estimate deserves.
func TimeLeft(d time.Duration) string {
	switch s := d.Seconds(); {
	case s < 100:
		return fmt.Sprintf("%.0f s left", max(1, s))
	case s < 6000:
		return fmt.Sprintf("%.0f min left", s/60)
	default:
		return fmt.Sprintf("%.0f h left", s/3600)
	}
}
