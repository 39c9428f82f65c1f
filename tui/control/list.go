package control

import (
	"slices"
	"strconv"

	"lambdascope/tui/state"
)

// List is the control of an option of view that is a list of names or numbers. Turning
// goes through usual lists, of which get returns the present one or another.
func List(name, group, label, help, about string, get func(state.State) string, usual func(state.State) []string) Control {
	o, _ := state.OptionNamed(name)
	return Control{
		Name: name, Group: group, Label: label, Help: help, About: Always(about),
		Get: get,
		Set: setOption(o),
		Turn: func(s state.State, steps int) string {
			all := usual(s)
			return turnedChoice(max(0, slices.Index(all, get(s))), steps, all)
		},
	}
}

// Nested is the control of the nested estimate of choosing among feature maps.
func Nested(group string) Control {
	o, _ := state.OptionNamed("nested")
	stops := []float64{0, 2, 5, 10, 20}
	now := func(s state.State) float64 { return float64(s.Nested) }
	return Control{
		Name: "nested", Group: group, Label: "nested",
		Help:  "a number of parts, 2 or more; 0 for none",
		About: Always("parts left out in turn, for the error of choosing a map"),
		Get:   func(s state.State) string { return strconv.Itoa(s.Nested) },
		Set:   setOption(o),
		Turn:  func(s state.State, steps int) string { return turnedAmong(stops, now(s), steps) },
		Slide: &Slide{stops, now},
	}
}
