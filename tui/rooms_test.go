package tui

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"lambdascope/sim/must"
	"lambdascope/tui/room"
)

// all wants a text on the screens of all.
func (s *stage) all(text string) {
	s.Helper()
	for _, a := range s.apps {
		a.wants(text)
	}
}

// TestFollowing: windows of several sizes follow, one goes its own way and comes
// back, and its own view is one step of undo away.
func TestFollowing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		leads, small, large := s.sit(80, 24, nil), s.sit(60, 20, nil), s.sit(200, 60, nil)
		leads.wants("2 here ·  0 away")
		s.press(leads, "3")
		s.all("3·Trials")
		s.press(leads, "1", ":", "n 33", "enter")
		s.all("1·Explore")
		large.wants("33 trajectories")
		small.wants("n ‹33›")
		// The cursor is one's own, and does not break away.
		s.press(small, ",")
		s.press(leads, ",", ",")
		large.wants("◆ presenter")
		small.lacks("your own view")
		s.press(large, ":", "n 44", "enter")
		large.wants("○ your own view · r back", "44 trajectories")
		leads.wants("1 here ·  1 away")
		s.press(leads, "2", "A")
		small.wants("2·Folds")
		small.lacks("asks all")
		large.wants("1·Explore", "The presenter asks all to come back: press r.")
		s.press(large, "r")
		large.wants("2·Folds", "● live")
		leads.wants("2 here ·  0 away")
		s.press(large, "u")
		large.wants("44 trajectories", "○ your own view")
		leads.wants("1 here ·  1 away")
		s.press(large, "1", "z", "r") // where the presenter has changed nothing
		large.wants("2·Folds", "● live")
		if large.Hidden {
			t.Error("the answer that a view of its own hides is hidden still")
		}
	})
}

// TestHeaderKeepsItsWidth: what stands right of the room's counts does not move.
func TestHeaderKeepsItsWidth(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		leads := s.sit(120, 36, nil)
		leads.wants("0 here")
		was, _ := leads.find("trajectories")
		here := 0
		for _, count := range []int{1, 9, 10, 12} {
			for ; here < count; here++ {
				seat := must.Have(s.rooms.Join(s.code, room.Guest{}))(t)
				defer seat.Leave()
			}
			s.press(leads, "esc")
			leads.wants(fmt.Sprintf("%d here", count))
			if at, _ := leads.find("trajectories"); at != was {
				t.Fatalf("the header has moved:\n%s", leads.check())
			}
		}
	})
}

// TestPanel opens and joins a room, hands over, takes back, puts out and leaves.
func TestPanel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		leads := s.sit(100, 30, nil)
		secret := leads.seat.Look().Secret
		other := s.sit(100, 30, func(c *Config) {
			c.Seat.Leave()
			c.Seat = nil
		})
		s.press(other, "R")
		other.wants("open a room")
		s.press(other, "b", "b", "b", "b", "enter") // in the alphabet of codes: one in 160000
		other.wants("Not joined: no room")
		s.press(other, "R")
		s.press(other, append(strings.Split(strings.ToLower(s.code), ""), "enter")...)
		other.wants("● live")
		leads.wants("1 here")
		s.press(other, "R")
		other.wants("You have seat 3.")
		s.press(other, "a")
		other.wants("no longer ask")
		s.press(other, "esc")
		s.press(leads, "R")
		leads.wants("ssh -t host join " + s.code)
		leads.lacks(secret) // on the projector
		s.press(leads, "s")
		leads.wants(secret, "hand over to seat 3")
		s.press(leads, "h")
		other.wants("You present")
		leads.wants("Somebody else presents now")
		s.press(other, "4")
		leads.wants("4·Figures")
		s.press(leads, "R", "t")
		leads.wants("You present")
		s.press(leads, "1")
		other.wants("1·Explore")
		s.press(leads, "R", "3")
		leads.wants("▸ 3 ", "x put out seat 3")
		s.press(leads, "x")
		other.wants("the presenter has put this seat out")
		other.lacks("● live")
		leads.wants("Kept out: 3", "0 follow")
	})
}

// TestPresenterIsLost: the last view stays, and the secret goes on from it.
func TestPresenterIsLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		lost, follows := s.sit(80, 24, nil), s.sit(100, 30, nil)
		secret := lost.seat.Look().Secret
		s.press(lost, ":", "n 44", "enter", ">", ",")
		follows.wants("‹ 44 ›")
		lost.seat.Drop()
		s.press(lost, "esc")
		follows.wants("○ no presenter", "‹ 44 ›")
		lost.wants("no longer in the room")
		again := must.Have(s.rooms.Present(secret, room.Guest{}))(t)
		back := s.sit(100, 30, func(c *Config) { c.Seat = again })
		back.wants("‹ 44 ›", "λ = 0.9 ·")
		follows.wants("● live")
		s.press(back, "4")
		follows.wants("4·Figures")
	})
}

