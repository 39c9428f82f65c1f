package tui

import "charm.land/bubbles/v2/key"

// keyMap holds every key of the app. Help and footer are made from it.
type keyMap struct {
	Previous, Next                 key.Binding
	Less, More, MuchLess, MuchMore key.Binding
	Type                           key.Binding
	CursorLeft, CursorRight        key.Binding
	CursorFirst, CursorLast        key.Binding
	NewSeed                        key.Binding
	View, Swap                     key.Binding
	Undo, Redo, Reset              key.Binding
	Help, Back, Quit, Suspend      key.Binding
	Accept, Cancel                 key.Binding // while a value is typed
	ScrollUp, ScrollDown           key.Binding // in the help
	interrupt                      key.Binding
}

func newKeyMap() keyMap {
	bind := func(help, does string, keys ...string) key.Binding {
		return key.NewBinding(key.WithKeys(keys...), key.WithHelp(help, does))
	}
	return keyMap{
		Previous:    bind("↑/k", "control above", "up", "k"),
		Next:        bind("↓/j", "control below", "down", "j"),
		Less:        bind("←/h", "turn it down", "left", "h"),
		More:        bind("→/l", "turn it up", "right", "l"),
		MuchLess:    bind("shift ←/H", "turn it down a lot", "shift+left", "H"),
		MuchMore:    bind("shift →/L", "turn it up a lot", "shift+right", "L"),
		Type:        bind("enter", "type a value", "enter"),
		CursorLeft:  bind(",", "λ cursor left", ","),
		CursorRight: bind(".", "λ cursor right", "."),
		CursorFirst: bind("<", "λ cursor to the first λ", "<"),
		CursorLast:  bind(">", "λ cursor to the last λ", ">"),
		NewSeed:     bind("s/space", "new data: the next seed", "s", "space"),
		View:        bind("v", "one picture, or two panels with their own levels", "v"),
		Swap:        bind("o", "swap the charts, where one fits", "o"),
		Undo:        bind("u", "undo", "u"),
		Redo:        bind("U/ctrl+r", "redo", "U", "ctrl+r"),
		Reset:       bind("x", "reset all controls", "x"),
		Help:        bind("?", "help", "?"),
		Back:        bind("esc", "close help; λ cursor back to λ̂", "esc"),
		Quit:        bind("q", "quit", "q"),
		Suspend:     bind("ctrl+z", "suspend", "ctrl+z"),
		Accept:      bind("enter", "accept", "enter"),
		Cancel:      bind("esc", "keep the old value", "esc"),
		ScrollUp:    bind("↑/k", "scroll up", "up", "k", "pgup"),
		ScrollDown:  bind("↓/j", "scroll down", "down", "j", "pgdown"),
		interrupt:   bind("ctrl+c", "quit", "ctrl+c"),
	}
}

// hint is a binding as a footer shows it.
type hint struct{ key, does string }

// footer returns the keys that matter most now, the most useful first.
func (k keyMap) footer(s situation) []hint {
	switch s {
	case typing:
		return []hint{{"⏎", "accept"}, {"esc", "keep the old value"}}
	case reading:
		return []hint{{"↑↓", "scroll"}, {"esc", "close"}, {"q", "quit"}}
	}
	if s == exploringOneChart {
		return []hint{
			{"↑↓", "choose"}, {"←→", "turn"}, {"o", "other chart"}, {"⏎", "type"}, {", .", "λ"},
			{"s", "new data"}, {"?", "help"}, {"q", "quit"},
		}
	}
	return []hint{
		{"↑↓", "choose"}, {"←→", "turn"}, {"⏎", "type"}, {", .", "λ cursor"},
		{"s", "new data"}, {"u", "undo"}, {"v", "view"}, {"U", "redo"}, {"x", "reset"},
		{"?", "help"}, {"q", "quit"},
	}
}

// groups returns all bindings for the help, by subject.
func (k keyMap) groups() []helpGroup {
	return []helpGroup{
		{"Controls", []key.Binding{k.Previous, k.Next, k.Less, k.More, k.MuchLess, k.MuchMore, k.Type, k.NewSeed}},
		{"λ cursor", []key.Binding{k.CursorLeft, k.CursorRight, k.CursorFirst, k.CursorLast}},
		{"Screen", []key.Binding{k.View, k.Swap, k.Help, k.Back}},
		{"Changes", []key.Binding{k.Undo, k.Redo, k.Reset}},
		{"Leaving", []key.Binding{k.Quit, k.Suspend}},
	}
}

type helpGroup struct {
	title    string
	bindings []key.Binding
}

// situation is what the keys act on.
type situation int

const (
	exploring situation = iota
	exploringOneChart
	typing
	reading
)
