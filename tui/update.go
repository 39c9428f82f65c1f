package tui

import (
	"image"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/tui/background"
	"lambdascope/tui/controls"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// Init starts the first analysis and asks for the terminal's background.
func (m *model) Init() tea.Cmd {
	first := tea.Batch(m.start(), m.lessons.Say(), m.class.Init())
	if m.config.Theme == screen.ThemeAuto {
		return tea.Batch(first, tea.RequestBackgroundColor)
	}
	return first
}

// Update handles a message. It never waits, because work runs in commands.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if next, mine := m.glide.Update(msg); mine {
		return m, next
	}
	before := m.currentView()
	cmd := tea.Batch(m.handle(msg), m.introduce())
	m.fit()
	shown := m.shown(m.Page)
	cmd = tea.Batch(cmd, m.glide.Follow(subject{m.State, shown}, m.config.Moves && !m.config.Still))
	m.held.follow(shown, m.Hold, func() page.Axes { return m.pages[m.Page].Show(m.Snapshot()).Axes() })
	cmd = tea.Batch(cmd, m.noticeWait())
	pressed := false
	switch msg.(type) {
	case tea.KeyPressMsg, tea.MouseMsg, tea.PasteMsg:
		pressed = true
	}
	m.class.Keep(pressed, before)
	return m, cmd
}

// subject determines the places of the marks.
type subject struct {
	state.State
	shown *analysis.Result
}

func (m *model) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.full, m.height = msg.Width, msg.Height // in the bounds of the terminal
		m.fit()
		return m.follow()
	case tea.BackgroundColorMsg:
		m.dark = msg.IsDark()
		m.repaint(m.config.Preferences)
	case tea.ColorProfileMsg:
		m.profile = msg.Profile
		m.repaint(m.config.Preferences)
	case background.Msg:
		return m.progress(msg)
	case tea.PasteMsg:
		m.fault = ""
		if m.controls.Typing() || m.overlays.Empty() {
			return m.apply(m.controls.Paste(m.Snapshot(), msg.Content))
		}
	case tea.KeyPressMsg:
		if msg.String() == "space" {
			return m.press(msg)
		}
		return tea.Batch(m.endPlay(), m.press(msg))
	case tea.MouseClickMsg, tea.MouseWheelMsg:
		return tea.Batch(m.endPlay(), m.mouse(msg.(tea.MouseMsg)))
	case tea.MouseMsg:
		return m.mouse(msg)
	default:
		return m.pass(msg)
	}
	return nil
}

// progress hands a message of a job to the owner.
func (m *model) progress(msg background.Msg) tea.Cmd {
	if next, changed, mine := m.receive(msg); mine {
		if m.chosen != nil && m.job.Slow { // what takes long is not worth a preview
			return m.preview(page.Preview{State: m.chosen.State, Preferences: m.config.Preferences})
		}
		if changed {
			return tea.Batch(next, m.follow())
		}
		return next
	}
	if next, mine := m.pinned.Receive(msg); mine {
		if err := m.pinned.Err; msg.Ended && err != nil {
			m.news = "A pinned curve is missing: " + err.Error() + "."
		}
		return next
	}
	if next, mine := m.player.Receive(msg); mine {
		switch {
		case !msg.Ended:
			return next
		case !m.overlays.Empty():
			return m.follow()
		}
		return m.apply(m.playStep(m.Snapshot()))
	}
	if a, mine := m.receiveExport(msg); mine {
		return m.apply(a)
	}
	return m.pass(msg)
}

// pass hands a message to the lesson, the class and the pages.
func (m *model) pass(msg tea.Msg) tea.Cmd {
	if next, mine := m.lessons.Update(msg); mine {
		return next
	}
	if a, mine := m.class.Update(msg, m.overlays.Top()); mine {
		return m.apply(a)
	}
	var cmds []tea.Cmd
	for i, p := range m.pages {
		s := m.Snapshot()
		if s.OnShow = state.Page(i) == m.Page; !s.OnShow {
			s.Result = m.analysis
			s.First = 0
		}
		cmds = append(cmds, m.apply(p.Receive(s, msg)))
	}
	return tea.Batch(cmds...)
}

// zoneAt returns the uppermost zone at a cell that can do something.
func zoneAt(zones []page.Zone, at image.Point, can func(page.Zone) bool) (page.Zone, bool) {
	for i := len(zones) - 1; i >= 0; i-- {
		if z := zones[i]; at.In(z.Rectangle) && can(z) {
			return z, true
		}
	}
	return page.Zone{}, false
}

