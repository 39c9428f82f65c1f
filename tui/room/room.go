// Package room is a class that looks at one view: what its presenter shows, the seats
// that follow it, their votes, and what each found with its own seed. A room shares
// the state of the app, and no pixels: each seat draws it by itself.
//
// The package knows neither the app nor how people connect, nor where rooms are kept. It
// may import tui/state, tui/shell, sim/analysis, x/ansi for the width of names, and the
// standard library.
package room

import (
	"sync"
	"sync/atomic"
	"time"

	"lambdascope/tui/state"
)

// View is what a presenter shows.
type View struct {
	State  state.State
	Lesson string // key of the lesson being taken; empty for none
	Step   int    // of the lesson, from 0
	Again  int    // how often a step of the lesson was put right
}

// Times of a room.
const (
	KeepSeat = 5 * time.Minute  // for who is dropped and may come back
	KeepRoom = 10 * time.Minute // while nobody is in it
)

// Room is one room. All its methods are safe for concurrent use, and none waits for a
// seat: each has one signal that something has changed, and looks when it can. What
// takes longer the more seats there are is done without the lock: see count and save.
type Room struct {
	code   string
	secret string
	from   string // of who opened it
	lasts  bool   // it never ends
	name   string // by which it is kept
	most   int    // seats, those that are kept included; 0 for any number
	ended  func() // is called without the lock
	note   func(Event)
	store  Store
	inAll  *atomic.Int64 // seats that are taken, in all rooms
	phones *atomic.Int64 // in all rooms

	mu     sync.Mutex
	over   bool
	closed bool // to newcomers
	seats  map[int]*place
	taken  int // seats
	last   int // number of the newest seat
	left   int // how often somebody was dropped
	owner  *place
	leads  *place // who presents; nil for nobody
	view   View
	turn   uint64
	called int
	asked  int // how often somebody has asked to present
	vote   *vote
	votes  int
	sample *sample
	drawn  int
	out    []Out       // who is kept out
	empty  *time.Timer // ends the room; nil while somebody is in it

	tally     *tally
	counting  bool // or pausing after that, see count
	uncounted bool

	unsaved bool       // save is due
	disk    sync.Mutex // is held while the room is kept or removed
}

// place is a seat in its room, whoever sits there.
type place struct {
	number int
	guest  Guest
	seat   *Seat       // who sits there; nil for nobody
	phone  *time.Timer // ends the phone that votes there; nil for none
	kept   *time.Timer // gives it up; nil while somebody sits there, or a phone is there
	left   int         // when its person was dropped, see Room.left
	missed bool        // the one who sits there is away for the moment
	own    bool        // looks at its own view
	asks   int         // its turn among those who ask to present; 0 for not at all
	reach  reach

	// What is of one vote or sample, by its number.
	voteID  int
	guess   state.Optional[float64]
	final   bool
	drawID  int
	outcome Outcome
	failed  bool
}

// reach is a step of a lesson whose wait is over.
type reach struct {
	lesson string
	step   int
	done   bool
}

// Code is what people join by.
func (r *Room) Code() string { return r.code }

// Secret is what its presenter takes it over with.
func (r *Room) Secret() string { return r.secret }

// Join takes a seat: the one that was kept for the guest, or a new one.
func (r *Room) Join(who Guest) (*Seat, error) {
	who.Name = CleanName(who.Name)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return nil, ErrNoRoom
	}
	p := r.keptFor(who.ID)
	switch {
	case p != nil:
		p.take()
		p.own, p.guest.From = false, who.From
		if who.Name != "" {
			p.guest.Name = who.Name
		}
	case r.closed:
		return nil, ErrNoRoom // the same: codes do not tell which rooms there are
	case r.keepsOut(who.From):
		return nil, ErrKeptOut
	case !r.makeRoom():
		return nil, ErrFull
	default:
		p = r.newPlace(who)
	}
	return r.sit(p), nil
}

// keptFor returns the seat that is kept for who has an ID, or that of their phone, the
// newest of several; nil for none.
func (r *Room) keptFor(id string) *place {
	return r.newest(id, func(p *place) bool { return p.seat == nil })
}

