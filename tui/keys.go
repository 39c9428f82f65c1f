package tui

import (
	"unicode"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/page"
	"lambdascope/tui/panel"
	"lambdascope/tui/state"
)

// press handles a key. Esc and another key in quick succession arrive as that key with
// alt, which terminals send in the same way; unless it edits a line, it counts as both.
func (m *model) press(msg tea.KeyPressMsg) tea.Cmd {
	if !msg.Mod.Contains(tea.ModAlt) || m.typing() && panel.EditsWithAlt(msg) {
		return m.pressOne(msg)
	}
	return tea.Batch(m.pressOne(tea.KeyPressMsg{Code: tea.KeyEscape}), m.pressOne(withoutAlt(msg)))
}

// withoutAlt returns a key as it is without alt, with which it has no text.
func withoutAlt(msg tea.KeyPressMsg) tea.KeyPressMsg {
	msg.Mod &^= tea.ModAlt
	if msg.Mod&^tea.ModShift != 0 || !unicode.IsPrint(msg.Code) {
		return msg
	}
	text := msg.Code
	if msg.Mod.Contains(tea.ModShift) {
		text = unicode.ToUpper(text)
	}
	msg.Text = string(text)
	return msg
}

// pressOne handles a key: of what is typed into, of the text that lies over the page, or
// of the table of the page on show.
func (m *model) pressOne(msg tea.KeyPressMsg) tea.Cmd {
	m.fault = ""
	if m.overlays.Empty() { // it hides the news
		m.news = ""
	}
	s := m.Snapshot()
	if b, ok := page.Find(m.anywhere(), s, msg.String()); ok {
		return m.apply(b.Do(s))
	}
	switch {
	case m.entry != nil:
		return m.pressTyping(msg)
	case m.prompt != nil:
		return m.pressPrompt(msg)
	case !m.overlays.Empty():
		return m.pressOverlay(msg)
	}
	if m.jump != nil && m.pressJump(msg) {
		return nil
	}
	if b, ok := page.Find(m.bindings[m.Page], s, msg.String()); ok {
		return m.apply(b.Do(s))
	}
	return nil
}

// does and runs make what a binding does of the app's own functions.
func does(f func()) func(*page.Snapshot) page.Action {
	return func(*page.Snapshot) page.Action { f(); return page.Action{} }
}

func runs(f func() tea.Cmd) func(*page.Snapshot) page.Action {
	return func(*page.Snapshot) page.Action { return page.Action{Cmd: f()} }
}

// table returns what keys do while a page is on show, in the order of the footer.
func (m *model) table(p state.Page, own []page.Binding) []page.Binding {
	out := append(m.room.Bindings(), m.lessons.Bindings()...)
	if p.HasControls() {
		out = append(out, m.controlKeys()...)
	}
	return append(append(append(out, own...), m.common()...), m.anywhere()...)
}

// anywhere is what keys do whatever is on show.
func (m *model) anywhere() []page.Binding {
	out := []page.Binding{{Keys: "ctrl+c", Do: runs(quit)}}
	if m.config.Remote == nil { // it would stop the whole process
		out = append(out, page.Binding{Keys: "ctrl+z", Does: "suspend", Group: page.GroupLeaving, Do: runs(suspend)})
	}
	return out
}

func quit() tea.Cmd    { return tea.Quit }
func suspend() tea.Cmd { return tea.Suspend }

// controlKeys choose and turn controls, on pages that have them.
func (m *model) controlKeys() []page.Binding {
	focus := func(by int) func(*page.Snapshot) page.Action {
		return does(func() { m.moveFocus(by) })
	}
	turn := func(steps int) func(*page.Snapshot) page.Action {
		return runs(func() tea.Cmd { return m.turn(steps) })
	}
	return []page.Binding{
		{Keys: "up k", Label: "↑/k", Does: "control above", Group: page.GroupControls, Do: focus(-1)},
		{Keys: "down j", Label: "↓/j", Does: "control below", Group: page.GroupControls, Do: focus(+1), Hint: always("↑↓", "choose")},
		{Keys: "left h", Label: "←/h", Does: "turn it down", Group: page.GroupControls, Do: turn(-1)},
		{Keys: "right l", Label: "→/l", Does: "turn it up", Group: page.GroupControls, Do: turn(+1), Hint: always("←→", "turn")},
		{Keys: "shift+left", Label: "shift ←", Does: "turn it down a lot", Group: page.GroupControls, Do: turn(-bigStep)},
		{Keys: "shift+right", Label: "shift →", Does: "turn it up a lot", Group: page.GroupControls, Do: turn(+bigStep)},
	}
}

