package control

import (
	"fmt"
	"strings"

	"lambdascope/sim"
	"lambdascope/sim/analysis"
)

// aboutFeatures says what a feature map means for bias and variance.
func aboutFeatures(s analysis.Settings) string {
	base, bias := strings.CutSuffix(s.Problem.Features, sim.BiasSuffix)
	about := ""
	switch base {
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
	}
	if bias {
		about = "with a constant; " + about
	}
	return about
}
