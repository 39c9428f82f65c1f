package room

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"lambdascope/sim/must"
	"lambdascope/tui/state"
)

// TestPhones: phones are counted apart, and a person who shows the view as well has one
// seat and one vote.
func TestPhones(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, leads, follow := class(t, 2)
		code := leads.Look().Code
		phone := func(id string) *Phone { return must.Have(m.Phone(code, Guest{ID: id, From: "lab"}))(t) }
		ann, bob := phone("ann"), phone("bob")
		rest()
		if l := leads.Look(); l.Here != 2 || l.Away != 0 || l.Phones != 2 || l.Seats[3].Presence != OnPhone {
			t.Errorf("%+v", l)
		}
		must.Succeed(t, leads.OpenVote(Question{}))
		id := ann.Look().Vote.ID
		must.Succeed(t, ann.Guess(id, .1))
		must.Succeed(t, bob.Guess(id, .2))
		must.Succeed(t, phone("bob").Guess(id, .3)) // in place of that before
		must.Succeed(t, follow[0].Guess(.9))
		if err := ann.Guess(id+1, .5); !errors.Is(err, ErrNoVote) {
			t.Errorf("a guess in another vote: %v", err)
		}
		screen := must.Have(m.Join(code, Guest{ID: "ann", From: "lab"}))(t)
		rest()
		if l := leads.Look(); l.Here != 3 || l.Phones != 1 || l.Vote.Voted != 3 {
			t.Errorf("with a screen beside the phone: %+v, %+v", l, l.Vote)
		}
		if own := screen.Look().Vote.Own; own != state.Some(.1) {
			t.Errorf("the screen has the vote %v", own)
		}
		must.Succeed(t, screen.Guess(.4))
		if own := phone("ann").Look().Vote.Own; own != state.Some(.4) {
			t.Errorf("the phone has the vote %v", own)
		}
		screen.Drop() // the phone is still there
		rest()
		if l := leads.Look(); l.Here != 2 || l.Phones != 2 || l.Vote.Voted != 3 {
			t.Errorf("without the screen: %+v", l)
		}
		must.Succeed(t, leads.CloseVote())
		if v := bob.Look().Vote; v.Open || v.Phones != 2 || !slices.Equal(v.Result, []float64{.3, .4, .9}) {
			t.Errorf("%+v", v)
		}
		if err := bob.Guess(id, .5); !errors.Is(err, ErrNoVote) {
			t.Errorf("a guess after the vote: %v", err)
		}
	})
}

// TestPhoneGoes: a phone that is heard of no more is dropped, and comes back with its vote.
func TestPhoneGoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, leads, _ := class(t, 0)
		code := leads.Look().Code
		phone := must.Have(m.Phone(code, Guest{ID: "ann"}))(t)
		must.Succeed(t, leads.OpenVote(Question{}))
		must.Succeed(t, phone.Guess(1, .5))
		for range 3 {
			time.Sleep(PhoneAway * 2 / 3)
			must.Have(m.Phone(code, Guest{ID: "ann"}))(t)
		}
		rest()
		if l := leads.Look(); l.Phones != 1 {
			t.Errorf("one that is heard of: %+v", l)
		}
		time.Sleep(PhoneAway)
		rest()
		if l := leads.Look(); l.Phones != 0 || l.Vote.Voted != 1 {
			t.Errorf("one that is not: %+v, %+v", l, l.Vote)
		}
		if phone.Look().Over == nil {
			t.Error("it has its seat")
		}
		again := must.Have(m.Phone(code, Guest{ID: "ann"}))(t)
		if v := again.Look().Vote; v.Own != state.Some(.5) {
			t.Errorf("comes back to %+v", v)
		}
		leads.Leave()
		for range 3 { // a phone keeps no room
			time.Sleep(KeepRoom / 2)
			if phone, err := m.Phone(code, Guest{ID: "ann"}); err == nil {
				_ = phone.Look()
			}
		}
		if _, err := m.Phone(code, Guest{ID: "ann"}); !errors.Is(err, ErrNoRoom) || !m.Ended(code) || m.Ended("NONE") {
			t.Errorf("the room is there: %v", err)
		}
	})
}

// TestPhonesAreBounded: they leave room for seats that show the view, and for others.
func TestPhonesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := NewMemory(Options{Seats: 2000})
		leads := must.Have(m.Open(Guest{}))(t)
		code := leads.Look().Code
		count := func(from string) (n int) {
			for ; ; n++ {
				if _, err := m.Phone(code, Guest{ID: fmt.Sprint(from, n), From: from}); err != nil {
					return n
				}
			}
		}
		if n := count("a"); n != phonesFrom {
			t.Errorf("%d of one address", n)
		}
		must.Succeed(t, leads.PutOut(2))
		if _, err := m.Phone(code, Guest{ID: "a0", From: "a"}); !errors.Is(err, ErrKeptOut) {
			t.Errorf("one that was put out: %v", err)
		}
		must.Have(m.Phone(code, Guest{ID: "a1", From: "a"}))(t) // which was there
		for _, from := range []string{"b", "c", "d", "e"} {
			count(from)
		}
		rest()
		if l := leads.Look(); l.Phones != 1000 {
			t.Errorf("%d phones", l.Phones)
		}
		must.Have(m.Join(code, Guest{}))(t)
		must.Succeed(t, leads.Close(true))
		if _, err := m.Phone(code, Guest{ID: "new", From: "f"}); !errors.Is(err, ErrNoRoom) {
			t.Errorf("a newcomer to a closed room: %v", err)
		}
	})
}
