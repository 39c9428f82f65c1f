package controls

import (
	"fmt"
	"image"
	"strings"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// Folded draws the controls as lines of a narrow screen, and below an explanation of the control with
// the focus or the value being typed. A short drawing has only the line with the focus, and a fault.
func (p *Panel) Folded(top int, short bool) []string {
	focusRow := 0
	var lines []string
	var own []page.Zone
	l := p.Styles.Line(p.Width)
	room := func(text string) {
		if l.At() > 0 && !l.Fits(text) {
			lines = append(lines, l.String())
			l = p.Styles.Line(p.Width)
		}
	}
	for i, c := range p.controls {
		if i == 0 && p.onDial() && p.Boxed() {
			line, zones := p.across(c)
			lines = append(lines, line)
			own = append(own, zones...)
			continue
		}
		value := c.Get(p.State)
		label := c.Label
		if p.onDial() && !p.Boxed() && c.Choices != nil { // the value says what it is
			label = ""
		}
		text := fmt.Sprintf(" %s %s ", label, value)
		if i == p.focus {
			text = fmt.Sprintf(" %s ‹%s› ", c.Label, value)
		}
		room(text)
		from := l.At()
		if i == p.focus {
			focusRow = len(lines)
			l.Add(chart.InkChip, text)
		} else {
			l.Add(chart.InkFaint, strings.TrimRight(" "+label, " ")+" ").Add(chart.InkText, value+" ")
		}
		own = append(own, p.controlZone(c, i == p.focus, image.Rect(from, len(lines), l.At(), len(lines)+1)))
		if i == p.settings-1 {
			room(" " + MoreKey + " " + p.more() + " ")
			from := l.At()
			l.Add(chart.InkSelected, " "+MoreKey).Add(chart.InkFaint, " "+p.more()+" ")
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
	if p.model.Typing() {
		return append(lines, p.typing()...)
	}
	if (short || p.onDial()) && p.fault == "" {
		return lines
	}
	return append(lines, p.about(top+len(lines))...)
}

// onDial reports whether the controls are those of the Dial. They have no explanation, since the
// page explains them.
func (p *Panel) onDial() bool { return p.Page == state.PageDial }

// across draws λ in a line of its own, with a slider between the two things that a step can learn
// from.
func (p *Panel) across(c state.Knob) (string, []page.Zone) {
	const (
		chip          = 10
		own, followed = " its own next estimate ", " what really followed "
	)
	l := p.Styles.Line(p.Width)
	text := fmt.Sprintf(" %s ‹ %s › ", c.Label, c.Get(p.State))
	if p.focus == 0 {
		l.Add(chart.InkChip, text)
	} else {
		l.Add(chart.InkFaint, " "+c.Label).Add(chart.InkText, "   "+c.Get(p.State))
	}
	zones := []page.Zone{p.controlZone(c, p.focus == 0, image.Rect(0, 0, l.At(), 1))}
	l.To(chip).Add(chart.InkEstimate, own)
	from := l.At()
	width := p.Width - from - chart.Width(p.Styles.Text(followed))
	p.slider(c, l, width)
	l.Add(chart.InkText, followed)
	return l.String(), append(zones, p.slideZone(c, image.Rect(from, 0, from+width, 1)))
}

// faultRows is the largest number of lines of a fault, so that the accepted values stay readable.
const faultRows = 3

// about explains the control with the focus in a row of the screen, beside a slider if that fits.
func (p *Panel) about(row int) []string {
	ink, text := p.explanation()
	if p.fault != "" {
		return p.Styles.Indented(ink, text, p.Width, faultRows)
	}
	text = p.Styles.Clauses(text, p.Width-2, 1)
	l := p.Styles.Line(p.Width)
	if c := p.focused(); c.Slides(p.State) && l.Fits(" "+text+strings.Repeat(" ", sliderWidth+2)) {
		from := p.Width - sliderWidth - 1
		p.zones = append(p.zones, p.slideZone(c, image.Rect(from, row, from+sliderWidth, row+1)))
		return []string{p.slider(c, l.Add(ink, " "+text).To(from), sliderWidth).String()}
	}
	return p.Styles.Indented(ink, text, p.Width, 1)
}

// typing draws the value being typed, with the accepted values beside or a fault below.
func (p *Panel) typing() []string {
	e := p.model.entry
	ink, text := p.explanation()
	l := p.Styles.Line(p.Width).Add(chart.InkCursor, " "+e.control.Label+" = ")
	typed := len([]rune(e.input.Value()))
	if p.fault == "" {
		room := p.Width - l.At() - typed - 4
		text = p.Styles.Clauses(p.Styles.Clauses(text, p.Width-2, 1), room, 1)
		if help := p.Width - chart.Width(p.Styles.Text(text)) - 1; p.Width-1-help <= room {
			return []string{l.Styled(e.view(help-l.At()-1)).To(help).Add(ink, text).String()}
		}
		return []string{l.Styled(e.view(p.Width - l.At() - 1)).String()}
	}
	l.Styled(e.view(min((p.Width-l.At())/3, typed+2))).Add(chart.InkText, " ")
	if l.Fits(text) {
		return []string{l.Add(ink, text).String()}
	}
	return append([]string{l.String()}, p.Styles.Indented(ink, text, p.Width, faultRows)...)
}
