package state

import (
	"fmt"
	"slices"
	"strings"

	"lambdascope/sim/words"
	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
	"lambdascope/tui/shell"
)

// Preferences are how the app looks and is used, whatever it shows.
type Preferences struct {
	Theme    screen.Theme
	Glyphs   chart.Glyphs
	MouseOff bool
}

// Args returns the flags of preferences other than the defaults.
func (p Preferences) Args() []string {
	var out []string
	if p.Theme != screen.ThemeAuto {
		out = append(out, "--theme", screen.ThemeNames()[p.Theme])
	}
	if p.Glyphs == chart.Plain {
		out = append(out, "--ascii")
	}
	if p.MouseOff {
		out = append(out, "--mouse", "off")
	}
	return out
}

// With returns the preferences after a typed line, such as theme light. It reports false
// for a line that is about something else.
func (p Preferences) With(line string) (next Preferences, ok bool, err error) {
	name, text, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "--"), " ")
	if before, after, joined := strings.Cut(name, "="); joined && text == "" {
		name, text = before, after
	}
	text = strings.TrimSpace(text)
	values := preferenceValues(name)
	if values == nil {
		return p, false, nil
	}
	if name == "ascii" && text == "" {
		text = "true"
	}
	i := slices.Index(values, text)
	if i < 0 {
		return p, true, fmt.Errorf("%s %s: want %s", name, shell.Escape(text), words.Or(values))
	}
	switch name {
	case "theme":
		p.Theme = screen.Theme(i)
	case "ascii":
		p.Glyphs = []chart.Glyphs{chart.Braille, chart.Plain}[i]
	case "mouse":
		p.MouseOff = i == 1
	}
	return p, true, nil
}

// preferenceValues returns the values of a preference; nil for any other name.
func preferenceValues(name string) []string {
	switch name {
	case "theme":
		return screen.ThemeNames()
	case "ascii":
		return []string{"false", "true"}
	case "mouse":
		return MouseNames()
	}
	return nil
}

// MouseNames are the values of the preference of the mouse.
func MouseNames() []string { return []string{"on", "off"} }

// PreferenceLines are the lines that set preferences.
func PreferenceLines() []string {
	var out []string
	for _, name := range []string{"theme", "ascii", "mouse"} {
		for _, value := range preferenceValues(name) {
			out = append(out, name+" "+value)
		}
	}
	return out
}
