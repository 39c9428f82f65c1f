package class

import (
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// Follow returns a follower's next view, given the presenter's view now and before. The λ cursor
// and the charts are the follower's own; so are a replay, hidden answers and the λ of the Dial
// until the presenter changes them. With whole, nothing is the follower's own.
func Follow(own, was, now View, whole bool) page.Follow {
	n := page.Follow{State: now.State, Place: now.place(), Whole: whole}
	if !whole {
		n.State = followed(own.State, was, now)
	}
	n.Begins = now.Lesson != "" && now.place() != own.place()
	n.Ends = now.Lesson == "" && own.Lesson != ""
	return n
}

// place returns the step of a view's lesson.
func (v View) place() page.LessonPlace {
	return page.LessonPlace{Lesson: v.Lesson, Step: v.Step, Restored: v.Restored}
}

// followed returns the state of a follower's next view.
func followed(own state.State, was, now View) state.State {
	next := Looking(now.State, own)
	if trials := state.PageTrials; was.State.Charts[trials] != now.State.Charts[trials] {
		next.Charts[trials] = now.State.Charts[trials]
	}
	// The Dial has a single knob, and the class sees how the knob turns.
	from := was != (View{}) && was.State.Page == state.PageDial
	if to := now.State.Page == state.PageDial; from != to || to && was.State.Cursor != now.State.Cursor {
		next.Cursor = now.State.Cursor
	}
	if was.State.Settings != now.State.Settings || was.State.Page != now.State.Page || was.place() != now.place() {
		return next
	}
	if was.State.Hidden == now.State.Hidden {
		next.Hidden = own.Hidden
	}
	if was.State.Trajectory == now.State.Trajectory && was.State.Step == now.State.Step {
		next.Trajectory = own.Trajectory
		next.Step = own.Step
	}
	return next
}

// Looking returns a state with the λ cursor and the charts of another.
func Looking(s, as state.State) state.State {
	s.Cursor = as.Cursor
	for _, p := range []state.Page{state.PageExplore, state.PageFolds, state.PageTrials} {
		s.Charts[p] = as.Charts[p]
	}
	return s
}

// Common returns a view without the parts that are each seat's own.
func Common(v View) View {
	v.Restored = 0
	v.State = Looking(v.State, state.State{})
	v.State.Hidden = false
	v.State.Trajectory = state.Optional[int]{}
	v.State.Step = state.Optional[int]{}
	return v
}
