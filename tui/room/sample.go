package room

import (
	"slices"
	"sort"

	"lambdascope/sim/analysis"
)

// Outcome is what one seat has found with data of its own.
type Outcome struct {
	Seed     uint64
	Lambda   float64 // λ̂
	RootMSVE float64 // of λ̂; NaN where the truth is not known
}

// sample is data of its own for each seat.
type sample struct {
	id       int
	settings analysis.Settings
	// outcomes is made anew when one comes: looks share it.
	outcomes []Outcome
}

// Sample is a sample as a seat sees it.
type Sample struct {
	ID       int
	Settings analysis.Settings // with the seat's own seed
	Outcomes []Outcome         // that have come, in the order of their seeds
	Of       int               // how many there can be
	Done     bool              // this seat's has come
}

// Same tells whether two are the same one, each perhaps none.
func (s *Sample) Same(other *Sample) bool {
	if s == nil || other == nil {
		return s == other
	}
	return s.ID == other.ID
}

// Draw gives every seat a seed of its own, of the settings on show, or all the same
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
	})
}

// seedOf returns a place's seed: those of a room differ, and who comes back has the
// same.
func (m *sample) seedOf(p *place) uint64 { return m.settings.Seed + uint64(p.number) }

// sampleFor returns the sample as a place sees it.
func (r *Room) sampleFor(p *place) *Sample {
	m := r.sample
	if m == nil {
		return nil
	}
	out := &Sample{ID: m.id, Settings: m.settings, Outcomes: m.outcomes, Of: len(m.outcomes), Done: p.drawID == m.id}
	out.Settings.Seed = m.seedOf(p)
	for _, q := range r.seats {
		if r.follows(q) && q.drawID != m.id {
			out.Of++
		}
	}
	return out
}

// Report gives what this seat has found in a sample, once.
func (s *Seat) Report(id int, o Outcome) {
	s.do(func(r *Room, p *place) {
		m := r.sample
		if m == nil || m.id != id || p.drawID == id || r.leads == p {
			return
		}
		o.Seed = m.seedOf(p)
		p.drawID = id
		m.outcomes = append(slices.Clone(m.outcomes), o)
		sort.Slice(m.outcomes, func(i, j int) bool { return m.outcomes[i].Seed < m.outcomes[j].Seed })
		r.tell()
	})
}

// sameButSeed tells whether two settings are of one problem and differ in their data
// at most.
func sameButSeed(a, b analysis.Settings) bool {
	b.Seed = a.Seed
	return a == b
}