// TestVoting: followers guess, one looks at the answer before, and all see how they
// voted.
func TestVoting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		leads, a, b, c := s.sit(120, 36, nil), s.sit(60, 20, nil), s.sit(80, 24, nil), s.sit(200, 60, nil)
		s.press(leads, "V")
		leads.wants("Ask the class")
		s.press(leads, "enter")
		c.wants("hidden")
		if !leads.Hidden || voteOf(t, a).Final {
			t.Errorf("hidden %v, %+v", leads.Hidden, voteOf(t, a))
		}
		leads.wants("The class votes: 0 votes, 3 here")
		for _, x := range []*app{a, b, c} {
			x.wants("Which λ has the lowest true error?")
		}
		s.press(a, "<", "V")
		a.wants("Your vote: λ = 0.")
		s.press(b, ">", "V", ",", "V")
		b.wants("Your vote: λ = 0.9.")
		leads.wants("2 votes, 3 here")
		s.press(c, "z")
		c.wants("You have seen the answer and have no vote.")
		b.lacks("root MSVE")
		s.press(c, "V")
		leads.wants("2 votes, 3 here")
		s.press(leads, "z")
		s.all("2 votes, 3 here, median λ = 0.45.")
		a.wants("Your λ = 0")
		if n := strings.Count(b.check(), "Your λ = 0.9"); n != 1 {
			t.Errorf("says %d times what the guess costs:\n%s", n, b.check())
		}
		tables := b.summary().Export.Tables
		if class := tables[len(tables)-2]; class.Name != "class" || class.Header[1] != "votes" || class.Rows[0][1] != "1" || class.Rows[1][1] != "0" {
			t.Errorf("exported: %+v", class)
		}
		if votes := tables[len(tables)-1]; votes.Name != "votes" || len(votes.Rows) != 2 || votes.Rows[1][2] != "0.9" || votes.Rows[1][3] != "1" {
			t.Errorf("exported: %+v", votes)
		}
		s.press(b, "t")
		b.wants("class:", "votes")
		s.press(b, "esc")
		s.press(leads, ":", "n 33", "enter")
		c.wants("33 trajectories")
		c.lacks("voted, median")
	})
}

// TestSampling gives every seat its own data, and gathers what they show.
func TestSampling(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		leads, a, b := s.sit(120, 36, nil), s.sit(120, 36, nil), s.sit(120, 36, nil)
		s.press(leads, "g")
		s.all("2 results, 2 here: λ̂ ")
		s.all("λ̂'s")
		a.wants("seed               3")
		b.wants("seed               4")
		a.lacks("your own view") // which is not said of own data
		s.press(leads, "g")
		a.lacks("results, 2 here:")
		a.wants("seed               1")
	})
}

// TestLessonInARoom: the presenter's step is everyone's, and its wait is the class's. One
// goes through the lesson alone and comes back to the step of the others.
func TestLessonInARoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		leads, a, b := s.sit(100, 30, nil), s.sit(80, 24, nil), s.sit(100, 30, nil)
		s.press(leads, "L", "down", "enter")
		s.all("─ 1/4 ")
		s.all("0 of 2 have")
		s.all("step 0 of 3")
		s.press(a, "z", "end") // of the replay
		leads.wants("1 of 2 have")
		a.wants("✓ ", "● live") // which is no way of one's own
		s.press(leads, "z", "end")
		b.wants("2 of 2 have") // as the presenter's end is everyone's
		leads.wants("✓ ")
		s.press(leads, "B") // takes the answer from all, and from nobody's count
		s.all("▸ ")
		s.all("step 0 of 3")
		s.all("2 of 2 have")
		s.press(leads, "z", "end", "n")
		s.all("─ 2/4 ")
		s.press(leads, ":", "cursor 0.8", "enter", "n")
		leads.wants("Of the class 0 of 2 have done it. Press n again to skip the step.")
		s.press(b, "n", "n")
		b.wants("─ 3/4 ", "○ your own view")
		s.press(b, "r")
		b.wants("─ 2/4 ")
		s.press(leads, "esc") // closes the replay
		s.all("by influence")
		s.press(leads, "esc")
		for _, x := range s.apps {
			x.lacks("/4 ")
		}
	})
}
