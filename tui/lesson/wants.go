package lesson

import (
	"strings"

	"lambdascope/sim/words"
	"lambdascope/tui/state"
)

// Wants says what conditions ask for, as in "go on with …".
func Wants(all []Condition) string {
	var parts []string
	for _, c := range all {
		parts = append(parts, c.wants())
	}
	return words.And(parts)
}

func (c Condition) wants() string {
	switch c.Kind {
	case CursorAt:
		name, ok := map[string]string{"selected": "λ̂", "best": "the λ of least true error", "worst": "the λ of largest true error"}[c.At]
		if !ok {
			name = "λ = " + c.At
		}
		return "the λ cursor at " + name
	case CursorMoved:
		return "the λ cursor at a λ of your choice"
	case Is:
		return c.isWanted()
	case Changed:
		return "another " + c.label()
	case Revealed:
		return "the true errors revealed"
	case Pinned:
		return "the curve pinned"
	case TrialsDone:
		return "all trials finished"
	case ReplayOpen:
		return "a trajectory replayed"
	case ReplayAtEnd:
		return "the replay at its end"
	case LeaveOutDone:
		return "leave-one-out watched to its end"
	}
	return ""
}

// isWanted says which value a setting or an option is to have.
func (c Condition) isWanted() string {
	switch c.Name {
	case "page":
		return "the page " + c.Value
	case "figure":
		return "figure " + c.Value
	case "hide", "hold":
		return c.Name + " " + c.Value
	}
	return c.label() + " = " + c.Value
}

// label is what people call a setting.
func (c Condition) label() string {
	switch c.Name {
	case "trajectories":
		return "n"
	case "gamma":
		return "γ"
	case "lambdas":
		return "grid of λ's"
	case "ridge":
		return "ridge"
	}
	return c.Name
}

// Keys says by which keys what conditions ask for can be done, the first of several
// that is not obvious.
func Keys(all []Condition) string {
	var parts []string
	for _, c := range all {
		if key := c.keys(); key != "" {
			parts = append(parts, key)
		}
	}
	return strings.Join(parts, "; ")
}

func (c Condition) keys() string {
	switch c.Kind {
	case CursorAt, CursorMoved:
		return ", and . move it"
	case Is:
		if c.Name == "page" {
			return string(rune('1'+pageNumber(c.Value))) + " opens it"
		}
		name := c.Name
		if name == "trajectories" {
			name = "n"
		}
		return ":" + name + " " + c.Value + " sets it"
	case Changed:
		if c.Name == "seed" {
			return "s"
		}
	case Revealed:
		return "z reveals"
	case Pinned:
		return "p pins"
	case TrialsDone:
		return "3 opens Trials"
	case ReplayOpen:
		return "space plays"
	case ReplayAtEnd:
		return "space plays, end jumps there"
	case LeaveOutDone:
		return "w plays"
	}
	return ""
}

// pageNumber returns the place of a page, from 0.
func pageNumber(name string) int {
	for i, n := range state.PageNames() {
		if n == name {
			return i
		}
	}
	return 0
}
