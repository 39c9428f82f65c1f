package classroom

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/internal/drive"
	"lambdascope/tui/overlay"
	"lambdascope/tui/room"
	"lambdascope/tui/state"
)

// pressed returns what an overlay asks for, of the last of some keys.
func pressed(o overlay.Overlay, keys ...string) (r overlay.Request) {
	for _, k := range keys {
		r = o.Press(drive.KeyPress(k))
	}
	return r
}

// text returns what an overlay says.
func text(o overlay.Overlay) string {
	return ansi.Strip(strings.Join(o.Text(styles(), 60), "\n"))
}

// TestPanel: what the panel shows depends on whose it is, and each key asks for what is
// said beside it.
func TestPanel(t *testing.T) {
	look, in := room.Look{}, false
	p := &Panel{Look: func() (room.Look, bool) { return look, in }, Command: func(words ...string) string { return "ssh " + strings.Join(words, " ") }, Vote: func(string) string { return "" }}
	want := func(what any, keys ...string) {
		t.Helper()
		if r := pressed(p, keys...); r.Kind != overlay.Other || r.Other != what {
			t.Errorf("%v asks for %+v, want %+v", keys, r, what)
		}
	}
	want(Do{Act: Open}, "1")
	if r := pressed(p, "b", "d", "g", "enter"); r.Kind != overlay.Taken {
		t.Errorf("three letters ask for %+v", r)
	}
	want(Do{Act: Join, Code: "BDGK"}, "k", "x", "enter")
	in = true
	look = room.Look{Code: "BDGK", Number: 2, Live: true}
	for _, key := range []string{"c", "t", "s", "x", "h", "b"} {
		if r := pressed(p, key); r.Kind != overlay.Nothing {
			t.Errorf("%s, for owners, asks for %+v", key, r)
		}
	}
	want(Do{Act: AskToPresent}, "a")
	want(Do{Act: Leave}, "l")
	look.Leads = true
	want(Do{Act: HandBack}, "b")
	look = room.Look{Code: "BDGK", Secret: "SECRET", Number: 1, Owns: true, Asking: []int{4, 7}, Seats: []room.Listed{{Number: 1}, {Number: 2}, {Number: 4}, {Number: 7}}}
	want(Do{Act: TakeBack}, "t")
	want(Do{Act: Close}, "c")
	want(Do{Act: Hand, Number: 4}, "h")
	want(Do{Act: Hand, Number: 7}, "7", "h")
	want(Do{Act: PutOut, Number: 2}, "2", "x")
	if s := text(p); strings.Contains(s, "SECRET") || !strings.Contains(s, "ssh join BDGK") || !strings.Contains(s, "hand over to seat 4") {
		t.Errorf("the owner reads:\n%s", s)
	}
	pressed(p, "s")
	if s := text(p); !strings.Contains(s, "ssh present SECRET") {
		t.Errorf("the secret is asked for:\n%s", s)
	}
}

// TestBallot takes the number of an answer, or digits, and what is neither asks for
// nothing.
func TestBallot(t *testing.T) {
	v := &room.Vote{Question: room.Question{Kind: room.OfChoice, Text: "Which?", Answers: []string{"this", "that"}}, Open: true}
	o := &Ballot{Look: func() (room.Look, bool) { return room.Look{Vote: v}, true }}
	if r := pressed(o, "3"); r.Kind != overlay.Taken {
		t.Errorf("3 of 2 answers asks for %+v", r)
	}
	if r := pressed(o, "2"); r.Other != (Guess{1}) {
		t.Errorf("2 asks for %+v", r)
	}
	v.Kind = room.OfTrajectories
	if r := pressed(o, "4", "0", "5", "backspace", "enter"); r.Other != (Guess{40}) {
		t.Errorf("40 asks for %+v", r)
	}
	if r := pressed(o, "enter"); r.Kind != overlay.Nothing {
		t.Errorf("nothing typed asks for %+v", r)
	}
	v.Open = false
	if r := pressed(o, "1"); r.Kind != overlay.Close {
		t.Errorf("of a vote that is over: %+v", r)
	}
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
