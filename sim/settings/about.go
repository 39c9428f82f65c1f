package settings

import (
	"fmt"
	"strings"

	"lambdascope/sim"
	"lambdascope/sim/textfmt"
)

// aboutFeatures describes a feature map by bias and variance.
func aboutFeatures(s Settings) string {
	base, bias := strings.CutSuffix(s.FeatureMap(), sim.BiasSuffix)
	about := ""
	if s.Recorded() || strings.Contains(base, ":") || base == "identity" {
		base, _, _ = strings.Cut(base, ":") // because rbf and tiles depend on the number of columns
		base = "obs " + base
	}
	switch base {
	case "given":
		about = fmt.Sprintf("%d of the file, for %d states", s.Problem.Problem.Dim(), len(s.Problem.Problem.States))
	case "1-hot":
		about = "a table, one weight a state; any values fit, no bias stays"
	case "dependent":
		about = fmt.Sprintf("%d for %d states; not all values fit, some bias stays", (s.Problem.States+1)/2, s.Problem.States)
	case "tiles":
		about = "the 16 tiles; not all values fit, some bias stays"
	case "log-tiles":
		about = "log₂ of the 16 tiles; not all values fit, some bias stays"
	case "raw":
		about = "position and velocity alone; few values fit, much bias stays"
	case "rbf":
		about = "25 smooth bumps; values nearly fit, little bias stays"
	case "tile-coding":
		about = "256 tiles; values nearly fit, from many data"
	case "obs identity":
		about = "obs as they are; what is not linear in them stays bias"
	case "obs poly":
		about = "monomials with cross terms; fits smooth values"
	case "obs fourier":
		about = "cosines of sums of obs; fits smooth values"
	case "obs rbf":
		about = "a grid of bumps; many soon, in many columns"
	case "obs tile-coding":
		about = "tiles; fits edges, needs many data"
	case "obs rff":
		about = "random cosines; fits smooth values in many columns"
	}
	if bias {
		about = "with a constant; " + about
	}
	return about
}

// aboutTrajectories describes n.
func aboutTrajectories(s Settings) string {
	if s.Groups > 0 && !s.IgnoreGroups {
		return "the file's first n; more groups usually shorten the bars"
	}
	return "more data usually shortens the bars"
}

// aboutTarget names the policy of the values and the policy of the data.
func aboutTarget(s Settings) string {
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
	return about + textfmt.Number(targets.Behaviour)
}
