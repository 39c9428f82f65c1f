package room

import (
	"errors"
	"fmt"
	"slices"
)

// Presence is whether somebody is at a seat.
type Presence int

// How seats are present.
const (
	Follows Presence = iota
	OwnView
	OnPhone // it votes, and shows no view
	Dropped // the seat is kept
)

// Listed is a seat as who owns the room sees it.
type Listed struct {
	Number   int
	Name     string // that the person gave; empty for none
	Presence Presence
	Presents bool
	Voted    bool // in the vote that is open, or the last
}

func (b book) listed(p place) Listed {
	l := Listed{Number: p.number, Name: p.guest.Name, Presents: p.number == b.leads, Voted: b.voted(p)}
	switch {
	case (p.seat == nil || p.missed) && p.phone != nil:
		l.Presence = OnPhone
	case p.seat == nil || p.missed:
		l.Presence = Dropped
	case p.own:
		l.Presence = OwnView
	}
	return l
}

// Out is somebody who is kept out of a room.
type Out struct {
	Number int    `json:"number"`         // of the seat
	Name   string `json:"name,omitempty"` // that the person had given
	From   string `json:"from"`           // others that come from there are kept out, too
}

// Event is something in a room that is noted for who runs it. It has no names that
// people typed.
type Event struct {
	Kind EventKind
	Code string // of the room
	Seat int    // its number
	From string // who is kept out, or was
}

// EventKind is what has happened.
type EventKind int

// The kinds of events.
const (
	PutOut EventKind = iota
	LetIn
)

// mostOut bounds how many are kept out of a room.
const mostOut = 1000

var errMostOut = errors.New("as many are kept out as can be: let somebody in again first")

// PutOut ends a seat, and keeps its guest out for the life of the room: who has the same
// key or address gets no new seat. Seats that are kept for the same person go with it,
// and so do those that somebody with the same key sits at; others stay.
func (s *Seat) PutOut(number int) error {
	var what Event
	err := s.own(func(r *Room, own *place) error {
		p := r.seats[number]
		switch {
		case p == nil || p == own:
			return fmt.Errorf("seat %d: want one of the list", number)
		case len(r.out) >= mostOut:
			return errMostOut
		}
		r.out = append(slices.Clip(r.out), Out{number, p.guest.Name, p.guest.From}) // looks share the ones before
		what = Event{PutOut, r.code, number, p.guest.From}
		id := p.guest.ID
		keyed := id == p.guest.From // else people may be alike
		for _, q := range r.seats {
			switch same := q == p || id != "" && q.guest.ID == id; {
			case !same || q == own:
			case q.seat == nil:
				r.hangUp(q)
				r.giveUp(q)
			case q == p || keyed:
				q.seat.ousted = true
				r.hangUp(q)
				r.rise(q, false)
			}
		}
		s.signal()
		return nil
	})
	return s.noted(what, err)
}

// LetIn lets in again who had a seat that was put out, and all who come from there.
func (s *Seat) LetIn(number int) error {
	var what Event
	err := s.own(func(r *Room, _ *place) error {
		i := slices.IndexFunc(r.out, func(o Out) bool { return o.Number == number })
		if i < 0 {
			return fmt.Errorf("seat %d: want one that is kept out", number)
		}
		from := r.out[i].From
		what = Event{LetIn, r.code, number, from}
		r.out = slices.DeleteFunc(slices.Clone(r.out), func(o Out) bool { return o.From == from })
		r.keep()
		s.signal()
		return nil
	})
	return s.noted(what, err)
}

// noted notes what was done, unless there is an error.
func (s *Seat) noted(what Event, err error) error {
	if err == nil && s.room.note != nil {
		s.room.note(what)
	}
	return err
}

// keepsOut reports whether who comes from somewhere is kept out.
func (r *Room) keepsOut(from string) bool {
	return slices.ContainsFunc(r.out, func(o Out) bool { return o.From == from })
}
