package classroom

import (
	"lambdascope/tui/room"
	"lambdascope/tui/state"
)

// Follow returns what a follower shows of the presenter's view. Each one's own are the λ
// cursor and the charts on show, and, until the presenter changes them, the replay and
// whether the answer is hidden. was is the view that the follower took last.
func Follow(own state.State, was, now room.View) state.State {
	next := now.State
	next.Cursor, next.Chart = own.Cursor, own.Chart
	if was.State.TrialsChart == now.State.TrialsChart {
		next.TrialsChart = own.TrialsChart
	}
	if was.State.Settings != now.State.Settings || was.State.Page != now.State.Page || was.Lesson != now.Lesson || was.Step != now.Step || was.Again != now.Again {
		return next
	}
	if was.State.Hidden == now.State.Hidden {
		next.Hidden = own.Hidden
	}
	if replay(was.State) == replay(now.State) {
		next.Trajectory, next.Step, next.LeaveOut, next.Speed = own.Trajectory, own.Step, own.LeaveOut, own.Speed
	}
	return next
}

// Looking returns a state with the λ cursor and the charts on show of another.
func Looking(s, as state.State) state.State {
	s.Cursor, s.Chart, s.TrialsChart = as.Cursor, as.Chart, as.TrialsChart
	return s
}

// Common leaves out of a view what is each one's own.
func Common(v room.View) room.View {
	v.Again = 0
	v.State = Looking(v.State, state.State{})
	v.State.Hidden = false
	v.State.Trajectory, v.State.Step, v.State.LeaveOut, v.State.Speed = state.Optional[int]{}, state.Optional[int]{}, state.Optional[int]{}, 0
	return v
}

// replay is the part of a state that is about what plays.
func replay(s state.State) state.State {
	return state.State{Trajectory: s.Trajectory, Step: s.Step, LeaveOut: s.LeaveOut, Speed: s.Speed}
}
