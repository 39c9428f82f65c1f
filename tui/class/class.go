// Package class is a class: the presenter's view, the seats that follow it, votes from seats
// and phones, and the results of each seat's own data. Seats share the state of the app,
// not the screen.
//
//	presenter ── Show, OpenVote, CloseVote, Draw, Call ─▶ Class
//	follower  ── Guess, Report, Reach, SetOwn ──────────▶ Class
//	phone     ── Ask, with a guess ─────────────────────▶ Class ─▶ Phone
//	                            Class ── Changed, then Look ─▶ every seat
//
// Class and Seat are the data, safe for concurrent use. Model is one seat in the app: it has
// the keys and panels of the class and decides what a follower shows. Each call of Model returns
// a page.Action; the app owns the state, the history and the screen and carries the action out.
//
// The package may import tui/lesson, tui/overlay, tui/page and their imports. It knows neither
// the pages nor how people connect.
package class

import (
	"fmt"
	"sync"
	"time"

	"lambdascope/tui/state"
)

// View is the part of the app that a class shares.
type View struct {
	State    state.State
	Lesson   string // key of the current lesson; or empty
	Step     int    // of the lesson, from 0
	Restored int    // number of restored steps of the lesson
}

// Class is a class. No method waits for a seat, because a seat has a single signal for any number
// of changes and looks in its own time.
type Class struct {
	mu        sync.Mutex
	seats     map[int]*place
	last      int // number of the newest seat
	departed  int // number of departures
	presenter *place
	view      View
	turn      uint64 // number of views shown
	called    int    // number of calls to come back
	vote      *vote
	votes     int // number of votes so far
	voters    map[string]*voter
	sample    *sample
	samples   int // number of samples so far

	tally    tally
	counting bool // a count is under way, or the pause after it
	stale    bool // the tally needs another count
}

// New returns a class without a presenter.
func New() *Class {
	return &Class{seats: make(map[int]*place), voters: make(map[string]*voter)}
}

// Guest identifies somebody who takes a seat or votes.
type Guest struct {
	ID     string // finds the seat of a dropped connection again; empty for a new seat each time
	From   string // address or key
	Unique bool   // the ID belongs to a single person, with a single vote
}

const (
	// keepSeat is the time that a dropped connection keeps its seat.
	keepSeat = 5 * time.Minute
	// maxKept bounds the seats kept for an address.
	maxKept = 200
)

// place is a seat with the data that outlast the connection.
type place struct {
	number int
	guest  Guest
	seat   *Seat       // nil while nobody sits here
	kept   *time.Timer // gives the place up; nil while somebody sits here
	left   int         // Class.departed when its guest left
	away   bool        // its page is reloading or offline
	own    bool        // shows an own view
	reach  reach

	sampleID int // of the outcome
	outcome  Outcome
	failed   bool
}

// reach is a step of a lesson, with the condition met.
type reach struct {
	lesson string
	step   int
	met    bool
}

// voterID returns the key of the place's vote.
func (p *place) voterID() string {
	if p.guest.Unique {
		return p.guest.ID
	}
	return fmt.Sprint("seat ", p.number)
}

// Join takes a seat: the seat kept for the guest, or a new seat.
func (c *Class) Join(who Guest) *Seat {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.keptFor(who)
	if p == nil {
		return c.sit(c.newPlace(who))
	}
	p.kept.Stop()
	p.kept = nil
	p.own = false
	p.guest.From = who.From
	return c.sit(p)
}

// keptFor returns the newest seat kept for a guest; or nil.
func (c *Class) keptFor(who Guest) (kept *place) {
	for _, p := range c.seats {
		if who.ID != "" && p.guest.ID == who.ID && p.kept != nil && (kept == nil || p.number > kept.number) {
			kept = p
		}
	}
	return kept
}

// Lead takes the presenter's seat. The presenter before becomes a follower.
func (c *Class) Lead(who Guest) *Seat {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.newPlace(who)
	c.presenter = p
	s := c.sit(p)
	c.tell()
	return s
}

func (c *Class) newPlace(who Guest) *place {
	c.last++
	p := &place{number: c.last, guest: who}
	c.seats[p.number] = p
	return p
}

// sit takes a place.
func (c *Class) sit(p *place) *Seat {
	p.seat = &Seat{class: c, place: p, changed: make(chan struct{}, 1)}
	p.seat.signal()
	c.recount()
	return p.seat
}

// rise frees a place. A place without an ID cannot be found again, and a presenter returns with
// the secret.
func (c *Class) rise(p *place) {
	p.seat = nil
	p.away = false
	switch {
	case p == c.presenter:
		c.presenter = nil
		delete(c.seats, p.number)
		c.tell()
	case p.guest.ID == "":
		delete(c.seats, p.number)
	default:
		c.keep(p)
	}
	c.recount()
}

// keep keeps a place for some time, and gives up the oldest of too many kept for an address.
func (c *Class) keep(p *place) {
	c.departed++
	p.left = c.departed
	p.kept = time.AfterFunc(keepSeat, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if p.kept != nil {
			delete(c.seats, p.number)
		}
	})
	kept := 0
	oldest := p
	for _, q := range c.seats {
		if q.kept == nil || q.guest.From != p.guest.From {
			continue
		}
		kept++
		if q.left < oldest.left {
			oldest = q
		}
	}
	if kept > maxKept {
		oldest.kept.Stop()
		delete(c.seats, oldest.number)
	}
}

// tell signals an urgent change to all seats: another view, vote or presenter.
func (c *Class) tell() {
	for _, p := range c.seats {
		if p.seat != nil {
			p.seat.signal()
		}
	}
}
