package classroom

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/room"
	"lambdascope/tui/state"
)

// sampling is a seat's work on samples.
type sampling struct {
	id int // the one that is being computed, or was
}

// draw gives every seat data of its own, or all the same again.
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
		next.TrialsChart = state.TrialsClass
	case next.TrialsChart == state.TrialsClass:
		next.TrialsChart = state.TrialsSplit
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
	if s == nil || s.Done || r.Look.Leads || r.sample.id == s.ID {
		return nil
	}
	r.sample.id = s.ID
	at := r.room
	return func() tea.Msg {
		o, err := Outcome(x.Context, x.Engine, s.Settings)
		return sampledMsg{at, s.ID, o, err}
	}
}

// sampled reports what this seat has found.
func (x *Room) sampled(msg sampledMsg) {
	if msg.err != nil {
		msg.room.Fail(msg.id)
		return
	}
	msg.room.Report(msg.id, msg.outcome)
}
