package lesson

import (
	"fmt"
	"strconv"
	"strings"

	"lambdascope/sim/analysis"
	"lambdascope/sim/words"
	"lambdascope/tui/state"
)

// Waiting says what conditions still ask for, from what the app shows now, in a scene: first
// with the keys for it, then without.
func Waiting(all []Condition, now, scene state.State) (long, short string) {
	var longs, shorts []string
	for _, c := range all {
		does, keys := c.asks(now, scene)
		if does == "" {
			continue
		}
		shorts = append(shorts, does)
		if keys != "" {
			does += " (" + keys + ")"
		}
		longs = append(longs, does)
	}
	return words.And(longs), words.And(shorts)
}

// asks says what to do for a condition and by which keys; nothing where it is done.
func (c Condition) asks(now, scene state.State) (does, keys string) {
	switch c.Kind {
	case CursorAt:
		at, ok := map[string]string{"selected": "λ̂", "best": "the λ of least true error", "worst": "the λ of largest true error"}[c.At]
		if !ok {
			at = "λ = " + c.At
		}
		if now.Page == state.PageDial {
			return "turn to " + at, "← →"
		}
		return "move the cursor to " + at, c.keysOfCursor(now)
	case CursorMoved:
		return "move the cursor to a λ of your choice", "with , and ."
	case Is:
		if c.now(now) == c.want {
			return "", ""
		}
		return c.asksValue(now)
	case Changed:
		switch {
		case c.now(now) != c.now(scene):
			return "", ""
		case c.Name == "seed":
			return "press s for other data", ""
		}
		return "change the " + c.label(), ""
	case Revealed:
		if now.Page == state.PageFolds { // where there are no errors
			return "press z to reveal", ""
		}
		return "press z to reveal the true errors", ""
	case Pinned:
		return "press p to pin the curve", ""
	case TrialsDone:
		if now.Page != state.PageTrials && now.Page != state.PageFigures {
			return "let all trials finish", "3 opens Trials"
		}
		return "let all trials finish", ""
	case ReplayOpen:
		return "replay a trajectory", c.keysOfFolds(now)
	case ReplayAtEnd:
		return "play the replay to its end", c.keysOfFolds(now)
	case LeaveOutDone:
		return "let leave-one-out finish", c.keysOfFolds(now)
	}
	return "", ""
}

// asksValue says how to give a setting or an option the value that is wanted.
func (c Condition) asksValue(now state.State) (does, keys string) {
	label := c.label()
	switch c.Name {
	case "page":
		name := screenName(c.Value)
		if now.Page == state.PageDial && c.Value == state.PageNames()[state.PageExplore] {
			return "press ⏎ to go on to " + name, ""
		}
		return fmt.Sprintf("press %d to open %s", pageNumber(c.Value), name), ""
	case "view":
		return "press v for another view", ""
	case "hide":
		if now.Hidden {
			return "press z to reveal the true errors", ""
		}
		return "press z to hide the true errors", ""
	case "hold":
		return "press = to hold the scale, or let it go", ""
	case "figure":
		if now.Page == state.PageFigures {
			return "show figure " + c.Value, "f"
		}
		return "show figure " + c.Value, ""
	case "seed":
		if c.want == strconv.FormatUint(now.Settings.Seed+1, 10) {
			return "press s for other data", ""
		}
	case "trajectories":
		if n, err := strconv.Atoi(c.want); err == nil && now.Page == state.PageDial {
			if n > now.Settings.Trajectories {
				return "take more data, n = " + c.Value, "↑"
			}
			return "take less data, n = " + c.Value, "↓"
		}
		return "set n to " + c.Value, "type :n " + c.Value
	}
	return "set " + label + " to " + c.Value, "type :" + c.Name + " " + c.Value
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

// keysOfCursor are those that move the λ cursor to the λ that is wanted.
func (c Condition) keysOfCursor(now state.State) string {
	grid, err := analysis.ParseLambdas(now.Settings.Lambdas)
	at, _ := readLambda(c.At)
	if err == nil && at.name == "" && len(grid) > 0 {
		switch at.value {
		case grid[0]:
			return "press <"
		case grid[len(grid)-1]:
			return "press >"
		}
	}
	return "with , and ."
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
	case c.Kind == ReplayOpen:
		return opens + "space opens and plays it"
	}
	return opens + "space plays"
}

// screenName is what a page is called on the screen.
func screenName(page string) string { return strings.ToUpper(page[:1]) + page[1:] }

// pageNumber returns the place of a page, from 0.
func pageNumber(name string) int {
	for i, n := range state.PageNames() {
		if n == name {
			return i
		}
	}
	return 0
}
