package classroom

import (
	"lambdascope/tui/page"
	"lambdascope/tui/room"
	"lambdascope/tui/state"
)

// Follow returns what a follower shows next, given the presenter's current view and the one
// before. Each has a λ cursor and charts of their own and, until the presenter changes them, a
// replay, hidden answers and the λ of the dial; with whole, nothing.
func Follow(own, was, now room.View, whole bool) page.Follow {
	n := page.Follow{State: now.State, Place: place(now), Whole: whole}
	if !whole {
		n.State = followed(own.State, was, now)
	}
	n.Begins = now.Lesson != "" && place(now) != place(own)
	n.Ends = now.Lesson == "" && own.Lesson != ""
	return n
}

// place returns the step of a view's lesson.
func place(v room.View) page.LessonPlace {
	return page.LessonPlace{Lesson: v.Lesson, Step: v.Step, Restored: v.Again}
}

// followed is the state that Follow returns.
func followed(own state.State, was, now room.View) state.State {
	next := now.State
	next = Looking(next, own)
	if trials := state.PageTrials; was.State.Charts[trials] != now.State.Charts[trials] {
		next.Charts[trials] = now.State.Charts[trials]
	}
	// The dial has one knob, which the class sees turn.
	from, to := was != (room.View{}) && was.State.Page == state.PageDial, now.State.Page == state.PageDial
	if from != to || to && was.State.Cursor != now.State.Cursor {
		next.Cursor = now.State.Cursor
	}
	if was.State.Settings != now.State.Settings || was.State.Page != now.State.Page || place(was) != place(now) {
		return next
	}
	if was.State.Hidden == now.State.Hidden {
		next.Hidden = own.Hidden
	}
	if replay(was.State) == replay(now.State) {
		next.Trajectory, next.Step = own.Trajectory, own.Step
	}
	return next
}

// Looking returns a state with the λ cursor and the charts on show of another.
func Looking(s, as state.State) state.State {
	s.Cursor = as.Cursor
	for _, p := range []state.Page{state.PageExplore, state.PageFolds, state.PageTrials} {
		s.Charts[p] = as.Charts[p]
	}
	return s
}

// Common leaves out of a view what is each one's own.
func Common(v room.View) room.View {
	v.Again = 0
	v.State = Looking(v.State, state.State{})
	v.State.Hidden = false
	v.State.Trajectory, v.State.Step = state.Optional[int]{}, state.Optional[int]{}
	return v
}

// replay is the part of a state that is about what plays.
func replay(s state.State) state.State {
	return state.State{Trajectory: s.Trajectory, Step: s.Step}
}
