// Package page says what a page of the app is. A page knows no other page and not
// the app that shows it: it is handed a Snapshot with every call, and hands back a
// Frame when it draws and an Action when it takes a key. Drawing changes nothing. The
// package may import tui/screen, tui/chart, tui/state and what they import.
package page

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/control"
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
	Receive(s *Snapshot, msg tea.Msg) (Action, tea.Cmd)
	// Press takes a key before the keys common to all pages, and tells whether it was
	// one of its own.
	Press(s *Snapshot, msg tea.KeyPressMsg) (a Action, cmd tea.Cmd, taken bool)
	// Show is what is on show. Nothing changes by it.
	Show(s *Snapshot) Show
	// Controls are the page's own, after those of the settings.
	Controls(s *Snapshot) []control.Control
	// Hints are the page's keys for the footer, the most useful first.
	Hints(s *Snapshot) []Hint
	// Help lists all keys of the page, and says how to read it.
	Help(s *Snapshot) Help
}

// Done tells what has come to its end on a page.
type Done struct {
	Work   bool // what it computes besides the analysis: trials, times, a sweep
	Replay bool // a replay is at its last step
}

// Help explains a page.
type Help struct {
	Keys    []Keys
	Reading []string // how to read it, a paragraph each
}

// Keys are keys of one subject.
type Keys struct {
	Title    string
	Bindings []key.Binding
}

// Hint is a key as a footer shows it. A click on it presses the key Press.
type Hint struct {
	Key, Does, Press string
	Alone            bool // no keys but those of the page mean anything
}

// Bind returns a key with its help.
func Bind(help, does string, keys ...string) key.Binding {
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(help, does))
}

// The keys of the app that mean something of their own on some pages.

// Swap shows another chart, where not all fit.
func Swap() key.Binding { return Bind("o", "other chart, where not all fit", "o") }

// Type types a value of the focused control, unless its page has another use for it.
func Type() key.Binding { return Bind("enter", "type a value", "enter") }