// mouse handles a mouse message.
func (m *model) mouse(msg tea.MouseMsg) tea.Cmd {
	event := msg.Mouse()
	at := image.Pt(event.X, event.Y)
	switch msg.(type) {
	case tea.MouseClickMsg:
		m.drag = nil
		if event.Button != tea.MouseLeft {
			return nil
		}
		m.news, m.fault = "", ""
		var ended tea.Cmd
		if m.controls.Typing() && at.Y != m.height-1 && !(m.controls.Listing() && at.In(m.shape().list(m.height))) {
			ended = m.apply(m.controls.EndTyping(m.Snapshot()))
		}
		z, ok := zoneAt(m.draw().zones, at, func(z page.Zone) bool { return z.Press != nil })
		if !ok {
			return ended
		}
		m.drag = z.Drag
		return tea.Batch(ended, m.apply(z.Press(m.Snapshot(), at)))
	case tea.MouseMotionMsg:
		if m.drag != nil {
			m.fault = ""
			return m.apply(m.drag(m.Snapshot(), at))
		}
	case tea.MouseReleaseMsg: // moves here, because a slow line may lose the last motion
		drag := m.drag
		if m.drag = nil; drag != nil {
			return m.apply(drag(m.Snapshot(), at))
		}
	case tea.MouseWheelMsg:
		by := 1
		switch event.Button {
		case tea.MouseWheelUp:
		case tea.MouseWheelDown:
			by = -1
		default:
			return nil
		}
		if !m.overlays.Empty() {
			m.overlays.Scroll(-by, m.styles, m.overlaySize())
			return nil
		}
		if m.controls.Listing() { // the wheel turns the list from everywhere
			m.news, m.fault = "", ""
			return m.apply(m.controls.ScrollList(-by))
		}
		if z, ok := zoneAt(m.draw().zones, at, func(z page.Zone) bool { return z.Wheel != nil }); ok && !m.controls.Typing() {
			m.news, m.fault = "", ""
			return m.apply(z.Wheel(m.Snapshot(), by))
		}
	}
	return nil
}

// press handles a key. Unless alt edits a line, a key with alt counts as Esc and the key, because
// terminals send the same bytes for both.
func (m *model) press(msg tea.KeyPressMsg) tea.Cmd {
	if !msg.Mod.Contains(tea.ModAlt) || m.controls.Typing() && controls.EditsWithAlt(msg) {
		return m.pressOne(msg)
	}
	return tea.Batch(m.pressOne(tea.KeyPressMsg{Code: tea.KeyEscape}), m.pressOne(withoutAlt(msg)))
}

// withoutAlt returns a key without alt. It restores the text of the key, because keys with alt have
// no text.
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

// pressOne hands a key to the line being typed, to the overlay, to the search for a control or
// to the bindings of the current page.
func (m *model) pressOne(msg tea.KeyPressMsg) tea.Cmd {
	m.fault = ""
	if m.overlays.Empty() { // an overlay hides the news
		m.news = ""
	}
	s := m.Snapshot()
	if !m.controls.Typing() && (msg.Text == "" || !m.controls.Searching()) {
		msg = latin(msg)
	}
	if b, ok := find(m.class.Leaving(), s, msg.String()); ok {
		return m.apply(b.Do(s))
	}
	switch {
	case m.controls.Typing():
		return m.apply(m.controls.Press(s, msg))
	case !m.overlays.Empty():
		a, taken := m.overlays.Press(msg, m.styles, m.overlaySize())
		cmd := m.apply(a)
		if !taken {
			return tea.Batch(cmd, m.press(msg))
		}
		return cmd
	case m.controls.Searching():
		a, taken := m.controls.PressSearch(s, msg)
		if cmd := m.apply(a); taken {
			return cmd
		}
	}
	if b, ok := find(m.bindings[m.Page], s, msg.String()); ok {
		return m.apply(b.Do(s))
	}
	if !m.unknown {
		m.unknown = true
		m.news = "? lists the keys."
	}
	return nil
}

// find returns the binding of a key; false for none.
func find(all []page.Binding, s *page.Snapshot, key string) (page.Binding, bool) {
	for i := range all {
		if b := &all[i]; slices.Contains(strings.Fields(b.Keys), key) && (b.When == nil || b.When(s)) {
			return *b, true
		}
	}
	return page.Binding{}, false
}

// latin returns the key of a Latin keyboard at the position of a key with a letter of another
// alphabet, because such letters are no keys of the app. A browser tells the position. A terminal
// tells the letter alone, so that Cyrillic and Greek letters have the positions that are usual.
func latin(msg tea.KeyPressMsg) tea.KeyPressMsg {
	const (
		letters = "йцукенгшщзфывапролджячсмитьбюіςερτυθιοπασδφγηξκλζχψωβνμ"
		keys    = "qwertyuiopasdfghjkl;zxcvbnm,.swertyuiopasdfghjklzxcvbnm/0123456789"
		shifted = "QWERTYUIOPASDFGHJKL:ZXCVBNM<>SWERTYUIOPASDFGHJKLZXCVBNM?0123456789"
	)
	letter, size := utf8.DecodeRuneInString(msg.Text)
	i := strings.IndexRune(keys, msg.BaseCode)
	if msg.BaseCode == 0 && size == len(msg.Text) {
		i = slices.Index([]rune(letters), unicode.ToLower(letter))
	}
	if i < 0 {
		return msg
	}
	to := keys
	if msg.Mod.Contains(tea.ModShift) || unicode.IsUpper(letter) {
		to = shifted
	}
	return tea.KeyPressMsg{Code: rune(to[i]), Text: to[i : i+1]}
}
