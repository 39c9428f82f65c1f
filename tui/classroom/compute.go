package classroom

import (
	"context"
	"math"

	"lambdascope/sim/analysis"
	"lambdascope/tui/control"
	"lambdascope/tui/room"
)

// Analyze returns the analysis of settings, as an engine does.
type Analyze func(ctx context.Context, s analysis.Settings) (*analysis.Result, error)

// Outcome analyses one seat's data of a sample.
func Outcome(ctx context.Context, analyze Analyze, s analysis.Settings) (room.Outcome, error) {
	a, err := analyze(ctx, s)
	if err != nil {
		return room.Outcome{}, err
	}
	out := room.Outcome{Lambda: a.Selection.Best().Lambda, RootMSVE: math.NaN()}
	if a.Truth != nil {
		out.RootMSVE = a.RootMSVE(a.Selection.Selected)
	}
	return out, nil
}

// mostTried bounds how many numbers of trajectories are tried for the truth of a vote.
const mostTried = 12

// FirstWithin returns the first of the numbers of trajectories that turning passes
// through, beyond that of the settings and up to all, with which the root MSVE of λ̂ is
// at most some value. beyond tells that it is at none of those that were tried, of which
// n is the last then, 0 where none could be.
func FirstWithin(ctx context.Context, analyze Analyze, s analysis.Settings, all int, most float64) (n int, beyond bool) {
	from, tried := s.Trajectories, 0
	for _, stop := range control.TrajectoryCounts() {
		if int(stop) <= from {
			continue
		}
		s.Trajectories = int(stop)
		if tried++; s.Trajectories > all || tried > mostTried {
			break
		}
		a, err := analyze(ctx, s)
		if err != nil || a.Truth == nil {
			break
		}
		if n = s.Trajectories; a.RootMSVE(a.Selection.Selected) <= most {
			return n, false
		}
	}
	return n, true
}
