package room

import (
	"slices"
	"time"
)

// pause is the least time between two counts that all are told of, so that nobody who
// goes back and forth has the others' screens drawn again more often.
const pause = 500 * time.Millisecond

// mostAway is for how many dropped people of one visitor votes and outcomes count: who
// votes, drops and comes back as somebody else has no more voices than this.
const mostAway = 4

// tally is what is counted in a room. It does not change: all looks share it.
type tally struct {
	here, away int // seats that follow, and that have their own views
	phones     int // seats that vote alone
	met        int
	metAt      reach // the step that met is of

	vote    int       // its number
	guesses []float64 // in it that count; sorted once it is closed

	draw     int // the sample's number
	outcomes []Outcome
	pending  int // seats that have not reported
	failed   int

	asking []int
	seats  []Listed
}

// book is what a room knows of its seats at one time.
type book struct {
	places       []place
	leads, owner int // numbers of seats; 0 for nobody
	step         reach
	vote, draw   int // their numbers; 0 for none
}

// book copies what tallies are made from. It is called with the lock, as recount.
func (r *Room) book() book {
	b := book{places: make([]place, 0, len(r.seats)), step: r.step()}
	for _, p := range r.seats {
		b.places = append(b.places, *p)
	}
	if r.leads != nil {
		b.leads = r.leads.number
	}
	if r.owner != nil {
		b.owner = r.owner.number
	}
	if r.vote != nil {
		b.vote = r.vote.id
	}
	if r.sample != nil {
		b.draw = r.sample.id
	}
	return b
}

// step is what places reach whose wait is over at the step on show.
func (r *Room) step() reach { return reach{r.view.Lesson, r.view.Step, true} }

// recount has all be told of what is counted: at once after some quiet, else when the
// pause is over.
func (r *Room) recount() {
	r.keep()
	r.uncounted = true
	if !r.counting {
		r.counting = true
		go r.count()
	}
}

// count counts, without the lock, tells all, and pauses.
func (r *Room) count() {
	r.mu.Lock()
	r.uncounted = false
	b := r.book()
	r.mu.Unlock()
	t := b.tally()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tally = t
	r.tellInWaves()
	time.AfterFunc(pause, func() {
		r.mu.Lock()
		again := r.uncounted && !r.over
		r.counting = again
		r.mu.Unlock()
		if again {
			r.count()
		}
	})
}

// waves is in how many parts the seats of a large room are told of counts, so that their
// screens are not all drawn at once, and manySeats from how many on.
const (
	waves     = 8
	manySeats = 24
)

// tellInWaves signals to all seats: to who presents and who owns the room at once, to the
// others of a large room in waves until the pause is over. It is called with the lock.
func (r *Room) tellInWaves() {
	if len(r.seats) < manySeats {
		r.tell()
		return
	}
	r.tellWave(0)
	for w := 1; w < waves; w++ {
		time.AfterFunc(pause*time.Duration(w)/waves, func() {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.tellWave(w)
		})
	}
}

// tellWave signals to the seats of one wave.
func (r *Room) tellWave(w int) {
	for _, p := range r.seats {
		of := p.number % waves
		if p == r.leads || p == r.owner {
			of = 0
		}
		if p.seat != nil && of == w {
			p.seat.signal()
		}
	}
}

// tally counts.
func (b book) tally() *tally {
	b.sort()
	t := &tally{metAt: b.step, vote: b.vote, draw: b.draw, seats: make([]Listed, 0, len(b.places))}
	counts := b.counting()
	var asking []place
	for _, p := range b.places {
		t.seats = append(t.seats, b.listed(p))
		if p.asks > 0 {
			asking = append(asking, p)
		}
		if p.number == b.leads {
			continue
		}
		switch {
		case p.seat != nil && !p.missed:
			if p.own {
				t.away++
			} else {
				t.here++
			}
			if p.reach == b.step {
				t.met++
			}
		case p.phone != nil:
			t.phones++
		case !counts[p.number]:
			continue
		}
		if b.voted(p) {
			t.guesses = append(t.guesses, p.guess.Value)
		}
		switch {
		case b.draw == 0:
		case p.drawID != b.draw && p.seat != nil && !p.missed:
			t.pending++
		case p.drawID != b.draw:
		case p.failed:
			t.failed++
		default:
			t.outcomes = append(t.outcomes, p.outcome)
		}
	}
	slices.SortFunc(asking, func(a, b place) int { return a.asks - b.asks })
	for _, p := range asking {
		t.asking = append(t.asking, p.number)
	}
	return t
}

// sort puts the places in the order of their numbers.
func (b book) sort() {
	slices.SortFunc(b.places, func(p, q place) int { return p.number - q.number })
}

// voted reports whether a place has a guess in the vote.
func (b book) voted(p place) bool { return b.vote > 0 && p.voteID == b.vote && p.guess.Set }

// present reports whether somebody is at a place, and not away for the moment.
func (p *place) present() bool { return p.seat != nil && !p.missed || p.phone != nil }

// counting returns the numbers of the kept places that count: of each visitor the last
// that were left.
func (b book) counting() map[int]bool {
	var kept []place
	for _, p := range b.places {
		if !p.present() {
			kept = append(kept, p)
		}
	}
	slices.SortFunc(kept, func(p, q place) int { return q.left - p.left })
	counts, of := make(map[int]bool), make(map[string]int)
	for _, p := range kept {
		if of[p.guest.From]++; of[p.guest.From] <= mostAway {
			counts[p.number] = true
		}
	}
	return counts
}
