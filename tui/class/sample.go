package class

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// Outcome is the result of a seat's own data.
type Outcome struct {
	Seed     uint64
	Lambda   float64 // λ̂
	RootMSVE float64 // at λ̂; NaN without truth
}

// sample is own data for every seat.
type sample struct {
	id       int
	settings settings.Settings
}

// Sample is a sample as a seat sees it.
type Sample struct {
	ID       int
	Settings settings.Settings // with the seat's own seed
	Outcomes []Outcome         // in the order of the seats
	Of       int               // expected number of outcomes
	Failed   int               // seats whose analysis failed
	Done     bool              // this seat's outcome is there
}

// id returns the ID of a sample; or 0.
func (m *Sample) id() int {
	if m == nil {
		return 0
	}
	return m.ID
}

// Draw gives every seat an own seed, or all the same seed again.
func (s *Seat) Draw() error {
	return s.lead(func(c *Class) {
		if c.sample != nil {
			c.sample = nil
		} else {
			c.samples++
			c.sample = &sample{c.samples, c.view.State.Settings}
			c.recount()
		}
		c.tell()
	})
}

// seedOf returns a place's seed. A place that is taken again has the same.
func (m *sample) seedOf(p *place) uint64 { return m.settings.Seed + uint64(p.number) }

// sampleFor returns the sample as a place sees it; or nil.
func (c *Class) sampleFor(p *place) *Sample {
	m := c.sample
	t := c.tally
	if m == nil {
		return nil
	}
	out := &Sample{ID: m.id, Settings: m.settings, Of: t.Here + t.Away, Done: p.sampleID == m.id && !p.failed}
	out.Settings.Seed = m.seedOf(p)
	if t.sample == m.id {
		out.Outcomes = t.outcomes
		out.Failed = t.failed
		out.Of = len(t.outcomes) + t.pending
	}
	return out
}

// Report reports the outcome of the seat's own data of a sample. The first outcome counts.
func (s *Seat) Report(id int, o Outcome) { s.report(id, o, false) }

// Fail reports that the analysis of the seat's own data failed, so that the class stops waiting.
func (s *Seat) Fail(id int) { s.report(id, Outcome{}, true) }

func (s *Seat) report(id int, o Outcome, failed bool) {
	s.do(func(c *Class, p *place) {
		m := c.sample
		if m == nil || m.id != id || p.sampleID == id && !p.failed || c.presenter == p {
			return
		}
		o.Seed = m.seedOf(p)
		p.sampleID = id
		p.outcome = o
		p.failed = failed
		s.signal()
		c.recount()
	})
}

// sameExceptSeed reports whether two settings differ in the seed at most.
func sameExceptSeed(a, b settings.Settings) bool {
	b.Seed = a.Seed
	return a == b
}

// draw gives every seat own data, or all the same data again.
func (m *Model) draw() page.Action {
	next := m.Shown().State
	if next.Settings.Recorded() {
		return page.Action{Fault: "recorded data have no seed"}
	}
	begins := m.Look.Sample == nil
	if err := m.seat.Draw(); err != nil {
		return page.Action{Fault: err.Error()}
	}
	if begins {
		next.Charts[state.PageTrials] = state.TrialsClass
	} else if next.Charts[state.PageTrials] == state.TrialsClass {
		next.Charts[state.PageTrials] = state.TrialsSplit
	}
	return page.Action{State: &next}
}

// A failed analysis of own data is repeated after a pause, which doubles each time.
const (
	firstPause = 2 * time.Second
	maxPause   = time.Minute
)

// analyzeSample analyses the seat's own data and reports the outcome.
func (m *Model) analyzeSample() tea.Cmd {
	s := m.Look.Sample
	if s == nil || s.Done || m.Look.Leads || m.samples.Running() && m.samples.Key == s.ID {
		return nil
	}
	seat := m.seat
	analyze := m.Analyze
	return m.samples.Start(m.Context, s.ID, func(ctx context.Context, _ func(Outcome)) error {
		for pause := firstPause; ; pause = min(maxPause, 2*pause) {
			switch a, err := analyze(ctx, analysis.Request{Settings: s.Settings}); {
			case err == nil:
				seat.Report(s.ID, Outcome{Lambda: a.Selection.Best().Lambda, RootMSVE: a.RootMSVE(a.Selection.Selected)})
				return nil
			case ctx.Err() != nil:
				return err
			}
			seat.Fail(s.ID)
			select {
			case <-time.After(pause):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	})
}
