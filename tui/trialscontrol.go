package tui

import (
	"fmt"
	"strconv"
	"strings"

	"lambdascope/sim/study"
	"lambdascope/tui/state"
)

// trialsControl is the control of the number of trials, of the pages that run
// them.
func trialsControl(group string) control {
	stops := []float64{10, 20, 40, 80, 160, 320, 640, 1000, 2000, 5000, study.MaxTrials}
	now := func(s state.State) float64 { return float64(s.Trials) }
	return control{
		name: "trials", group: group, label: "trials",
		help:  fmt.Sprintf("a whole number, 1 to %d", study.MaxTrials),
		about: "how often the experiment is repeated with fresh data",
		get:   func(s state.State) string { return strconv.Itoa(s.Trials) },
		set: func(s *state.State, text string) error {
			n, err := strconv.Atoi(strings.TrimSpace(text))
			if err != nil || n < 1 || n > study.MaxTrials {
				return fmt.Errorf("trials %s: want a whole number, 1 to %d", text, study.MaxTrials)
			}
			s.Trials = n
			return nil
		},
		turn:  func(s state.State, steps int) string { return turnedAmong(stops, now(s), steps) },
		slide: &slide{stops, now},
	}
}
