// Package page defines a page of the app. A page knows neither other pages nor the app: every
// call gets a Snapshot, a drawing returns a Frame and a key an Action. Drawing changes nothing.
// The package may import tui/screen, tui/chart, tui/state and their imports.
package page

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/state"
)

// Page is one view of the settings. Its public state is in State; a page stores only private
// data, such as running work. All methods are called from the program's Update and View.
type Page interface {
	// Follow is called after each change of the snapshot. A visible page starts its work; any
	// page stops work for other settings.
	Follow(s *Snapshot) tea.Cmd
	// Receive takes a message that is not the app's own. All pages get it.
	Receive(s *Snapshot, msg tea.Msg) Action
	// Show returns the visible content. It changes nothing.
	Show(s *Snapshot) Show
	// Controls are the controls of the page, after the controls of the settings.
	Controls(s *Snapshot) []state.Knob
	// Bindings are the keys of the page, before the keys of all pages.
	Bindings() []Binding
}

// Done reports finished work of a page.
type Done struct {
	Work   bool                    // besides the analysis: trials, times, a sweep
	Played bool                    // on Folds: the last step of a replay, or the last trajectory, is visible
	Best   state.Optional[float64] // on the Dial: the λ with the lowest bias² + variance
}
