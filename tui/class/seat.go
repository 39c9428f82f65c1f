package class

import "errors"

// Errors of the class.
var (
	ErrNotPresenter = errors.New("only the presenter can do this")
	ErrNoVote       = errors.New("no vote is open")
	ErrShut         = errors.New("this vote takes no votes from your address")
	ErrFull         = errors.New("too many phones vote already")
)

// Seat is the seat of a connection. A seat that was left has no effect.
type Seat struct {
	class   *Class
	place   *place
	changed chan struct{} // holds one signal
}

// Changed receives a signal after changes; Look then returns the present. A slow seat misses
// changes in between, so that the class never waits.
func (s *Seat) Changed() <-chan struct{} { return s.changed }

func (s *Seat) signal() {
	select {
	case s.changed <- struct{}{}:
	default: // a signal waits there already
	}
}

// do calls f with the lock unless the seat has been left.
func (s *Seat) do(f func(c *Class, p *place)) {
	s.class.mu.Lock()
	defer s.class.mu.Unlock()
	if s.place.seat == s {
		f(s.class, s.place)
	}
}

// lead is do for the presenter.
func (s *Seat) lead(f func(c *Class)) error {
	err := ErrNotPresenter
	s.do(func(c *Class, p *place) {
		if c.presenter == p {
			err = nil
			f(c)
		}
	})
	return err
}

// Leave leaves the seat. The class keeps the place for some time.
func (s *Seat) Leave() { s.do((*Class).rise) }

// SetAway notes that the seat's page is offline for the moment. Such a seat does not count.
func (s *Seat) SetAway(away bool) {
	s.do(func(c *Class, p *place) {
		if p.away != away {
			p.away = away
			c.recount()
		}
	})
}

// Live reports whether the seat follows a presenter.
func (s *Seat) Live() (live bool) {
	s.do(func(c *Class, p *place) { live = c.presenter != nil && c.presenter != p })
	return live
}

// Leads reports whether the seat presents.
func (s *Seat) Leads() bool { return s.lead(func(*Class) {}) == nil }

// SetOwn notes whether the seat shows its own view.
func (s *Seat) SetOwn(own bool) {
	s.do(func(c *Class, p *place) {
		if p.own != own {
			p.own = own
			c.recount()
		}
	})
}

// Reach notes that the condition of a step of a lesson has been met at this seat.
func (s *Seat) Reach(lesson string, step int) {
	s.do(func(c *Class, p *place) {
		now := reach{lesson, step, true}
		if p.reach == now {
			return
		}
		p.reach = now
		if now == c.step() {
			c.recount()
		}
	})
}

// Show shows a new view to the class. New settings end a vote on λ and a sample.
func (s *Seat) Show(v View) error {
	return s.lead(func(c *Class) {
		if v == c.view && c.turn > 0 {
			return
		}
		if c.vote != nil && !c.vote.lasts(v) {
			c.vote = nil
		}
		if c.sample != nil && !sameExceptSeed(c.sample.settings, v.State.Settings) {
			c.sample = nil
		}
		step := c.step()
		c.view = v
		c.turn++
		if step != c.step() {
			c.recount()
		}
		c.tell()
	})
}

// Call asks the seats with own views to come back.
func (s *Seat) Call() error {
	return s.lead(func(c *Class) {
		c.called++
		c.recount()
	})
}

// Look is the state of a class for a seat. A Look is immutable.
type Look struct {
	Number int // of the seat
	Turn   uint64
	View   View // meaningful once Turn > 0
	Live   bool // somebody presents
	Leads  bool // this seat presents
	Counts
	Called int     // number of calls to come back
	Vote   *Vote   // the open vote, or the last; or nil
	Sample *Sample // nil for none
	Met    int     // number of seats that have met the step's condition
}

// Look returns the class now. Counts may be pause old; a signal follows each new count. The zero
// Look is for a seat that has been left.
func (s *Seat) Look() (l Look) {
	s.do(func(c *Class, p *place) {
		l = Look{
			Number: p.number, Turn: c.turn, View: c.view, Live: c.presenter != nil, Leads: c.presenter == p,
			Counts: c.tally.Counts, Called: c.called, Vote: c.voteFor(p.voterID()), Sample: c.sampleFor(p),
		}
		if c.tally.step == c.step() {
			l.Met = c.tally.met
		}
	})
	return l
}
