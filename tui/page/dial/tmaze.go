package dial

import (
	"lambdascope/sim/problem"
	"lambdascope/sim/settings"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// The T-maze is the other problem of the dial. Its sign foretells the end, but the cells of the corridor
// look alike, so that only the trace carries the sign across.
const (
	maze             = "t-maze"
	mazeTrajectories = 50 // enough for the signs to stand apart
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
	next.Hidden = true
	a := page.Action{State: &next}
	if inMaze(s.Settings) {
		var err error
		if next.Settings, err = state.OpeningOn(state.PageDial); err != nil {
			return page.Action{Fault: err.Error()}
		}
		a.News = "The walk again. o goes to the T-maze."
		return a
	}
	p, err := problem.Shipped(maze)
	if err != nil {
		return page.Action{Fault: err.Error()}
	}
	next.Settings = settings.ProblemDefaults(p)
	next.Settings.Trajectories = mazeTrajectories
	next.Settings.Seed = s.Settings.Seed
	a.News = "T-maze: three cells look alike in both arms. o goes back."
	return a
}

// hintProblem names the problem that the key leads to.
func hintProblem(s *page.Snapshot) page.Hint {
	if inMaze(s.Settings) {
		return page.Hint{Does: "walk", Main: true} // the way back
	}
	return page.Hint{Does: "T-maze"}
}
