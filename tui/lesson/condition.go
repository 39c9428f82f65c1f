package lesson

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"lambdascope/sim/analysis"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
)

// Condition is a part of what a step waits for.
type Condition struct {
	Kind        Kind
	At          string // the λ of CursorAt, as it is written: 0.8, best
	Name, Value string // of Is and Changed
	at          lambda // of CursorAt
	want        string // what Is waits for, as now writes it
}

// Kind is a kind of condition.
type Kind int

// The kinds of conditions.
const (
	CursorAt     Kind = iota // the λ cursor is at some λ
	CursorMoved              // it is elsewhere than in the scene
	Is                       // a setting or an option of view has a value
	Changed                  // it has another than in the scene
	Revealed                 // the true errors are shown
	Pinned                   // a curve is pinned that is not in the scene
	TrialsDone               // the work of Trials or Figures is finished
	ReplayOpen               // a trajectory is replayed
	ReplayAtEnd              // the replay is at its last step
	LeaveOutDone             // leave-one-out has been watched to its end
	numKinds
)

// rule is all that is peculiar to conditions of a kind. What is nil says nothing.
type rule struct {
	text  string       // as they are written that have no parts
	pages []state.Page // on which they come, nil for any

	// met tells whether the condition has come, on one of its pages.
	met func(c Condition, s Situation) bool
	// asks says what to do for a condition that has not come, and by which keys.
	asks func(c Condition, now, scene state.State) (does, keys string)
	// apply changes a state as the condition makes it, as far as that can be told without
	// an analysis. The page is that of pageOf.
	apply func(c Condition, s *state.State) error
	// possible returns why the condition can never come true, or has from the start, as far
	// as that can be told without an analysis.
	possible func(c Condition, all []Condition, scene, done state.State) error
	// excludes tells whether another condition excludes this one, whatever the data.
	excludes func(c, other Condition, scene state.State) bool
}

