package tui

import (
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/controls"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// preview is the view before the value of a row of the palette took its place.
type preview struct {
	state.State
	welcome  string
	revealed bool
}

// openPalette opens the list of settings and commands with a typed text.
func (m *model) openPalette(text string) {
	var commands []page.Binding
	for _, b := range m.bindings[m.Page] {
		if b.Command != "" {
			commands = append(commands, b)
		}
	}
	m.palette = controls.NewPalette(m.styles, controls.PaletteConfig{
		Now: m.State, Preferences: m.config.Preferences, Problems: m.config.Problems, Commands: commands,
	}, text)
}

// closePalette closes the list, and takes the value of its row back.
func (m *model) closePalette() tea.Cmd {
	m.palette = nil
	return m.endPreview()
}

// pick lets the user choose a value from a list, or type one.
func (m *model) pick(s *page.Snapshot) {
	if c := m.controls.Focused(s); picked(c) {
		m.openPalette(c.Name + " ")
		return
	}
	m.controls.Type(s)
}

// picked reports whether a list describes the values of a control.
func picked(c state.Knob) bool { return c.Says != nil }

// pressPalette handles a key of the palette.
func (m *model) pressPalette(msg tea.KeyPressMsg) tea.Cmd {
	switch m.palette.Press(msg) {
	case controls.Leaves:
		return m.closePalette()
	case controls.Enters:
		return m.enterPalette()
	}
	return m.showPreview()
}

// enterPalette does the chosen row. After an error the list stays open.
func (m *model) enterPalette() tea.Cmd {
	cmd := m.endPreview()
	line, key := m.palette.Entered()
	if key != "" {
		m.palette = nil
		return tea.Batch(cmd, page.Press(key).Cmd)
	}
	cmd = tea.Batch(cmd, m.command(line))
	if m.fault == "" {
		m.palette = nil
	}
	return cmd
}

// command carries out a typed line.
func (m *model) command(line string) tea.Cmd {
	if next, ok, err := m.config.Preferences.With(line); ok {
		if err != nil {
			m.fault = err.Error()
			return nil
		}
		m.config.Preferences = next // takes effect at once, because a projector may need another theme
		m.repaint(next)
		if next.Theme == screen.ThemeAuto {
			return tea.RequestBackgroundColor
		}
		return nil
	}
	if text, is := strings.CutPrefix(strings.TrimLeft(line, " "), controls.Ask); is {
		if err := m.class.AskTyped(text); err != nil {
			m.fault = err.Error()
		}
		return nil
	}
	next, err := m.State.Command(line, m.config.Problems...)
	if err != nil {
		m.fault = err.Error()
		return nil
	}
	return m.Go(next, "")
}

// showPreview shows the charts, or the theme, as the chosen row of the palette, if open, would have
// them.
func (m *model) showPreview() tea.Cmd {
	if m.palette == nil {
		return nil
	}
	line := m.palette.Preview()
	look := m.config.Preferences
	if next, ok, err := look.With(line); ok && err == nil {
		look = next
	}
	m.repaint(look)
	now := m.committed()
	next, err := now.Command(line, m.config.Problems...)
	if err != nil || !m.previews(now, next) {
		next = now
	}
	if next == m.State {
		return nil
	}
	if m.preview == nil {
		m.preview = &preview{m.State, m.welcome, m.revealed}
	}
	if next == now {
		return m.endPreview()
	}
	return m.stage(next)
}

// previews reports whether another state is shown before it is chosen. Trials and figures take too
// long.
func (m *model) previews(now, next state.State) bool {
	if next.Page != now.Page || next.Trials != now.Trials || now.Page == state.PageTrials || now.Page == state.PageFigures {
		return false
	}
	s, err := m.Engine.Check(next.Settings)
	return err == nil && m.config.Limits.Check(s) == nil
}

// endPreview shows the view before the preview.
func (m *model) endPreview() tea.Cmd {
	m.repaint(m.config.Preferences)
	if m.preview == nil {
		return nil
	}
	was := m.preview
	m.preview = nil
	cmd := m.stage(was.State)
	m.welcome = was.welcome
	m.revealed = was.revealed
	return cmd
}

// committed returns the state without a preview.
func (m *model) committed() state.State {
	if m.preview != nil {
		return m.preview.State
	}
	return m.State
}

// paletteArea returns the place of the palette: the lower part of the charts.
func (m *model) paletteArea() image.Rectangle {
	const least = 9
	s := m.shape()
	bottom := s.body.Max.Y
	top := max(headerRows, bottom-max(least, 2*m.height/5))
	return image.Rect(s.width-s.chartWidth, top, s.width, bottom)
}

// drawPalette draws the palette over the rows of the page.
func (d *drawing) drawPalette(rows []string) {
	m := d.model
	area := m.paletteArea()
	lines, zones := m.palette.Draw(m.styles, area, d.snapshot.Boxed())
	for i, l := range lines {
		row := &rows[area.Min.Y+i]
		*row = ansi.Truncate(*row, area.Min.X, "") + l
	}
	d.says = append([]string{m.palette.Says()}, d.faultLines()...)
	d.zones = append(d.zones, page.Zone{Rectangle: area, Press: func(*page.Snapshot, image.Point) page.Action { return page.Action{} }})
	d.zones = append(d.zones, page.Zone{ // the wheel turns the list from everywhere
		Rectangle: image.Rect(0, 0, m.width, m.height),
		Wheel: func(_ *page.Snapshot, by int) page.Action {
			m.palette.Move(-by)
			return page.Action{}
		},
	})
	d.zones = append(d.zones, zones...)
}

// paste puts text into the line being typed. A command in the form of y opens the palette.
func (m *model) paste(msg tea.PasteMsg) tea.Cmd {
	m.fault = ""
	text := controls.Visible(msg.Content)
	switch {
	case m.controls.Typing():
		m.controls.Paste(text)
	case m.palette != nil:
		m.palette.Paste(text)
		return m.showPreview()
	case m.overlays.Empty() && len(text) < controls.MaxTyped && strings.Contains(text+" ", state.Program+" "):
		m.controls.EndSearch()
		m.openPalette(strings.TrimSpace(text))
	}
	return nil
}
