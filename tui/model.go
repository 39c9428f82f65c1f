package tui

import (
	"image"
	"time"

	"github.com/charmbracelet/colorprofile"

	"lambdascope/sim/settings"
	"lambdascope/tui/background"
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

	state.State
	initial  state.State // that reset goes back to
	history  state.History
	results            // of State
	revealed bool      // the answer was hidden until the last change of settings
	held     page.Axes // axes that = holds; nil for axes that fit
	heldOf   string    // domain or file of held
	most     page.Memo[settings.Settings, int]

	news    string // text until the next key
	welcome string // text until other settings are chosen
	fault   string // what was wrong with the last key
	unknown bool   // a key without effect was pressed in this session

	pages    [state.NumPages]page.Page
	bindings [state.NumPages][]page.Binding
	controls *controls.Model
	palette  *controls.Palette                                  // nil unless it is open
	preview  *preview                                           // nil without a preview of a row of the palette
	drag     func(s *page.Snapshot, at image.Point) page.Action // nil without a held button
	overlays overlay.Stack
	exports  background.Job[string, exportedFiles]
	player   player
	glide    *page.Glide // of the charts
	gliding  time.Time   // the start of the glide

	lessons    *lessonrun.Model
	beforeDial state.State // of the last visit of the Dial; zero without one

	before *restorePoint // of the current lesson; nil without one
	class  *class.Model
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

// args returns the flags that open the app with a state.
func (c *Config) args(s state.State) []string { return append(s.Args(), c.Preferences.Args()...) }
