package state

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lambdascope/sim/settings"
	"lambdascope/sim/study"
	"lambdascope/sim/words"
	"lambdascope/tui/shell"
)

// Option is one choice of view: a flag of the app, and a part of the command that opens a
// view again.
type Option struct {
	Name  string
	Help  string
	Kind  string   // what help calls a value; empty for a switch, which has none
	Names []string // the values there are, where these are few
	Many  bool     // it may be given more than once
	// OfFolds tells that the option is of the Folds page: it opens the page where no page
	// is named, and is part of no command that opens another.
	OfFolds bool
	// AfterSettings tells that Set depends on the settings.
	AfterSettings bool

	// Get returns the values to give, each of which Set reads back: none where the
	// state has what it opens with.
	Get func(s State) []string
	// Set reads a value. Its error says what is accepted, as in "want 1 to 3"; the
	// state is then as it was.
	Set func(s *State, text string) error
}

// Options returns the table of all options of view, in the order of the help.
func Options() []Option {
	return []Option{
		{
			Name: "page", Help: "page on show and its chart, such as trials:values (default explore)",
			Kind: "NAME[:CHART]", Names: pageTexts(),
			Get: func(s State) []string { return when(s.Page != PageExplore || s.Charts[s.Page] > 0, s.pageText()) },
			Set: (*State).setPage,
		},
		{
			Name: "cursor", Help: "where the λ cursor stands, 0 to 1 (default the selected λ)", Kind: "λ",
			Get: func(s State) []string { return given(s.Cursor, words.Number) },
			Set: setCursor,
		},
		{
			Name: "hide", Help: "hide the true errors until z is pressed",
			Get: func(s State) []string { return when(s.Hidden, "true") },
			Set: func(s *State, text string) error {
				on, err := strconv.ParseBool(text)
				if err != nil {
					return errors.New("want true or false")
				}
				s.Hidden = on
				return nil
			},
		},
		{
			Name: pinOption, Help: "flags, in quotes, of settings whose curve stays; up to " + strconv.Itoa(MaxPins) + " times",
			Kind: "FLAGS", Many: true,
			Get: pinArgs,
			Set: setPin,
		},
		{
			Name: "trials", Kind: "N",
			Help: fmt.Sprintf("trials of Trials and Figures, 1 to %d (default %d)", study.MaxTrials, DefaultTrials),
			Get:  func(s State) []string { return when(s.Trials != DefaultTrials, strconv.Itoa(s.Trials)) },
			Set: func(s *State, text string) error {
				n, err := strconv.Atoi(strings.TrimSpace(text))
				if err != nil || n < 1 || n > study.MaxTrials {
					return fmt.Errorf("want a whole number, 1 to %d", study.MaxTrials)
				}
				s.Trials = n
				return nil
			},
		},
		{
			Name: "trajectory", Help: "trajectory selected on Folds, from 0; opens Folds where no page is named", Kind: "I",
			OfFolds: true, AfterSettings: true,
			Get: func(s State) []string {
				if s.Trajectory.Value >= s.Settings.Trajectories {
					return nil
				}
				return given(s.Trajectory, strconv.Itoa)
			},
			Set: func(s *State, text string) error { return setWhole(&s.Trajectory, text, s.Settings.Trajectories-1) },
		},
		{
			Name: "step", Help: "replay that trajectory on Folds from this step on, from 0", Kind: "T",
			OfFolds: true,
			Get:     func(s State) []string { return given(s.Step, strconv.Itoa) },
			Set: func(s *State, text string) error {
				const most = 10_000_000 // how many there are is not known before the trajectory is drawn
				return setWhole(&s.Step, text, most)
			},
		},
	}
}

// OptionNamed returns the option of a name.
func OptionNamed(name string) (o Option, ok bool) {
	all := Options()
	i := slices.IndexFunc(all, func(o Option) bool { return o.Name == name })
	if i < 0 {
		return o, false
	}
	return all[i], true
}

// when returns a value to give under a condition.
func when(is bool, value string) []string {
	if !is {
		return nil
	}
	return []string{value}
}

// given returns the value to give of what may be none.
func given[T comparable](v Optional[T], text func(T) string) []string {
	return when(v.Set, text(v.Value))
}

func setCursor(s *State, text string) error {
	at, err := settings.ParseLambdas(text)
	if err != nil || len(at) != 1 {
		return errors.New("want a number, 0 ≤ λ ≤ 1")
	}
	s.Cursor = Some(at[0])
	return nil
}

func setWhole(v *Optional[int], text string, most int) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		return fmt.Errorf("want a whole number, 0 to %d", most)
	}
	*v = Some(n)
	return nil
}

// index returns which of some names a text is.
func index(text string, names []string) (int, error) {
	i := slices.Index(names, strings.TrimSpace(text))
	if i < 0 {
		return 0, errors.New("want " + words.Or(names))
	}
	return i, nil
}

func pinArgs(s State) []string {
	var out []string
	for _, pinned := range s.Pins.List() {
		out = append(out, shell.Join(pinned.Args()))
	}
	return out
}
