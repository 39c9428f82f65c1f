package lesson

import (
	"fmt"
	"slices"
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
		does, keys := c.rule().asks(c, now, scene)
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

// says returns what asks for a condition wherever the learner is.
func says(does, keys string) func(Condition, state.State, state.State) (string, string) {
	return func(Condition, state.State, state.State) (string, string) { return does, keys }
}

// onFolds returns what asks for what the keys of Folds do; elsewhere they come after the
// one that opens it, and some are only said there.
func onFolds(does, keys, there string) func(Condition, state.State, state.State) (string, string) {
	return func(_ Condition, now, _ state.State) (string, string) {
		if now.Page == state.PageFolds {
			return does, keys + there
		}
		return does, "2 opens Folds, " + keys
	}
}

// asksCursor says how to move the cursor to the λ that is wanted.
func asksCursor(c Condition, now, _ state.State) (does, keys string) {
	at, ok := map[string]string{"selected": "λ̂", "best": "the λ of least true error", "worst": "the λ of largest true error"}[c.At]
	if !ok {
		at = "λ = " + c.At
	}
	if now.Page == state.PageDial {
		return "turn to " + at, "← →"
	}
	keys = "with , and ."
	if grid, err := analysis.ParseLambdas(now.Settings.Lambdas); err == nil && !ok && len(grid) > 0 {
		switch c.at.value {
		case grid[0]:
			keys = "press <"
		case grid[len(grid)-1]:
			keys = "press >"
		}
	}
	return "move the cursor to " + at, keys
}

// asksChange says how to give a setting or an option another value than in the scene.
func asksChange(c Condition, now, scene state.State) (does, keys string) {
	switch {
	case c.now(now) != c.now(scene):
		return "", ""
	case c.Name == "seed":
		return "press s for other data", ""
	}
	return "change the " + c.label(), ""
}

// asksValue says how to give a setting or an option the value that is wanted.
func asksValue(c Condition, now, _ state.State) (does, keys string) {
	if c.now(now) == c.want {
		return "", ""
	}
	switch c.Name {
	case "page":
		name := screenName(c.Value)
		if now.Page == state.PageDial && c.Value == state.PageNames()[state.PageExplore] {
			return "press ⏎ to go on to " + name, ""
		}
		return fmt.Sprintf("press %d to open %s", slices.Index(state.PageNames(), c.Value), name), ""
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
	return "set " + c.label() + " to " + c.Value, "type :" + c.Name + " " + c.Value
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
	}
	return c.Name
}

// screenName is what a page is called on the screen.
func screenName(page string) string { return strings.ToUpper(page[:1]) + page[1:] }
