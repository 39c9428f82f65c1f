package report

import (
	"fmt"
	"path/filepath"
	"strings"

	"lambdascope/sim/analysis"
	"lambdascope/tui/shell"
)

// Subject names what was analysed, for the title of a chart.
func Subject(a *analysis.Result) string {
	s := a.Settings
	text := Source(s)
	if !s.Recorded() {
		text += fmt.Sprintf(", seed %d", s.Seed)
	}
	return text + fmt.Sprintf(", n = %d, γ = %s", s.Trajectories, Exact(s.Gamma))
}

// Source names where the trajectories come from, and the target policy where it is not
// theirs.
func Source(s analysis.Settings) string {
	if s.Recorded() {
		var names []string
		for _, name := range s.Files() {
			names = append(names, shell.Escape(filepath.Base(name)))
		}
		return strings.Join(names, ", ")
	}
	return s.Problem.Domain + Target(s)
}

// OffPolicy says in a sentence of which policy the data of a domain are, and of which the
// values; empty where that is the same.
func OffPolicy(s analysis.Settings) string {
	targets := s.Targets()
	if targets == nil || s.Problem.Target == 0 {
		return ""
	}
	data, values := "goes right with probability", "goes right with"
	if s.Problem.Domain == "mountain-car" {
		data, values = "acts at random with probability", "does so with"
	}
	return fmt.Sprintf("Off-policy: the policy of the data %s %s, that of the values %s %s.", data, Exact(targets.Behaviour), values, Exact(s.Problem.Target))
}

// Target is ", target 0.7", empty where that is the behaviour.
func Target(s analysis.Settings) string {
	if s.Problem.Target == 0 {
		return ""
	}
	return ", target " + Exact(s.Problem.Target)
}
