package state

import (
	"fmt"
	"slices"
	"strconv"

	"lambdascope/sim/problem"
	"lambdascope/sim/settings"
	"lambdascope/sim/study"
	"lambdascope/sim/words"
)

// Knob is a choice of the state: of its settings, or of what a page shows.
type Knob = settings.Knob[State]

// SettingKnobs returns the knobs of those settings that mean something, as a panel shows
// them: by group. That of domains and problems turns to known ones, too.
func SettingKnobs(s settings.Settings, known []*problem.Problem) []Knob {
	var out []Knob
	for _, group := range []string{settings.Problem, settings.Data, settings.Method} {
		for _, k := range settings.Knobs() {
			if k.Group == group && settings.Takes(k, s) {
				out = append(out, ofSettings(k, s, known))
			}
		}
	}
	return slices.Clip(out)
}

// ofSettings returns a knob of settings as one of the state.
func ofSettings(k settings.Knob[settings.Settings], now settings.Settings, known []*problem.Problem) Knob {
	out := Knob{
		Name: k.Name, Help: k.Help, Group: k.Group, Label: k.Label, Rest: k.Rest,
		About: func(s State) string { return k.About(s.Settings) },
		Get:   func(s State) string { return k.Get(s.Settings) },
		Set:   func(s *State, text string) error { return k.Set(&s.Settings, text) },
	}
	if k.Stops != nil {
		out.Stops = func(s State) []float64 { return k.Stops(s.Settings) }
	}
	if k.Next != nil {
		out.Next = func(s State, steps int) string { return k.Next(s.Settings, steps) }
	}
	if k.Choices != nil {
		out.Choices = func(s State) []string { return k.Choices(s.Settings) }
	}
	if k.Source { // one for domains and problems
		out.Help = "one of " + words.Or(now.Sources(known...))
		out.Get = func(s State) string { return s.Settings.Source() }
		out.Set = func(s *State, text string) error { return s.Settings.SetSource(text, known...) }
		out.Choices = func(s State) []string { return s.Settings.Sources(known...) }
	}
	return out
}

// ChartKnob returns the knob of the chart on show of a page, among those from the first on.
func ChartKnob(p Page, first Chart, name, group, about string) Knob {
	names := p.Charts()[first:]
	return Knob{
		Name: name, Group: group, Label: name, Help: words.Or(names), About: settings.Always[State](about),
		Get: func(s State) string { return names[max(first, s.Charts[p])-first] },
		Set: func(s *State, text string) error {
			i := slices.Index(names, text)
			if i < 0 {
				return fmt.Errorf("%s %s: want %s", name, text, words.Or(names))
			}
			s.Charts[p] = first + Chart(i)
			return nil
		},
		Choices: func(State) []string { return names },
	}
}

// TrialsKnob returns the knob of the number of trials, of the pages that run them.
func TrialsKnob(group string) Knob {
	o, _ := OptionNamed("trials")
	return Knob{
		Name: "trials", Group: group, Label: "trials", Help: fmt.Sprintf("a whole number, 1 to %d", study.MaxTrials),
		About: settings.Always[State]("how often the experiment is repeated with fresh data"),
		Stops: func(State) []float64 {
			return []float64{10, 20, 40, 80, 160, 320, 640, 1000, 2000, 5000, study.MaxTrials}
		},
		Get: func(s State) string { return strconv.Itoa(s.Trials) },
		Set: func(s *State, text string) error {
			if err := o.Set(s, text); err != nil {
				return fmt.Errorf("trials %s: %w", text, err)
			}
			return nil
		},
	}
}
