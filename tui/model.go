package tui

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/tui/control"
	"lambdascope/tui/overlay"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// model is the app: a pure function of its state, the analysis of its settings and
// a few flags of view onto the screen.
type model struct {
	config Config
	styles *screen.Styles
	common keyMap
	worker worker

	width, height int

	initial state.State // what reset goes back to
	state.State
	most     int // trajectories that there can be with the settings
	history  state.History
	analysis *analysis.Result                       // of shown; nil before the first
	pinned   map[analysis.Settings]*analysis.Result // those of pins that are known
	took     time.Duration
	failure  error  // why the settings at hand have no analysis
	news     string // what has happened by itself, until the next key
	busy     bool   // work goes on beyond patience

	pages     [state.NumPages]page.Page
	focus     string        // name of the control that keys turn
	shared    string        // name of the setting's control that had the focus last, while a page's own has it
	fault     string        // what was wrong with the last value turned or typed
	entry     *entry        // a value being typed; nil mostly
	prompt    *prompt       // a command being typed; nil mostly
	jump      *jump         // a control being looked for; nil mostly
	revealed  bool          // the true errors were hidden until the last change of settings
	overlays  overlay.Stack // over the page
	mouseOff  bool
	exporting bool // files are being written
	dragging  func(at image.Point) tea.Cmd

	charts  *screen.Charts
	dark    bool                            // the background
	convert func(c color.Color) color.Color // to what the terminal shows; nil while that is not known
}

// Model is the app as a Bubble Tea model.
type Model = model

// New returns the app, whose work ends with ctx. Run shows it.
func New(ctx context.Context, c Config) *Model { return newModel(ctx, c) }

func newModel(ctx context.Context, c Config) *model {
	m := &model{
		config:   c,
		common:   newKeyMap(),
		worker:   worker{engine: c.Engine, ctx: ctx, data: c.Data, now: c.Now},
		State:    c.State,
		pinned:   make(map[analysis.Settings]*analysis.Result),
		shared:   "trajectories",
		mouseOff: c.MouseOff,
		news:     c.Notice,
	}
	m.initial = m.State
	if c.Data != nil {
		m.worker.file = c.Data.File()
	}
	m.most = m.mostTrajectories()
	m.pages = c.Pages(page.Env{Context: ctx, Engine: c.Engine})
	m.firstFocus()
	m.repaint(true)
	return m
}

// repaint takes up the styles for a background.
func (m *model) repaint(dark bool) {
	m.dark = dark
	m.styles = screen.New(m.config.Theme, dark, m.config.Glyphs)
	if m.convert != nil {
		m.styles.Limit(m.convert)
	}
	m.charts = screen.NewCharts(m.styles)
}

// Init starts the first analysis and asks for the terminal's background.
func (m *model) Init() tea.Cmd {
	if m.config.Theme == screen.ThemeAuto {
		return tea.Batch(m.start(), tea.RequestBackgroundColor)
	}
	return m.start()
}

// Update takes a message. It never waits: work is a command.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		size := m.config.bounds().Clamp(Size(msg))
		m.width, m.height = size.Width, size.Height
		if r := m.config.Remote; r != nil && r.Cut != nil && r.Cut() {
			m.news = fmt.Sprintf("Drawn in %d×%d of your window, as the server is short of memory.", m.width, m.height)
		}
		return m, m.follow()
	case tea.BackgroundColorMsg:
		m.repaint(msg.IsDark())
	case tea.ColorProfileMsg:
		m.convert = msg.Convert
		m.repaint(m.dark)
	case resultMsg:
		return m, m.receive(msg)
	case pinMsg:
		m.pinDrawn(msg)
	case slowMsg:
		if msg.generation == m.worker.generation {
			m.busy = true
		}
		return m, msg.await
	case exportMsg:
		m.exported(msg)
	case tea.PasteMsg:
		m.paste(msg)
	case tea.KeyPressMsg:
		return m, m.press(msg)
	case tea.MouseMsg:
		return m, m.mouse(msg)
	default:
		return m, m.pass(msg)
	}
	return m, nil
}

func (m *model) receive(msg resultMsg) tea.Cmd {
	m.adopt(msg.file)
	if msg.generation != m.worker.generation {
		return nil
	}
	m.busy = false
	m.failure = msg.err
	if msg.stale != nil {
		m.news = msg.stale.Error() + ". These are still the trajectories read before."
	}
	if msg.err == nil {
		m.analysis, m.took = msg.analysis, msg.took
	}
	return tea.Batch(m.missingPins(), m.follow()) // pins of a file that was read again are missing
}

// adopt takes the state, past and future over to a file that has changed on disk,
// and says so.
func (m *model) adopt(file analysis.File) {
	old := m.worker.file
	if file.Hash == old.Hash {
		return
	}
	m.worker.file = file
	reload := func(s state.State) state.State {
		return s.Each(func(s analysis.Settings) analysis.Settings { return s.Reloaded(old, file) })
	}
	m.State, m.initial = reload(m.State), reload(m.initial)
	m.most = m.mostTrajectories()
	m.history.Each(reload)
	m.news = file.Name + " has changed on disk and was read again."
}

// Focus makes a control the one that keys turn.
func (m *model) Focus(control string) { m.focusOn(control) }

