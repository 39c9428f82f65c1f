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

// Panel draws the controls, by Column or by Strip.
type Panel struct {
	*page.Snapshot
	model    *Model
	controls []state.Knob
	settings int  // number of controls that are settings; the line for hidden settings follows
	hidden   bool // some settings are hidden
	focus    int  // index of the control with the focus
	zones    []page.Zone
}

// Panel returns a drawing of the controls.
func (x *Model) Panel(s *page.Snapshot) *Panel {
	p := &Panel{Snapshot: s, model: x}
	p.controls, p.settings, p.hidden = x.Shown(s)
	p.focus = indexOf(p.controls, x.Name)
	return p
}

// MoreKey shows or hides the rarely needed settings.
const MoreKey = "M"

// more returns the text beside MoreKey.
func (p *Panel) more() string {
	if p.hidden {
		return "more"
	}
	return "fewer"
}

// Zones returns the zones of the last drawing.
func (p *Panel) Zones() []page.Zone { return p.zones }

// focused returns the control with the focus.
func (p *Panel) focused() state.Knob { return p.controls[p.focus] }

// explanation returns a text on the control with the focus, or on the accepted values.
func (p *Panel) explanation() string {
	c := p.focused()
	if p.model.entry != nil {
		return c.Help
	}
	return c.Label + ": " + c.About(p.State)
}

// footRows is the number of rows for an explanation at the foot of the panel. Groups stand apart only
// above these rows, so that the controls keep their places as the focus moves.
const footRows = 4

// ColumnWidth returns the width of the panel beside the charts on a screen of a width.
func ColumnWidth(screen int) int {
	if screen >= 200 {
		return 28
	}
	return 26
}

// Column draws the controls in a panel beside the charts, from a row top of the screen on, with an
// explanation of the control with the focus at the foot. If the rows do not suffice, it keeps the
// controls around the focus.
func (p *Panel) Column(top, rows int) []string {
	outer := ColumnWidth(p.Width)
	const border = 1
	width := outer - 2*border
	inner := rows - 2*border
	lines, own, focus := p.list(width, true)
	if len(lines) > inner-footRows {
		lines, own, focus = p.list(width, false)
	}
	const below = 3 // for the explanation
	room := max(below-1, inner-len(lines)-1)
	foot := append([]string{p.Styles.Line(width).String()}, p.Styles.Indented(chart.InkFaint, p.explanation(), width, room)...)
	corner := image.Pt(border, top+border)
	shown := inner - len(foot)
	first := max(0, min(focus-shown/2, len(lines)-shown))
	lines = lines[first:min(len(lines), first+shown)]
	for _, z := range own {
		z.Rectangle = z.Sub(image.Pt(0, first)).Intersect(image.Rect(0, 0, width, shown)).Add(corner)
		p.zones = append(p.zones, z)
	}
	lines = append(p.Styles.Fill(lines, width, shown), foot...)
	return p.Styles.Panel("Controls", lines, outer, rows, true)
}

// list draws the controls in groups, apart or not, with their zones. It returns the row of the
// focus as well.
func (p *Panel) list(width int, apart bool) (lines []string, zones []page.Zone, focus int) {
	group := ""
	row := func() image.Rectangle { return image.Rect(0, len(lines), width, len(lines)+1) }
	for i, c := range p.controls {
		if c.Group != group {
			if group != "" && apart {
				lines = append(lines, p.Styles.Line(width).String())
			}
			group = c.Group
			lines = append(lines, p.Styles.Line(width).Add(chart.InkFaint, " "+group).String())
		}
		if i == p.focus {
			focus = len(lines)
		}
		zones = append(zones, p.controlZone(c, i == p.focus, row()))
		lines = append(lines, p.controlLine(c, i == p.focus, width))
		if i == p.settings-1 {
			if apart {
				lines = append(lines, p.Styles.Line(width).String())
			}
			zones = append(zones, p.moreZone(row()))
			lines = append(lines, p.Styles.Line(width).Add(chart.InkSelected, "   "+MoreKey).Add(chart.InkFaint, " "+p.more()).String())
		}
	}
	return lines, zones, focus
}

// controlLine draws a row with the label on the left and the value on the right. A long value of a
// domain or of features needs no label.
func (p *Panel) controlLine(c state.Knob, focused bool, width int) string {
	l := p.Styles.Line(width)
	value := c.Get(p.State)
	label := c.Label + " "
	if picked(c) && ansi.StringWidth(p.Styles.Text(" ▸ "+label+value)) > width {
		label = ""
	}
	if !focused {
		l.Add(chart.InkText, "   "+label)
		const margin = 3
		room := width - l.At()
		value = shortened(value, room, p.Styles.Text("…"))
		return l.Right(chart.InkText, value+strings.Repeat(" ", min(margin, room-ansi.StringWidth(value))), width).String()
	}
	l.Add(chart.InkChip, " ▸ "+label)
	if e := p.model.entry; e != nil {
		return l.Add(chart.InkText, " ").Styled(e.view(width - l.At() - 1)).String()
	}
	before, after := " ‹ ", " › "
	if room := width - l.At(); ansi.StringWidth(p.Styles.Text(before+value+after)) > room {
		before, after = "‹", "›"
		value = shortened(value, room-ansi.StringWidth(p.Styles.Text(before+after)), p.Styles.Text("…"))
	}
	text := before + value + after
	l.Add(chart.InkChip, strings.Repeat(" ", max(0, l.Room()-ansi.StringWidth(p.Styles.Text(text)))))
	return l.Add(chart.InkChip, text).String()
}

// shortened cuts a text in the middle to a width, because the end may say as much as the start.
func shortened(text string, width int, ellipsis string) string {
	if over := ansi.StringWidth(text) - width; over > 0 {
		keep := max(0, width-ansi.StringWidth(ellipsis))
		tail := keep / 2
		return ansi.Truncate(text, keep-tail, "") + ellipsis + ansi.TruncateLeft(text, ansi.StringWidth(text)-tail, "")
	}
	return text
}

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
		chip     = 10
		own      = " its own next estimate "
		followed = " what really followed "
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

// controlZone lets the mouse choose and turn a control. A click on an arrow beside the value turns,
// and a click on the value types.
func (p *Panel) controlZone(c state.Knob, focused bool, r image.Rectangle) page.Zone {
	x := p.model
	return page.Zone{
		Rectangle: r,
		Wheel: func(s *page.Snapshot, by int) page.Action {
			if x.Name != c.Name {
				x.FocusOn(c.Name)
			}
			return x.Turn(s, by)
		},
		Press: func(s *page.Snapshot, at image.Point) page.Action {
			if !focused {
				x.FocusOn(c.Name)
				return page.Action{}
			}
			value := ansi.StringWidth(s.Styles.Text(" ‹ " + c.Get(s.State) + " › "))
			switch left := r.Max.X - min(value, r.Dx()); {
			case at.X >= r.Max.X-arrowWidth:
				x.FocusOn(c.Name)
				return x.Turn(s, +1)
			case at.X >= left && at.X < left+arrowWidth:
				x.FocusOn(c.Name)
				return x.Turn(s, -1)
			case at.X >= left:
				return page.Press("enter")
			}
			return page.Action{}
		},
	}
}

// moreZone lets a click show or hide the rarely needed settings.
func (p *Panel) moreZone(r image.Rectangle) page.Zone {
	return page.Zone{Rectangle: r, Press: func(s *page.Snapshot, _ image.Point) page.Action {
		return p.model.ToggleMore(s)
	}}
}

// arrowWidth is the width of an arrow beside a value, in cells.
const arrowWidth = 3
