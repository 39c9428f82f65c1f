package room

import (
	"lambdascope/sim/settings"
)

// Outcome is what one seat has found with its own data.
type Outcome struct {
	Seed     uint64
	Lambda   float64 // λ̂
	RootMSVE float64 // of λ̂; NaN where the truth is not known
}

// sample is its own data for each seat.
type sample struct {
	id       int
	settings settings.Settings
}

// Sample is a sample as a seat sees it.
type Sample struct {
	ID       int
	Settings settings.Settings // with the seat's own seed
	Outcomes []Outcome         // that have come and count, in the order of their seats
	Of       int               // how many there can be
	Failed   int               // seats whose data could not be analysed
	Done     bool              // this seat's has come
}

// Same tells whether two are the same one, each perhaps none.
func (s *Sample) Same(other *Sample) bool {
	if s == nil || other == nil {
		return s == other
	}
	return s.ID == other.ID
}

// Draw gives every seat its own seed, of the settings on show, or all the same
// again.
func (s *Seat) Draw() error {
	return s.lead(func(r *Room, _ *place) {
		if r.sample != nil {
			r.sample = nil
			r.tell()
			return
		}
		r.drawn++
		r.sample = &sample{id: r.drawn, settings: r.view.State.Settings}
		r.tell()
		r.recount()
	})
}

// seedOf returns a place's seed: those of a room differ, and who comes back has the
// same.
func (m *sample) seedOf(p *place) uint64 { return m.settings.Seed + uint64(p.number) }

// sampleFor returns the sample as a place sees it.
func (r *Room) sampleFor(p *place) *Sample {
	m, t := r.sample, r.tally
	if m == nil {
		return nil
	}
	out := &Sample{ID: m.id, Settings: m.settings, Of: t.here + t.away, Done: p.drawID == m.id && !p.failed}
	out.Settings.Seed = m.seedOf(p)
	if t.draw == m.id {
		out.Outcomes, out.Failed, out.Of = t.outcomes, t.failed, len(t.outcomes)+t.pending
	}
	return out
}

// Report gives what this seat has found in a sample, once.
func (s *Seat) Report(id int, o Outcome) {
	s.report(id, func(m *sample, p *place) {
		o.Seed = m.seedOf(p)
		p.drawID, p.outcome, p.failed = id, o, false
	})
}

// Fail notes that this seat's data of a sample could not be analysed: nobody waits for
// it any more.
func (s *Seat) Fail(id int) {
	s.report(id, func(_ *sample, p *place) { p.drawID, p.failed = id, true })
}

// report notes what has become of this seat's data unless there is an outcome already.
func (s *Seat) report(id int, note func(m *sample, p *place)) {
	s.do(func(r *Room, p *place) {
		m := r.sample
		if m == nil || m.id != id || p.drawID == id && !p.failed || r.leads == p {
			return
		}
		note(m, p)
		s.signal()
		r.recount()
	})
}

// sameButSeed tells whether two settings are of one problem and differ in their data
// at most.
func sameButSeed(a, b settings.Settings) bool {
	b.Seed = a.Seed
	return a == b
}
