package tui

import (
	"image"
	"image/color"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/tui/attend"
	"lambdascope/tui/background"
	"lambdascope/tui/classroom"
	"lambdascope/tui/overlay"
	"lambdascope/tui/page"
	"lambdascope/tui/panel"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// model is the app: a pure function of its state, the analysis of its settings and
// a few flags of view onto the screen.
type model struct {
	config Config
	styles *screen.Styles

	width, height int

	initial state.State // what reset goes back to
	state.State
	most    int // trajectories that there can be with the settings
	history state.History
	results
	news    string // what has happened by itself, until the next key
	welcome string // what to try, until other settings are chosen

	pages    [state.NumPages]page.Page
	bindings [state.NumPages][]page.Binding // what keys do while each is on show
	focus    string                         // name of the control that keys turn
	shared   string                         // name of the setting's control that had the focus last, while a page's own control has the focus
	fault    string                         // what was wrong with the last value turned or typed
	entry    *panel.Entry                   // a value being typed; nil mostly
	prompt   *panel.Prompt                  // a command being typed; nil mostly
	jump     *panel.Jump                    // a control being looked for; nil mostly
	revealed bool                           // the answer was hidden until the last change of settings
	overlays overlay.Stack                  // over the page
	more     bool                           // all settings have their controls on the screen
	exports  background.Job[string, exportedFiles]
	lessons  *attend.Lessons
	before   *restorePoint // what the current lesson was begun from; nil without one
	room     *classroom.Room
	dragging func(at image.Point) tea.Cmd

	kept    page.Memo[settings.Settings, []state.Knob]
	held    page.Axes                       // that = keeps; nil while it does not
	heldOf  string                          // the domain or file that they are for
	dark    bool                            // the background
	convert func(c color.Color) color.Color // to what the terminal shows; nil while that is not known
}

// shown returns the result that the page on show draws: that of a part on Explore alone,
// as others compute more from it.
func (m *model) shown() *analysis.Result {
	if part := m.part(); part != nil && m.Page == state.PageExplore {
		return part
	}
	return m.analysis
}

// repaint takes up the styles for a background.
func (m *model) repaint(dark bool) {
	m.dark = dark
	m.styles = screen.New(m.config.Theme, dark, m.config.Glyphs)
	if m.convert != nil {
		m.styles.Limit(m.convert)
	}
}

// args returns the flags that open the app as it is now.
func (m *model) args() []string {
	return append(m.State.Args(), m.config.Preferences.Args()...)
}

// commandLine returns the command that opens this view.
func (m *model) commandLine() string { return m.config.CommandLine(m.args()) }
