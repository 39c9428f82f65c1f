package tui

import (
	"context"
	"math"
	"slices"
	"time"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
)

// model is the app: a pure function of its settings, their analysis and a few
// flags of view onto the screen.
type model struct {
	config Config
	pen    *pen
	keys   keyMap
	worker worker

	width, height int

	initial  study.Settings // what reset goes back to
	settings study.Settings
	history  history
	analysis *study.Analysis // of shown; nil before the first
	took     time.Duration
	failure  error  // why the settings at hand have no analysis
	news     string // what has happened by itself, until the next key
	busy     bool   // work goes on beyond patience

	focus     string // name of the control that keys turn
	fault     string // what was wrong with the last value turned or typed
	entry     *entry // a value being typed; nil mostly
	cursor    *float64
	panels    bool
	swapped   bool // the small screen shows the second chart
	help      bool
	scroll    int
	heldChart map[string]cachedChart
}

// entry is a value being typed.
type entry struct {
	control control
	input   textinput.Model
	fresh   bool // what is typed first replaces the old value
}

// replace clears the old value if nothing has been done to it yet.
func (e *entry) replace() {
	if e.fresh {
		e.input.SetValue("")
	}
	e.fresh = false
}

// cachedChart keeps a drawing while nothing that it shows changes.
type cachedChart struct {
	key     chartKey
	drawing chart.Drawing
}

func newModel(ctx context.Context, c Config) *model {
	m := &model{
		config:   c,
		keys:     newKeyMap(),
		worker:   worker{engine: c.Engine, ctx: ctx, data: c.Data},
		initial:  c.Settings,
		settings: c.Settings,
		focus:    "trajectories",
		cursor:   c.View.Cursor,
		panels:   c.View.Panels,
	}
	if c.Data != nil {
		m.worker.file = c.Data.File()
	}
	m.repaint(true)
	return m
}

// repaint takes up the pen for a background.
func (m *model) repaint(dark bool) {
	m.pen = newPen(m.config.Theme, dark, m.config.Glyphs)
	m.heldChart = make(map[string]cachedChart)
}

// Init starts the first analysis and asks for the terminal's background.
func (m *model) Init() tea.Cmd {
	if m.config.Theme == ThemeAuto {
		return tea.Batch(m.worker.start(m.settings), tea.RequestBackgroundColor)
	}
	return m.worker.start(m.settings)
}

// Update takes a message. It never waits: work is a command.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		m.repaint(msg.IsDark())
	case resultMsg:
		m.receive(msg)
	case slowMsg:
		if msg.generation == m.worker.generation {
			m.busy = true
		}
		return m, msg.await
	case tea.PasteMsg:
		if m.entry != nil {
			m.fault = ""
			m.entry.replace()
			m.entry.input, _ = m.entry.input.Update(msg)
		}
	case tea.KeyPressMsg:
		return m, m.press(msg)
	}
	return m, nil
}

func (m *model) receive(msg resultMsg) {
	m.adopt(msg.file)
	if msg.generation != m.worker.generation {
		return
	}
	m.busy = false
	m.failure = msg.err
	if msg.stale != nil {
		m.news = msg.stale.Error() + ". These are still the trajectories read before."
	}
	if msg.err == nil {
		m.analysis, m.took = msg.analysis, msg.took
	}
}

// adopt takes settings, past and future over to a file that has changed on disk,
// and says so.
func (m *model) adopt(file study.File) {
	old := m.worker.file
	if file.Hash == old.Hash {
		return
	}
	m.worker.file = file
	m.settings, m.initial = m.settings.Reloaded(old, file), m.initial.Reloaded(old, file)
	m.history.each(func(s study.Settings) study.Settings { return s.Reloaded(old, file) })
	m.news = file.Name + " has changed on disk and was read again."
}

// press handles a key.
func (m *model) press(msg tea.KeyPressMsg) tea.Cmd {
	m.news = ""
	k := m.keys
	switch {
	case key.Matches(msg, k.interrupt):
		return tea.Quit
	case key.Matches(msg, k.Suspend):
		return tea.Suspend
	case m.entry != nil:
		return m.pressTyping(msg)
	case m.help:
		return m.pressReading(msg)
	}
	switch {
	case key.Matches(msg, k.Quit):
		return tea.Quit
	case key.Matches(msg, k.Help):
		m.help, m.scroll = true, 0
	case key.Matches(msg, k.Previous):
		m.moveFocus(-1)
	case key.Matches(msg, k.Next):
		m.moveFocus(+1)
	case key.Matches(msg, k.Less):
		return m.turn(-1)
	case key.Matches(msg, k.More):
		return m.turn(+1)
	case key.Matches(msg, k.MuchLess):
		return m.turn(-bigStep)
	case key.Matches(msg, k.MuchMore):
		return m.turn(+bigStep)
	case key.Matches(msg, k.Type):
		m.startTyping()
	case key.Matches(msg, k.NewSeed):
		return m.newSeed()
	case key.Matches(msg, k.CursorLeft):
		m.moveCursor(-1)
	case key.Matches(msg, k.CursorRight):
		m.moveCursor(+1)
	case key.Matches(msg, k.CursorFirst):
		m.moveCursor(math.MinInt32)
	case key.Matches(msg, k.CursorLast):
		m.moveCursor(math.MaxInt32)
	case key.Matches(msg, k.Back):
		m.cursor, m.fault = nil, ""
	case key.Matches(msg, k.View):
		m.panels = !m.panels
	case key.Matches(msg, k.Swap):
		m.swapped = !m.swapped
	case key.Matches(msg, k.Undo):
		if s, ok := m.history.undo(m.settings); ok {
			return m.show(s)
		}
		m.fault = "nothing to undo"
	case key.Matches(msg, k.Redo):
		if s, ok := m.history.redo(m.settings); ok {
			return m.show(s)
		}
		m.fault = "nothing to redo"
	case key.Matches(msg, k.Reset):
		return m.change(m.initial, "")
	}
	return nil
}

