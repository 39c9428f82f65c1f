package dial

import (
	"fmt"

	"lambdascope/sim/problem"
	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// The T-maze is the other problem of the dial. Its sign foretells the end, but the cells of the corridor
// look alike, so that only the trace carries the sign across.
const (
	maze             = "t-maze"
	mazeTrajectories = 8
	mazeSeed         = 31 // of the first of 30 typical data sets
)

// inMaze reports whether the T-maze is the problem.
func inMaze(s settings.Settings) bool {
	p := s.Problem.Problem
	return p != nil && p.Source == maze
}

// swapProblem is the action of going to the T-maze, or from there back to the walk, each
// with the truth hidden.
func swapProblem(s *page.Snapshot) page.Action {
	next := s.State
	next.Cursor = state.Optional[float64]{}
	a := page.Action{State: &next}
	if inMaze(s.Settings) {
		var err error
		if next.Settings, next.Hidden, err = state.OpeningSettings(state.PageDial); err != nil {
			return page.Action{Fault: err.Error()}
		}
		a.News = "The walk again. o goes to the T-maze."
		return a
	}
	p, err := problem.Shipped(maze)
	if err != nil {
		return page.Action{Fault: err.Error()}
	}
	next.Settings, next.Hidden = settings.ProblemDefaults(p), true
	next.Settings.Trajectories, next.Settings.Seed = mazeTrajectories, mazeSeed
	a.News = fmt.Sprintf("The T-maze: %s. o goes back.", problem.About(maze))
	return a
}

// hintProblem names the problem that the key leads to.
func hintProblem(s *page.Snapshot) page.Hint {
	does := "T-maze"
	if inMaze(s.Settings) {
		does = "walk"
	}
	return page.Hint{Does: does}
}

// floor says that most of bias² is the same at every λ, because the features allow no less; ""
// otherwise.
func (v *view) floor(f *found) string {
	if !v.Current() || v.Result.Truth == nil || f.settings != v.Settings {
		return ""
	}
	least := v.Result.Truth.Least()
	if least == nil {
		return ""
	}
	const most = .5 // of the largest bias²
	for _, bias2 := range f.split().Bias2 {
		if least.MSVE() < most*bias2 {
			return ""
		}
	}
	return fmt.Sprintf("About %s of bias² stays at every λ: these features allow no less.", textfmt.Rounded(least.MSVE(), 1))
}
