package tui

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/classroom"
	"lambdascope/tui/room"
	"lambdascope/tui/state"
)

// pressSample gives every seat data of its own, or all the same again.
func (m *model) pressSample() tea.Cmd {
	if m.Settings.Recorded() {
		m.fault = "recorded data have no seed"
		return nil
	}
	begins := m.room.Look.Sample == nil
	if err := m.room.seat.Draw(); err != nil {
		m.fault = err.Error()
		return nil
	}
	next := m.State
	switch {
	case begins:
		next.TrialsChart = state.TrialsClass
	case next.TrialsChart == state.TrialsClass:
		next.TrialsChart = state.TrialsSplit
	}
	m.show(next)
	return m.follow()
}

// sampledMsg is what this seat has found in a sample.
type sampledMsg struct {
	seat    *room.Seat
	id      int
	outcome room.Outcome
	err     error
}

// computeSample analyses this seat's own data of a sample.
func (m *model) computeSample() tea.Cmd {
	r := m.room
	s := r.Look.Sample
	if s == nil || s.Done || r.Look.Leads || r.sampled == s.ID {
		return nil
	}
	r.sampled = s.ID
	engine, ctx, seat := m.worker.Engine, m.worker.Context, r.seat
	return func() tea.Msg {
		o, err := classroom.Outcome(ctx, engine, s.Settings)
		return sampledMsg{seat, s.ID, o, err}
	}
}

// sampleComputed reports what this seat has found.
func (m *model) sampleComputed(msg sampledMsg) {
	if msg.err != nil {
		msg.seat.Fail(msg.id)
		return
	}
	msg.seat.Report(msg.id, msg.outcome)
}
