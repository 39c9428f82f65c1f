package state

import (
	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
)

// Preferences are how the app looks and is used, whatever it shows.
type Preferences struct {
	Theme    screen.Theme
	Glyphs   chart.Glyphs
	MouseOff bool
}

// Preference is one of them: a flag of the app, and an entry of a person's own
// configuration.
type Preference struct {
	Name  string
	Help  string
	Names []string // the values there are; the first is the default
	// Set chooses a value by its index.
	Set func(p *Preferences, index int)
}

// PreferenceTable returns all preferences, in the order of the help.
func PreferenceTable() []Preference {
	return []Preference{
		{
			Name: "theme", Help: "colours: auto, dark, light, mono", Names: screen.ThemeNames(),
			Set: func(p *Preferences, i int) { p.Theme = screen.Theme(i) },
		},
		{
			Name: "glyphs", Help: "characters of the charts: braille, block, ascii", Names: screen.GlyphNames(),
			Set: func(p *Preferences, i int) { p.Glyphs = chart.Glyphs(i) },
		},
		{
			Name: "mouse", Help: "mouse in the app, which keeps it from selecting text: on, off", Names: []string{"on", "off"},
			Set: func(p *Preferences, i int) { p.MouseOff = i == 1 },
		},
	}
}
