package state

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"lambdascope/sim/problem"
	"lambdascope/sim/settings"
	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
)

// Knob declares a choice of settings or of the view.
type Knob = settings.Knob[State]

// Knobs returns the knobs of the settings, then of the view. The slice is shared, because each key
// in the list of commands looks several knobs up: do not change it.
func Knobs() []Knob { return allKnobs() }

var allKnobs = sync.OnceValue(func() []Knob {
	var out []Knob
	for _, k := range settings.Knobs() {
		of := settings.Lift(k, func(s *State) *settings.Settings { return &s.Settings })
		of.Applies = func(s State) bool { return settings.Takes(k, s.Settings) }
		out = append(out, of)
	}
	return append(out, ViewKnobs()...)
})

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
		for _, k := range Knobs() {
			if k.Group != group || !k.Applies(State{Settings: s}) {
				continue
			}
			if k.Source {
				k.Help = "one of " + textfmt.Or(s.Sources(known...))
				k.Get = func(s State) string { return s.Settings.Source() }
				k.Set = func(s *State, text string) error { return s.Settings.SetSource(text, known...) }
				k.Choices = func(s State) []string { return s.Settings.Sources(known...) }
			}
			out = append(out, k)
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

// ViewKnobs returns the knobs of the view, in the order of the help.
func ViewKnobs() []Knob {
	return []Knob{
		{
			Name: "page", Kind: "NAME[:CHART]", Help: "visible page and its chart, such as trials:values (default explore)",
			Get:     State.pageText,
			Set:     (*State).setPage,
			Choices: pageTexts,
			Says:    aboutPage,
		},
		{
			Name: "cursor", Kind: "λ", Help: "where the λ cursor stands, 0 to 1 (default the selected λ)",
			Get: func(s State) string { return optionalText(s.Cursor, textfmt.Number) },
			Set: setCursor,
		},
		{
			Name: "hide", Switch: true, Help: "hide the true errors until z is pressed",
			Get: func(s State) string { return strconv.FormatBool(s.Hidden) },
			Set: func(s *State, text string) error {
				on, err := strconv.ParseBool(text)
				if err != nil {
					return settings.RangeError("hide", strconv.Quote(text), "true or false")
				}
				s.Hidden = on
				return nil
			},
			Choices: func(State) []string { return []string{"false", "true"} },
		},
		TrialsKnob(""),
		{
			Name: "trajectory", Kind: "I", Help: "trajectory selected on Folds, from 0; opens Folds where no page is named",
			Get: func(s State) string {
				if s.Page != PageFolds || s.Trajectory.Value >= s.Settings.Trajectories {
					return ""
				}
				return optionalText(s.Trajectory, strconv.Itoa)
			},
			Set: func(s *State, text string) error {
				return s.setOnFolds("trajectory", &s.Trajectory, text, s.Settings.Trajectories-1)
			},
		},
		{
			Name: "step", Kind: "T", Help: "replay that trajectory on Folds from this step on, from 0",
			Get: func(s State) string {
				if s.Page != PageFolds {
					return ""
				}
				return optionalText(s.Step, strconv.Itoa)
			},
			Set: func(s *State, text string) error {
				const most = 10_000_000 // the length is unknown before the trajectory is drawn
				return s.setOnFolds("step", &s.Step, text, most)
			},
		},
	}
}

// TrialsKnob returns the knob of the number of trials in a group of controls.
func TrialsKnob(group string) Knob {
	return Knob{
		Name: "trials", Kind: "N", Label: "trials", Group: group,
		Help:  fmt.Sprintf("trials of Trials and Figures, 1 to %d (default %d)", study.MaxTrials, DefaultTrials),
		About: settings.Always[State]("how often the experiment is repeated with fresh data"),
		Stops: func(State) []float64 {
			return []float64{10, 20, 40, 80, 160, 320, 640, 1000, 2000, 5000, study.MaxTrials}
		},
		Get: func(s State) string { return strconv.Itoa(s.Trials) },
		Set: func(s *State, text string) error {
			n, err := strconv.Atoi(strings.TrimSpace(text))
			if err != nil || n < 1 || n > study.MaxTrials {
				return settings.RangeError("trials", textfmt.Clip(text), "a whole number, 1 to %d", study.MaxTrials)
			}
			s.Trials = n
			return nil
		},
	}
}

// optionalText returns the text of a value, or "" without a value.
func optionalText[T comparable](v Optional[T], text func(T) string) string {
	if !v.Set {
		return ""
	}
	return text(v.Value)
}

func setCursor(s *State, text string) error {
	at, err := settings.ParseLambdas(text)
	if err != nil || len(at) != 1 {
		return settings.RangeError("cursor", strconv.Quote(textfmt.Clip(text)), "a number, 0 ≤ λ ≤ 1")
	}
	s.Cursor = Some(at[0])
	return nil
}

// setOnFolds sets a whole number of the Folds page, and opens the page.
func (s *State) setOnFolds(name string, v *Optional[int], text string, most int) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		return settings.RangeError(name, strconv.Quote(textfmt.Clip(text)), "a whole number, 0 to %d", most)
	}
	*v = Some(n)
	s.Page = PageFolds
	return nil
}

// index returns the index of a text among names.
func index(text string, names []string) (int, error) {
	i := slices.Index(names, strings.TrimSpace(text))
	if i < 0 {
		return 0, errors.New("want " + textfmt.Or(names))
	}
	return i, nil
}
