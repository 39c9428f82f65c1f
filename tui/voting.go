package tui

import (
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/control"
	"lambdascope/tui/overlay"
	"lambdascope/tui/room"
	"lambdascope/tui/state"
)

// question is one that a presenter can put to the class.
type question struct {
	room.Question
	fault string // why it can't be asked now; empty where it can
	hides bool   // the answer is hidden first
	half  float64
}

// questions are those that there are now: that of the lesson's step first, if it has one.
func (m *model) questions() []question {
	var out []question
	if m.lesson != nil {
		if q := m.lesson.Steps[m.lesson.Step].Question; q != nil {
			of := question{Question: room.Question{Kind: room.OfChoice, Text: q.Text, Answers: q.Answers}}
			if q.Right >= 0 {
				of.Truth = state.Some(float64(q.Right))
			}
			out = append(out, of)
		}
	}
	fault, s := "", m.Snapshot()
	if !s.Current() || s.Result.Truth == nil {
		fault = "it needs true errors, which are not known here"
	}
	half := question{fault: fault, Question: room.Question{
		Kind: room.OfTrajectories, Text: fmt.Sprintf("How many trajectories until the root MSVE of λ̂ is half of that at n = %d?", m.Settings.Trajectories),
	}}
	if fault == "" {
		half.half = s.Result.RootMSVE(s.Result.Selection.Selected) / 2
	}
	return append(out,
		question{fault: fault, hides: true, Question: room.Question{Kind: room.OfLambda, Text: "Which λ has the lowest true error?"}},
		half,
		question{Question: room.Question{Kind: room.OfTrajectories, Text: "How many trajectories until what the presenter says?"}})
}

// pressVote asks the class, votes, or shows how all have voted.
func (m *model) pressVote() tea.Cmd {
	r := m.room
	switch v, s := r.look.Vote, m.Snapshot(); {
	case r.look.Leads:
		m.openQuestions(v != nil && !v.Open && v.Kind != room.OfLambda)
	case v != nil && !v.Open && v.Kind != room.OfLambda && !r.own:
		m.overlays.Open(&overlay.Votes{Look: m.lookAtRoom})
	case v == nil || !v.Open:
		m.fault = room.ErrNoVote.Error()
	case v.Final:
		m.fault = "you have seen the answer: your vote can't change any more"
	case r.own || v.Kind == room.OfLambda && !s.Current():
		m.fault = "the vote is about what the presenter shows: r goes back there"
	case v.Kind == room.OfLambda:
		if err := r.seat.Guess(s.CursorLambda()); err != nil {
			m.fault = err.Error()
		}
	default:
		m.overlays.Open(&overlay.Ballot{Look: m.lookAtRoom})
	}
	return nil
}

// openQuestions opens the panel of what can be asked; last tells whether there is a result
// to be shown again.
func (m *model) openQuestions(last bool) {
	var all []overlay.Asked
	for _, q := range m.questions() {
		all = append(all, overlay.Asked{Text: q.Text, Answers: q.Answers, Fault: q.fault})
	}
	m.overlays.Open(&overlay.Questions{All: all, Last: last})
}

// askClass opens the vote on one of the questions.
func (m *model) askClass(i int) tea.Cmd {
	m.overlays.Close()
	all := m.questions()
	if m.room == nil || i >= len(all) || all[i].fault != "" {
		return nil
	}
	r, q := m.room, all[i]
	if q.hides && !m.Hidden {
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
	r.look = r.seat.Look()
	if q.half > 0 && r.look.Vote != nil {
		return m.findHalf(r.look.Vote.ID, q.half)
	}
	return m.follow()
}

// halfMsg is from how many trajectories on the error of λ̂ is low enough.
type halfMsg struct {
	seat *room.Seat
	vote int
	n    int // 0 for none of those that were tried
}

// mostTried bounds how many numbers of trajectories are tried for the truth of a vote.
const mostTried = 12

// findHalf finds the first of the numbers of trajectories that turning passes through
// with which the root MSVE of λ̂ is at most some value, on the data at hand.
func (m *model) findHalf(vote int, most float64) tea.Cmd {
	engine, ctx, seat, settings, all := m.worker.engine, m.worker.ctx, m.room.seat, m.Settings, m.most
	return func() tea.Msg {
		tried := 0
		for _, stop := range control.TrajectoryCounts() {
			n := int(stop)
			if n <= settings.Trajectories {
				continue
			}
			if tried++; n > all || tried > mostTried {
				break
			}
			s := settings
			s.Trajectories = n
			a, err := engine.Analyze(ctx, s)
			if err != nil || a.Truth == nil {
				break
			}
			if a.RootMSVE(a.Selection.Selected) <= most {
				return halfMsg{seat, vote, n}
			}
		}
		return halfMsg{seat, vote, 0}
	}
}

// halfFound gives the room the truth of its vote.
func (m *model) halfFound(msg halfMsg) {
	if msg.n > 0 {
		_ = msg.seat.Answer(msg.vote, float64(msg.n)) // fails for who presents no more
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

// endsVote tells whether a key ends a vote that has no answer on the screen to be
// revealed.
func (m *model) endsVote(msg tea.KeyPressMsg) bool {
	r := m.room
	return r != nil && r.look.Leads && m.voting() && r.look.Vote.Kind != room.OfLambda && key.Matches(msg, m.common.Hide)
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
	now, was := r.look.Vote, before.Vote
	if !m.overlays.Empty() {
		switch m.overlays.Top().(type) {
		case *overlay.Votes:
			if now == nil || now.Open || r.look.Turn != before.Turn {
				m.overlays.Close()
			}
		case *overlay.Ballot:
			if now == nil || !now.Open || r.own {
				m.overlays.Close()
			}
		}
	}
	ended := was != nil && was.Open && now != nil && !now.Open && now.ID == was.ID
	if ended && now.Kind != room.OfLambda && !r.own && m.overlays.Empty() {
		m.overlays.Open(&overlay.Votes{Look: m.lookAtRoom})
	}
}