// rules returns those of each kind.
func rules() [numKinds]rule {
	return [...]rule{
		CursorAt: {
			met: func(c Condition, s Situation) bool {
				if s.Result == nil {
					return false
				}
				k, err := c.at.index(s.Result, s.State)
				return err == nil && k == s.State.CursorIndex(s.Result)
			},
			asks: asksCursor,
			apply: func(c Condition, s *state.State) error {
				if c.at.name == "" {
					s.Cursor = state.Some(c.at.value)
				}
				return nil
			},
			possible: func(c Condition, all []Condition, _, done state.State) error {
				if c.at.name != "" || changes(all, "lambdas") {
					return nil
				}
				return onGrid(done.Settings, c.at.value)
			},
			excludes: func(c, d Condition, _ state.State) bool {
				return d.Kind == CursorAt && c.at.name == "" && d.at.name == "" && c.at != d.at
			},
		},
		CursorMoved: {
			text: "cursor moved",
			met: func(_ Condition, s Situation) bool {
				return s.Result != nil && s.State.CursorIndex(s.Result) != s.Scene.CursorIndex(s.Result)
			},
			asks: says("move the cursor to a λ of your choice", "with , and ."),
			possible: func(_ Condition, all []Condition, _, done state.State) error {
				if grid, err := analysis.ParseLambdas(done.Settings.Lambdas); err == nil && len(grid) < 2 && !changes(all, "lambdas") {
					return errors.New("can't come, as the grid has one λ")
				}
				return nil
			},
			excludes: func(_, d Condition, scene state.State) bool {
				return d.Kind == CursorAt && d.at.name == "" && scene.Cursor == state.Some(d.at.value)
			},
		},
		Is: {
			met:  func(c Condition, s Situation) bool { return c.now(s.State) == c.want },
			asks: asksValue,
			apply: func(c Condition, s *state.State) (err error) {
				*s, err = s.Command(shell.Join([]string{c.Name, c.Value}), analysis.File{})
				return err
			},
			possible: needsReplay,
			excludes: func(c, d Condition, _ state.State) bool { return d.waitsFor(c.Name) && d.want != c.want },
		},
		Changed: {
			met:  func(c Condition, s Situation) bool { return c.now(s.State) != c.now(s.Scene) },
			asks: asksChange,
			apply: func(c Condition, s *state.State) error {
				if f, ok := analysis.FieldNamed(c.Name); ok && !f.Applies(s.Settings) {
					return fmt.Errorf("%s does not apply to %s", c, s.Settings.Problem.Name())
				}
				return nil
			},
			possible: needsReplay,
			excludes: func(c, d Condition, scene state.State) bool { return d.waitsFor(c.Name) && d.want == d.now(scene) },
		},
		Revealed: {
			text: "revealed",
			met:  func(_ Condition, s Situation) bool { return !s.State.Hidden },
			asks: func(_ Condition, now, _ state.State) (does, keys string) {
				if now.Page == state.PageFolds { // where there are no errors
					return "press z to reveal", ""
				}
				return "press z to reveal the true errors", ""
			},
			apply: func(_ Condition, s *state.State) error { s.Hidden = false; return nil },
			possible: func(_ Condition, _ []Condition, scene, _ state.State) error {
				if !scene.Hidden {
					return errors.New("nothing is hidden in the scene: want --hide")
				}
				return nil
			},
			excludes: func(_, d Condition, _ state.State) bool { return d.waitsFor("hide") && d.want == "true" },
		},
		Pinned: {
			text: "pinned",
			met: func(_ Condition, s Situation) bool {
				had := s.Scene.Pins.List()
				return slices.ContainsFunc(s.State.Pins.List(), func(pin analysis.Settings) bool { return !slices.Contains(had, pin) })
			},
			asks: says("press p to pin the curve", ""),
		},
		TrialsDone: {
			text:  "trials done",
			pages: []state.Page{state.PageTrials, state.PageFigures},
			met:   func(_ Condition, s Situation) bool { return s.Trials },
			asks: func(c Condition, now, _ state.State) (does, keys string) {
				if !c.comesOn(now.Page, now) {
					keys = "3 opens Trials"
				}
				return "let all trials finish", keys
			},
			possible: func(_ Condition, _ []Condition, _, done state.State) error {
				if done.Page != state.PageTrials {
					return nil
				}
				return affordable("these trials", planCost(planOf(done.Settings, done.Trials)))
			},
		},
		ReplayOpen: {
			text:  "replay open",
			pages: []state.Page{state.PageFolds},
			met:   func(_ Condition, s Situation) bool { return s.State.Step.Set },
			asks:  onFolds("replay a trajectory", "space opens and plays it", ""),
			apply: replays,
		},
		ReplayAtEnd: {
			text:  "replay at end",
			pages: []state.Page{state.PageFolds},
			met:   func(_ Condition, s Situation) bool { return s.State.Step.Set && s.Replay },
			asks:  onFolds("play the replay to its end", "space plays", ", end jumps there"),
			apply: replays,
		},
		LeaveOutDone: {
			text:  "leave-one-out done",
			pages: []state.Page{state.PageFolds},
			met:   func(_ Condition, s Situation) bool { return s.State.LeaveOut.Set && !s.State.LeavingOut() },
			asks:  onFolds("let leave-one-out finish", "w plays", ""),
			apply: func(_ Condition, s *state.State) error {
				s.Step, s.LeaveOut = state.Optional[int]{}, state.Some(s.Settings.Trajectories)
				return nil
			},
			excludes: func(_, d Condition, _ state.State) bool { // it is on show in place of a replay, and until its end it has a place
				return d.Kind == ReplayOpen || d.Kind == ReplayAtEnd || d.waitsFor("step") || d.waitsFor("leave-out")
			},
		},
	}
}

func (c Condition) rule() rule { return rules()[c.Kind] }

// waitsFor tells whether the condition waits for a value of a setting or of an option.
func (c Condition) waitsFor(name string) bool { return c.Kind == Is && c.Name == name }

// replays opens a replay.
func replays(_ Condition, s *state.State) error {
	if !s.Step.Set {
		s.Step = state.Some(0)
	}
	return nil
}

// needsReplay returns an error for a wait for the speed of a replay where there is none.
func needsReplay(c Condition, _ []Condition, _, done state.State) error {
	if c.Name == "speed" && !done.Step.Set {
		return errors.New("does not apply without a replay: want --step in the scene, or replay open")
	}
	return nil
}

// comesOn tells whether the condition can come while a page is on show.
func (c Condition) comesOn(p state.Page, scene state.State) bool {
	switch pages := c.rule().pages; {
	case c.waitsFor("page"):
		return c.Value == state.PageNames()[p]
	case c.Kind == Changed && c.Name == "page":
		return p != scene.Page
	default:
		return pages == nil || slices.Contains(pages, p)
	}
}

// now returns the value that a state has of what Is and Changed name.
func (c Condition) now(s state.State) string {
	if f, ok := analysis.FieldNamed(c.Name); ok {
		return f.Get(s.Settings)
	}
	o, _ := state.OptionNamed(c.Name)
	return strings.Join(o.Get(s, analysis.File{}), " ")
}

// String returns the condition as it is written.
func (c Condition) String() string {
	switch c.Kind {
	case CursorAt:
		return "cursor at " + c.At
	case Is:
		return c.Name + " = " + c.Value
	case Changed:
		return c.Name + " changed"
	}
	return c.rule().text
}