// newest returns the newest of the places of who has an ID that are as wanted; nil for none.
func (r *Room) newest(id string, wanted func(*place) bool) (found *place) {
	if id == "" {
		return nil
	}
	for _, p := range r.seats {
		if p.guest.ID == id && wanted(p) && (found == nil || p.number > found.number) {
			found = p
		}
	}
	return found
}

// take ends the time for which a place is kept.
func (p *place) take() {
	if p.kept != nil {
		p.kept.Stop()
		p.kept = nil
	}
}

// makeRoom reports whether the room can have one more seat. It gives up one that is kept
// if it has to: of the visitor for whom most are kept, the one that was left first.
func (r *Room) makeRoom() bool {
	if r.most == 0 || len(r.seats) < r.most {
		return true
	}
	kept := make(map[string]int)
	for _, p := range r.seats {
		if p.kept != nil {
			kept[p.guest.From]++
		}
	}
	var first *place
	for _, p := range r.seats {
		if p.kept == nil {
			continue
		}
		if first == nil || kept[p.guest.From] > kept[first.guest.From] ||
			kept[p.guest.From] == kept[first.guest.From] && p.left < first.left {
			first = p
		}
	}
	if first == nil {
		return false
	}
	r.giveUp(first)
	return true
}

// Lead takes a seat that presents, and owns the room from now on. Who did before
// follows.
func (r *Room) Lead(who Guest) (*Seat, error) {
	who.Name = CleanName(who.Name)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return nil, ErrNoRoom
	}
	_ = r.makeRoom() // whoever has the secret gets in
	p := r.newPlace(who)
	r.owner, r.leads = p, p
	s := r.sit(p)
	r.tell()
	return s, nil
}

func (r *Room) newPlace(who Guest) *place {
	r.last++
	p := &place{number: r.last, guest: who}
	r.seats[p.number] = p
	return p
}

// sit has somebody sit down at a place.
func (r *Room) sit(p *place) *Seat {
	p.seat = &Seat{room: r, place: p, changed: make(chan struct{}, 1)}
	r.taken++
	r.inAll.Add(1)
	if r.empty != nil {
		r.empty.Stop()
		r.empty = nil
	}
	p.seat.signal()
	r.recount()
	return p.seat
}

// rise has the one at a place go. The place is kept if asked for.
func (r *Room) rise(p *place, keep bool) {
	p.seat.signal() // so that who waits there sees that it is over
	p.seat, p.asks, p.missed = nil, 0, false
	r.taken--
	r.inAll.Add(-1)
	led := r.leads == p
	if led {
		r.leads = nil
		if r.owner != p { // who presented for the owner
			r.leads = r.owner
		}
	}
	if r.owner == p {
		r.owner, keep = nil, false
	}
	switch {
	case p.phone != nil: // it is still there
	case keep && p.guest.ID != "":
		r.drop(p)
	default:
		delete(r.seats, p.number)
	}
	r.vacate()
	if led {
		r.tell()
	}
	r.recount()
}

// drop keeps a place that has just been left.
func (r *Room) drop(p *place) {
	r.left++
	p.left = r.left
	r.keepSeat(p)
}

// keepSeat keeps a place for some time.
func (r *Room) keepSeat(p *place) {
	p.kept = time.AfterFunc(KeepSeat, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if p.kept != nil && !r.over {
			r.giveUp(p)
		}
	})
}

// giveUp gives up a place that was kept.
func (r *Room) giveUp(p *place) {
	p.take()
	delete(r.seats, p.number)
	r.recount()
}

// vacate has the room end some time after the last has left.
func (r *Room) vacate() {
	if r.lasts || r.over || r.empty != nil || r.taken > 0 {
		return
	}
	r.empty = time.AfterFunc(KeepRoom, r.end)
}

// end ends the room if nobody has come.
func (r *Room) end() {
	r.mu.Lock()
	if r.empty == nil || r.over {
		r.mu.Unlock()
		return
	}
	r.over = true
	for _, p := range r.seats {
		p.take()
		r.hangUp(p)
	}
	clear(r.seats)
	r.mu.Unlock()
	r.remove()
	r.ended()
}

// tell signals to all seats at once that something has changed: the view, a vote, or who
// presents. All else is told by count.
func (r *Room) tell() {
	for _, p := range r.seats {
		if p.seat != nil {
			p.seat.signal()
		}
	}
	r.keep()
}