// Go goes to another state, as a step that undo takes back.
func (m *model) Go(s state.State) tea.Cmd { return m.propose(s, "") }

// focused returns the control that keys turn.
func (m *model) focused() (control.Control, int) {
	all := m.controls()
	i := focusIn(all, m.focus)
	return all[i], i
}

// focusIn returns the index of the control of a name, the first where there is none.
func focusIn(all []control.Control, name string) int {
	return max(0, slices.IndexFunc(all, func(c control.Control) bool { return c.Name == name }))
}

// focusOn makes a control the one that keys turn.
func (m *model) focusOn(name string) {
	m.history.Settle()
	m.fault = ""
	m.focus = name
}

func (m *model) moveFocus(by int) {
	all := m.controls()
	_, i := m.focused()
	m.focusOn(all[(i+by+len(all))%len(all)].Name)
}

// turn changes the focused control by steps.
func (m *model) turn(steps int) tea.Cmd {
	c, _ := m.focused()
	return m.set(c, c.Turn(m.State, steps), c.Name)
}

// set gives a control a value. On an error the old value stays and the fault
// says what is accepted.
func (m *model) set(c control.Control, text, run string) tea.Cmd {
	s := m.State
	if err := c.Set(&s, text); err != nil {
		m.fault = err.Error()
		return nil
	}
	m.fault = ""
	return m.propose(s, run)
}

// propose goes to another state, unless it is beyond the limits or has no result, which
// the fault then says.
func (m *model) propose(s state.State, run string) tea.Cmd {
	var err error
	if s.Settings != m.Settings {
		s.Settings, err = m.check(s.Settings)
	}
	if err == nil && s.Trials != m.Trials {
		err = m.config.Limits.CheckTrials(s.Trials)
	}
	if err != nil {
		m.fault = err.Error()
		return nil
	}
	return m.change(s, run)
}

// check returns settings in their usual form, or says what is wrong with them.
func (m *model) check(s analysis.Settings) (analysis.Settings, error) {
	s, err := m.config.Engine.Check(s)
	if err == nil {
		err = m.config.Limits.Check(s)
	}
	return s, err
}

// change goes to another state. Undo takes back what is not only where a person looks.
func (m *model) change(s state.State, run string) tea.Cmd {
	if s.SameChoices(m.State) { // what a page keeps itself may have changed too
		if run != "" {
			m.fault = ""
		}
		m.show(s)
		return m.follow()
	}
	m.history.Record(m.State, run)
	return m.stage(s)
}

// show makes a state the one on the screen.
func (m *model) show(s state.State) {
	if s.Page != m.Page {
		m.turnTo(s.Page)
	}
	changed := s.Settings != m.Settings
	m.State = s
	if changed {
		m.most = m.mostTrajectories()
	}
}

// stage shows a state, and analyses its settings if they are others.
func (m *model) stage(s state.State) tea.Cmd {
	m.fault = ""
	same := s.Settings == m.Settings
	m.show(s)
	if same && m.failure == nil {
		return tea.Batch(m.missingPins(), m.follow())
	}
	return m.start()
}

// start analyses the settings, and what else the state shows.
func (m *model) start() tea.Cmd {
	m.revealed = false
	follow := m.follow() // which stops what is of other settings
	return tea.Batch(m.worker.start(m.Settings), m.missingPins(), follow)
}

// missingPins analyses pinned settings whose curves are not known.
func (m *model) missingPins() tea.Cmd {
	var work []tea.Cmd
	for _, s := range m.Pins.List() {
		if m.pinned[s] == nil {
			work = append(work, m.worker.analyze(s))
		}
	}
	return tea.Batch(work...)
}

// pin keeps the present curve in sight.
func (m *model) pin() tea.Cmd {
	switch {
	case m.analysis == nil:
		return nil
	case slices.Contains(m.Pins.List(), m.analysis.Settings):
		m.fault = "this curve is pinned already"
		return nil
	}
	s := m.State
	s.Pins = s.Pins.With(m.analysis.Settings)
	m.pinned[m.analysis.Settings] = m.analysis
	switch {
	case m.Page != state.PageExplore:
		m.news = "Pinned. The curve shows on Explore."
	case len(m.Pins.List()) == state.MaxPins:
		m.news = fmt.Sprintf("Pinned. The oldest of %d pinned curves made room.", state.MaxPins)
	}
	return m.change(s, "")
}

// pinDrawn takes the analysis of pinned settings.
func (m *model) pinDrawn(msg pinMsg) {
	switch {
	case msg.err == nil:
		m.pinned[msg.settings] = msg.analysis
	case m.worker.ctx.Err() == nil && slices.Contains(m.Pins.List(), msg.settings):
		m.news = "A pinned curve is missing: " + msg.err.Error() + "."
	}
}

func (m *model) unpin() tea.Cmd {
	s := m.State
	s.Pins = s.Pins.Without()
	if s == m.State {
		m.fault = "nothing is pinned"
		return nil
	}
	if m.Page != state.PageExplore {
		m.news = fmt.Sprintf("Unpinned. %d pinned on Explore.", len(s.Pins.List()))
	}
	return m.change(s, "")
}

// args returns the flags that open the app as it is now.
func (m *model) args() []string {
	return append(m.State.Args(m.worker.file), m.config.PreferenceArgs...)
}
