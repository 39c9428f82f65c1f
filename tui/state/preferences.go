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

// Preference is one of them: a flag of the app.
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
			Name: "glyphs", Help: "characters of the charts: braille, ascii", Names: screen.GlyphNames(),
			Set: func(p *Preferences, i int) { p.Glyphs = chart.Glyphs(i) },
		},
		{
			Name: "mouse", Help: "mouse in the app, which keeps it from selecting text: on, off", Names: []string{"on", "off"},
			Set: func(p *Preferences, i int) { p.MouseOff = i == 1 },
		},
	}
}

// PreferenceLine returns the preference that a typed line sets, such as theme light,
// and the index of its value; a preference without a name where the line is none.
func PreferenceLine(line string) (p Preference, value int, err error) {
	name, text, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "--"), " ")
	if before, after, joined := strings.Cut(name, "="); joined && text == "" {
		name, text = before, after
	}
	all := PreferenceTable()
	i := slices.IndexFunc(all, func(p Preference) bool { return p.Name == name })
	if i < 0 {
		return Preference{}, 0, nil
	}
	p, text = all[i], strings.TrimSpace(text)
	if value = slices.Index(p.Names, text); value < 0 {
		return p, 0, fmt.Errorf("%s %s: want %s", p.Name, shell.Escape(text), words.Or(p.Names))
	}
	return p, value, nil
}

// PreferenceLines are the lines that set preferences.
func PreferenceLines() (out []string) {
	for _, p := range PreferenceTable() {
		for _, value := range p.Names {
			out = append(out, p.Name+" "+value)
		}
	}
	return out
}

// Replace returns flags of preferences, each a name and its value, with another value of
// this one.
func (p Preference) Replace(args []string, value int) []string {
	var out []string
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] != "--"+p.Name {
			out = append(out, args[i], args[i+1])
		}
	}
	return append(out, "--"+p.Name, p.Names[value])
}
