package control

import (
	"fmt"
	"slices"

	"lambdascope/sim/words"
	"lambdascope/tui/state"
)

// Chart is the control of the chart on show of a page, among those from the first on.
func Chart(p state.Page, first state.Chart, name, group, about string) Control {
	names := p.Charts()[first:]
	at := func(s state.State) int { return int(max(first, s.Charts[p]) - first) }
	return Control{
		Name: name, Group: group, Label: name, Help: words.Or(names), About: Always(about),
		Get: func(s state.State) string { return names[at(s)] },
		Set: func(s *state.State, text string) error {
			i := slices.Index(names, text)
			if i < 0 {
				return fmt.Errorf("%s %s: want %s", name, text, words.Or(names))
			}
			s.Charts[p] = first + state.Chart(i)
			return nil
		},
		Turn: func(s state.State, steps int) string { return turnedChoice(at(s), steps, names) },
	}
}
