package report

import (
	"fmt"
	"path/filepath"
	"strings"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/tui/shell"
)

// Subject names the problem for the title of a chart.
func Subject(a *analysis.Result) string {
	s := a.Settings
	text := Source(s)
	if !s.Recorded() {
		text += fmt.Sprintf(", seed %d", s.Seed)
	}
	return text + fmt.Sprintf(", n = %d, γ = %s", s.Trajectories, Exact(s.Gamma))
}

// Source names the source of the trajectories, and the target policy unless it is the behaviour.
func Source(s settings.Settings) string {
	if s.Recorded() {
		var names []string
		for _, name := range s.Files() {
			names = append(names, shell.Escape(filepath.Base(name)))
		}
		return strings.Join(names, ", ")
	}
	return s.Problem.Name() + Target(s)
}

// Policies names the target policy and the behaviour of a domain in a sentence and in a short sentence. Both
// are empty if the policies are equal.
func Policies(s settings.Settings) (text, short string) {
	targets := s.Targets()
	if targets == nil || s.Problem.Target == 0 {
		return "", ""
	}
	does := "goes right"
	doing := "going right"
	if s.Problem.Domain == "mountain-car" {
		does = "acts at random"
		doing = "random actions"
	}
	target, behaviour := Exact(s.Problem.Target), Exact(targets.Behaviour)
	return fmt.Sprintf("The values are those of a policy that %s with probability %s, the data are of one with %s (off-policy).", does, target, behaviour),
		fmt.Sprintf("Values for %s with probability %s, data with %s (off-policy).", doing, target, behaviour)
}

// Target is ", target 0.7", empty if the target is the behaviour.
func Target(s settings.Settings) string {
	if s.Problem.Target == 0 {
		return ""
	}
	return ", target " + Exact(s.Problem.Target)
}
