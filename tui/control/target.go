package control

import (
	"lambdascope/sim/settings"
	"lambdascope/sim/words"
)

// targetStops are the usual target policies of a domain.
func targetStops(s settings.Settings) []float64 {
	targets := s.Targets()
	switch {
	case targets == nil:
		return nil
	case targets.Choices != nil:
		return targets.Choices
	}
	return []float64{.05, .1, .2, .3, .4, .45, .5, .55, .6, .7, .8, .9, .95}
}

// aboutTarget says whose values are estimated from whose data.
func aboutTarget(s settings.Settings) string {
	targets := s.Targets()
	if targets == nil {
		return ""
	}
	what := "goes right this often"
	if s.Problem.Domain == "mountain-car" {
		what = "acts at random this often"
	}
	about := "the policy whose values are estimated " + what + "; that of the data "
	if s.Problem.Target == 0 {
		return about + "does too"
	}
	return about + words.Number(targets.Behaviour)
}
