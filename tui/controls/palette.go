package controls

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/problem"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
)

// Palette is the list of settings, pages, problems and commands. A typed text filters the list, or
// is a command itself.
type Palette struct {
	PaletteConfig
	input   field
	chosen  int  // row
	first   int  // row at the top
	visible int  // number of rows in the last drawing
	steps   int  // from the present value to the value of the chosen row
	pressed bool // since the list has opened

	kept page.Memo[state.State, content]
}

// PaletteConfig is the content of a palette.
type PaletteConfig struct {
	Now         state.State // without the value of the chosen row
	Preferences state.Preferences
	Problems    []*problem.Problem // besides the shipped problems
	Commands    []page.Binding     // with a Command
}

// NewPalette opens a list with a typed text.
func NewPalette(s *screen.Styles, c PaletteConfig, text string) *Palette {
	p := &Palette{PaletteConfig: c, input: newField(s, text), visible: 1}
	p.restart()
	return p
}

// restart chooses the first row, or the present value among the values of a setting.
func (p *Palette) restart() {
	p.steps = 1
	p.first = 0
	p.chosen = 0
	if strings.HasSuffix(p.input.Value(), " ") {
		p.chosen = max(0, slices.IndexFunc(p.rows(), func(r row) bool { return r.now == r.next }))
	}
}

// Outcome is the effect of a key on a palette.
type Outcome int

// The outcomes.
const (
	Stays Outcome = iota
	Enters
	Leaves
)

// Press handles a key.
func (p *Palette) Press(msg tea.KeyPressMsg) Outcome {
	before := p.input.Value()
	p.pressed = true
	switch k := msg.String(); {
	case k == "enter":
		if r := p.row(); r.line != "" || r.key != "" {
			return Enters
		}
		p.complete()
	case k == "esc", k == "backspace" && before == "":
		return Leaves
	case k == "up", k == "shift+tab":
		p.Move(-1)
	case k == "down":
		p.Move(+1)
	case k == "pgup":
		p.Move(1 - p.visible)
	case k == "pgdown":
		p.Move(p.visible - 1)
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
	return Stays
}

// Paste inserts text from the clipboard; see Visible.
func (p *Palette) Paste(text string) {
	p.input.paste(text)
	p.restart()
}

// Move chooses another row.
func (p *Palette) Move(by int) {
	p.pressed = true
	p.steps = 1
	p.chosen = max(0, min(len(p.rows())-1, p.chosen+by))
}

// turn goes to the next value of the chosen row, but not to the present value.
func (p *Palette) turn(up bool) {
	by := -1
	if up {
		by = +1
	}
	if p.steps += by; p.steps == 0 {
		p.steps = by
	}
}

// complete types the chosen row: the name of a setting, and then the value.
func (p *Palette) complete() {
	r := p.row()
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

// row returns the chosen row.
func (p *Palette) row() row {
	all := p.rows()
	return all[min(p.chosen, len(all)-1)]
}

// Entered returns the command of the chosen row, or its key.
func (p *Palette) Entered() (line, key string) {
	r := p.row()
	return r.line, r.key
}

// Preview returns the command of the chosen row after a key, because a list that has just opened
// shows what is.
func (p *Palette) Preview() string {
	if !p.pressed {
		return ""
	}
	return p.row().line
}

// Says describes the chosen row, for a screen reader.
func (p *Palette) Says() string {
	r := p.row()
	text := r.name
	if r.next != "" {
		text += ", now " + r.now + ", would be " + r.next
	}
	return text + ". " + r.says
}

// PaletteHints returns the keys of a palette.
func PaletteHints() []page.Hint {
	return []page.Hint{
		{Key: "↑↓", Does: "choose", Press: "down"}, {Key: "⏎", Does: "do it", Press: "enter"},
		{Key: "tab", Does: "complete", Press: "tab"}, {Key: "←→", Does: "other value", Press: "right"},
		{Key: "esc", Does: "close", Press: "esc"},
	}
}
