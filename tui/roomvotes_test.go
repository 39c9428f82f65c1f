package tui

import (
	"strings"
	"testing"
	"testing/synctest"

	"lambdascope/tui/room"
)

// voteOf returns the vote of the room as an app sees it.
func voteOf(t *testing.T, a *app) *room.Vote {
	t.Helper()
	v := a.seat.Look().Vote
	if v == nil {
		t.Fatal("no vote")
	}
	return v
}

// TestVoteOnTrajectories: the class guesses a number, one tries it out before and has no
// vote, and the truth is that of the data.
func TestVoteOnTrajectories(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		leads, a, b, c := s.sit(80, 24, nil), s.sit(60, 20, nil), s.sit(80, 24, nil), s.sit(80, 24, nil)
		before := leads.analysis.RootMSVE(leads.analysis.Selection.Selected)
		s.press(leads, "V", "2")
		a.wants("half of", "V votes.")
		s.press(a, "V", "1", "enter") // below what there can be
		a.wants("Not voted: guess 1: want a whole number, 2 to 100000")
		s.press(a, "V", "9", "9", "9", "9", "9", "9", "9", "enter")
		a.wants("Not voted: guess 999999")
		s.press(a, "V", "5", "0", "backspace", "backspace", "4", "0", "enter")
		a.wants("Your vote: n = 40. V changes it.")
		s.press(b, "V", "1", "0", "0", "enter")
		s.press(c, "right", "u")
		if v := voteOf(t, c); !v.Final || v.Truth.Set || voteOf(t, leads).Truth.Set {
			t.Errorf("who has tried another n: %+v", v)
		}
		leads.wants("The class votes: 2 votes, 2 here, 1 away.")
		s.press(leads, "z")
		if leads.Hidden {
			t.Error("the key that ends the vote hides the answer")
		}
		v := voteOf(t, a)
		if v.Open || len(v.Result) != 2 || room.Median(v.Result) != 70 || !v.Truth.Set {
			t.Fatalf("%+v", v)
		}
		for _, follows := range []*app{leads, a, b} {
			follows.wants("2 votes, 2 here, 1 away, median n = 70. On these data it", "the truth")
		}
		s.press(leads, "esc", "right")
		for n := leads.Settings.Trajectories; n < int(v.Truth.Value); n = leads.Settings.Trajectories {
			if leads.analysis.RootMSVE(leads.analysis.Selection.Selected) <= before/2 {
				t.Errorf("half at n = %d already, said to be at %v", n, v.Truth.Value)
			}
			s.press(leads, "right")
		}
		if leads.analysis.RootMSVE(leads.analysis.Selection.Selected) > before/2 {
			t.Errorf("not half at n = %d", leads.Settings.Trajectories)
		}
		a.wants("median n = 70") // while n is turned; the panel has gone
		a.lacks("the truth")
		s.press(a, "V")
		a.wants("the truth", "your vote")
		s.press(a, "V")
		s.press(leads, "V", "0")
		leads.wants("the truth")
		s.press(leads, "esc", "s")
		a.lacks("median")
	})
}

// TestAskInOnesOwnWords: who presents types a question, and who doesn't cannot.
func TestAskInOnesOwnWords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		leads, a := s.sit(80, 24, nil), s.sit(44, 15, nil)
		for typed, want := range map[string]string{
			"ask Which falls?":               "want a question and 2 to 9 answers",
			"ask Which falls? | bias":        "want a question and 2 to 9 answers",
			"ask Which falls? | bias | bias": "two answers are the same",
		} {
			s.press(leads, ":", typed, "enter")
			leads.wants(want)
			s.press(leads, "esc")
		}
		s.press(leads, ":", "ask Which falls? | bias | variance | both", "enter")
		a.wants("Which falls?")
		s.press(a, "V")
		a.wants("1   bias", "2   variance", "3   both")
		s.press(a, "2")
		s.press(leads, "z")
		a.wants("2 variance", "1 vote, 1 here.")
		s.press(a, "esc")
		s.press(a, ":", "ask Mine? | yes | no", "enter")
		a.wants("present")
	})
}

// TestVoteOnTheDial asks for λ; who has not turned it guesses the lowest, which it shows.
func TestVoteOnTheDial(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		leads, a, b := s.sit(120, 36, nil), s.sit(60, 20, nil), s.sit(80, 24, nil)
		s.press(leads, "0", "V", "1")
		a.wants("Which λ has the lowest bias² + variance?", "V.")
		s.press(a, "V")
		a.wants("λ = 0.")
		s.press(b, ".", ".", "V")
		s.press(leads, "z")
		for _, all := range []*app{leads, a, b} {
			all.wants("2 votes, 2 here, median λ = 0.1")
			if all.width >= 120 {
				all.wants("votes  █")
			}
		}
	})
}

