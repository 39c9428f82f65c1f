package state

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lambdascope/sim/analysis"
	"lambdascope/sim/study"
	"lambdascope/sim/words"
	"lambdascope/tui/shell"
)

// Option is one choice of view: a flag of the app, a part of the command that opens a
// view again, and, where it changes what a page says, of what undo takes back.
type Option struct {
	Name  string
	Help  string
	Kind  string   // what help calls a value; empty for a switch, which has none
	Names []string // the values there are; nil where they are not a few names
	Many  bool     // it may be given more than once
	// Of is the page that has the option; unset for all pages. It is part of no
	// command that opens another.
	Of Optional[Page]
	// Opens tells that it opens its page where no page is named.
	Opens bool
	// AfterSettings tells that Set depends on the settings.
	AfterSettings bool

	// Get returns the values to give, each of which Set reads back: none where the
	// state has what it opens with.
	Get func(s State) []string
	// Set reads a value. Its error says what is accepted, as in "want 1 to 3"; the
	// state is then as it was.
	Set func(s *State, text string) error

	undo  bool // undo takes it back
	reset bool // so does a reset: a control turns it
	adopt func(to *State, from State)
}

// Options returns the table of all options of view, in the order of the help.
func Options() []Option {
	folds, trials, figures := Some(PageFolds), Some(PageTrials), Some(PageFigures)
	return []Option{
		choice(Option{Name: "page", Help: "page on show: dial, explore, folds, trials, figures"}, PageNames(), func(s *State) *Page { return &s.Page }),
		field(Option{
			Name: "cursor", Help: "where the λ cursor stands, 0 to 1; at the selected λ if not given", Kind: "λ",
			Get: func(s State) []string { return given(s.Cursor, words.Number) },
			Set: setCursor,
		}, func(s *State) *Optional[float64] { return &s.Cursor }),
		onOff(Option{Name: "hide", Help: "hide the true errors until z is pressed"}, func(s *State) *bool { return &s.Hidden }),
		onOff(Option{Name: "hold", Help: "hold the scale of every chart as the first data have it", undo: true}, func(s *State) *bool { return &s.Hold }),
		field(Option{
			Name: "look", Kind: "TEXT", Help: "how a chart is drawn, as lessons have it: 'split from 0 to 0.06 with names'",
			Get: func(s State) []string { return when(s.Look != Look{}, s.Look.String()) },
			Set: func(s *State, text string) error {
				look, err := ParseLook(text)
				if err == nil {
					_, err = index(look.Chart, slices.Concat(lookedAt(PageDial), lookedAt(PageExplore), lookedAt(PageTrials)[:1]))
				}
				if err == nil {
					s.Look = look
				}
				return err
			},
		}, func(s *State) *Look { return &s.Look }),
		field(Option{
			Name: pinOption, Help: "settings, as flags in quotes, whose curve stays in sight; up to " + strconv.Itoa(MaxPins) + " times",
			Kind: "FLAGS", Many: true, undo: true,
			Get: pinArgs,
			Set: setPin,
		}, func(s *State) *Pins { return &s.Pins }),
		number(Option{
			Name: "trials", Kind: "N", undo: true, reset: true,
			Help: "trials of the trials and figures pages, 1 to " + strconv.Itoa(study.MaxTrials) + "; " + strconv.Itoa(DefaultTrials) + " if not given",
		}, func(s *State) *int { return &s.Trials }, 1, study.MaxTrials),
		field(Option{
			Name: "trajectory", Help: "trajectory selected on the folds page, from 0; opens that page", Kind: "I",
			Of: folds, Opens: true, AfterSettings: true,
			Get: func(s State) []string {
				if s.Trajectory.Value >= s.Settings.Trajectories {
					return nil
				}
				return given(s.Trajectory, strconv.Itoa)
			},
			Set: func(s *State, text string) error { return setWhole(&s.Trajectory, text, s.Settings.Trajectories-1) },
		}, func(s *State) *Optional[int] { return &s.Trajectory }),
		field(Option{
			Name: "step", Help: "replay that trajectory on the folds page, from this step on, from 0", Kind: "T",
			Of: folds, Opens: true,
			Get: func(s State) []string { return given(s.Step, strconv.Itoa) },
			Set: func(s *State, text string) error {
				const most = 10_000_000 // how many there are is not known before the trajectory is drawn
				return setWhole(&s.Step, text, most)
			},
		}, func(s *State) *Optional[int] { return &s.Step }),
		number(Option{
			Name: "chart", Kind: "N",
			Help: "chart on show where not all fit, 1 to " + strconv.Itoa(MaxCharts),
		}, func(s *State) *int { return &s.Chart }, 1, MaxCharts),
		choice(Option{
			Name: "trials-chart", Help: "chart on show on the trials page, where not all fit: " + strings.Join(TrialsChartNames(), ", "), Of: trials, undo: true, reset: true,
		}, TrialsChartNames(), func(s *State) *TrialsChart { return &s.TrialsChart }),
		choice(Option{
			Name: "figure", Help: "figure on show on the figures page: a, b, c, sweep", Of: figures, undo: true, reset: true,
		}, FigureNames(), func(s *State) *Figure { return &s.Figure }),
		choice(Option{
			Name: "sweep", Help: "what the sweep of the figures page goes over: trajectories, gamma, features, ridge", Of: figures, undo: true, reset: true,
		}, SweepNames(), func(s *State) *Sweep { return &s.Sweep }),
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

// The kinds of options.

// field completes the option of a field of the state.
func field[T comparable](o Option, at func(*State) *T) Option {
	o.adopt = func(to *State, from State) { *at(to) = *at(&from) }
	return o
}

// onOff completes an option that is a switch.
func onOff(o Option, at func(*State) *bool) Option {
	o.Get = func(s State) []string { return when(*at(&s), "true") }
	o.Set = func(s *State, text string) error {
		on, err := strconv.ParseBool(text)
		if err != nil {
			return errors.New("want true or false")
		}
		*at(s) = on
		return nil
	}
	return field(o, at)
}

// choice completes an option that is one of some names.
func choice[T ~int](o Option, names []string, at func(*State) *T) Option {
	o.Kind, o.Names = "name", names
	start := New(analysis.Settings{})
	o.Get = func(s State) []string {
		return when(*at(&s) != *at(&start), names[*at(&s)])
	}
	o.Set = func(s *State, text string) error {
		i, err := index(text, names)
		if err == nil {
			*at(s) = T(i)
		}
		return err
	}
	return field(o, at)
}

// number completes an option that is a whole number within bounds.
func number(o Option, at func(*State) *int, least, most int) Option {
	start := New(analysis.Settings{})
	o.Get = func(s State) []string { return when(*at(&s) != *at(&start), strconv.Itoa(*at(&s))) }
	o.Set = func(s *State, text string) error {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < least || n > most {
			return fmt.Errorf("want a whole number, %d to %d", least, most)
		}
		*at(s) = n
		return nil
	}
	return field(o, at)
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
	at, err := analysis.ParseLambdas(text)
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
	if i < 0 && len(names) == 1 {
		return 0, errors.New("want " + names[0])
	}
	if i < 0 {
		last := len(names) - 1
		return 0, fmt.Errorf("want %s or %s", strings.Join(names[:last], ", "), names[last])
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
