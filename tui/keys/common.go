// Package keys has what the keys of the app are called and mean, but for those of single
// pages. It does nothing when they are pressed.
package keys

import (
	"charm.land/bubbles/v2/key"

	"lambdascope/tui/page"
)

// Common are the keys that all pages share. Help and footer are made from them
// and from the keys of the page on show.
type Common struct {
	Previous, Next                 key.Binding
	Less, More, MuchLess, MuchMore key.Binding
	Type                           key.Binding
	CursorLeft, CursorRight        key.Binding
	CursorFirst, CursorLast        key.Binding
	NewSeed                        key.Binding
	Explore, Folds, Trials, Figs   key.Binding
	NextPage, PreviousPage         key.Binding
	Pin, Unpin, Hide, View, Swap   key.Binding
	Hold                           key.Binding
	Undo, Redo, Reset              key.Binding
	Copy, Export, Summary, Mouse   key.Binding
	Command, Jump                  key.Binding
	Help, Back, Quit, Suspend      key.Binding
	Lessons                        key.Binding
	Accept, Cancel                 key.Binding // while a value is typed
	Interrupt                      key.Binding
}

// NewCommon returns them.
func NewCommon() Common {
	return Common{
		Previous:     page.Bind("↑/k", "control above", "up", "k"),
		Next:         page.Bind("↓/j", "control below", "down", "j"),
		Less:         page.Bind("←/h", "turn it down", "left", "h"),
		More:         page.Bind("→/l", "turn it up", "right", "l"),
		MuchLess:     page.Bind("shift ←", "turn it down a lot", "shift+left"),
		MuchMore:     page.Bind("shift →", "turn it up a lot", "shift+right"),
		Type:         page.Type(),
		CursorLeft:   page.Bind(",", "λ cursor left", ","),
		CursorRight:  page.Bind(".", "λ cursor right", "."),
		CursorFirst:  page.Bind("<", "λ cursor to the first λ", "<"),
		CursorLast:   page.Bind(">", "λ cursor to the last λ", ">"),
		NewSeed:      page.Bind("s", "new data: the next seed", "s"),
		Explore:      page.Bind("1", "Explore: what the data say of each λ", "1"),
		Folds:        page.Bind("2", "Folds: which trajectories drive the choice", "2"),
		Trials:       page.Bind("3", "Trials: the experiment repeated with fresh data", "3"),
		Figs:         page.Bind("4", "Figures: the paper's, and a sweep", "4"),
		NextPage:     page.Bind("pgdn", "next page", "pgdown"),
		PreviousPage: page.Bind("pgup", "previous page", "pgup"),
		Pin:          page.Bind("p", "pin the curve, to compare with what comes", "p"),
		Unpin:        page.Bind("P", "take the last pinned curve away", "P"),
		Hide:         page.Bind("z", "which λ has the lowest true error? hide that, or reveal it", "z"),
		View:         page.Bind("v", "one picture, or two panels with their own levels", "v"),
		Swap:         page.Swap(),
		Hold:         page.Bind("=", "hold the scale of every chart, or let it fit again", "="),
		Undo:         page.Bind("u", "undo", "u"),
		Redo:         page.Bind("U/ctrl+r", "redo", "U", "ctrl+r"),
		Reset:        page.Bind("x", "reset all controls", "x"),
		Copy:         page.Bind("y", "copy the command that opens this view", "y"),
		Export:       page.Bind("e", "export data and charts of the page to files", "e"),
		Summary:      page.Bind("t", "the page in words and numbers", "t"),
		Mouse:        page.Bind("m", "mouse on, or off for selecting text", "m"),
		Command:      page.Bind(":", "type a command: n 200, or what y copied", ":"),
		Jump:         page.Bind("/", "jump to a control by the letters of its name", "/"),
		Help:         page.Bind("?", "help", "?"),
		Back:         page.Bind("esc", "close; λ cursor back to λ̂", "esc"),
		Quit:         page.Bind("q", "quit", "q"),
		Suspend:      page.Bind("ctrl+z", "suspend", "ctrl+z"),
		Lessons:      page.Bind("L", "lessons", "L"),
		Accept:       page.Bind("enter", "accept", "enter"),
		Cancel:       page.Bind("esc", "keep the old value", "esc"),
		Interrupt:    page.Bind("ctrl+c", "quit", "ctrl+c"),
	}
}

// Groups returns the bindings that all pages share, for the help, by subject.
func (k Common) Groups() []page.Keys {
	return []page.Keys{
		{Title: "Pages", Bindings: []key.Binding{k.Explore, k.Folds, k.Trials, k.Figs, k.NextPage, k.PreviousPage}},
		{Title: "Controls", Bindings: []key.Binding{k.Previous, k.Next, k.Less, k.More, k.MuchLess, k.MuchMore, k.Type, k.Jump, k.Command, k.NewSeed}},
		{Title: "λ cursor", Bindings: []key.Binding{k.CursorLeft, k.CursorRight, k.CursorFirst, k.CursorLast, k.Back}},
		{Title: "Comparing and predicting", Bindings: []key.Binding{k.Pin, k.Unpin, k.Hide}},
		{Title: "Screen", Bindings: []key.Binding{k.View, k.Hold, k.Swap, k.Help, k.Mouse}},
		{Title: "Changes", Bindings: []key.Binding{k.Undo, k.Redo, k.Reset}},
		{Title: "Taking it along", Bindings: []key.Binding{k.Copy, k.Export, k.Summary}},
		{Title: "Lessons", Bindings: append([]key.Binding{k.Lessons}, NewLesson().All()...)},
		{Title: "Rooms", Bindings: NewRoom().All()},
		{Title: "Leaving", Bindings: []key.Binding{k.Quit, k.Suspend}},
	}
}

// Hints returns the keys that all pages share, the most useful first, for a
// footer, after those of the page; the last two are always shown.
func (k Common) Hints(own []page.Hint, single bool) []page.Hint {
	if len(own) > 0 && own[0].Alone {
		return own
	}
	out := []page.Hint{Hint("↑↓", "choose", "down"), Hint("←→", "turn", "right")}
	if single { // where room is short
		out = append(append(out, Hint("o", "swap", "o")), own...)
		out = append(out, Hint("⏎", "type", "enter"))
	} else {
		out = append(append(out, Hint("⏎", "type", "enter")), own...)
	}
	return append(out,
		Hint("s", "new data", "s"), Hint("z", "hide", "z"), Hint("u", "undo", "u"), Hint("y", "copy", "y"),
		Hint("e", "export", "e"), Hint("t", "text", "t"), Hint(":", "command", ":"), Hint("x", "reset", "x"),
		Hint("?", "help", "?"), Hint("q", "quit", "q"))
}
