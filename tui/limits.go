package tui

import (
	"fmt"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/study"
)

// Limits bound what may be asked for where the machine is shared with others. A
// field of zero bounds nothing.
type Limits struct {
	Trajectories int
	Lambdas      int // of a grid
	MaxSteps     int
	Trials       int
	// Work bounds n × λ's × features², which the time of a selection grows with.
	Work int
	// Compared bounds the trajectories of the methods that are there to be
	// compared with, and of Woodbury where it was not chosen by cost.
	Compared int
}

// Check returns an error that names the first of the settings, which are in their
// usual form, that is beyond the limits, and says what is accepted.
func (l Limits) Check(s study.Settings) error { return l.CheckRidges(s, 1) }

// CheckRidges is Check for a selection at each of a number of ridges.
func (l Limits) CheckRidges(s study.Settings, ridges int) error {
	if l == (Limits{}) {
		return nil
	}
	grid, err := study.ParseLambdas(s.Lambdas)
	if err != nil {
		return err
	}
	if l.Lambdas > 0 && len(grid) > l.Lambdas {
		return fmt.Errorf("lambdas: %d values: want at most %d in this session", len(grid), l.Lambdas)
	}
	if err := atMost("max-steps", s.Problem.MaxSteps, l.MaxSteps); err != nil {
		return err
	}
	most, why := l.most(s, len(grid)*ridges)
	if most < study.MinTrajectories {
		return fmt.Errorf("too much for this session%s: want fewer", why)
	}
	if s.Trajectories > most {
		return fmt.Errorf("trajectories %d: want at most %d in this session%s", s.Trajectories, most, why)
	}
	return nil
}

// most returns the most trajectories that settings may have with a number of λ's,
// and where that follows from others of them, which.
func (l Limits) most(s study.Settings, lambdas int) (n int, why string) {
	n = study.MaxTrajectories
	lower := func(limit int, reason string) {
		if limit < n {
			n, why = limit, reason
		}
	}
	if l.Trajectories > 0 {
		lower(l.Trajectories, "")
	}
	if l.Compared > 0 && s.Method != estimator.Auto && s.Method != estimator.Cached {
		lower(l.Compared, fmt.Sprintf(" with method %v", s.Method))
	}
	if domain, err := sim.New(s.Problem); err == nil && l.Work > 0 {
		d := domain.Dim()
		lower(l.Work/(lambdas*d*d), fmt.Sprintf(" with %d λ's and %d features", lambdas, d))
	}
	return n, why
}

// CheckTrials is Check for a number of trials.
func (l Limits) CheckTrials(n int) error { return atMost("trials", n, l.Trials) }

func atMost(name string, n, most int) error {
	if most > 0 && n > most {
		return fmt.Errorf("%s %d: want at most %d in this session", name, n, most)
	}
	return nil
}
