package room

import "slices"

// Look is a room as a seat sees it. It does not change.
type Look struct {
	Code   string
	Number int // of the seat
	Turn   uint64
	View   View  // once Turn > 0
	Live   bool  // somebody presents
	Leads  bool  // this seat does
	Owns   bool  // the room
	Closed bool  // to newcomers
	Here   int   // seats that follow
	Away   int   // seats with views of their own
	Called int   // how often the presenter has asked those to come back
	Asks   bool  // this seat would like to present
	Over   error // why this is no seat any more

	Vote   *Vote   // the one that is open, or the last; nil for none
	Sample *Sample // the one at hand; nil for none
	Met    int     // of Here + Away, at how many what the lesson's step waits for has come

	// For who owns the room alone.
	Secret string
	Asking []int // numbers of the seats that would like to present, in their order
	Others []int // numbers of the others' seats
}

// Look returns the room as it is now.
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
	l.Turn, l.View, l.Called, l.Closed = r.turn, r.view, r.called, r.closed
	l.Live, l.Leads, l.Owns, l.Asks = r.leads != nil, r.leads == p, r.owner == p, p.asks > 0
	for _, q := range r.seats {
		if !r.follows(q) {
			continue
		}
		if q.own {
			l.Away++
		} else {
			l.Here++
		}
		if q.reach == (reach{r.view.Lesson, r.view.Step, true}) {
			l.Met++
		}
	}
	l.Vote, l.Sample = r.voteFor(p), r.sampleFor(p)
	if l.Owns {
		l.Secret, l.Asking, l.Others = r.secret, r.asking(), r.others(p)
	}
	return l
}

// follows tells whether a place is one that is counted: somebody sits there and does not
// present.
func (r *Room) follows(p *place) bool { return p.seat != nil && p != r.leads }

// asking returns the numbers of the seats that would like to present.
func (r *Room) asking() []int {
	all := slices.DeleteFunc(r.places(), func(p *place) bool { return p.asks == 0 })
	slices.SortFunc(all, func(a, b *place) int { return a.asks - b.asks })
	var out []int
	for _, p := range all {
		out = append(out, p.number)
	}
	return out
}
