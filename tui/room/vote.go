package room

import (
	"fmt"
	"math"
	"slices"

	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/state"
)

// Kind is what a vote is about.
type Kind int

// The kinds of votes.
const (
	OfLambda       Kind = iota // which λ: a number from 0 to 1
	OfTrajectories             // how many trajectories: a whole number from 2 on
	OfChoice                   // one of some answers, counted from 0
)

// Question is what is voted on.
type Question struct {
	Kind    Kind
	Text    string
	Answers []string // of OfChoice
	// Truth is the right guess, where it is known; while the vote is open, seats are not
	// told.
	Truth  state.Optional[float64]
	Beyond bool    // the truth is more than Truth, up to which it was looked for
	Least  float64 // and it is never, as no error is less than this; 0 for no such reason
}

// check refuses a guess that is no answer.
func (q Question) check(guess float64) error {
	whole := guess == math.Trunc(guess)
	switch last := len(q.Answers) - 1; {
	case q.Kind == OfLambda && !(guess >= 0 && guess <= 1):
		return fmt.Errorf("guess %v: want 0 ≤ λ ≤ 1", guess)
	case q.Kind == OfTrajectories && !(whole && guess >= 2 && guess <= settings.MaxTrajectories):
		return fmt.Errorf("guess %v: want a whole number, 2 to %d", guess, settings.MaxTrajectories)
	case q.Kind == OfChoice && !(whole && guess >= 0 && guess <= float64(last)):
		return fmt.Errorf("guess %v: want a whole number, 0 to %d", guess, last)
	}
	return nil
}

// vote is one in its room.
type vote struct {
	id int
	Question
	about  View   // that was on show when it was opened
	closes bool   // no guess is taken any more
	result *tally // of the room as the vote was closed; nil while it is open
}

func (v *vote) open() bool { return v.result == nil }

// lasts tells whether a vote is still about what is on show. That on the number of
// trajectories, once closed, lasts while this number changes; one on answers as long as
// the step of the lesson.
func (v *vote) lasts(now View) bool {
	was := v.about
	switch {
	case v.Kind == OfChoice:
		return was.Lesson == now.Lesson && was.Step == now.Step
	case v.Kind == OfTrajectories && !v.open():
		was.State.Settings.Trajectories = now.State.Settings.Trajectories
	}
	return was.State.Settings == now.State.Settings
}

// Vote is a vote as a seat sees it.
type Vote struct {
	ID int
	Question
	Open       bool
	Voted      int // votes that count: of seats that are taken, and of some that are kept
	Here, Away int // seats that can vote: as in the Look, or when the vote was closed
	Phones     int
	Own        state.Optional[float64] // this seat's guess
	Final      bool                    // which can't change any more
	Result     []float64               // all guesses that count, sorted, once it is closed
}

// Written returns a guess as a person reads it.
func (q Question) Written(guess float64) string {
	number := textfmt.Number(guess)
	switch {
	case q.Kind == OfLambda:
		return "λ = " + number
	case q.Kind == OfTrajectories:
		return "n = " + number
	case guess >= 0 && int(guess) < len(q.Answers):
		return fmt.Sprintf("%d, %s", int(guess)+1, q.Answers[int(guess)])
	}
	return ""
}

// Median returns the median of sorted guesses; NaN for none.
func Median(sorted []float64) float64 {
	n := len(sorted)
	if n == 0 {
		return math.NaN()
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// OpenVote opens a vote about the settings on show, in place of another.
func (s *Seat) OpenVote(q Question) error {
	return s.lead(func(r *Room, _ *place) {
		r.votes++
		q.Answers = slices.Clone(q.Answers)
		r.vote = &vote{id: r.votes, Question: q, about: r.view}
		r.tell()
		r.recount()
	})
}

// Answer gives the truth of a vote, where it becomes known after that was opened, or what
// it is beyond, and the least error that there is where that is why.
func (s *Seat) Answer(id int, truth float64, beyond bool, least float64) error {
	return s.lead(func(r *Room, _ *place) {
		if v := r.vote; v != nil && v.id == id {
			v.Truth, v.Beyond, v.Least = state.Some(truth), beyond, least
			r.tell()
		}
	})
}

// CloseVote ends the vote: all see its result. The guesses are counted without the
// lock, and none is taken meanwhile.
func (s *Seat) CloseVote() error {
	var v *vote
	var b book
	err := s.lead(func(r *Room, _ *place) {
		if r.vote != nil && !r.vote.closes {
			v, b = r.vote, r.book()
			v.closes = true
		}
	})
	if v == nil {
		return err
	}
	t := b.tally()
	slices.Sort(t.guesses)
	r := s.room
	r.mu.Lock()
	defer r.mu.Unlock()
	v.result = t
	r.tell()
	return nil
}

// voteFor returns the vote as a place sees it.
func (r *Room) voteFor(p *place) *Vote {
	v := r.vote
	if v == nil {
		return nil
	}
	out := &Vote{ID: v.id, Question: v.Question, Open: v.open()}
	t := v.result
	if out.Open {
		t = r.tally
		out.Truth, out.Beyond, out.Least = state.Optional[float64]{}, false, 0
	} else {
		out.Result = t.guesses
	}
	out.Here, out.Away, out.Phones = t.here, t.away, t.phones
	if t.vote == v.id {
		out.Voted = len(t.guesses)
	}
	if p.voteID == v.id {
		out.Own, out.Final = p.guess, p.final
	}
	return out
}

// Guess gives this seat's guess, or changes it.
func (s *Seat) Guess(guess float64) error { return s.guess(0, guess) }

// guess gives the guess in a vote of some number, or, where that is 0, in any.
func (s *Seat) guess(vote int, guess float64) error {
	err := ErrNoVote
	s.do(func(r *Room, p *place) {
		v := r.vote
		if v == nil || v.closes || r.leads == p || vote > 0 && v.id != vote {
			return
		}
		if err = v.check(guess); err != nil {
			return
		}
		r.begin(p)
		if p.final {
			err = ErrNoVote
			return
		}
		had := p.guess
		p.guess = state.Some(guess)
		if had != p.guess {
			s.signal()
			r.keep()
		}
		if !had.Set { // the number of votes changes
			r.recount()
		}
	})
	return err
}

// Peek notes that the seat has seen the answer: its guess, if there is one, can't change
// any more.
func (s *Seat) Peek() {
	s.do(func(r *Room, p *place) {
		if r.vote != nil && r.vote.open() && r.leads != p {
			r.begin(p)
			p.final = true
			s.signal()
			r.keep()
		}
	})
}

// begin takes a place to the vote at hand.
func (r *Room) begin(p *place) {
	if p.voteID != r.vote.id {
		p.voteID, p.guess, p.final = r.vote.id, state.Optional[float64]{}, false
	}
}
