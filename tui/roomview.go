package tui

import (
	"lambdascope/tui/chart"
	"lambdascope/tui/classroom"
	"lambdascope/tui/page"
)

// inRoom tells whether the app is in a room of which it knows.
func (m *model) inRoom() bool { return m.room != nil && m.room.begun }

// roomStatus says in the header how it stands in the room, always as wide.
func (m *model) roomStatus() (ink chart.Ink, text string) {
	if !m.inRoom() {
		return chart.InkFaint, ""
	}
	return m.room.Status()
}

// roomLines say what goes on in the room, over what else is said.
func (m *model) roomLines(s shape) []string {
	if !m.inRoom() || m.analysis == nil || m.failure != nil {
		return nil
	}
	w := classroom.Window{Snapshot: m.Snapshot(), Computing: m.computing(), Asks: m.lessons.Question() != nil}
	text := m.room.Says(w)
	if text == "" {
		return nil
	}
	return m.styles.Indented(chart.InkCursor, text, m.width, min(2, s.textRows))
}

// class is what pages show of the class.
func (m *model) class() *page.Class {
	if m.room == nil {
		return nil
	}
	return m.room.class
}

// voting tells whether a vote is open.
func (m *model) voting() bool { return m.room != nil && m.room.Voting() }
