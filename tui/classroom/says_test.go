package classroom

import (
	"testing"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/room"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

func styles() *screen.Styles { return screen.New(screen.ThemeMono, true, chart.Plain) }

// vote returns a vote on how many trajectories.
func vote(change func(v *room.Vote)) *room.Vote {
	v := &room.Vote{Question: room.Question{Kind: room.OfTrajectories, Text: "How many?"}, Open: true, Voted: 1, Here: 3}
	if change != nil {
		change(v)
	}
	return v
}

// TestSays has one thing to say of each situation, the most important first.
func TestSays(t *testing.T) {
	closed := vote(func(v *room.Vote) {
		v.Open, v.Voted, v.Result, v.Truth = false, 2, []float64{40, 100}, state.Some(70.)
	})
	nobody := vote(func(v *room.Vote) { v.Kind, v.Open, v.Voted = room.OfLambda, false, 0 })
	sample := &room.Sample{Outcomes: []room.Outcome{{Lambda: 0.2, RootMSVE: 1}, {Lambda: 0.4, RootMSVE: 3}}, Failed: 1}
	for name, c := range map[string]struct {
		part Part
		asks bool
		page state.Page
		want string
	}{
		"nothing yet":         {part: Part{Look: room.Look{Live: true}}, want: "The presenter has shown nothing yet."},
		"following":           {part: Part{Look: room.Look{Live: true, Turn: 1}}},
		"no presenter yet":    {want: "Nobody presents yet. When somebody does, this screen shows what they do."},
		"somebody comes":      {part: Part{Own: true, Invited: true, Look: room.Look{Live: true, Turn: 1}}, want: "Somebody presents now: r shows what they do."},
		"one asks":            {part: Part{Look: room.Look{Leads: true, Live: true, Owns: true, Turn: 1, Asking: []int{4}}}, want: "Seat 4 asks to present: R, then h, hands over."},
		"no presenter":        {part: Part{Look: room.Look{Turn: 1}}, want: "Nobody presents: this is the last view. Any change makes it your own."},
		"called":              {part: Part{Own: true, Look: room.Look{Live: true, Turn: 1, Called: 2}, Answered: 1}, want: "The presenter asks all to come back: press r."},
		"a step's question":   {part: Part{Look: room.Look{Live: true, Leads: true, Turn: 1}}, asks: true, want: "This step has a question for the class: V asks it."},
		"vote":                {part: Part{Look: room.Look{Live: true, Turn: 1, Vote: vote(nil)}}, want: "How many? V votes."},
		"voted":               {part: Part{Look: room.Look{Turn: 1, Vote: vote(func(v *room.Vote) { v.Own = state.Some(40.) })}}, want: "How many? Your vote: n = 40. V changes it."},
		"seen the answer":     {part: Part{Look: room.Look{Turn: 1, Vote: vote(func(v *room.Vote) { v.Final = true })}}, want: "How many? You have seen the answer and have no vote."},
		"vote elsewhere":      {part: Part{Own: true, Look: room.Look{Turn: 1, Vote: vote(nil)}}, want: "How many? r goes back to vote."},
		"votes come":          {part: Part{Look: room.Look{Leads: true, Turn: 1, Vote: vote(nil)}}, want: "The class votes: 1 vote, 3 here. z ends the vote and shows them. How many?"},
		"votes":               {part: Part{Look: room.Look{Live: true, Turn: 1, Vote: closed}}, want: "2 votes, 3 here, median n = 70. On these data it is n = 70. V shows the votes."},
		"no votes":            {part: Part{Look: room.Look{Live: true, Turn: 1, Vote: nobody}}, want: "Nobody has voted."},
		"sample":              {part: Part{Look: room.Look{Live: true, Here: 3, Away: 2, Turn: 1, Sample: sample}}, want: "Every seat has its own data. 2 results, 1 failed, 3 here, 2 away: λ̂ .300 ± .14, root MSVE 2.00 ± 1.4. 3 shows them."},
		"sample on its chart": {part: Part{Look: room.Look{Live: true, Turn: 1, Sample: sample}}, page: state.PageTrials},
	} {
		s := state.State{Page: c.page}
		s.Charts[state.PageTrials] = state.TrialsClass
		w := Window{Snapshot: &page.Snapshot{State: s}, Asks: c.asks}
		if got := c.part.Says(w); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