// common is what keys do on all pages.
func (m *model) common() []page.Binding {
	to := func(p state.Page) func(*page.Snapshot) page.Action {
		return runs(func() tea.Cmd { return m.open(p) })
	}
	along := func(by state.Page) func(*page.Snapshot) page.Action {
		return runs(func() tea.Cmd { return m.open(m.Page + by) })
	}
	cursor := func(by int) func(*page.Snapshot) page.Action {
		return func(s *page.Snapshot) page.Action { return s.MoveCursor(by) }
	}
	export := "export data and charts of the page to a new folder"
	if m.config.Folder == "" {
		export = ""
	}
	return []page.Binding{
		{Keys: "0", Does: "Dial: what λ does, in a minute", Group: page.GroupPages, Do: to(state.PageDial)},
		{Keys: "1", Does: "Explore: what the data say of each λ", Group: page.GroupPages, Do: to(state.PageExplore)},
		{Keys: "2", Does: "Folds: which trajectories drive the choice", Group: page.GroupPages, Do: to(state.PageFolds)},
		{Keys: "3", Does: "Trials: the experiment repeated with fresh data", Group: page.GroupPages, Do: to(state.PageTrials)},
		{Keys: "4", Does: "Figures: the paper's, and a sweep", Group: page.GroupPages, Do: to(state.PageFigures)},
		{Keys: "pgdown", Label: "pgdn", Does: "next page", Group: page.GroupPages, Do: along(+1)},
		{Keys: "pgup", Does: "previous page", Group: page.GroupPages, Do: along(-1)},

		{Keys: ",", Does: "λ cursor left", Group: page.GroupCursor, Do: cursor(-1)},
		{Keys: ".", Does: "λ cursor right", Group: page.GroupCursor, Do: cursor(+1), Hint: always(", .", "λ cursor")},
		{Keys: "<", Does: "λ cursor to the first λ", Group: page.GroupCursor, Do: cursor(-page.Farthest)},
		{Keys: ">", Does: "λ cursor to the last λ", Group: page.GroupCursor, Do: cursor(page.Farthest)},
		{Keys: "esc", Does: "close; λ cursor back to λ̂", Group: page.GroupCursor, Do: runs(m.cursorBack)},

		{Keys: "enter", Does: "type a value", Group: page.GroupControls, Do: does(m.typeValue), Hint: always("⏎", "type")},
		{Keys: "/", Does: "jump to a control by the letters of its name", Group: page.GroupControls, Do: does(m.startJump)},
		{Keys: panel.MoreKey, Does: "more settings, or only those that a first hour needs", Group: page.GroupControls, When: func(s *page.Snapshot) bool { return s.Page.HasControls() }, Do: does(m.toggleMore)},

		{Keys: "p", Does: "pin the curve, to compare with what comes", Group: page.GroupComparing, Do: runs(m.pin), Hint: hintPin},
		{Keys: "P", Does: "take the last pinned curve away", Group: page.GroupComparing, Do: runs(m.unpin)},
		{Keys: "s", Does: "new data: the next seed", Group: page.GroupControls, Do: (*page.Snapshot).NewSeed, Hint: hintSeed},
		{Keys: "z", Does: "which λ has the lowest true error? hide that, or reveal it", Group: page.GroupComparing, Do: runs(m.hide), Hint: hintHide},

		{Keys: "=", Does: "hold the scale of every chart, or let it fit again", Group: page.GroupScreen, Do: hold},
		// A line of the help: each page swaps its own charts.
		{Keys: "o", Does: "other chart, where not all fit", Group: page.GroupScreen, Do: does(func() {}), Hint: func(s *page.Snapshot) page.Hint { return page.HintSwap(s, false) }},
		{Keys: "?", Does: "help", Group: page.GroupScreen, Do: does(m.openHelp), Hint: stays("help")},
		{Keys: "m", Does: "mouse on, or off for selecting text", Group: page.GroupScreen, Do: does(m.toggleMouse)},

		{Keys: "u", Does: "undo", Group: page.GroupChanges, Do: runs(m.undo), Hint: page.Says("undo")},
		{Keys: "U ctrl+r", Label: "U/ctrl+r", Does: "redo", Group: page.GroupChanges, Do: runs(m.redo)},
		{Keys: "y", Does: "copy the command, or in a browser the link, that opens this view", Group: page.GroupTaking, Do: runs(m.copyCommand), Hint: page.Says("copy")},
		{Keys: "e", Does: export, Group: page.GroupTaking, Do: runs(m.export), Hint: m.hintExport},
		{Keys: "t", Does: "the page in words and numbers", Group: page.GroupTaking, Do: does(m.openSummary), Hint: page.Says("text")},
		{Keys: ":", Does: "type a command: n 200, or what y copied", Group: page.GroupControls, Do: does(func() { m.openPrompt("") }), Hint: page.Says("command")},
		{Keys: "x", Does: "reset all controls", Group: page.GroupChanges, Do: runs(m.reset), Hint: page.Says("reset")},

		{Keys: "q", Does: "quit", Group: page.GroupLeaving, Do: runs(quit), Hint: stays("quit")},
	}
}

