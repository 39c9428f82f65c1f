package tui

import "charm.land/bubbles/v2/key"

// keyMap holds the keys that all pages share. Help and footer are made from it
// and from the keys of the page on show.
type keyMap struct {
	Previous, Next                 key.Binding
	Less, More, MuchLess, MuchMore key.Binding
	Type                           key.Binding
	CursorLeft, CursorRight        key.Binding
	CursorFirst, CursorLast        key.Binding
	NewSeed                        key.Binding
	Explore, Folds, Trials, Figs   key.Binding
	NextPage, PreviousPage         key.Binding
	Pin, Unpin, Hide, View, Swap   key.Binding
	Undo, Redo, Reset              key.Binding
	Copy, Export, Summary, Mouse   key.Binding
	Help, Back, Quit, Suspend      key.Binding
	Accept, Cancel                 key.Binding // while a value is typed
	ScrollUp, ScrollDown           key.Binding // in a text over the page
	LeafUp, LeafDown               key.Binding
	ScrollFirst, ScrollLast        key.Binding
	interrupt                      key.Binding
}

func bind(help, does string, keys ...string) key.Binding {
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(help, does))
}

func newKeyMap() keyMap {
	return keyMap{
		Previous:     bind("↑/k", "control above", "up", "k"),
		Next:         bind("↓/j", "control below", "down", "j"),
		Less:         bind("←/h", "turn it down", "left", "h"),
		More:         bind("→/l", "turn it up", "right", "l"),
		MuchLess:     bind("shift ←/H", "turn it down a lot", "shift+left", "H"),
		MuchMore:     bind("shift →/L", "turn it up a lot", "shift+right", "L"),
		Type:         bind("enter", "type a value", "enter"),
		CursorLeft:   bind(",", "λ cursor left", ","),
		CursorRight:  bind(".", "λ cursor right", "."),
		CursorFirst:  bind("<", "λ cursor to the first λ", "<"),
		CursorLast:   bind(">", "λ cursor to the last λ", ">"),
		NewSeed:      bind("s", "new data: the next seed", "s"),
		Explore:      bind("1", "Explore: what the data say of each λ", "1"),
		Folds:        bind("2", "Folds: which trajectories drive the choice", "2"),
		Trials:       bind("3", "Trials: the experiment repeated with fresh data", "3"),
		Figs:         bind("4", "Figures: the paper's, and a sweep", "4"),
		NextPage:     bind("pgdn", "next page", "pgdown"),
		PreviousPage: bind("pgup", "previous page", "pgup"),
		Pin:          bind("p", "pin the curve, to compare with what comes", "p"),
		Unpin:        bind("P", "take the last pinned curve away", "P"),
		Hide:         bind("z", "hide the answer, or reveal it", "z"),
		View:         bind("v", "one picture, or two panels with their own levels", "v"),
		Swap:         bind("o", "other chart, where not all fit", "o"),
		Undo:         bind("u", "undo", "u"),
		Redo:         bind("U/ctrl+r", "redo", "U", "ctrl+r"),
		Reset:        bind("x", "reset all controls", "x"),
		Copy:         bind("y", "copy the command that opens this view", "y"),
		Export:       bind("e", "export data and charts of the page to files", "e"),
		Summary:      bind("t", "the page in words and numbers", "t"),
		Mouse:        bind("m", "mouse on, or off for selecting text", "m"),
		Help:         bind("?", "help", "?"),
		Back:         bind("esc", "close; λ cursor back to λ̂", "esc"),
		Quit:         bind("q", "quit", "q"),
		Suspend:      bind("ctrl+z", "suspend", "ctrl+z"),
		Accept:       bind("enter", "accept", "enter"),
		Cancel:       bind("esc", "keep the old value", "esc"),
		ScrollUp:     bind("↑/k", "scroll up", "up", "k"),
		ScrollDown:   bind("↓/j", "scroll down", "down", "j"),
		LeafUp:       bind("pgup", "scroll up a lot", "pgup"),
		LeafDown:     bind("space", "scroll down a lot", "space", "pgdown"),
		ScrollFirst:  bind("home", "to the start", "home"),
		ScrollLast:   bind("end", "to the end", "end"),
		interrupt:    bind("ctrl+c", "quit", "ctrl+c"),
	}
}

// groups returns the bindings that all pages share, for the help, by subject.
func (k keyMap) groups() []helpGroup {
	return []helpGroup{
		{"Pages", []key.Binding{k.Explore, k.Folds, k.Trials, k.Figs, k.NextPage, k.PreviousPage}},
		{"Controls", []key.Binding{k.Previous, k.Next, k.Less, k.More, k.MuchLess, k.MuchMore, k.Type, k.NewSeed}},
		{"λ cursor", []key.Binding{k.CursorLeft, k.CursorRight, k.CursorFirst, k.CursorLast, k.Back}},
		{"Comparing and predicting", []key.Binding{k.Pin, k.Unpin, k.Hide}},
		{"Screen", []key.Binding{k.View, k.Swap, k.Help, k.Mouse}},
		{"Changes", []key.Binding{k.Undo, k.Redo, k.Reset}},
		{"Taking it along", []key.Binding{k.Copy, k.Export, k.Summary}},
		{"Leaving", []key.Binding{k.Quit, k.Suspend}},
	}
}

type helpGroup struct {
	title    string
	bindings []key.Binding
}

// hint is a key as a footer shows it. A click on it presses the key press.
type hint struct{ key, does, press string }

// hints returns the keys that all pages share, the most useful first, for a
// footer, after those of the page; the last two are always shown.
func (k keyMap) hints(page []hint, single bool) []hint {
	out := []hint{{"↑↓", "choose", "down"}, {"←→", "turn", "right"}}
	if single {
		out = append(out, hint{"o", "other chart", "o"})
	}
	out = append(out, hint{"⏎", "type", "enter"})
	out = append(out, page...)
	return append(out,
		hint{"s", "new data", "s"}, hint{"z", "hide", "z"}, hint{"u", "undo", "u"}, hint{"y", "copy", "y"},
		hint{"e", "export", "e"}, hint{"t", "text", "t"}, hint{"x", "reset", "x"},
		hint{"?", "help", "?"}, hint{"q", "quit", "q"})
}

func typingHints() []hint {
	return []hint{{"⏎", "accept", "enter"}, {"esc", "keep the old value", "esc"}}
}

func overlayHints() []hint {
	return []hint{{"↑↓", "scroll", "down"}, {"space", "more", "space"}, {"esc", "close", "esc"}, {"q", "quit", "q"}}
}
