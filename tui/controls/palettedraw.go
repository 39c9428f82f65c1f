package controls

import (
	"fmt"
	"image"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
)

// The rows of a palette besides the list: title, typed text and headings, and the border below.
const (
	paletteHead   = 3
	paletteBorder = 1
)

// paletteHelp says which commands can be typed.
const paletteHelp = "as in: n 200, or what y copied"

// DrawList draws the palette in an area, and returns a text on the chosen row for a screen reader. It
// scrolls to the chosen row. A click chooses a row, or does the chosen one, and reaches nothing below.
func (x *Model) DrawList(s *page.Snapshot, area image.Rectangle) (lines []string, zones []page.Zone, says string) {
	lines, zones = x.palette.draw(s.Styles, area, s.Boxed())
	below := page.Zone{Rectangle: area, Press: func(*page.Snapshot, image.Point) page.Action { return page.Action{} }}
	return lines, append([]page.Zone{below}, zones...), x.palette.describe()
}

func (p *palette) draw(s *screen.Styles, area image.Rectangle, boxed bool) (lines []string, zones []page.Zone) {
	width := area.Dx()
	height := area.Dy()
	left := area.Min.X
	if boxed {
		width -= 2
		height -= paletteBorder
		left++
	}
	rows := p.rows()
	p.visible = max(1, height-paletteHead)
	p.first = max(0, min(p.first, p.chosen), p.chosen-p.visible+1)
	columns := columnsOf(s, rows, width)
	lines = []string{p.title(s, rows, width), p.typedLine(s, width, columns), columns.heading(s, width)}
	letters := strings.TrimSpace(p.input.Value())
	for i := p.first; i < min(len(rows), p.first+p.visible); i++ {
		y := area.Min.Y + len(lines)
		zones = append(zones, page.Zone{Rectangle: image.Rect(left, y, left+width, y+1), Press: func(*page.Snapshot, image.Point) page.Action {
			if p.chosen == i {
				return page.Press("enter")
			}
			return p.choose(i)
		}})
		lines = append(lines, columns.row(s, rows[i], letters, i == p.chosen && rows[i].does(), width))
	}
	lines = s.Fill(lines, width, height)
	if boxed {
		lines = s.Box(lines, area.Dx())
	}
	return lines, zones
}

// title draws the upper border with the number of rows.
func (p *palette) title(s *screen.Styles, rows []row, width int) string {
	l := s.Line(width).Add(chart.InkRule, "─").Add(chart.InkSelected, " Command ")
	count := fmt.Sprintf(" %d of %d ", len(rows), len(p.content().rows))
	if strings.TrimSpace(p.input.Value()) == "" || len(rows) == 1 {
		count = ""
	}
	l.Add(chart.InkRule, strings.Repeat("─", max(0, l.Room()-ansi.StringWidth(count)-1)))
	return l.Add(chart.InkFaint, count).Add(chart.InkRule, "─").String()
}

// typedLine draws the typed text, and beside it the description of the chosen row if the row lacks
// the room.
func (p *palette) typedLine(s *screen.Styles, width int, c columns) string {
	l := s.Line(width).Add(chart.InkCursor, " : ")
	p.input.SetWidth(max(1, min(len([]rune(p.input.Value()))+1, l.Room()-1)))
	p.input.SetCursor(p.input.Position()) // scrolls for the width
	l.Styled(p.input.View())
	help := paletteHelp
	if says := p.row().says; ansi.StringWidth(s.Text(says)) > max(0, width-c.says-1) {
		help = firstThatFits(s, says, l.Room()-3)
	}
	if l.Fits("  " + help + " ") {
		l.Right(chart.InkFaint, help+" ", width)
	}
	return l.String()
}

// columns are the places of the columns of a list.
type columns struct{ now, next, says int }

// columnsOf divides a width among names and values as long as they are, and a few words.
func columnsOf(s *screen.Styles, rows []row, width int) columns {
	const sign = 3
	const gap = 2
	name := len("setting")
	now := len("now")
	next := len("would be")
	for _, r := range rows {
		name = max(name, ansi.StringWidth(s.Text(r.name)))
		now = max(now, ansi.StringWidth(s.Text(r.now)))
		next = max(next, ansi.StringWidth(s.Text(r.next)))
	}
	const longest = 14
	c := columns{now: sign + min(name, 2*width/5) + gap}
	c.next = c.now + min(now, longest) + gap
	c.says = c.next + 2 + min(next, longest) + gap
	return c
}

func (c columns) heading(s *screen.Styles, width int) string {
	l := s.Line(width).To(3).Add(chart.InkFaint, "setting").To(c.now).Add(chart.InkFaint, "now")
	return l.To(c.next+2).Add(chart.InkFaint, "would be").String()
}

// row draws a row, with the typed letters in its name.
func (c columns) row(s *screen.Styles, r row, letters string, chosen bool, width int) string {
	l := s.Line(width)
	sign := "   "
	name := chart.InkText
	next := chart.InkCursor
	says := chart.InkFaint
	if chosen {
		sign = " ▸ "
		name = chart.InkChip
		next = chart.InkChip
		says = chart.InkChip
	}
	pad := func(to int) { l.Add(name, strings.Repeat(" ", max(0, to-l.At()))) }
	cut := func(text string, to int) string { return shortened(s.Text(text), max(0, to-l.At()-2), s.Text("…")) }
	l.Add(name, sign)
	shown := cut(r.name, c.now)
	if at := place(shown, letters); at >= 0 && letters != "" && !chosen {
		end := min(len(shown), at+len(letters))
		l.Add(name, shown[:at]).Add(chart.InkCursor, shown[at:end]).Add(name, shown[end:])
	} else {
		l.Add(name, shown)
	}
	pad(c.now)
	l.Add(name, cut(r.now, c.next))
	pad(c.next)
	if r.next != "" {
		l.Add(says, "→ ").Add(next, cut(r.next, c.says))
	}
	pad(c.says)
	const least = 12 // cells in which a few words say something
	if text := firstThatFits(s, r.says, l.Room()-1); l.Room() > least && l.Fits(text) {
		l.Add(says, text)
	}
	pad(width)
	return l.String()
}

// firstThatFits drops parts from the end of a text until it fits a width. It keeps the first part.
func firstThatFits(s *screen.Styles, text string, width int) string {
	for ansi.StringWidth(s.Text(text)) > width {
		end := max(strings.LastIndex(text, "; "), strings.LastIndex(text, ", "), strings.LastIndex(text, ": "), strings.LastIndex(text, " ("))
		if end < 0 {
			break
		}
		text = text[:end]
	}
	return text
}
