package state

import (
	"slices"
	"strings"

	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
	"lambdascope/tui/shell"
)

// Preferences are a user's choices for the terminal, independent of the content.
type Preferences struct {
	Theme    screen.Theme
	Glyphs   chart.Glyphs
	MouseOff bool
	Still    bool // marks jump to new places
}

// PreferenceKnobs returns the knobs of preferences.
func PreferenceKnobs() []settings.Knob[Preferences] {
	index := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	ascii := preference("ascii", "only 7-bit characters", []string{"false", "true"},
		func(p Preferences) int { return int(p.Glyphs) },
		func(p *Preferences, i int) { p.Glyphs = chart.Glyphs(i) })
	ascii.Switch = true
	still := preference("still", "marks jump to new places; also with NO_MOTION set", []string{"false", "true"},
		func(p Preferences) int { return index(p.Still) },
		func(p *Preferences, i int) { p.Still = i == 1 })
	still.Switch = true
	return []settings.Knob[Preferences]{
		preference("theme", "colours: auto, dark, light, mono", screen.ThemeNames(),
			func(p Preferences) int { return int(p.Theme) },
			func(p *Preferences, i int) { p.Theme = screen.Theme(i) }),
		ascii,
		preference("mouse", "mouse in the app, in place of selecting text: on, off", []string{"on", "off"},
			func(p Preferences) int { return index(p.MouseOff) },
			func(p *Preferences, i int) { p.MouseOff = i == 1 }),
		still,
	}
}

// preference returns a knob with a few named values, stored by index.
func preference(name, help string, names []string, get func(Preferences) int, set func(*Preferences, int)) settings.Knob[Preferences] {
	return settings.Knob[Preferences]{
		Name: name, Kind: "name", Help: help,
		Get: func(p Preferences) string { return names[get(p)] },
		Set: func(p *Preferences, text string) error {
			i := slices.Index(names, text)
			if i < 0 {
				return settings.RangeError(name, shell.Escape(text), "%s", textfmt.Or(names))
			}
			set(p, i)
			return nil
		},
		Choices: func(Preferences) []string { return names },
	}
}

// Args returns the flags of preferences other than the defaults.
func (p Preferences) Args() []string { return argsOf(PreferenceKnobs(), p, Preferences{}) }

// With returns the preferences after a typed line, such as theme light. It reports false for a
// line about something else.
func (p Preferences) With(line string) (next Preferences, ok bool, err error) {
	name, text, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "--"), " ")
	if before, after, joined := strings.Cut(name, "="); joined && text == "" {
		name = before
		text = after
	}
	text = strings.TrimSpace(text)
	all := PreferenceKnobs()
	i := slices.IndexFunc(all, func(k settings.Knob[Preferences]) bool { return k.Name == name })
	if i < 0 {
		return p, false, nil
	}
	k := all[i]
	if k.Switch && text == "" {
		text = "true"
	}
	next = p
	err = k.Set(&next, text)
	return next, true, err
}
