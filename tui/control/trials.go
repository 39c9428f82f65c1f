package control

import (
	"fmt"
	"strconv"

	"lambdascope/sim/study"
	"lambdascope/tui/state"
)

// Trials is the control of the number of trials, of the pages that run
// them.
func Trials(group string) Control {
	stops := []float64{10, 20, 40, 80, 160, 320, 640, 1000, 2000, 5000, study.MaxTrials}
	now := func(s state.State) float64 { return float64(s.Trials) }
	return Control{
		Name: "trials", Group: group, Label: "trials",
		Help:  fmt.Sprintf("a whole number, 1 to %d", study.MaxTrials),
		About: Always("how often the experiment is repeated with fresh data"),
		Get:   func(s state.State) string { return strconv.Itoa(s.Trials) },
		Set: func(s *state.State, text string) error {
			o, _ := state.OptionNamed("trials")
			if err := o.Set(s, text); err != nil {
				return fmt.Errorf("trials %s: %w", text, err)
			}
			return nil
		},
		Turn:  func(s state.State, steps int) string { return turnedAmong(stops, now(s), steps) },
		Slide: &Slide{stops, now},
	}
}
