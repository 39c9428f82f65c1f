package classroom

import (
	"context"
	"math"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/tui/room"
)

// Analyze returns the analysis of settings, as an engine does.
type Analyze func(ctx context.Context, s settings.Settings) (*analysis.Result, error)

// Outcome analyses one seat's data of a sample.
func Outcome(ctx context.Context, analyze Analyze, s settings.Settings) (room.Outcome, error) {
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

// FirstWithin returns a number of trajectories, beyond that of the settings and up to
// all, with which the root MSVE of λ̂ is at most some value, and with one trajectory less
// is not. The numbers that turning passes through are tried first. beyond tells that the
// error is larger at all of these, of which n is the last then, 0 where none could be
// tried; least is then above 0 where the features allow no error as small.
func FirstWithin(ctx context.Context, analyze Analyze, s settings.Settings, all int, most float64) (n int, beyond bool, least float64) {
	within := func(n int) (yes, known bool) {
		s.Trajectories = n
		a, err := analyze(ctx, s)
		if err != nil || a.Truth == nil {
			return false, false
		}
		if l := a.Truth.Least(); l != nil {
			least = math.Sqrt(max(0, l.MSVE()))
		}
		return a.RootMSVE(a.Selection.Selected) <= most, true
	}
	const rounding = 1e-9            // of an error that is 0
	more, tried := s.Trajectories, 0 // with which it is more
	for _, stop := range settings.TrajectoryCounts() {
		if int(stop) <= more {
			continue
		}
		if tried++; int(stop) > all || tried > mostTried {
			break
		}
		yes, known := within(int(stop))
		if !known {
			break
		}
		if n = int(stop); !yes {
			more = n
			if least > most && least > rounding {
				return n, true, least
			}
			continue
		}
		for n-more > 1 {
			between := (more + n) / 2
			yes, known := within(between)
			switch {
			case !known:
				return n, false, 0
			case yes:
				n = between
			default:
				more = between
			}
		}
		return n, false, 0
	}
	return n, true, 0
}