// TestVoteOnALessonsQuestion: V asks what the step asks, and the next step ends it.
func TestVoteOnALessonsQuestion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		leads, a, b := s.sit(80, 24, nil), s.sit(60, 20, nil), s.sit(200, 60, nil)
		s.press(leads, "L", "down", "enter")
		leads.wants("This step has a question for the class: V asks it.")
		s.press(leads, "V")
		leads.wants("▸ 1  λ is 0. Which states learn", "all on its way · the last one alone")
		s.press(leads, "enter")
		s.press(a, "V")
		a.wants("1   all on its way", "2   the last one alone", "3   the first one alone")
		s.press(a, "4") // is none
		a.wants("You have not voted.")
		s.press(a, "1")
		s.press(a, "V", "2")
		s.press(b, "V", "1")
		leads.wants("The class votes: 2 votes, 2 here.")
		if v := voteOf(t, b); v.Truth.Set {
			t.Error("the right answer is told before")
		}
		if !leads.Hidden {
			t.Error("the chart shows the answer while all vote")
		}
		s.press(leads, "z")
		for _, all := range []*app{leads, a, b} {
			all.wants("2 votes, 2 here. Right is 2, the last one alone.", "  right")
			if all.Hidden {
				t.Error("the answer stays hidden when the vote is over")
			}
		}
		s.press(leads, "esc", "end")
		s.press(leads, "n")
		if v := a.seat.Look().Vote; v != nil {
			t.Errorf("the vote stays at the next step: %+v", v)
		}
		a.lacks("Right is 2")
	})
}

// TestClassOverTrials: with g the trials are those of the presenter at every seat, whose
// own data are others.
func TestClassOverTrials(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		leads, a, b := s.sit(120, 36, nil), s.sit(80, 24, nil), s.sit(60, 20, nil)
		s.press(leads, "3", "g")
		for _, all := range []*app{leads, a, b} {
			all.wants("class, 2 of 2", "10 trials", "● class")
		}
		a.wants("▼ yours")
		leads.lacks("yours")
		if a.Settings.Seed == leads.Settings.Seed || a.Settings.Seed == b.Settings.Seed {
			t.Error("seeds are the same")
		}
		line := func(x *app, starts string) string {
			for l := range strings.Lines(x.check()) {
				if i := strings.Index(l, starts); i >= 0 && strings.Contains(l, "root MSVE") {
					return strings.Join(strings.Fields(l[i:]), " ")
				}
			}
			return ""
		}
		want := line(leads, "10 trials")
		for _, x := range []*app{a, b} {
			if got := line(x, "10 trials"); got == "" || got != want {
				t.Errorf("%q, the presenter has %q", got, want)
			}
		}
		s.press(a, "right") // another n: its own view, with its own trials
		a.lacks("class, ")
		a.wants("your own view")
		s.press(a, "r")
		a.wants("class, 2 of 2")
		s.press(a, "o")
		a.lacks("your own view")
		s.press(leads, "g")
		b.lacks("class, ")
		if a.Settings.Seed != leads.Settings.Seed {
			t.Error("the data are not the same again")
		}
	})
}

// TestBankOfQuestions: below the questions about what is on show the panel has those of the
// guide, about the lesson at hand first; what the class answers is in words, and in a file
// where there are files.
func TestBankOfQuestions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		to := newFolder()
		leads, a, b := s.sit(80, 24, func(c *Config) { c.Files = to }), s.sit(44, 15, nil), s.sit(60, 20, nil)
		s.press(leads, "V")
		leads.wants("▸ 1  Which λ has the lowest true error?", "What does λ do?", "4  Thirty estimates lie close together. Are they good?")
		s.press(leads, "esc", "L", "home", "down", "enter", "V")
		leads.wants("▸ 1  λ is 0. Which states", "What does λ carry back?", "5  At λ = 0, does the first state of the walk")
		leads.lacks("Thirty estimates")
		s.press(leads, "esc", "esc", "esc", "1", "V", "end")
		leads.wants("▸    On Mountain Car λ = 1 is best. Does that contradict the paper?", "yes · no")
		leads.lacks("Which λ has")
		s.press(leads, "home", "down", "down", "down", "down", "down", "down", "enter")
		a.wants("n grows from 8 to 100. Which way does")
		s.press(a, "V")
		a.wants("1   down", "2   up", "3   it stays")
		s.press(a, "2")
		s.press(b, "V", "2")
		s.press(leads, "z")
		for _, all := range []*app{leads, a, b} {
			all.wants("2 up", "2 votes, 2 here. Right is 2, up.")
			all.lacks("1 down")
		}
		s.press(leads, "V", "V", "1")
		s.press(a, ">", "V")
		s.press(b, "<", ".", "V")
		s.press(leads, "z")
		s.press(leads, ":", "ask How many? | one | two", "enter", "z")
		s.press(leads, "esc", "V", "3")
		s.press(a, "V", "4", "0", "enter")
		s.press(leads, "z", "esc", "t", "end")
		leads.wants("What the class answered:", "Which way does the best λ move? up: 2 votes.", "λ = 0.1: 1 vote; λ = 1: 1 vote. 2 votes,", "How many? Nobody has voted.", "n = 40: 1 vote.")
		s.press(leads, "esc", "e")
		leads.wants("explore-votes.csv")
		want := "vote,question,answer,votes,right\n" +
			"1,n grows from 8 to 100. Which way does the best λ move?,down,0,false\n" +
			"1,n grows from 8 to 100. Which way does the best λ move?,up,2,true\n"
		if got := to.files["lambdascope-explore-1/explore-votes.csv"]; !strings.HasPrefix(got, want) || !strings.Contains(got, "\n4,How many trajectories? (The presenter asks aloud.),40,1,\n") {
			t.Errorf("%q", got)
		}
	})
}
