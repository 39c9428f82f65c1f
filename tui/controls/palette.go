package controls

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
)

// palette is the list of settings, pages, problems and commands. A typed text filters the list, or
// is a command itself.
type palette struct {
	*Config
	commands []page.Binding
	input    field
	chosen   int // row, or none
	first    int // row at the top
	visible  int // number of rows in the last drawing
	steps    int // from the present value to the value of the chosen row

	kept page.Memo[choices, content]
}

// newPalette opens a list with a typed text.
func newPalette(c *Config, commands []page.Binding, s *screen.Styles, text string) *palette {
	p := &palette{Config: c, commands: commands, input: newField(s, text), visible: 1}
	p.restart()
	return p
}

// Open opens the palette.
func (x *Model) Open(s *page.Snapshot) page.Action { return x.open(s, "") }

// open opens the palette with a typed text.
func (x *Model) open(s *page.Snapshot, text string) page.Action {
	x.palette = newPalette(&x.Config, x.Commands(s.Page), s.Styles, text)
	return page.Action{}
}

// Listing reports whether the palette is open.
func (x *Model) Listing() bool { return x.palette != nil }

// ScrollList chooses another row of the open palette.
func (x *Model) ScrollList(by int) page.Action { return x.palette.move(by) }

// none is the chosen row while nothing is typed, so that ⏎ changes nothing unseen.
const none = -1

// restart chooses the first row, or the present value among the values of a setting.
func (p *palette) restart() {
	p.steps = 1
	p.first = 0
	p.chosen = 0
	if p.input.Value() == "" {
		p.chosen = none
	}
	if strings.HasSuffix(p.input.Value(), " ") {
		p.chosen = max(0, slices.IndexFunc(p.rows(), row.present))
	}
}

// press handles a key, and previews the chosen row. It reports whether the palette closes.
func (p *palette) press(msg tea.KeyPressMsg) (a page.Action, closes bool) {
	before := p.input.Value()
	switch k := msg.String(); {
	case k == "enter" && p.chosen != none:
		if r := p.row(); r.line != "" || r.key != "" {
			return p.enter(r)
		}
		p.complete()
	case k == "enter", k == "esc", k == "backspace" && before == "":
		return page.Action{Preview: p.unchanged()}, true
	case k == "up", k == "shift+tab":
		p.move(-1)
	case k == "down":
		p.move(+1)
	case k == "pgup":
		p.move(1 - p.visible)
	case k == "pgdown":
		p.move(p.visible - 1)
	case k == "tab":
		p.complete()
	case (k == "left" || k == "right") && p.row().turns:
		p.turn(k == "right")
	case shell.Plain(msg.Text):
		p.input.press(msg)
	}
	if p.input.Value() != before {
		p.restart()
	}
	return p.preview(), false
}

// paste inserts text from the clipboard; see visible.
func (p *palette) paste(text string) page.Action {
	p.input.paste(text)
	p.restart()
	return p.preview()
}

// move chooses another row.
func (p *palette) move(by int) page.Action { return p.choose(p.chosen + by) }

// choose chooses a row, or the nearest one.
func (p *palette) choose(row int) page.Action {
	p.steps = 1
	p.chosen = max(0, min(len(p.rows())-1, row))
	return p.preview()
}

// enter does a row. After an error the list stays open.
func (p *palette) enter(r row) (a page.Action, closes bool) {
	if r.key != "" {
		a = page.Press(r.key)
	} else if !r.present() {
		a = p.command(r.line)
	}
	a.Preview = p.unchanged()
	return a, a.Fault == ""
}

// command is the action of a typed line.
func (p *palette) command(line string) (a page.Action) {
	now, look := p.Chosen()
	next, is, err := look.With(line)
	switch question, asks := strings.CutPrefix(strings.TrimLeft(line, " "), ask); {
	case is:
		a.Preferences = &next // takes effect at once, because a projector may need another theme
	case asks:
		err = p.Ask(question)
	default:
		var s state.State
		if s, err = now.Command(line, p.Problems...); err == nil {
			s, err = p.Check(now, s)
		}
		a.State = &s
	}
	if err != nil {
		return page.Action{Fault: err.Error()}
	}
	return a
}

// preview shows the charts, or the theme, as the chosen row would have them.
func (p *palette) preview() page.Action {
	out := p.unchanged()
	r := p.row()
	if r.present() {
		return page.Action{Preview: out}
	}
	line := r.line
	if next, ok, err := out.Preferences.With(line); ok && err == nil {
		out.Preferences = next
	}
	if next, err := out.State.Command(line, p.Problems...); err == nil && p.shows(out.State, next) {
		out.State = next
	}
	return page.Action{Preview: out}
}

// shows reports whether another state is shown before it is chosen. Trials and figures take too
// long.
func (p *palette) shows(now, next state.State) bool {
	if next.Page != now.Page || next.Trials != now.Trials || now.Page == state.PageTrials || now.Page == state.PageFigures {
		return false
	}
	_, err := p.Check(now, next)
	return err == nil
}

// unchanged is the end of a preview.
func (p *palette) unchanged() *page.Preview {
	now, look := p.Chosen()
	return &page.Preview{State: now, Preferences: look}
}

// turn goes to the next value of the chosen row, but not to the present value.
func (p *palette) turn(up bool) {
	by := -1
	if up {
		by = +1
	}
	if p.steps += by; p.steps == 0 {
		p.steps = by
	}
}

// complete types the chosen row: the name of a setting, and then the value.
func (p *palette) complete() {
	r := p.row()
	if r.name == "" {
		return
	}
	text := r.name
	if r.turns || r.line == "" && r.key == "" {
		text += " "
	}
	if text == p.input.Value() && r.line != "" {
		text = r.line
	}
	p.input.SetValue(text)
	p.input.CursorEnd()
}

// row returns the chosen row, which is empty if none is chosen.
func (p *palette) row() row {
	if p.chosen == none {
		return row{}
	}
	all := p.rows()
	return all[min(p.chosen, len(all)-1)]
}

// describe describes the chosen row, for a screen reader.
func (p *palette) describe() string {
	r := p.row()
	text := r.name
	if r.next != "" {
		text += ", now " + r.now + ", would be " + r.next
	}
	return text + ". " + r.says
}
