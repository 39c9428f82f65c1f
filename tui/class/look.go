package class

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
