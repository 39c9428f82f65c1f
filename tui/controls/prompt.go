package controls

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
)

// Prompt is a command being typed in the row of the footer; see state.State.Command.
type Prompt struct{ input field }

// promptHelp names the commands that a prompt accepts.
const promptHelp = "a setting and its value, as in n 200, or what y copied; tab completes"

// NewPrompt opens a line with a text. It completes commands for a state.
func NewPrompt(s *screen.Styles, now state.State, text string) *Prompt {
	return &Prompt{newField(s, text, append(now.Completions(), state.PreferenceLines()...)...)}
}

// Value returns the typed text.
func (p *Prompt) Value() string { return p.input.Value() }

// Press handles a key. It reports whether the key enters the command or leaves the line.
func (p *Prompt) Press(msg tea.KeyPressMsg) (entered, left bool) {
	switch k := msg.String(); {
	case k == "enter":
		return true, false
	case k == "esc", k == "backspace" && p.Value() == "":
		return false, true
	case shell.Plain(msg.Text):
		p.input.press(msg)
	}
	return false, false
}

// Paste inserts text from the clipboard; see Visible.
func (p *Prompt) Paste(text string) { p.input.paste(text) }

// Line draws the prompt in a line.
func (p *Prompt) Line(s *screen.Styles, width int) string {
	l := s.Line(width).Add(chart.InkCursor, " : ")
	room := width - l.At() - 1
	typed := len([]rune(p.input.Value())) + 20 // with a completion
	help := s.Clauses(promptHelp, room-typed-2, 1)
	p.input.SetWidth(max(1, min(typed, room)))
	l.Styled(p.input.View())
	if help != "" && l.Fits(" "+help+" ") {
		l.Right(chart.InkFaint, help+" ", width)
	}
	return l.String()
}
