package tui

import (
	"cmp"
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/classroom"
	"lambdascope/tui/page"
	"lambdascope/tui/room"
)

// Rooms is where a session opens and joins rooms.
type Rooms interface {
	// Open opens a room, of which it returns the presenter's seat.
	Open() (*room.Seat, error)
	// Join takes a seat in the room of a code, or without a code in the room that all of
	// the server share. The name is for the presenter's list of seats, empty for none.
	// Join may wait, as guessing is throttled.
	Join(ctx context.Context, code, name string) (*room.Seat, error)
	// Command returns the command that a person types to join or present elsewhere.
	Command(words ...string) string
}

// attendance is the app's part in a room.
type attendance struct {
	classroom.Part // as it was last told
	seat           *room.Seat
	class          *page.Class // made from the part
	begun          bool        // it has been told
	record         bool        // the first view that comes is a step of undo
	taken          room.View   // of the presenter's, last
	shown          room.View   // last, by who presents
	sampled        int         // the sample that is being computed, or was
}

// roomMsg says that something has changed in a room.
type roomMsg struct{ seat *room.Seat }

// joinedMsg is the outcome of joining a room.
type joinedMsg struct {
	seat *room.Seat
	err  error
}

// enter takes the app into a room. A view of one's own before that is one step of undo
// away.
func (m *model) enter(seat *room.Seat) tea.Cmd {
	if m.room != nil {
		m.room.seat.Leave()
	}
	m.room = &attendance{seat: seat, record: true}
	return m.awaitRoom()
}

// leaveRoom leaves the room; the view stays.
func (m *model) leaveRoom() {
	m.room.seat.Leave()
	m.room = nil
	m.news = "You have left the room. The view stays, and is your own."
}

// awaitRoom waits until something changes in the room.
func (m *model) awaitRoom() tea.Cmd {
	if m.room == nil {
		return nil
	}
	seat, ctx := m.room.seat, m.worker.Context
	return func() tea.Msg {
		select {
		case <-seat.Changed():
			return roomMsg{seat}
		case <-ctx.Done():
			return nil
		}
	}
}

// joined takes the outcome of joining.
func (m *model) joined(msg joinedMsg) tea.Cmd {
	if msg.err != nil {
		m.fault, m.news = "", "Not joined: "+msg.err.Error()+"."
		return nil
	}
	return m.enter(msg.seat)
}

// roomChanged looks at the room.
func (m *model) roomChanged(msg roomMsg) tea.Cmd {
	r := m.room
	if r == nil || msg.seat != r.seat {
		return nil // of one that was left
	}
	before := r.Look
	r.Look = r.seat.Look()
	if r.Look.Over != nil {
		m.room = nil
		m.overlays.Clear() // they are the room's, or hide the news
		m.news = "You are no longer in the room: " + r.Look.Over.Error() + ". The view stays, and is your own."
		return nil
	}
	first := !r.begun
	r.begun = true
	if first {
		r.Answered = r.Look.Called
		m.welcome = cmp.Or(r.Greeting(), m.welcome)
		if r.Own && !r.Look.Leads {
			r.seat.Wander(true)
		}
	}
	r.Invited = r.Own && !first && (r.Invited || r.Look.Live && !before.Live)
	m.classify() // pages that are told of a new view look at it
	leads := r.Look.Leads && !before.Leads && !first
	follows := before.Leads && !r.Look.Leads
	var cmd tea.Cmd
	switch {
	case leads: // what is on the screen is for all now
		r.Own = false
		r.seat.Wander(false)
		m.news = "You present: what is on your screen is on all of the room."
		if !r.Look.Owns {
			m.news += " R hands back."
		}
	case follows:
		m.history.Record(m.State, "")
		cmd = m.takeView(false)
		m.news = "Somebody else presents now. u goes back to your view."
	case first && r.Look.Leads:
		cmd = m.takeView(true)
	case r.Look.Turn != before.Turn || first || !before.Sample.Same(r.Look.Sample):
		if !r.Own && !r.Look.Leads {
			if first && r.record && r.Look.Turn > 0 {
				m.history.Record(m.State, "")
			}
			m.news = "" // of before
			cmd = m.takeView(false)
		}
	}
	m.classify()
	m.showVotes(before)
	return tea.Batch(cmd, m.computeSample(), m.awaitRoom())
}

// classify makes what pages show of the class.
func (m *model) classify() {
	if c := m.room.Class(m.Settings); !c.Same(m.room.class) {
		m.room.class = c
	}
}

// classHas says at how many seats what the lesson's step waits for has come; empty where
// that is not of this step, or nobody follows.
func (m *model) classHas() string {
	r := m.room
	at := m.lessons.Place()
	if r == nil || !m.lessons.Asks() ||
		r.Look.View.Lesson != at.Lesson || r.Look.View.Step != at.Step || r.Look.Here+r.Look.Away == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d have", r.Look.Met, r.Look.Here+r.Look.Away)
}

// classWaits tells whether a presenter's step waits for the class.
func (m *model) classWaits() bool {
	return m.classHas() != "" && m.room.Look.Leads && m.room.Look.Met < m.room.Look.Here+m.room.Look.Away
}
