package lesson

import (
	"strconv"
	"strings"

	"lambdascope/sim/analysis"
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

// Keys says by which keys what conditions still ask for can be done from what the app
// shows now, in a scene.
func Keys(all []Condition, now, scene state.State) string {
	var parts []string
	for _, c := range all {
		if key := c.keys(now, scene); key != "" {
			parts = append(parts, key)
		}
	}
	return strings.Join(parts, "; ")
}

func (c Condition) keys(now, scene state.State) string {
	switch c.Kind {
	case CursorAt:
		return c.keysOfCursor(now)
	case CursorMoved:
		return ", and . move it"
	case Is:
		if c.now(now) == c.want {
			return ""
		}
		return c.keysOfValue(now)
	case Changed:
		if c.Name == "seed" && c.now(now) == c.now(scene) {
			return "s"
		}
	case Revealed:
		return "z reveals"
	case Pinned:
		return "p pins"
	case TrialsDone:
		if now.Page != state.PageTrials && now.Page != state.PageFigures {
			return "3 opens Trials"
		}
	case ReplayOpen, ReplayAtEnd, LeaveOutDone:
		return c.keysOfFolds(now)
	}
	return ""
}

// keysOfCursor are those that move the λ cursor to the λ that is wanted.
func (c Condition) keysOfCursor(now state.State) string {
	grid, err := analysis.ParseLambdas(now.Settings.Lambdas)
	at, _ := readLambda(c.At)
	if now.Page == state.PageDial {
		return "← and → turn λ"
	}
	if err == nil && at.name == "" && len(grid) > 0 {
		switch at.value {
		case grid[0]:
			return "< puts it there"
		case grid[len(grid)-1]:
			return "> puts it there"
		}
	}
	return ", and . move it"
}

// keysOfValue are those that set what is wanted.
func (c Condition) keysOfValue(now state.State) string {
	switch c.Name {
	case "page":
		if now.Page == state.PageDial && c.Value == state.PageNames()[state.PageExplore] {
			return "⏎ opens it"
		}
		return string(rune('0'+pageNumber(c.Value))) + " opens it"
	case "view":
		return "v"
	case "hide":
		return "z"
	case "figure":
		if now.Page == state.PageFigures {
			return "f goes through them"
		}
	case "seed":
		if c.want == strconv.FormatUint(now.Settings.Seed+1, 10) {
			return "s"
		}
	case "trajectories":
		if n, err := strconv.Atoi(c.want); err == nil && now.Page == state.PageDial {
			if n > now.Settings.Trajectories {
				return "↑ takes more data"
			}
			return "↓ takes less data"
		}
		return ":n " + c.Value + " sets it"
	}
	return ":" + c.Name + " " + c.Value + " sets it"
}

// keysOfFolds are those that play on the page Folds.
func (c Condition) keysOfFolds(now state.State) string {
	opens := ""
	if now.Page != state.PageFolds {
		opens = "2 opens Folds, "
	}
	switch {
	case c.Kind == LeaveOutDone:
		return opens + "w plays"
	case c.Kind == ReplayAtEnd && opens == "":
		return "space plays, end jumps there"
	}
	if c.Kind == ReplayOpen {
		return opens + "space opens and plays it"
	}
	return opens + "space plays"
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
