package classroom

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/page"
	"lambdascope/tui/room"
	"lambdascope/tui/state"
)

// questions are those that there are now.
func (x *Room) questions() []Question { return QuestionsAt(x.Screen(), x.Question(), x.Title()) }

// pressVote asks the class, votes, or shows how all have voted.
func (x *Room) pressVote() page.Action {
	r := x.seat
	switch v, s := r.Look.Vote, x.Screen(); {
	case r.Look.Leads:
		return page.Action{Open: &Questions{room: x, last: v != nil && !v.Open && v.Kind != room.OfLambda}}
	case v != nil && !v.Open && v.Kind != room.OfLambda && !r.Own:
		return page.Action{Open: &Votes{Look: x.look}}
	case v == nil || !v.Open:
		return page.Action{Fault: room.ErrNoVote.Error()}
	case v.Final:
		return page.Action{Fault: "you have seen the answer: your vote can't change any more"}
	case r.Own || v.Kind == room.OfLambda && !s.Current():
		return page.Action{Fault: "the vote is about what the presenter shows: r goes back there"}
	case v.Kind != room.OfLambda:
		return page.Action{Open: &Ballot{room: x}}
	default:
		if err := r.room.Guess(guessed(s)); err != nil {
			return page.Action{Fault: err.Error()}
		}
	}
	return page.Action{}
}

// askClass opens the vote on one of the questions.
func (x *Room) askClass(i int) page.Action {
	r, all, a := x.seat, x.questions(), page.Action{Close: true}
	if r == nil || i >= len(all) || all[i].Fault != "" {
		return a
	}
	q := all[i]
	if now := x.Shown(); q.Hides && !now.State.Hidden {
		now.State.Hidden = true
		r.show(now) // before the vote: who sees the answer then has no vote
		a.State = &now.State
	}
	if err := r.room.OpenVote(q.Question); err != nil {
		a.News = "Not done: " + err.Error() + "."
		return a
	}
	r.look()
	if q.Half > 0 && r.Look.Vote != nil {
		a.Cmd = x.findHalf(r.Look.Vote.ID, q.Half)
	}
	return a
}

// Ask opens a vote on a question that was typed.
func (x *Room) Ask(text string) error {
	switch {
	case x.seat == nil && x.Rooms == nil:
		return errors.New("ask: " + noRooms)
	case x.seat == nil:
		return errors.New("ask: in no room: R opens or joins one")
	}
	q, err := ParseQuestion(text)
	if err == nil {
		err = x.seat.room.OpenVote(q)
	}
	if err == nil {
		x.seat.look()
	}
	return err
}

// guessed returns the λ at hand: that under the cursor, which the dial has at the lowest λ
// before it is turned.
func guessed(s *page.Snapshot) float64 {
	if s.Page == state.PageDial && !s.Cursor.Set {
		return s.Result.Selection.Candidates[0].Lambda
	}
	return s.CursorLambda()
}

// findHalf finds from how many trajectories on the root MSVE of λ̂ is at most some value, on
// the current data, and gives that to the room as the truth of a vote.
func (x *Room) findHalf(vote int, most float64) tea.Cmd {
	s, at := x.Screen(), x.seat.room
	return func() tea.Msg {
		n, beyond, least := FirstWithin(x.Context, x.Analyze, s.Settings, s.Most, most)
		if n > 0 {
			_ = at.Answer(vote, float64(n), beyond, least) // fails for who presents no more
		}
		return nil
	}
}

// guess gives this seat's guess of a panel.
func (x *Room) guess(number float64) page.Action {
	a := page.Action{Close: true}
	if x.seat == nil {
		return a
	}
	if err := x.seat.room.Guess(number); err != nil {
		a.News = "Not voted: " + err.Error() + "."
	}
	return a
}

// endVote ends the vote: all see its result, and what was hidden, which may be the answer.
func (x *Room) endVote() page.Action {
	if err := x.seat.room.CloseVote(); err != nil {
		return page.Action{Fault: err.Error()}
	}
	now := x.Shown().State
	if !now.Hidden {
		return page.Action{}
	}
	now.Hidden = false
	return page.Action{State: &now}
}

// votes returns the panel of how all have voted if that has just come out and nothing else
// lies over the page, else nil, and reports whether the panel of a vote on top is outdated.
func (x *Room) votes(before room.Look, top page.Overlay) (over bool, result page.Overlay) {
	r := x.seat
	now, was := r.Look.Vote, before.Vote
	switch top.(type) {
	case *Votes:
		over = now == nil || now.Open || r.Look.Turn != before.Turn
	case *Ballot:
		over = now == nil || !now.Open || r.Own
	}
	ended := was != nil && was.Open && now != nil && !now.Open && now.ID == was.ID
	if ended && now.Kind != room.OfLambda && !r.Own && (over || top == nil) {
		result = &Votes{Look: x.look}
	}
	return over, result
}
