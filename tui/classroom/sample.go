package classroom

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/room"
	"lambdascope/tui/state"
)

// sampling is a seat's work on a sample.
type sampling struct {
	id     int
	busy   bool // it is being computed, or is computed again soon
	failed int  // how often that failed
}

// A sample that could not be analysed is tried again, after a pause that doubles each time.
const (
	firstPause = 2 * time.Second
	mostPause  = time.Minute
)

// draw gives every seat its own data, or all the same again.
func (x *Room) draw() Action {
	r, next := x.seat, x.Shown().State
	if next.Settings.Recorded() {
		return Action{Fault: "recorded data have no seed"}
	}
	begins := r.Look.Sample == nil
	if err := r.room.Draw(); err != nil {
		return Action{Fault: err.Error()}
	}
	switch {
	case begins:
		next.Charts[state.PageTrials] = state.TrialsClass
	case next.Charts[state.PageTrials] == state.TrialsClass:
		next.Charts[state.PageTrials] = state.TrialsSplit
	}
	return Action{State: &next}
}

// sampledMsg is what this seat has found in a sample.
type sampledMsg struct {
	room    *room.Seat
	id      int
	outcome room.Outcome
	err     error
}

// computeSample analyses this seat's own data of a sample.
func (x *Room) computeSample() tea.Cmd {
	r, s := x.seat, x.seat.Look.Sample
	if s == nil || s.Done || r.Look.Leads {
		return nil
	}
	if r.sample.id != s.ID {
		r.sample = sampling{id: s.ID}
	}
	if r.sample.busy {
		return nil
	}
	r.sample.busy = true
	at := r.room
	return func() tea.Msg {
		o, err := Outcome(x.Context, x.Analyze, s.Settings)
		return sampledMsg{at, s.ID, o, err}
	}
}

// sampled reports what this seat has found. The room does not take it from who presents
// meanwhile, and is told again when somebody else does.
func (x *Room) sampled(msg sampledMsg) Action {
	if msg.err != nil {
		msg.room.Fail(msg.id)
	} else {
		msg.room.Report(msg.id, msg.outcome)
	}
	r := x.seat
	switch {
	case r == nil || msg.room != r.room || msg.id != r.sample.id:
		return Action{} // of one that is over
	case msg.err == nil:
		r.sample.busy = false
		return Action{}
	}
	pause := min(mostPause, firstPause<<min(r.sample.failed, 10))
	r.sample.failed++
	return Action{Cmd: func() tea.Msg {
		timer := time.NewTimer(pause)
		defer timer.Stop()
		select {
		case <-timer.C:
			return againMsg{msg.room, msg.id}
		case <-x.Context.Done():
			return nil
		}
	}}
}

// againMsg says that it is time to analyse a sample again.
type againMsg struct {
	room *room.Seat
	id   int
}

// sampleAgain analyses a sample again where that is still wanted.
func (x *Room) sampleAgain(msg againMsg) Action {
	r := x.seat
	if r == nil || msg.room != r.room || msg.id != r.sample.id {
		return Action{}
	}
	r.sample.busy = false
	return Action{Cmd: x.computeSample()}
}