func (m *model) pressReading(msg tea.KeyPressMsg) tea.Cmd {
	k := m.keys
	switch {
	case key.Matches(msg, k.Back, k.Help):
		m.help = false
	case key.Matches(msg, k.Quit):
		return tea.Quit
	case key.Matches(msg, k.ScrollUp):
		m.scroll--
	case key.Matches(msg, k.ScrollDown):
		m.scroll++
	}
	m.scroll = max(0, min(m.scroll, m.helpLines()-m.helpRows()))
	return nil
}

// focused returns the control that keys turn.
func (m *model) focused() (control, int) {
	all := m.controls()
	i := max(0, slices.IndexFunc(all, func(c control) bool { return c.Name == m.focus }))
	return all[i], i
}

func (m *model) moveFocus(by int) {
	m.history.settle()
	m.fault = ""
	all := m.controls()
	_, i := m.focused()
	m.focus = all[(i+by+len(all))%len(all)].Name
}

// turn changes the focused control by steps.
func (m *model) turn(steps int) tea.Cmd {
	c, _ := m.focused()
	return m.set(c, c.turn(m.settings, steps), c.Name)
}

// newSeed draws other data.
func (m *model) newSeed() tea.Cmd {
	for _, c := range m.controls() {
		if c.Name == "seed" {
			return m.set(c, c.turn(m.settings, +1), c.Name)
		}
	}
	m.fault = "recorded data have no seed"
	return nil
}

// set gives a control a value. On an error the old value stays and the fault
// says what is accepted.
func (m *model) set(c control, text, run string) tea.Cmd {
	s := m.settings
	err := c.Set(&s, text)
	if err == nil {
		s, err = m.config.Engine.Check(s)
	}
	if err != nil {
		m.fault = err.Error()
		return nil
	}
	return m.change(s, run)
}

// change goes to other settings, as a step that undo takes back.
func (m *model) change(s study.Settings, run string) tea.Cmd {
	m.fault = ""
	if s == m.settings {
		return nil
	}
	m.history.record(m.settings, run)
	return m.show(s)
}

// show analyses settings and shows them.
func (m *model) show(s study.Settings) tea.Cmd {
	m.fault = ""
	m.settings = s
	return m.worker.start(s)
}

// startTyping opens the focused control for a typed value.
func (m *model) startTyping() {
	m.history.settle()
	c, _ := m.focused()
	input := textinput.New()
	input.Prompt = ""
	input.CharLimit = 4096
	styles := input.Styles()
	styles.Cursor.Blink = false
	styles.Focused.Text = m.pen.style(chart.InkCursor)
	input.SetStyles(styles)
	input.SetValue(c.Get(m.settings))
	input.CursorEnd()
	input.Focus() // its command would make the cursor blink
	m.fault = ""
	m.entry = &entry{control: c, input: input, fresh: true}
}

// pressTyping handles a key while a value is typed: no key means anything else.
func (m *model) pressTyping(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, m.keys.Cancel):
		m.entry, m.fault = nil, ""
		return nil
	case key.Matches(msg, m.keys.Accept):
		e := m.entry
		cmd := m.set(e.control, e.input.Value(), "")
		if m.fault == "" {
			m.entry = nil
		}
		return cmd
	}
	m.fault = ""
	if msg.Text != "" {
		m.entry.replace()
	}
	m.entry.fresh = false
	m.entry.input, _ = m.entry.input.Update(msg)
	return nil
}

// cursorIndex returns the index of the λ under the cursor: λ̂ until it is moved,
// else the λ of the grid nearest to where it was put.
func (m *model) cursorIndex() int {
	sel := m.analysis.Selection
	if m.cursor == nil {
		return sel.Selected
	}
	best := 0
	for k, c := range sel.Candidates {
		if math.Abs(c.Lambda-*m.cursor) < math.Abs(sel.Candidates[best].Lambda-*m.cursor) {
			best = k
		}
	}
	return best
}

func (m *model) moveCursor(by int) {
	if m.analysis == nil {
		return
	}
	all := m.analysis.Selection.Candidates
	k := max(0, min(len(all)-1, m.cursorIndex()+by))
	lambda := all[k].Lambda
	m.cursor = &lambda
}

// args returns the flags that open the app as it is now.
func (m *model) args() []string {
	args := m.settings.Args()
	if m.settings.Recorded() {
		args = m.settings.ArgsOf(m.worker.file)
	}
	if m.cursor != nil {
		args = append(args, "--cursor", formatNumber(*m.cursor))
	}
	if m.panels {
		args = append(args, "--view", "panels")
	}
	if m.config.Theme != ThemeAuto {
		args = append(args, "--theme", ThemeNames()[m.config.Theme])
	}
	if m.config.Glyphs != chart.Braille {
		args = append(args, "--glyphs", GlyphNames()[m.config.Glyphs])
	}
	return args
}
