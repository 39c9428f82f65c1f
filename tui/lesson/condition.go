package lesson

import (
	"fmt"
	"slices"
	"strings"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
)

// Condition is a condition that a step waits for.
type Condition struct {
	Kind Kind
	Text string // in the lesson

	Name, Value string  // of Is: a knob and a value
	Lambda      float64 // of CursorAt
	want        string  // normalized Value
}

// Kind is a kind of condition.
type Kind int

// The kinds of conditions.
const (
	CursorAt     Kind = iota // the λ cursor is at Lambda
	Is                       // a setting or a flag of the app has a value
	Revealed                 // the true errors are shown
	TrialsDone               // the work of Trials or Figures is finished
	ReplayAtEnd              // the replay is at its last step
	LeaveOutDone             // leave-one-out has reached the last trajectory
)

// fixed returns the conditions without parts, by text.
func fixed() map[string]Kind {
	return map[string]Kind{
		"revealed":           Revealed,
		"trials done":        TrialsDone,
		"replay at end":      ReplayAtEnd,
		"leave-one-out done": LeaveOutDone,
	}
}

// readCondition reads one condition.
func readCondition(text string) (Condition, error) {
	c := Condition{Text: text}
	if kind, ok := fixed()[text]; ok {
		c.Kind = kind
		return c, nil
	}
	if at, ok := strings.CutPrefix(text, "cursor at "); ok {
		l, err := readLambda(at)
		if err != nil || l.name != "" {
			return c, fmt.Errorf("%s: want a λ from 0 to 1", text)
		}
		c.Kind = CursorAt
		c.Lambda = l.value
		return c, nil
	}
	name, value, ok := strings.Cut(text, " = ")
	if !ok {
		var all []string
		for text := range fixed() {
			all = append(all, text)
		}
		slices.Sort(all)
		return c, fmt.Errorf("%q: want one of %s, cursor at λ or NAME = VALUE", text, strings.Join(all, ", "))
	}
	c.Kind = Is
	c.Value = value
	k, ok := state.KnobNamed(name)
	if !ok {
		return c, fmt.Errorf("%q: want a setting or a flag of the app", name)
	}
	c.Name = k.Name
	return c, nil
}

// valueOf returns the value of the knob with a name.
func valueOf(name string, s state.State) string {
	k, _ := state.KnobNamed(name)
	return k.Get(s)
}

// holds reports whether the knob of Is has the value. A page without a chart matches all charts of
// the page.
func (c Condition) holds(s state.State) bool {
	if c.Name == "page" {
		return s.Shows(c.Value)
	}
	return valueOf(c.Name, s) == c.want
}

// apply returns a state in which the condition holds as soon as background work ends.
func (c Condition) apply(s state.State) (state.State, error) {
	switch c.Kind {
	case CursorAt:
		s.Cursor = state.Some(c.Lambda)
	case Is:
		return s.Command(shell.Join([]string{c.Name, c.Value}))
	case Revealed:
		s.Hidden = false
	case TrialsDone:
		if !hasTrials(s.Page) {
			s.Page = state.PageTrials
		}
	case ReplayAtEnd:
		s.Page = state.PageFolds
		if !s.Step.Set {
			s.Step = state.Some(0)
		}
	case LeaveOutDone:
		s.Page = state.PageFolds
		s.Step = state.Optional[int]{}
	}
	return s, nil
}

// hasTrials reports whether a page runs trials, for TrialsDone.
func hasTrials(p state.Page) bool { return p == state.PageTrials || p == state.PageFigures }

// Situation is the part of the screen that conditions depend on.
type Situation struct {
	State  state.State
	Cursor float64 // the λ under the cursor
	Played bool    // the replay or leave-one-out has reached the end
	Trials bool    // the work of Trials or Figures is finished
}

// Met reports whether all conditions hold.
func Met(all []Condition, s Situation) bool {
	return !slices.ContainsFunc(all, func(c Condition) bool { return !c.met(s) })
}

func (c Condition) met(s Situation) bool {
	onFolds := s.State.Page == state.PageFolds
	switch c.Kind {
	case CursorAt:
		return s.Cursor == c.Lambda
	case Is:
		return c.holds(s.State)
	case Revealed:
		return !s.State.Hidden
	case TrialsDone:
		return hasTrials(s.State.Page) && s.Trials
	case ReplayAtEnd:
		return onFolds && s.State.Step.Set && s.Played
	default:
		return onFolds && !s.State.Step.Set && s.Played
	}
}

// Waiting returns instructions for conditions, with keys and without keys.
func Waiting(all []Condition, now state.State) (long, short string) {
	var longs, shorts []string
	for _, c := range all {
		does, keys := c.asks(now)
		if does == "" {
			continue
		}
		shorts = append(shorts, does)
		if keys != "" {
			does += " (" + keys + ")"
		}
		longs = append(longs, does)
	}
	return textfmt.And(longs), textfmt.And(shorts)
}

// asks returns the instruction for a condition, and the keys. The instruction is empty if a knob
// already has the value.
func (c Condition) asks(now state.State) (does, keys string) {
	onFolds := now.Page == state.PageFolds
	opens := ""
	if !onFolds {
		opens = "2 opens Folds, "
	}
	switch c.Kind {
	case CursorAt:
		keys = "with , and ."
		if now.Page == state.PageDial {
			keys = "with ← and →"
		}
		return "move the cursor to λ = " + textfmt.Number(c.Lambda), keys
	case Is:
		return c.asksValue(now)
	case Revealed:
		if onFolds { // which shows no errors
			return "press z to reveal", ""
		}
		return "press z to reveal the true errors", ""
	case TrialsDone:
		if !hasTrials(now.Page) {
			keys = "3 opens Trials"
		}
		return "let all trials finish", keys
	case ReplayAtEnd:
		keys = opens + "space plays"
		if onFolds {
			keys += ", end jumps there"
		}
		return "play the replay to its end", keys
	default:
		return "let leave-one-out finish", opens + "space plays"
	}
}

func (c Condition) asksValue(now state.State) (does, keys string) {
	if c.holds(now) {
		return "", ""
	}
	name, value, _ := strings.Cut(c.Text, " = ")
	if c.Name == "page" {
		pageName, chart, _ := strings.Cut(value, ":")
		switch page := state.Page(slices.Index(state.PageNames(), pageName)); {
		case now.Page != page:
			return fmt.Sprintf("press %d to open %s", page, page.Title()), ""
		case page == state.PageFigures:
			return "press f for figure " + chart, ""
		}
		return "press o for the chart " + chart, ""
	}
	keys = "type :" + name + " " + value
	now.Settings.Seed++
	if c.Name == "seed" && c.holds(now) {
		keys = "s draws other data"
	}
	return "set " + name + " to " + value, keys
}