// always returns the hint of keys by a name of its own.
func always(key, does string) func(*page.Snapshot) page.Hint {
	return func(*page.Snapshot) page.Hint { return page.Hint{Key: key, Does: does} }
}

// stays returns a hint that every footer has.
func stays(does string) func(*page.Snapshot) page.Hint {
	return func(*page.Snapshot) page.Hint { return page.Hint{Does: does, Stays: true} }
}

func hintSeed(s *page.Snapshot) page.Hint {
	if s.Settings.Recorded() {
		return page.Hint{}
	}
	return page.Hint{Does: "new data"}
}

func hintHide(s *page.Snapshot) page.Hint {
	switch {
	case s.Hidden:
		return page.Hint{Does: "reveal"}
	case s.Result != nil && s.Result.Truth == nil:
		return page.Hint{}
	}
	return page.Hint{Does: "hide"}
}

func (m *model) hintExport(*page.Snapshot) page.Hint {
	if m.config.Folder == "" {
		return page.Hint{}
	}
	return page.Hint{Does: "export"}
}

// hintPin is on the page that shows the pins.
func hintPin(s *page.Snapshot) page.Hint {
	if s.Page != state.PageExplore {
		return page.Hint{}
	}
	return page.Hint{Does: "pin"}
}

// typeValue opens the focused control for a typed value.
func (m *model) typeValue() {
	c, _ := m.focused()
	m.startTyping(c)
}

// toggleMore shows all settings, or those alone that a first hour needs.
func (m *model) toggleMore() {
	c, _ := m.focused()
	if m.more = !m.more; !m.more && c.Rest {
		m.firstFocus()
	}
}

// startJump looks for a control.
func (m *model) startJump() { m.jump = &panel.Jump{} }

// cursorBack puts the λ cursor back to λ̂.
func (m *model) cursorBack() tea.Cmd {
	m.Cursor = state.Optional[float64]{}
	return m.follow()
}

// hide hides the true errors, or reveals them.
func (m *model) hide() tea.Cmd {
	if m.analysis != nil && m.analysis.Truth == nil && !m.Hidden {
		m.fault = "no true errors are known here to be hidden"
		return nil
	}
	next := m.State
	next.Hidden = !next.Hidden
	m.revealed = m.Hidden
	switch replay := m.Step.Set; {
	case m.Page != state.PageFolds: // which has no truth to hide, but the trace in a replay
	case next.Hidden && replay:
		m.news = "The trace is hidden, as are true errors and values on the other pages. z reveals them."
	case next.Hidden:
		m.news = "True errors and values are hidden on the other pages. z reveals them."
	case replay:
		m.news = "The trace shows again, as do true errors and values on the other pages."
	default:
		m.news = "True errors and values show again on the other pages."
	}
	return m.change(next, "")
}

// hold is the action of holding the scales, or letting them fit again.
func hold(s *page.Snapshot) page.Action {
	a := page.Action{News: "The scale of every chart is held as it is. = lets them fit again."}
	if s.Hold {
		a.News = "Scales fit what is on show again."
	}
	next := s.State
	next.Hold = !next.Hold
	a.State = &next
	return a
}

func (m *model) undo() tea.Cmd { return m.travel(m.history.Undo, "undo") }
func (m *model) redo() tea.Cmd { return m.travel(m.history.Redo, "redo") }

// reset gives all controls the values that the app began with.
func (m *model) reset() tea.Cmd {
	s := m.State.Reset(m.initial)
	if s.SameChoices(m.State) {
		m.fault = "nothing to reset"
		return nil
	}
	return m.change(s, "")
}

// toggleMouse takes the mouse, or gives it back to the terminal.
func (m *model) toggleMouse() {
	m.config.MouseOff = !m.config.MouseOff
	m.news = "Mouse on: click a control, a page or a key; drag the λ cursor; turn with the wheel."
	if m.config.MouseOff {
		m.news = "Mouse off: it selects text, as the terminal does. m takes it back."
	}
}
