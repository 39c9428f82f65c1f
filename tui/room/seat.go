package room

import "fmt"

// Seat is one who sits in a room. Once its place has gone to another, or it was put
// out, it does nothing more.
type Seat struct {
	room    *Room
	place   *place
	changed chan struct{} // holds one signal
	ousted  bool          // under the room's lock
	phone   bool          // it is the place of a phone
}

// OfServer reports whether the room is the one that all of a server share, which never ends.
func (s *Seat) OfServer() bool { return s.room.name == ClassName }

// Changed has a signal where something has changed since the last one. Look then tells
// what there is now: who is slow misses what came between, and holds up nobody.
func (s *Seat) Changed() <-chan struct{} { return s.changed }

func (s *Seat) signal() {
	select {
	case s.changed <- struct{}{}:
	default: // one waits there already
	}
}

// sits tells whether somebody sits at the place through this seat. It is called with
// the lock, as all of these.
func (s *Seat) sits() bool {
	return (s.place.seat == s || s.phone && s.place.phone != nil) && !s.room.over
}

// do calls f with the lock if the seat is still one.
func (s *Seat) do(f func(r *Room, p *place)) {
	s.room.mu.Lock()
	defer s.room.mu.Unlock()
	if s.sits() {
		f(s.room, s.place)
	}
}

// lead is do for who presents.
func (s *Seat) lead(f func(r *Room, p *place)) error {
	err := ErrNotPresenter
	s.do(func(r *Room, p *place) {
		if r.leads == p {
			err = nil
			f(r, p)
		}
	})
	return err
}

// own is do for who owns the room.
func (s *Seat) own(f func(r *Room, p *place) error) error {
	err := ErrNotPresenter
	s.do(func(r *Room, p *place) {
		if r.owner == p {
			err = f(r, p)
		}
	})
	return err
}

// Leave gives the seat up.
func (s *Seat) Leave() { s.do(func(r *Room, p *place) { r.rise(p, false) }) }

// Drop notes that the connection is lost: the seat is kept for some time.
func (s *Seat) Drop() { s.do(func(r *Room, p *place) { r.rise(p, true) }) }

// Miss notes whether who sits at the seat is away for the moment: the seat goes on, and
// counts as one that is kept.
func (s *Seat) Miss(away bool) {
	s.do(func(r *Room, p *place) {
		if p.missed == away {
			return
		}
		if p.missed = away; away {
			r.left++
			p.left = r.left
		}
		r.recount()
	})
}

// Live tells whether the seat follows somebody who presents now.
func (s *Seat) Live() (live bool) {
	s.do(func(r *Room, p *place) { live = r.leads != nil && r.leads != p })
	return live
}

// Wander notes whether the seat looks at its own view.
func (s *Seat) Wander(own bool) {
	s.do(func(r *Room, p *place) {
		if p.own != own {
			p.own = own
			r.recount()
		}
	})
}

// Ask notes whether the seat would like to present.
func (s *Seat) Ask(asks bool) {
	s.do(func(r *Room, p *place) {
		switch {
		case asks == (p.asks > 0) || r.leads == p || r.owner == p:
			return
		case asks:
			r.asked++
			p.asks = r.asked
		default:
			p.asks = 0
		}
		s.signal()
		r.recount()
	})
}

// Reach notes that what a step of a lesson waits for has come at this seat.
func (s *Seat) Reach(lesson string, step int) {
	s.do(func(r *Room, p *place) {
		if now := (reach{lesson, step, true}); p.reach != now {
			p.reach = now
			if now == r.step() {
				r.recount()
			}
		}
	})
}

// Show has the room show another view. A vote and a sample are of the settings that
// they began with: others end them.
func (s *Seat) Show(v View) error {
	return s.lead(func(r *Room, _ *place) {
		if v == r.view && r.turn > 0 {
			return
		}
		if r.vote != nil && !r.vote.lasts(v) {
			r.vote = nil
		}
		if r.sample != nil && !sameButSeed(r.sample.settings, v.State.Settings) {
			r.sample = nil
		}
		step := r.step()
		r.view = v
		r.turn++
		if step != r.step() {
			r.recount()
		}
		r.tell()
	})
}

// Call asks all who look at their own views to come back.
func (s *Seat) Call() error {
	return s.lead(func(r *Room, _ *place) {
		r.called++
		s.signal()
		r.recount()
	})
}

// Close has the room take no newcomers, or take them again. Who was dropped can come
// back all the same.
func (s *Seat) Close(closed bool) error {
	return s.own(func(r *Room, _ *place) error {
		r.closed = closed
		s.signal()
		r.keep()
		return nil
	})
}

// Hand has a seat present that has asked for it.
func (s *Seat) Hand(number int) error {
	return s.own(func(r *Room, _ *place) error {
		to := r.seats[number]
		if to == nil || to.seat == nil || to.asks == 0 {
			return fmt.Errorf("seat %d: want one that asks to present", number)
		}
		to.asks = 0
		r.present(to)
		return nil
	})
}

// present has somebody at a place present from now on.
func (r *Room) present(p *place) {
	r.leads = p
	r.tell()
	r.recount()
}

// TakeBack has the owner of the room present again.
func (s *Seat) TakeBack() error {
	return s.own(func(r *Room, p *place) error {
		r.present(p)
		return nil
	})
}

// HandBack has the owner present again, by who presented for it. Without an owner
// nobody does.
func (s *Seat) HandBack() error {
	return s.lead(func(r *Room, p *place) {
		if r.owner != p {
			r.present(r.owner)
		}
	})
}
