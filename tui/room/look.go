package room

// Look is a room as a seat sees it. It does not change, and what it refers to must not
// be changed.
type Look struct {
	Code   string
	Number int    // of the seat
	Name   string // that the seat's person gave; empty for none
	Turn   uint64
	View   View  // once Turn > 0
	Live   bool  // somebody presents
	Leads  bool  // this seat does
	Owns   bool  // the room
	Closed bool  // to newcomers
	Here   int   // seats that follow
	Away   int   // seats with views of their own
	Phones int   // seats that vote and show no view
	Called int   // how often the presenter has asked those to come back
	Asks   bool  // this seat would like to present
	Over   error // why this is no seat any more

	Vote   *Vote   // the one that is open, or the last; nil for none
	Sample *Sample // the one at hand; nil for none
	Met    int     // of Here + Away, at how many what the lesson's step waits for has come

	// For who owns the room alone.
	Secret string
	Asking []int    // numbers of the seats that would like to present, in their order
	Seats  []Listed // all of them, this one too, by number
	Out    []Out    // who is kept out
}

// Look returns the room as it is now. What is counted may be some hundred milliseconds
// old; a signal follows when it is counted again.
func (s *Seat) Look() Look {
	r, p := s.room, s.place
	r.mu.Lock()
	defer r.mu.Unlock()
	l := Look{Code: r.code, Number: p.number}
	switch {
	case s.ousted:
		l.Over = ErrOusted
		return l
	case !s.sits():
		l.Over = ErrOver
		return l
	}
	t := r.tally
	l.Name, l.Turn, l.View, l.Called, l.Closed = p.guest.Name, r.turn, r.view, r.called, r.closed
	l.Live, l.Leads, l.Owns, l.Asks = r.leads != nil, r.leads == p, r.owner == p, p.asks > 0
	l.Here, l.Away, l.Phones = t.here, t.away, t.phones
	if t.metAt == r.step() {
		l.Met = t.met
	}
	l.Vote, l.Sample = r.voteFor(p), r.sampleFor(p)
	if l.Owns {
		l.Secret, l.Asking, l.Seats, l.Out = r.secret, t.asking, t.seats, r.out
	}
	return l
}
