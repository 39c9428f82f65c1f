package controls

import (
	"fmt"
	"image"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// StripRows returns the number of lines of Strip.
func StripRows(s state.State, boxed bool) int {
	if s.Page == state.PageDial && !s.Settings.Recorded() && boxed {
		return 2
	}
	return 1
}

// Strip draws the controls in a line of the screen, from a row top on. On a wide Dial, λ has a line of
// its own above.
func (p *Panel) Strip(top int) (lines []string) {
	all := p.controls
	if StripRows(p.State, p.Boxed()) > 1 {
		lines = []string{p.across(all[0], top)}
		all = all[1:]
	}
	if p.model.entry != nil {
		return append(lines, p.typing())
	}
	return append(lines, p.line(all, top+len(lines)))
}

// line draws controls side by side. If not all fit, the control with the focus is the last, or the
// first ones end in "…".
func (p *Panel) line(all []state.Knob, row int) string {
	const ellipsis = " …"
	texts := make([]string, len(all))
	focus := 0
	for i, c := range all {
		texts[i] = p.stripText(c)
		if c.Name == p.focused().Name {
			focus = i
		}
	}
	first := 0
	for first < focus && ansi.StringWidth(p.Styles.Text(strings.Join(texts[first:focus+1], "")))+2*len(ellipsis) > p.Width {
		first++
	}
	l := p.Styles.Line(p.Width)
	if first > 0 {
		l.Add(chart.InkFaint, ellipsis)
	}
	for i, c := range all[first:] {
		text := texts[first+i]
		if i > 0 && !l.Fits(text) {
			return l.First(chart.InkFaint, ellipsis).String()
		}
		from := l.At()
		focused := c.Name == p.focused().Name
		if focused {
			l.Add(chart.InkChip, text)
		} else {
			l.Add(chart.InkFaint, strings.TrimSuffix(text, c.Get(p.State)+" ")).Add(chart.InkText, c.Get(p.State)+" ")
		}
		p.zones = append(p.zones, p.controlZone(c, focused, image.Rect(from, row, l.At(), row+1)))
	}
	if text := " " + MoreKey + " " + p.more() + " "; p.settings > 0 && l.Fits(text) {
		from := l.At()
		l.Add(chart.InkSelected, " "+MoreKey).Add(chart.InkFaint, " "+p.more())
		p.zones = append(p.zones, p.moreZone(image.Rect(from, row, l.At(), row+1)))
	}
	return l.String()
}

// stripText returns a control with its value. Domain and features need no name without the focus.
func (p *Panel) stripText(c state.Knob) string {
	switch {
	case c.Name == p.focused().Name:
		return fmt.Sprintf(" %s ‹%s› ", c.Label, c.Get(p.State))
	case c.Choices != nil && !c.Rest && !p.Boxed():
		return fmt.Sprintf(" %s ", c.Get(p.State))
	}
	return fmt.Sprintf(" %s %s ", c.Label, c.Get(p.State))
}

// across draws λ with a slider between the two things that a step can learn from.
func (p *Panel) across(c state.Knob, row int) string {
	const (
		chip          = 10
		own, followed = " its own next estimate ", " what really followed "
	)
	l := p.Styles.Line(p.Width)
	if p.focus == 0 {
		l.Add(chart.InkChip, fmt.Sprintf(" %s ‹ %s › ", c.Label, c.Get(p.State)))
	} else {
		l.Add(chart.InkFaint, " "+c.Label).Add(chart.InkText, "   "+c.Get(p.State))
	}
	p.zones = append(p.zones, p.controlZone(c, p.focus == 0, image.Rect(0, row, l.At(), row+1)))
	l.To(chip).Add(chart.InkEstimate, own)
	from := l.At()
	width := p.Width - from - ansi.StringWidth(p.Styles.Text(followed))
	p.slider(c, l, width)
	p.zones = append(p.zones, p.slideZone(c, image.Rect(from, row, from+width, row+1)))
	return l.Add(chart.InkText, followed).String()
}

// slider draws the place of a value between its ends.
func (p *Panel) slider(c state.Knob, l *screen.Line, width int) {
	track := width - 2
	at := c.Cell(p.State, track)
	l.Add(chart.InkFaint, "├"+strings.Repeat("─", at))
	l.Add(chart.InkCursor, "●")
	l.Add(chart.InkFaint, strings.Repeat("─", track-1-at)+"┤")
}

// slideZone lets the mouse move a slider.
func (p *Panel) slideZone(c state.Knob, r image.Rectangle) page.Zone {
	put := func(s *page.Snapshot, at image.Point) page.Action {
		return set(s, c, c.Stop(s.State, at.X-r.Min.X-1, r.Dx()-2), c.Name)
	}
	return page.Zone{Rectangle: r, Press: put, Drag: put, Wheel: p.model.Turn}
}

// typing draws the value being typed, with the accepted values beside it.
func (p *Panel) typing() string {
	e := p.model.entry
	l := p.Styles.Line(p.Width).Add(chart.InkCursor, " "+e.control.Label+" = ")
	room := l.Room() - len([]rune(e.input.Value())) - 4
	text := p.Styles.Clauses(e.control.Help, room, 1)
	if width := ansi.StringWidth(p.Styles.Text(text)); width <= room {
		help := p.Width - width - 1
		return l.Styled(e.view(help-l.At()-1)).To(help).Add(chart.InkFaint, text).String()
	}
	return l.Styled(e.view(l.Room() - 1)).String()
}
