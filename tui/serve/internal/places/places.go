// Package places decides which sessions there may be at once, and which one ends where
// another needs its place. It imports the standard library alone.
package places

import (
	"fmt"
	"time"
)

// Places are those of sessions. A session with a key counts for the key, any other for
// its address: both are a party.
//
// A party's share is half of the places that the shares of others leave, and at least
// fewSessions. While places are free, a party may have more than its share: those
// sessions are lent. Reserve places are for parties with a key.
//
// Where a session finds no place, another one ends for it:
//
//   - the session that has been idle longest, if that is evictAfter or more. A party
//     with its share in use can end its own alone; a session without a key ends none
//     with one;
//   - else, for a party within its share, the newest lent session of the party that
//     has most of them.
//
// Whoever presents gets in: a few places are kept for presenters beyond the others, and
// where those are taken the newest session without a key of the largest party makes
// room; for a presenter with a key another one with a key, if all have keys.
type Places struct {
	most, reserve int // 0 for any number
	evictAfter    time.Duration
	taken         map[*Seat]struct{}
	arrived       uint64
}

const (
	// fewSessions is what a party may have as long as there are places at all.
	fewSessions = 4
	// ForPresenters is how many places are kept for presenters.
	ForPresenters = 4
)

// Options bound how many sessions there are. A number or time of zero bounds nothing.
type Options struct {
	Most       int           // at once, besides presenters
	Reserve    int           // of Most, for parties with a key
	EvictAfter time.Duration // without input, after which a session may be ended for another
}

// New returns places that are all free.
func New(o Options) *Places {
	return &Places{most: o.Most, reserve: o.Reserve, evictAfter: o.EvictAfter, taken: make(map[*Seat]struct{})}
}

// Party is who a session counts for.
type Party struct {
	Name  string // an address, or the fingerprint of a key
	Keyed bool
}

// Seat is the place of one session.
type Seat struct {
	Party Party
	// Presents names what the session presents, by a key or a secret; empty for nothing.
	// Of several that present the same, or of one party, the newest alone counts as a
	// presenter: anybody may have their own rooms.
	Presents string
	Idle     func() time.Duration // for how long nothing was done in the session

	number uint64 // in the order of arrival
	lent   bool   // beyond the share of its party
	yields bool   // its session is being ended for another
}

// Reason says why a session ends for another.
type Reason int

// The reasons.
const (
	WasIdle   Reason = iota
	WasLent          // its party has more than its share
	Presenter        // somebody presents
)

// Take gives a session a place, perhaps that of a victim, whose session must be ended
// and then leave. The refusal, where there is one, is for the person.
func (p *Places) Take(s *Seat) (victim *Seat, why Reason, refusal string) {
	own, others, all, unkeyed := 0, 0, 0, 0 // own and others are within shares
	for v := range p.taken {
		if v.yields {
			continue
		}
		all++
		if !v.Party.Keyed {
			unkeyed++
		}
		switch {
		case v.lent:
		case v.Party == s.Party:
			own++
		default:
			others++
		}
	}
	lent := p.most > 0 && own >= p.share(others)
	full := p.most > 0 && (all >= p.most || !s.Party.Keyed && unkeyed >= p.most-p.reserve)
	if full && (s.Presents == "" || all >= p.most+ForPresenters) {
		if victim, why = p.victim(s, lent); victim == nil {
			return nil, 0, p.refusal(s.Party, lent)
		}
		victim.yields = true
	}
	if s.Presents != "" {
		lent = false
		for v := range p.taken {
			if v.Presents == s.Presents || v.Presents != "" && v.Party == s.Party {
				v.Presents, v.lent = "", true
			}
		}
	}
	p.arrived++
	s.number, s.lent = p.arrived, lent
	p.taken[s] = struct{}{}
	return victim, why, ""
}

// share returns how many sessions a party may keep where those of others within their
// shares are some number.
func (p *Places) share(others int) int { return max(fewSessions, (p.most-others)/2) }

// victim returns the session that ends for another one, nil for none.
func (p *Places) victim(of *Seat, lent bool) (*Seat, Reason) {
	own := func(v *Seat) bool { return v.Party == of.Party }
	unkeyed := func(v *Seat) bool { return !v.Party.Keyed && v.Presents == "" }
	idle := unkeyed
	if lent {
		idle = own
	}
	v := p.idlest(idle)
	if v == nil && of.Party.Keyed && !lent {
		v = p.idlest(func(v *Seat) bool { return v.Presents == "" })
	}
	if v != nil {
		return v, WasIdle
	}
	if !lent || of.Presents != "" {
		if v := p.newestOfLargest(func(v *Seat) bool {
			return v.lent && v.Presents == "" && (of.Party.Keyed || of.Presents != "" || !v.Party.Keyed)
		}); v != nil {
			return v, WasLent
		}
	}
	if of.Presents != "" {
		if v := p.newestOfLargest(unkeyed); v != nil {
			return v, Presenter
		}
		if of.Party.Keyed {
			if v := p.newestOfLargest(func(v *Seat) bool { return v.Presents == "" }); v != nil {
				return v, Presenter
			}
		}
	}
	return nil, 0
}

// idlest returns the session that has been idle longest, of those that may be ended
// for another; nil for none.
func (p *Places) idlest(among func(v *Seat) bool) (idlest *Seat) {
	if p.evictAfter == 0 {
		return nil
	}
	longest := p.evictAfter
	for v := range p.taken {
		if v.yields || !among(v) {
			continue
		}
		if idle := v.Idle(); idle >= longest {
			longest, idlest = idle, v
		}
	}
	return idlest
}

// newestOfLargest returns, of the sessions that may be ended, the newest one of the
// party that has most of them; nil for none. The newest one ends because sessions that
// began before a rush are not part of it.
func (p *Places) newestOfLargest(among func(v *Seat) bool) (newest *Seat) {
	numbers := make(map[Party]int)
	for v := range p.taken {
		if !v.yields && among(v) {
			numbers[v.Party]++
		}
	}
	for v := range p.taken {
		if v.yields || !among(v) {
			continue
		}
		if newest == nil || numbers[v.Party] > numbers[newest.Party] ||
			numbers[v.Party] == numbers[newest.Party] && v.number > newest.number {
			newest = v
		}
	}
	return newest
}

// Leave gives a place up. Where it was within its party's share, the oldest lent session
// of the party takes its part in it.
func (p *Places) Leave(s *Seat) {
	if _, there := p.taken[s]; !there {
		return
	}
	delete(p.taken, s)
	if s.lent || s.yields { // or another has its part already
		return
	}
	var oldest *Seat
	for v := range p.taken {
		if v.lent && v.Party == s.Party && !v.yields && (oldest == nil || v.number < oldest.number) {
			oldest = v
		}
	}
	if oldest != nil {
		oldest.lent = false
	}
}

// Len returns how many places are taken.
func (p *Places) Len() int { return len(p.taken) }

// refusal says to a person of a party why there is no place.
func (p *Places) refusal(of Party, lent bool) string {
	if !lent {
		return fmt.Sprintf("all %d sessions are taken; try again later", p.most)
	}
	who, own := "this address", 0
	if of.Keyed {
		who = "this key"
	}
	for v := range p.taken {
		if v.Party == of && !v.yields {
			own++
		}
	}
	return fmt.Sprintf("all %d sessions are taken, %d of them by %s; try again later", p.most, own, who)
}
