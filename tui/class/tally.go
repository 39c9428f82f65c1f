package class

import (
	"maps"
	"slices"
	"time"
)

// pause is the least time between two counts, so that a seat that changes often does not redraw
// all other screens as often.
const pause = 500 * time.Millisecond

// Counts are numbers of seats and phones.
type Counts struct {
	Here      int // seats that follow
	Away      int // seats with their own views
	Phones    int // phones that have the page of the vote open
	Addresses int // of the phones
}

// tally is a count of the class. A tally is immutable, so that all looks share it.
type tally struct {
	Counts
	step  reach // of met
	met   int   // seats that have reached step
	vote  int   // ID of the vote
	voted int
	crowd string // see crowdOf

	sample   int // ID of the sample
	outcomes []Outcome
	pending  int // seats without a report
	failed   int
}

// step is the reach of a seat that has met the condition of the presenter's step.
func (c *Class) step() reach { return reach{c.view.Lesson, c.view.Step, true} }

// recount schedules a count: at once after some quiet, otherwise at the end of the pause.
func (c *Class) recount() {
	c.stale = true
	if !c.counting {
		c.counting = true
		go c.countStale()
	}
}

// countStale counts, tells the seats and pauses, until the tally is up to date.
func (c *Class) countStale() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counting = c.stale
	if !c.stale {
		return
	}
	c.stale = false
	c.tally = c.count()
	c.tellInWaves()
	time.AfterFunc(pause, c.countStale)
}

const (
	// waves is the number of groups in which a large class hears of a count, because drawing all
	// screens at once takes long.
	waves = 8
	// waveSize is the number of seats from which a class is large.
	waveSize = 24
)

// tellInWaves signals a count to all seats, to the presenter first.
func (c *Class) tellInWaves() {
	for _, p := range c.seats {
		switch wave := p.number % waves; {
		case p.seat == nil:
		case len(c.seats) < waveSize || wave == 0 || p == c.presenter:
			p.seat.signal()
		default:
			time.AfterFunc(pause*time.Duration(wave)/waves, p.seat.signal)
		}
	}
}

// count counts the class.
func (c *Class) count() tally {
	t := tally{step: c.step()}
	t.Phones, t.Addresses = c.phones()
	if c.vote != nil {
		t.vote = c.vote.id
		t.voted = len(c.guesses())
		t.crowd = c.crowd()
	}
	if c.sample != nil {
		t.sample = c.sample.id
	}
	for _, n := range slices.Sorted(maps.Keys(c.seats)) {
		p := c.seats[n]
		if p == c.presenter || p.seat == nil || p.away {
			continue
		}
		if p.own {
			t.Away++
		} else {
			t.Here++
		}
		if p.reach == t.step {
			t.met++
		}
		switch {
		case c.sample == nil:
		case p.sampleID != c.sample.id:
			t.pending++
		case p.failed:
			t.failed++
		default:
			t.outcomes = append(t.outcomes, p.outcome)
		}
	}
	return t
}
