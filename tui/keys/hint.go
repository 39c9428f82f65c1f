package keys

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/page"
)

// Hint returns a key for a footer, named as a person reads it and as bindings do.
func Hint(key, does, press string) page.Hint { return page.Hint{Key: key, Does: does, Press: press} }

// Typing are the keys while a value is typed.
func Typing() []page.Hint {
	return []page.Hint{Hint("⏎", "accept", "enter"), Hint("esc", "keep the old value", "esc")}
}

// Press returns the message of pressing a key, named as bindings name it.
func Press(name string) tea.KeyPressMsg {
	special := map[string]rune{
		"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "space": tea.KeySpace,
	}
	if code, ok := special[name]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}
