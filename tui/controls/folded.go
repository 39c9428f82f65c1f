package controls

import (
	"fmt"
	"image"
	"strings"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
)

// Folded shows the controls in lines, for narrow screens, and below them an explanation of
// the focused one or the value being typed. If short, the line of the focused one shows
// alone, without an explanation unless something is wrong.
func (p *Panel) Folded(top int, short bool) []string {
	focus, focusRow := p.focus, 0
	var lines []string
	var own []page.Zone
	l := p.styles.Line(p.screenWidth)
	room := func(text string) {
		if l.At() > 0 && !l.Fits(text) {
			lines = append(lines, l.String())
			l = p.styles.Line(p.screenWidth)
		}
	}
	for i, c := range p.controls {
		value := c.Get(p.state)
		text := fmt.Sprintf(" %s %s ", c.Label, value)
		if i == focus {
			text = fmt.Sprintf(" %s ‹%s› ", c.Label, value)
		}
		room(text)
		from := l.At()
		if i == focus {
			focusRow = len(lines)
			l.Add(chart.InkCursor, text)
		} else {
			l.Add(chart.InkFaint, " "+c.Label+" ").Add(chart.InkText, value+" ")
		}
		own = append(own, p.controlZone(c, i == focus, image.Rect(from, len(lines), l.At(), len(lines)+1)))
		if p.more.Any && i == p.more.After-1 {
			room(" " + MoreKey + " " + p.more.text() + " ")
			from := l.At()
			l.Add(chart.InkSelected, " "+MoreKey).Add(chart.InkFaint, " "+p.more.text()+" ")
			own = append(own, p.moreZone(image.Rect(from, len(lines), l.At(), len(lines)+1)))
		}
	}
	lines = append(lines, l.String())
	first := 0
	if short {
		first = focusRow
		lines = lines[first : first+1]
	}
	for _, z := range own {
		if z.Min.Y >= first && z.Min.Y < first+len(lines) {
			z.Rectangle = z.Add(image.Pt(0, top-first))
			p.zones = append(p.zones, z)
		}
	}
	if p.entry != nil {
		return append(lines, p.typing()...)
	}
	if short && p.fault == "" {
		return lines
	}
	return append(lines, p.about(top+len(lines))...)
}

// faultRows is how many lines a fault may take: what is accepted must be read in
// full.
const faultRows = 3

// about says below folded controls, from a row of the screen on, what the focused one
// is about, with its slider where there is room.
func (p *Panel) about(row int) []string {
	ink, text := p.explanation()
	if p.fault != "" {
		return p.styles.Indented(ink, text, p.screenWidth, faultRows)
	}
	text = p.styles.Clauses(text, p.screenWidth-2, 1)
	l := p.styles.Line(p.screenWidth)
	if c := p.controls[p.focus]; c.Slides(p.state) && l.Fits(" "+text+strings.Repeat(" ", sliderWidth+2)) {
		from := p.screenWidth - sliderWidth - 1
		p.zones = append(p.zones, p.slideZone(c, image.Rect(from, row, from+sliderWidth, row+1)))
		return []string{p.slider(c, l.Add(ink, " "+text).To(from)).String()}
	}
	return p.styles.Indented(ink, text, p.screenWidth, 1)
}

// typing shows the value being typed, and behind it what is accepted, or below it
// what is wrong with it.
func (p *Panel) typing() []string {
	ink, text := p.explanation()
	l := p.styles.Line(p.screenWidth).Add(chart.InkCursor, " "+p.entry.Control.Label+" = ")
	typed := len([]rune(p.entry.Value()))
	if p.fault == "" {
		room := p.screenWidth - l.At() - typed - 4
		text = p.styles.Clauses(p.styles.Clauses(text, p.screenWidth-2, 1), room, 1)
		if help := p.screenWidth - chart.Width(p.styles.Text(text)) - 1; p.screenWidth-1-help <= room {
			return []string{l.Styled(p.entry.view(help-l.At()-1)).To(help).Add(ink, text).String()}
		}
		return []string{l.Styled(p.entry.view(p.screenWidth - l.At() - 1)).String()}
	}
	l.Styled(p.entry.view(min((p.screenWidth-l.At())/3, typed+2))).Add(chart.InkText, " ")
	if l.Fits(text) {
		return []string{l.Add(ink, text).String()}
	}
	return append([]string{l.String()}, p.styles.Indented(ink, text, p.screenWidth, faultRows)...)
}
