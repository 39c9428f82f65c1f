package tui

import (
	"testing"
	"testing/synctest"

	"lambdascope/sim/must"
	"lambdascope/tui/room"
)

// TestWhoComesEarly has its own view when somebody begins to present, and is told so.
func TestWhoComesEarly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		leads, early := s.sit(80, 24, nil), s.sit(80, 24, nil)
		early.wants("You follow: this screen shows what the presenter does.")
		secret := leads.seat.Look().Secret
		leads.seat.Drop()
		s.press(leads, "esc") // which is in no room any more
		s.press(early, "right")
		early.lacks("Somebody presents now")
		again := must.Have(s.rooms.Present(secret, room.Guest{}))(t)
		s.sit(80, 24, func(c *Config) { c.Seat = again })
		early.wants("Somebody presents now: r shows what they do.")
		s.press(early, "r")
		early.lacks("Somebody presents now")
	})
}

// TestVotesGoByAnyKey: the panel of how all have voted is no obstacle to what comes next,
// and a vote on a lesson's question is in sight also where its text covers the charts.
func TestVotesGoByAnyKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		leads, small := s.sit(80, 24, nil), s.sit(60, 20, nil)
		s.press(leads, "L", "down", "enter", "V", "1")
		small.wants("Which states learn from the reward of this walk?", "V vote ", "What does λ carry back?")
		s.press(small, "V", "2")
		s.press(leads, "z")
		leads.wants("1 vote, 1 here.")
		s.press(leads, "space")
		leads.wants("1 vote, 1 here.")
		step := leads.lessons.Place()
		s.press(leads, "end")
		small.wants("the presenter goes on")
		s.press(leads, "n", "n")
		if leads.lessons.Place() == step || small.lessons.Place() != leads.lessons.Place() {
			t.Errorf("steps %v and %v", leads.lessons.Place(), small.lessons.Place())
		}
		leads.lacks("1 vote, 1 here.")
		small.lacks("1 vote, 1 here.")
	})
}

// TestFollowersSeeTheClaim that the presenter tells in full.
func TestFollowersSeeTheClaim(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		leads, a := s.sit(120, 36, func(c *Config) { c.Trials = 2 }), s.sit(120, 36, nil)
		s.press(leads, "4", "c")
		leads.wants("claim         2 of 2")
		a.wants("claim         2 of 2")
	})
}

// TestTheClassSeesTheDialTurn: its λ is the presenter's until one turns it, and while a
// vote on λ is open one's own.
func TestTheClassSeesTheDialTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		leads, follows := s.sit(120, 36, nil), s.sit(80, 24, nil)
		s.press(leads, "0", "right", "right")
		follows.wants("λ = 0.2")
		s.press(follows, "right")
		follows.wants("λ = 0.3", "● live")
		s.press(leads, "right", "right")
		follows.wants("λ = 0.4")
		s.press(leads, "V", "enter")
		s.press(follows, "right")
		s.press(leads, "left")
		leads.wants("λ = 0.3")
		follows.wants("λ = 0.5")
		s.press(leads, "z", "enter")
		follows.lacks("λ = 0.5") // on Explore the cursor is at λ̂
	})
}
