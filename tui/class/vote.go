package class

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/state"
)

// Question is a question to the class, about λ or with answers.
type Question struct {
	Text    string
	Answers []string                // nil for a λ
	Truth   state.Optional[float64] // the right guess; unset in the Look of an open vote
}

// OfLambda reports whether a guess is a λ and not the index of an answer.
func (q Question) OfLambda() bool { return q.Answers == nil }

// check refuses a guess out of range.
func (q Question) check(guess float64) error {
	switch last := len(q.Answers) - 1; {
	case q.OfLambda() && !(guess >= 0 && guess <= 1):
		return fmt.Errorf("guess %v: want 0 ≤ λ ≤ 1", guess)
	case !q.OfLambda() && !(guess == math.Trunc(guess) && guess >= 0 && guess <= float64(last)):
		return fmt.Errorf("guess %v: want a whole number, 0 to %d", guess, last)
	}
	return nil
}

// Written returns a guess in words.
func (q Question) Written(guess float64) string {
	if q.OfLambda() {
		return "λ = " + textfmt.Number(guess)
	}
	return fmt.Sprintf("%d, %s", int(guess)+1, q.Answers[int(guess)])
}

// vote is a vote in its class.
type vote struct {
	id int
	Question
	about  View // the view when the vote began
	open   bool
	shut   map[string]bool // addresses whose votes do not count
	result []float64       // sorted, once closed
	counts Counts          // once closed
}

// lasts reports whether a vote is still about the presenter's view. A choice lasts for a step of
// a lesson, a λ as long as the settings.
func (v *vote) lasts(now View) bool {
	if v.OfLambda() {
		return v.about.State.Settings == now.State.Settings
	}
	return v.about.Lesson == now.Lesson && v.about.Step == now.Step
}

// Vote is a vote as one voter sees it.
type Vote struct {
	ID int
	Question
	Open   bool
	Voted  int // number of votes
	Counts     // at the end of the vote
	Own    state.Optional[float64]
	Result []float64 // all votes, sorted, once closed
	Crowd  string    // address with most voters by far; or empty
}

// voter is somebody's vote, from a seat, a phone or both.
type voter struct {
	from    string
	phone   *time.Timer // ends the phone's presence; nil while no phone is present
	onPhone bool        // began as a phone
	vote    int         // ID of the vote with the guess
	guess   float64
}

const (
	// phoneAway is the time without a request after which a phone has left. A page asks every
	// two seconds.
	phoneAway = 20 * time.Second
	// maxVotersFrom bounds the phones and the voting seats of an address, maxVoters all.
	maxVotersFrom = 300
	maxVoters     = 1000
	// minCrowd is the largest number of voters that is never a crowd.
	minCrowd = 40
)

// votedNow reports whether a voter takes part in the current vote.
func (c *Class) votedNow(v *voter) bool { return c.vote != nil && v.vote == c.vote.id }

// voter returns a voter, a new one if necessary. A vote remains until the next vote, so that
// phones can be put down. Phones and seats have separate limits; otherwise a flood of phones could
// keep seats from voting.
func (c *Class) voter(id, from string, onPhone bool) (*voter, error) {
	if v := c.voters[id]; v != nil {
		return v, nil
	}
	var all, same int
	for known, v := range c.voters {
		if v.phone == nil && !c.votedNow(v) {
			delete(c.voters, known)
		} else if v.onPhone == onPhone {
			all++
			if v.from == from {
				same++
			}
		}
	}
	if same >= maxVotersFrom || all >= maxVoters {
		return nil, ErrFull
	}
	v := &voter{from: from, onPhone: onPhone}
	c.voters[id] = v
	return v, nil
}

// guess puts a guess into the vote with an ID, or with 0 into the current vote.
func (c *Class) guess(id, from string, vote int, guess float64) error {
	v := c.vote
	if v == nil || !v.open || vote > 0 && vote != v.id {
		return ErrNoVote
	}
	if err := v.check(guess); err != nil {
		return err
	}
	if v.shut[from] {
		return ErrShut
	}
	by, err := c.voter(id, from, false)
	if err != nil {
		return err
	}
	if by.vote != v.id { // the number of votes changes
		c.recount()
	}
	by.vote = v.id
	by.guess = guess
	return nil
}

// guesses returns the votes, sorted.
func (c *Class) guesses() (all []float64) {
	for _, v := range c.voters {
		if c.votedNow(v) {
			all = append(all, v.guess)
		}
	}
	slices.Sort(all)
	return all
}

// phones returns the numbers of phones and addresses.
func (c *Class) phones() (phones, addresses int) {
	from := make(map[string]bool)
	for _, v := range c.voters {
		if v.phone != nil {
			phones++
			from[v.from] = true
		}
	}
	return phones, len(from)
}

// crowd returns the address with most phones and votes by far, or "". The votes of seats count, because
// somebody with many connections could forge these as well.
func (c *Class) crowd() string {
	numbers := make(map[string]int)
	all := 0
	for _, v := range c.voters {
		if v.phone != nil || c.votedNow(v) {
			numbers[v.from]++
			all++
		}
	}
	for from, n := range numbers {
		if n > minCrowd && 2*n > all {
			return from
		}
	}
	return ""
}

// OpenVote opens a vote about the presenter's view in place of the current one.
func (s *Seat) OpenVote(q Question) error {
	return s.lead(func(c *Class) { c.open(q, nil) })
}

func (c *Class) open(q Question, shut map[string]bool) {
	c.votes++
	c.vote = &vote{id: c.votes, Question: q, about: c.view, open: true, shut: shut}
	c.tell()
	c.recount()
}

// Restart opens the vote again without an address.
func (s *Seat) Restart(without string) error {
	return s.lead(func(c *Class) {
		if c.vote == nil {
			return
		}
		shut := map[string]bool{without: true}
		maps.Copy(shut, c.vote.shut)
		for id, v := range c.voters {
			if v.from == without {
				v.hangUp()
				delete(c.voters, id)
			}
		}
		c.open(c.vote.Question, shut)
	})
}

// CloseVote ends the vote, with the truth if known, and shows the result.
func (s *Seat) CloseVote(truth state.Optional[float64]) error {
	return s.lead(func(c *Class) {
		v := c.vote
		if v == nil || !v.open {
			return
		}
		if truth.Set {
			v.Truth = truth
		}
		v.open = false
		v.result = c.guesses()
		v.counts = c.count().Counts
		c.tell()
	})
}

// voteFor returns the vote as a voter sees it; or nil.
func (c *Class) voteFor(id string) *Vote {
	v := c.vote
	if v == nil {
		return nil
	}
	out := &Vote{ID: v.id, Question: v.Question, Open: v.open, Counts: c.tally.Counts}
	switch {
	case !v.open:
		out.Counts = v.counts
		out.Result = v.result
		out.Voted = len(v.result)
	case c.tally.vote == v.id:
		out.Voted = c.tally.voted
		out.Crowd = c.tally.crowd
		fallthrough
	default:
		out.Truth = state.Optional[float64]{}
	}
	if by := c.voters[id]; by != nil && by.vote == v.id {
		out.Own = state.Some(by.guess)
	}
	return out
}

// Guess puts the seat's guess into the vote, in place of an earlier guess.
func (s *Seat) Guess(guess float64) error {
	err := ErrNoVote
	s.do(func(c *Class, p *place) {
		if c.presenter == p {
			return
		}
		if err = c.guess(p.voterID(), p.guest.From, 0, guess); err == nil {
			s.signal()
		}
	})
	return err
}

// median returns the median of one or more sorted guesses.
func median(sorted []float64) float64 {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
