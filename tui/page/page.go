// Package page says what a page of the app is. A page knows no other page and not
// the app that shows it: it is handed a Snapshot with every call, and hands back a
// Frame when it draws and an Action when a key is pressed. Drawing changes nothing. The
// package may import tui/screen, tui/chart, tui/state and what they import.
package page

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/state"
)

// Page is one view of the settings. What others need to know of what it shows is in
// the State; a page stores only private data, such as running work. All methods are
// called from the program's Update and View.
type Page interface {
	// Follow is called after each change of what the snapshot has, on show or not. It
	// starts the work that the page needs, if it is on show, and stops what is of
	// other settings.
	Follow(s *Snapshot) tea.Cmd
	// Receive takes a message that is not the app's own; every page sees it, on show
	// or not.
	Receive(s *Snapshot, msg tea.Msg) Action
	// Show is what is on show. Nothing changes by it.
	Show(s *Snapshot) Show
	// Controls are the page's own, after those of the settings.
	Controls(s *Snapshot) []state.Knob
	// Bindings are what keys do on the page, before those of all pages.
	Bindings() []Binding
	// Reading says how to read the page, a paragraph each.
	Reading(s *Snapshot) []string
}

// Done says what has finished on a page.
type Done struct {
	Work   bool // what it computes besides the analysis: trials, times, a sweep
	Played bool // what Folds plays: the last step of a replay, or the last trajectory, is on show
}
