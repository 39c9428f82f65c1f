package room

import "time"

// PhoneAway is for how long a phone counts that has not been heard of: people vote, put it
// down and look up.
const PhoneAway = 10 * time.Minute

// phonesFrom is how many phones of one visitor there are at most: those of a class behind
// one address.
const phonesFrom = 250

// Phone is a seat that votes, and shows no view. Who has one that shows it, too, has one
// seat and one vote. Phones do not keep a room from ending.
type Phone struct{ seat Seat }

// Phone returns the phone of who has an ID, which is heard of by that. Of the seats of a
// room, half are for those that show it.
func (r *Room) Phone(who Guest) (*Phone, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return nil, ErrNoRoom
	}
	p := r.newest(who.ID, func(p *place) bool { return p.there() })
	if p == nil {
		p = r.keptFor(who.ID)
	}
	switch {
	case p != nil:
	case r.closed:
		return nil, ErrNoRoom
	case r.keepsOut(who.From):
		return nil, ErrKeptOut
	case !r.makeRoomForPhone(who.From):
		return nil, ErrFull
	default:
		p = r.newPlace(who)
	}
	p.take()
	if p.phone == nil {
		p.phone = time.AfterFunc(PhoneAway, func() { r.miss(p) })
		r.phones.Add(1)
		r.recount()
	} else {
		p.phone.Reset(PhoneAway)
	}
	return &Phone{Seat{room: r, place: p, phone: true, changed: make(chan struct{}, 1)}}, nil
}

// makeRoomForPhone reports whether there can be one more.
func (r *Room) makeRoomForPhone(from string) bool {
	all, own := 0, 0
	for _, p := range r.seats {
		if p.phone != nil && p.seat == nil {
			all++
			if p.guest.From == from {
				own++
			}
		}
	}
	return own < phonesFrom && (r.most == 0 || all < r.most/2) && r.makeRoom()
}

// there reports whether somebody is at a place.
func (p *place) there() bool { return p.seat != nil || p.phone != nil }

// hangUp has a place be no phone's.
func (r *Room) hangUp(p *place) {
	if p.phone != nil {
		r.phones.Add(-1)
		p.phone.Stop()
		p.phone = nil
	}
}

// miss notes that a phone has not been heard of.
func (r *Room) miss(p *place) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p.phone == nil || r.over {
		return
	}
	if r.hangUp(p); p.seat == nil {
		r.drop(p)
	}
	r.recount()
}

// Phone returns the phone of who has an ID, in the room of a code.
func (m *Memory) Phone(code string, who Guest) (*Phone, error) {
	r := m.coded(code)
	if r == nil {
		return nil, ErrNoRoom
	}
	return r.Phone(who)
}

// Look returns the room as it is now.
func (p *Phone) Look() Look { return p.seat.Look() }

// Guess gives the phone's guess in a vote, or changes it.
func (p *Phone) Guess(vote int, guess float64) error { return p.seat.guess(vote, guess) }
