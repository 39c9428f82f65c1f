package classroom

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/page"
	"lambdascope/tui/room"
	"lambdascope/tui/state"
)

// text returns what an overlay says.
func text(o page.Overlay) string {
	return ansi.Strip(strings.Join(o.Text(styles(), 60), "\n"))
}

// TestVotes has a bar for each answer, or for each number that turning passes through.
func TestVotes(t *testing.T) {
	v := &room.Vote{
		Question: room.Question{Kind: room.OfChoice, Text: "Which?", Answers: []string{"this", "that"}, Truth: state.Some(0.)},
		Voted:    3, Here: 4, Own: state.Some(1.), Result: []float64{0, 1, 1},
	}
	o := &Votes{Look: func() (room.Look, bool) { return room.Look{Vote: v}, true }}
	wants := func(parts ...string) {
		t.Helper()
		s := strings.Join(strings.Fields(text(o)), " ")
		for _, part := range parts {
			if !strings.Contains(s, part) {
				t.Errorf("no %q in\n%s", part, text(o))
			}
		}
	}
	wants("Which?", "1 right", "2 your vote", "3 votes, 4 here. Right is 1, this.")
	v.Kind, v.Answers, v.Truth, v.Own = room.OfTrajectories, nil, state.Some(70.), state.Some(30.)
	v.Result = []float64{29, 30, 100}
	wants("29", "30", "1 your vote", "70 0 the truth", "100", "median n = 30", "On these data it is n = 70.")
	if s := text(o); strings.Contains(s, "50") {
		t.Errorf("a row that nobody voted for:\n%s", s)
	}
	v.Truth, v.Beyond, v.Least = state.Some(1000.), true, .0627
	wants("Never: these features allow no less than .063.")
	v.Beyond, v.Least = false, 0
	v.Result, v.Truth = nil, state.Optional[float64]{}
	wants("Nobody has voted.")
}
