package state

import (
	"slices"

	"lambdascope/sim/problem"
	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
)

// Knob declares a choice of settings or of the view.
type Knob = settings.Knob[State]

// Knobs returns the knobs of the settings, then of the view.
func Knobs() []Knob {
	var out []Knob
	for _, k := range settings.Knobs() {
		out = append(out, ofSettings(k))
	}
	return append(out, ViewKnobs()...)
}

// KnobNamed returns the knob with a name or a one-letter name; false for an unknown name.
func KnobNamed(name string) (k Knob, ok bool) {
	all := Knobs()
	i := slices.IndexFunc(all, func(k Knob) bool { return k.Name == name || k.Short == name && name != "" })
	if i < 0 {
		return k, false
	}
	return all[i], true
}

// SettingKnobs returns the knobs that apply to s, by group, for the controls. A single knob chooses
// among domains, shipped problems and known problems.
func SettingKnobs(s settings.Settings, known []*problem.Problem) []Knob {
	var out []Knob
	for _, group := range []string{settings.Problem, settings.Data, settings.Method} {
		for _, k := range settings.Knobs() {
			if k.Group != group || !settings.Takes(k, s) {
				continue
			}
			of := ofSettings(k)
			if k.Source {
				of.Help = "one of " + textfmt.Or(s.Sources(known...))
				of.Get = func(s State) string { return s.Settings.Source() }
				of.Set = func(s *State, text string) error { return s.Settings.SetSource(text, known...) }
				of.Choices = func(s State) []string { return s.Settings.Sources(known...) }
			}
			out = append(out, of)
		}
	}
	return slices.Clip(out)
}

// Choosable returns the knobs with a meaning for s: the controls of SettingKnobs, then the others.
func (s State) Choosable(known []*problem.Problem) []Knob {
	out := SettingKnobs(s.Settings, known)
	for _, k := range Knobs() {
		if k.Group == "" && !k.Source && (k.Applies == nil || k.Applies(s)) {
			out = append(out, k)
		}
	}
	return out
}

// ofSettings turns a knob of the settings into a knob of the state.
func ofSettings(k settings.Knob[settings.Settings]) Knob {
	out := settings.Lift(k, func(s *State) *settings.Settings { return &s.Settings })
	out.Applies = func(s State) bool { return settings.Takes(k, s.Settings) }
	return out
}
