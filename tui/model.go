package tui

import (
	"image"

	"github.com/charmbracelet/colorprofile"

	"lambdascope/sim/settings"
	"lambdascope/tui/class"
	"lambdascope/tui/controls"
	"lambdascope/tui/lessonrun"
	"lambdascope/tui/overlay"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// model is the app. It routes messages to pages, controls, lessons and the class, carries out
// actions, and lays out the screen of a state with results.
type model struct {
	config Config
	look
	window
	messages

	view
	chosen  *view // under a preview; nil without a preview
	results       // of the state
	held    heldAxes
	most    page.Memo[settings.Settings, int]

	pages    [state.NumPages]page.Page
	bindings [state.NumPages][]page.Binding
	controls *controls.Model
	drag     func(s *page.Snapshot, at image.Point) page.Action // nil without a held button
	overlays overlay.Stack
	exports  exporter
	player   player
	glide    *page.Glide // of the charts

	lessons *lessonrun.Model
	before  *restorePoint // of the current lesson; nil without one
	class   *class.Model
}

// view is the state on the screen with its past.
type view struct {
	state.State
	initial  state.State // that reset goes back to
	history  state.History
	welcome  string // text until other settings are chosen, or the truth hidden or shown
	revealed bool   // the answer was hidden until the last change of settings
}

// messages are short texts for the user.
type messages struct {
	news    string // until the next key
	fault   string // error of the last key
	unknown bool   // a key without effect was pressed in this session
}

// look is the appearance of the app.
type look struct {
	styles  *screen.Styles
	dark    bool                 // background of the terminal
	profile colorprofile.Profile // colours of the terminal
}

// repaint makes the styles for the preferences.
func (l *look) repaint(p state.Preferences) {
	l.styles = screen.New(p.Theme, l.dark, p.Glyphs, l.profile)
}
