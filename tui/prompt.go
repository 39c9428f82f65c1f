package tui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/tui/chart"
	"lambdascope/tui/panel"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
)

// prompt is a line that commands are typed into; see state.State.Command.
type prompt struct{ input textinput.Model }

// promptHelp says what a prompt takes.
const promptHelp = "a setting and its value, as in n 200, or a command that y copied; tab completes"

// openPrompt opens the line for a command, with a text in it.
func (m *model) openPrompt(text string) {
	m.history.Settle()
	input := panel.NewInput(m.styles)
	input.ShowSuggestions = true
	input.SetSuggestions(m.completions())
	input.SetValue(text)
	input.CursorEnd()
	m.fault = ""
	m.prompt = &prompt{input}
}

// completions returns the beginnings of commands that mean something now.
func (m *model) completions() []string {
	var out []string
	add := func(name string, values []string) {
		out = append(out, name+" ")
		for _, v := range values {
			out = append(out, name+" "+v)
		}
	}
	for _, f := range analysis.Fields() {
		switch {
		case !f.Applies(m.Settings):
		case f.Choices != nil:
			add(f.Name, f.Choices(m.Settings))
		default:
			add(f.Name, nil)
		}
	}
	for _, o := range state.Options() {
		add(o.Name, o.Names)
	}
	return out
}

// pressPrompt handles a key while a command is typed: no key means anything else.
func (m *model) pressPrompt(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, m.common.Cancel), msg.String() == "backspace" && m.prompt.input.Value() == "":
		m.prompt, m.fault = nil, ""
		return nil
	case key.Matches(msg, m.common.Accept):
		return m.command(m.prompt.input.Value())
	case !shell.Plain(msg.Text):
		return nil
	}
	m.fault = ""
	m.prompt.input, _ = m.prompt.input.Update(msg)
	return nil
}

// command does what a line says, or says what is wrong with it.
func (m *model) command(line string) tea.Cmd {
	switch strings.TrimSpace(line) {
	case "q", "quit":
		return tea.Quit
	case "help", "?":
		m.prompt = nil
		m.openHelp()
		return nil
	}
	next, err := m.State.Command(line, m.worker.file)
	if err != nil {
		m.fault = err.Error()
		return nil
	}
	m.fault = ""
	cmd := m.propose(next, "")
	if m.fault == "" {
		m.prompt = nil
	}
	return cmd
}

// promptLine draws the line in place of the footer.
func (m *model) promptLine() string {
	l := m.styles.Line(m.width).Add(chart.InkCursor, " : ")
	room := m.width - l.At() - 1
	typed := len([]rune(m.prompt.input.Value())) + 20 // with a completion
	help := m.styles.Clauses(promptHelp, room-typed-2, 1)
	m.prompt.input.SetWidth(max(1, min(typed, room)))
	l.Styled(m.prompt.input.View())
	if help != "" && l.Fits(" "+help+" ") {
		l.Right(chart.InkFaint, help+" ", m.width)
	}
	return l.String()
}
