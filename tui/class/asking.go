package class

import (
	"errors"

	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

var errNoClass = errors.New("no class here: a server with --class has one")

// pressVote asks the class, votes, or shows the last result.
func (m *Model) pressVote() page.Action {
	v := m.Look.Vote
	s := m.Screen()
	switch {
	case m.Look.Leads:
		return page.Action{Open: &asking{Model: m}}
	case v == nil:
		return page.Action{Fault: ErrNoVote.Error()}
	case !v.Open:
		return page.Action{Open: &result{m}}
	case m.Own || v.OfLambda() && !s.Current():
		return page.Action{Fault: "the vote is about the presenter's view: r goes back there"}
	case !v.OfLambda():
		return page.Action{Open: &ballot{m}}
	}
	if err := m.seat.Guess(s.CursorLambda()); err != nil {
		return page.Action{Fault: err.Error()}
	}
	return page.Action{}
}

// ask opens a vote on a question. The answer is hidden first, so that the class cannot read it.
func (m *Model) ask(q listed) page.Action {
	a := page.Action{Close: true}
	if now := m.Shown(); q.Hides && !now.State.Hidden {
		now.State.Hidden = true
		m.show(now)
		a.State = &now.State
	}
	if err := m.seat.OpenVote(q.Question); err != nil {
		a.News = "Not done: " + err.Error() + "."
		return a
	}
	m.takeLook()
	return a
}

// AskTyped opens a vote on a typed question.
func (m *Model) AskTyped(text string) error {
	if m.seat == nil {
		return errNoClass
	}
	q, err := ParseQuestion(text)
	if err != nil {
		return err
	}
	if err := m.seat.OpenVote(q); err != nil {
		return err
	}
	m.takeLook()
	return nil
}

// endVote ends a vote on answers and shows its result, with the truth if that was hidden.
func (m *Model) endVote() page.Action {
	if err := m.seat.CloseVote(state.Optional[float64]{}); err != nil {
		return page.Action{Fault: err.Error()}
	}
	now := m.Shown().State
	if !now.Hidden {
		return page.Action{}
	}
	now.Hidden = false
	return page.Action{State: &now}
}

// restartVote opens the vote again without the address that has most voters.
func (m *Model) restartVote() page.Action {
	if err := m.seat.Restart(m.Look.Vote.Crowd); err != nil {
		return page.Action{Fault: err.Error()}
	}
	return page.Action{News: "The vote has begun again, without that address."}
}

// votePanel returns the panel of a result that has just come, if no other overlay is open, and
// reports whether the overlay on top is outdated.
func (m *Model) votePanel(before Look, top page.Overlay) (outdated bool, panel page.Overlay) {
	now := m.Look.Vote
	switch top.(type) {
	case *result:
		outdated = now == nil || now.Open || m.Look.Turn != before.Turn
	case *ballot:
		outdated = now == nil || !now.Open || m.Own
	}
	was := before.Vote
	ended := was != nil && was.Open && now != nil && !now.Open && now.ID == was.ID
	if ended && !now.OfLambda() && !m.Own && (outdated || top == nil) {
		panel = &result{m}
	}
	return outdated, panel
}
