package tui

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/classroom"
	"lambdascope/tui/page"
	"lambdascope/tui/room"
)

// questions are those that there are now.
func (m *model) questions() []classroom.Question {
	return classroom.QuestionsAt(m.Snapshot(), m.lessons.Question())
}

// pressVote asks the class, votes, or shows how all have voted.
func (m *model) pressVote() tea.Cmd {
	r := m.room
	switch v, s := r.Look.Vote, m.Snapshot(); {
	case r.Look.Leads:
		m.openQuestions(v != nil && !v.Open && v.Kind != room.OfLambda)
	case v != nil && !v.Open && v.Kind != room.OfLambda && !r.Own:
		m.overlays.Open(&classroom.Votes{Look: m.lookAtRoom})
	case v == nil || !v.Open:
		m.fault = room.ErrNoVote.Error()
	case v.Final:
		m.fault = "you have seen the answer: your vote can't change any more"
	case r.Own || v.Kind == room.OfLambda && !s.Current():
		m.fault = "the vote is about what the presenter shows: r goes back there"
	case v.Kind == room.OfLambda:
		if err := r.seat.Guess(s.CursorLambda()); err != nil {
			m.fault = err.Error()
		}
	default:
		m.overlays.Open(&classroom.Ballot{Look: m.lookAtRoom})
	}
	return nil
}

// openQuestions opens the panel of what can be asked; last tells whether there is a result
// to be shown again.
func (m *model) openQuestions(last bool) {
	m.overlays.Open(&classroom.Questions{All: m.questions, Last: last})
}

// askClass opens the vote on one of the questions.
func (m *model) askClass(i int) tea.Cmd {
	m.overlays.Close()
	all := m.questions()
	if m.room == nil || i >= len(all) || all[i].Fault != "" {
		return nil
	}
	r, q := m.room, all[i]
	if q.Hides && !m.Hidden {
		next := m.State
		next.Hidden = true
		m.show(next)
		r.shown = m.sees()
		_ = r.seat.Show(r.shown) // before the vote: who sees the answer then has no vote
	}
	if err := r.seat.OpenVote(q.Question); err != nil {
		m.news = "Not done: " + err.Error() + "."
		return nil
	}
	r.Look = r.seat.Look()
	if q.Half > 0 && r.Look.Vote != nil {
		return m.findHalf(r.Look.Vote.ID, q.Half)
	}
	return m.follow()
}

// halfMsg is from how many trajectories on the error of λ̂ is low enough.
type halfMsg struct {
	seat   *room.Seat
	vote   int
	n      int  // 0 where nothing could be tried
	beyond bool // it is not at n, the most that were tried
}

// findHalf finds from how many trajectories on the root MSVE of λ̂ is at most some value,
// on the data at hand.
func (m *model) findHalf(vote int, most float64) tea.Cmd {
	engine, ctx, seat, settings, all := m.worker.Engine, m.worker.Context, m.room.seat, m.Settings, m.most
	return func() tea.Msg {
		n, beyond := classroom.FirstWithin(ctx, engine, settings, all, most)
		return halfMsg{seat, vote, n, beyond}
	}
}

// halfFound gives the room the truth of its vote.
func (m *model) halfFound(msg halfMsg) {
	if msg.n > 0 {
		_ = msg.seat.Answer(msg.vote, float64(msg.n), msg.beyond) // fails for who presents no more
	}
}

// guess gives this seat's guess of a panel.
func (m *model) guess(number float64) tea.Cmd {
	m.overlays.Close()
	if m.room == nil {
		return nil
	}
	if err := m.room.seat.Guess(number); err != nil {
		m.news = "Not voted: " + err.Error() + "."
	}
	return nil
}

// endsVote tells whether there is a vote to be ended that has no answer on the screen to
// be revealed.
func (m *model) endsVote(*page.Snapshot) bool {
	r := m.room
	return r != nil && r.Look.Leads && m.voting() && r.Look.Vote.Kind != room.OfLambda
}

// endVote ends the vote: all see its result.
func (m *model) endVote() tea.Cmd {
	if err := m.room.seat.CloseVote(); err != nil {
		m.fault = err.Error()
	}
	return nil
}

// showVotes opens the panel of how all have voted where that has just come out, and
// takes it away when the presenter goes on.
func (m *model) showVotes(before room.Look) {
	r := m.room
	now, was := r.Look.Vote, before.Vote
	if !m.overlays.Empty() {
		switch m.overlays.Top().(type) {
		case *classroom.Votes:
			if now == nil || now.Open || r.Look.Turn != before.Turn {
				m.overlays.Close()
			}
		case *classroom.Ballot:
			if now == nil || !now.Open || r.Own {
				m.overlays.Close()
			}
		}
	}
	ended := was != nil && was.Open && now != nil && !now.Open && now.ID == was.ID
	if ended && now.Kind != room.OfLambda && !r.Own && m.overlays.Empty() {
		m.overlays.Open(&classroom.Votes{Look: m.lookAtRoom})
	}
}
