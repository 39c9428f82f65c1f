// Package room is a class that looks at one view: what its presenter shows, the seats
// that follow it, their votes, and what each found with a seed of its own. A room shares
// the state of the app, and no pixels: each seat draws it by itself.
//
// The package knows neither the app nor how people connect. It may import tui/state,
// sim/analysis and the standard library.
package room

import (
	"crypto/sha256"
	"crypto/subtle"
	"slices"
	"sync"
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

// Guest is by what a person is known who was dropped and comes back; empty for nothing.
// It opens no more than the seat that the person had: roles go with the secret.
type Guest string

// Times of a room.
const (
	KeepSeat = 5 * time.Minute  // for who is dropped and may come back
	KeepRoom = 10 * time.Minute // while nobody is in it
)

// Room is one room. All its methods are safe for concurrent use, and none waits for a
// seat: each has one signal that something has changed, and looks when it can.
type Room struct {
	code   string
	secret string
	hash   [sha256.Size]byte // of the secret
	most   int               // seats, those that are kept included; 0 for any number
	lasts  bool              // it never ends
	ended  func()            // is called without the lock

	mu     sync.Mutex
	over   bool
	closed bool // to newcomers
	seats  map[int]*place
	last   int // number of the newest seat
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
	empty  *time.Timer // ends the room; nil while somebody is in it
}

// place is a seat in its room, whoever sits there.
type place struct {
	number int
	guest  Guest
	seat   *Seat       // who sits there; nil while it is kept
	kept   *time.Timer // gives it up; nil while somebody sits there
	own    bool        // looks at a view of its own
	asks   int         // its turn among those who ask to present; 0 for not at all
	reach  reach

	// What is of one vote or sample, by its number.
	voteID int
	guess  state.Optional[float64]
	final  bool
	drawID int
}

// reach is a step of a lesson whose wait is over.
type reach struct {
	lesson string
	step   int
	done   bool
}

func newRoom(code, secret string, most int, lasts bool, ended func()) *Room {
	r := &Room{
		code: code, secret: secret, hash: sha256.Sum256([]byte(secret)), most: most, lasts: lasts, ended: ended,
		seats: make(map[int]*place),
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.vacate()
	return r
}

// Code is what people join by.
func (r *Room) Code() string { return r.code }

// Secret is what its presenter takes it over with.
func (r *Room) Secret() string { return r.secret }

// isSecret tells whether a text is the secret, in a time that does not tell how much
// of it is right.
func (r *Room) isSecret(text string) bool {
	hash := sha256.Sum256([]byte(text))
	return subtle.ConstantTimeCompare(hash[:], r.hash[:]) == 1
}

// Join takes a seat: the one that was kept for the guest, or a new one.
func (r *Room) Join(who Guest) (*Seat, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return nil, ErrNoRoom
	}
	p := r.keptFor(who)
	switch {
	case p != nil:
		p.kept.Stop()
		p.kept, p.own = nil, false
	case r.closed:
		return nil, ErrNoRoom // the same: codes do not tell which rooms there are
	case r.most > 0 && len(r.seats) >= r.most:
		return nil, ErrFull
	default:
		p = r.newPlace(who)
	}
	return r.sit(p), nil
}

// keptFor returns the seat that is kept for a guest, the newest of several; nil for
// none.
func (r *Room) keptFor(who Guest) (found *place) {
	if who == "" {
		return nil
	}
	for _, p := range r.seats {
		if p.guest == who && p.kept != nil && (found == nil || p.number > found.number) {
			found = p
		}
	}
	return found
}

// Lead takes a seat that presents, and owns the room from now on. Who did before
// follows.
func (r *Room) Lead() (*Seat, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return nil, ErrNoRoom
	}
	p := r.newPlace("")
	r.owner, r.leads = p, p
	return r.sit(p), nil
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
	if r.empty != nil {
		r.empty.Stop()
		r.empty = nil
	}
	r.tell()
	return p.seat
}

// rise has the one at a place go. The place is kept if asked for.
func (r *Room) rise(p *place, keep bool) {
	p.seat.signal() // so that who waits there sees that it is over
	p.seat, p.asks = nil, 0
	if r.leads == p {
		r.leads = nil
		if r.owner != p { // who presented for the owner
			r.leads = r.owner
		}
	}
	if r.owner == p {
		r.owner, keep = nil, false
	}
	if keep && p.guest != "" && !r.over {
		p.kept = time.AfterFunc(KeepSeat, func() { r.forget(p) })
	} else {
		delete(r.seats, p.number)
	}
	r.vacate()
	r.tell()
}

// forget gives up a place that was kept.
func (r *Room) forget(p *place) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p.kept != nil && p.seat == nil {
		p.kept = nil
		delete(r.seats, p.number)
		r.tell()
	}
}

// vacate has the room end some time after the last has left.
func (r *Room) vacate() {
	if r.lasts || r.over || r.empty != nil || slices.ContainsFunc(r.places(), (*place).taken) {
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
		if p.kept != nil {
			p.kept.Stop()
		}
	}
	clear(r.seats)
	r.mu.Unlock()
	r.ended()
}

func (p *place) taken() bool { return p.seat != nil }

// places returns all seats, in the order of their numbers.
func (r *Room) places() []*place {
	out := make([]*place, 0, len(r.seats))
	for _, p := range r.seats {
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b *place) int { return a.number - b.number })
	return out
}

// tell signals to all seats that something has changed.
func (r *Room) tell() {
	for _, p := range r.seats {
		if p.seat != nil {
			p.seat.signal()
		}
	}
}
