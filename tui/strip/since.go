package strip

import (
	"strconv"
	"strings"

	"lambdascope/sim/analysis"
)

// mostNamed is how many settings are named that have changed.
const mostNamed = 2

// computedOf names the settings that the numbers of the answer are of, where those of
// the app have changed since; empty where they are the same.
func (s *Strip) computedOf(w Window) string {
	was, now := s.Of, w.State
	if !s.Came || !s.Computed(s.Step) || was.Settings == now.Settings && was.Trials == now.Trials {
		return ""
	}
	if was.Settings.Problem.Name() != now.Settings.Problem.Name() {
		return was.Settings.Problem.Name()
	}
	var out []string
	for _, f := range analysis.Fields() {
		if value := f.Get(was.Settings); value != f.Get(now.Settings) {
			out = append(out, named(f.Name, value))
		}
	}
	if was.Trials != now.Trials {
		out = append(out, named("trials", strconv.Itoa(was.Trials)))
	}
	if len(out) == 0 || len(out) > mostNamed {
		return "other settings"
	}
	return strings.Join(out, ", ")
}

// named writes a setting with its value, as texts have it.
func named(setting, value string) string {
	switch setting {
	case "seed":
		return "seed " + value
	case "trials":
		return value + " trials"
	case "trajectories":
		setting = "n"
	case "gamma":
		setting = "γ"
	}
	return setting + " = " + value
}
